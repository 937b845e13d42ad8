"""Kernels: plain and compiled, found by the type of a record, kept on disk by their sources."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from gridbots import kernel
from gridbots.errors import PluginError
from gridbots.game import PlainState, empty_state, is_over, moves_mask, step
from gridbots.games.light_riders import GAME
from gridbots.kernel import Registered, verb, verbs

if TYPE_CHECKING:
    from collections.abc import Iterator


def register(name: str, fields: tuple[str, ...], moves: int = 2, **verbs: Any) -> None:
    kernel.register(fields, Registered(name, moves, verbs, frozenset(verbs)))


class TestVerbs:
    """Functions that are dispatched on the type of the record that they are given."""

    @pytest.fixture(autouse=True)
    def _registers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("_verbs", "_games"):
            monkeypatch.setattr(verbs, name, copy.copy(getattr(verbs, name)))

    def test_the_record_decides(self) -> None:
        @verb
        def cost(state: np.void, factor: int) -> int:  # type: ignore[empty-body]
            """Never run."""

        register("fruit", ("apples",), cost=lambda state, factor: int(state["apples"]) * factor)
        register("more", ("pears",), cost=lambda state, factor: int(state["pears"]) + factor)
        apples = np.array([(3,)], [("apples", "i4")])[0]
        pears = np.array([(3,)], [("pears", "i4")])[0]
        assert (cost(apples, 10), cost(pears, 10)) == (30, 13)
        assert cost(apples, factor=2) == 6
        opened = PlainState(apples)
        assert cost(opened, 10) == 30  # type: ignore[arg-type]

    def test_a_record_of_no_game_is_a_readable_error(self) -> None:
        record = empty_state(np.dtype([("foreign", "i4")]))
        with pytest.raises(TypeError, match=r"state record of a loaded game, got .*'foreign'"):
            step(record, [])

    def test_a_value_that_is_not_a_record_gives_a_readable_error(self) -> None:
        with pytest.raises(TypeError, match="state record as first argument of is_over, got list"):
            is_over([])

    def test_a_verb_that_the_game_lacks_is_a_readable_error(self) -> None:
        @verb
        def sing(state: np.void) -> None:
            """Never run."""

        with pytest.raises(TypeError, match="expected sing among the verbs of light-riders"):
            sing(GAME.setup(GAME.make_settings(), 0))

    def test_an_error_within_the_rules_is_shown_as_it_is(self) -> None:
        def fail(_state: np.void, _moves: list[int]) -> None:
            raise KeyError("within the rules")

        register("failing", ("failing",), step=fail)
        with pytest.raises(KeyError, match="within the rules"):
            step(empty_state(np.dtype([("failing", "i4")])), [])

    def test_an_unknown_verb_cannot_be_registered(self) -> None:
        with pytest.raises(PluginError, match=r"'fruit': expected verbs among .*, got \['jump'\]"):
            register("fruit", ("apples",), jump=print)

    def test_two_games_cannot_have_the_same_fields(self) -> None:
        register("fruit", ("apples",), step=print)
        register("fruit", ("apples",), step=print)
        with pytest.raises(PluginError, match="the games 'fruit' and 'more' have records with the"):
            register("more", ("apples",), step=print)
        with pytest.raises(PluginError, match="the games 'fruit' and 'fruit' have records"):
            register("fruit", ("apples",), step=repr)

    @pytest.mark.parametrize("moves", [3, 64, 300])
    def test_the_number_of_moves_is_that_of_the_game(self, moves: int) -> None:
        pytest.importorskip("numba")
        field = f"of_{moves}_moves"
        register("many", (field,), moves)
        state = empty_state(np.dtype([(field, "i4")]))
        for count in kernel.move_count, kernel.compiled(moves_of):
            assert count(state) == moves
        for mask in moves_mask, kernel.compiled(moves_mask):
            assert mask(state).tolist() == [0] * moves


@kernel.kernel
def doubled(number: int) -> int:
    return 2 * number


@kernel.kernel
def doubled_twice(small: int, numbers: Any) -> int:
    return doubled(small) + doubled(numbers[0]) + doubled(1)


@kernel.kernel
def endless(number: int) -> int:
    return endless(number - 1) if number > 0 else 0


@kernel.kernel
def calls_endless(number: int) -> int:
    return endless(number)


class TestTypes:
    """The options that numba receives for kernels."""

    @pytest.mark.usefixtures("cache")  # cached code is not compiled at all
    def test_a_kernel_is_compiled_once_for_whole_numbers_of_any_width(self) -> None:
        pytest.importorskip("numba")
        from numba.core.registry import cpu_target

        many = kernel.compiled(doubled_twice)
        assert many(3, np.full(1, 100, np.int8)) == 6 + 200 + 2
        assert len(cpu_target.typing_context.resolve_value_type(doubled).made) == 1

    def test_a_kernel_that_calls_itself_is_a_readable_error(self) -> None:
        pytest.importorskip("numba")
        with pytest.raises(Exception, match="calls itself; use a loop with a stack"):
            kernel.compiled(calls_endless)(3)

    def test_a_kernel_of_a_module_that_was_not_imported_is_a_readable_error(self) -> None:
        pytest.importorskip("numba")
        module: dict[str, Any] = {"__name__": "rules_from_nowhere"}
        program = dedent(
            """
            from gridbots.kernel import kernel

            @kernel
            def twice(number):
                return 2 * number
            """
        )
        exec(program, module)  # noqa: S102  ours

        with pytest.raises(PluginError, match=r"twice cannot .*'rules_from_nowhere' is not in sys"):
            kernel.compiled(module["twice"])(1)


@kernel.kernel
def moves_of(state: np.void) -> int:
    return kernel.move_count(state)


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)

    def function() -> None:
        pass

    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gridbots\[fast\]'"):
        kernel.compiled(function)


class TestCacheHome:
    @pytest.fixture(autouse=True)
    def _forget(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        for name in ("GRIDBOTS_CACHE", "XDG_CACHE_HOME"):
            monkeypatch.delenv(name, raising=False)
        kernel.cache_home.cache_clear()
        yield
        kernel.cache_home.cache_clear()

    def test_the_user_can_choose_the_cache_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GRIDBOTS_CACHE", str(tmp_path / "mine"))
        assert kernel.cache_home() == tmp_path / "mine"
        assert kernel.code_home() == tmp_path / "mine" / "kernels"

    @pytest.mark.skipif(sys.platform == "darwin", reason="caches lie elsewhere there")
    def test_by_default_the_cache_is_in_the_users_cache_directory(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        assert kernel.cache_home() == tmp_path / ".cache" / "gridbots"
        kernel.cache_home.cache_clear()
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert kernel.cache_home() == tmp_path / "xdg" / "gridbots"

    def test_without_a_writable_directory_the_cache_is_temporary(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("GRIDBOTS_CACHE", str(tmp_path / "file" / "below"))
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        assert kernel.cache_home().parent == tmp_path
        assert kernel.cache_home().name.startswith("gridbots-")


def test_brief_code_is_cached_apart_from_fully_optimised_code() -> None:
    pytest.importorskip("numba")
    places = set()
    for brief in (False, True):
        made: Any = kernel.compiled(doubled, brief=brief)
        assert made(3) == 6
        places |= {*made._cache._caches}
    assert len(places) == 2


HOLD = """
    import fcntl, sys

    with open(sys.argv[1], "w") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        print("held", flush=True)
        sys.stdin.read()
"""


def test_a_lock_that_is_never_released_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    from gridbots.kernel import overload_cache

    monkeypatch.setattr(overload_cache, "PATIENCE_S", 0.1)
    place = tmp_path / "held.lock"
    command = [sys.executable, "-c", dedent(HOLD), str(place)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        with overload_cache.locked(place):
            assert other.poll() is None
        assert place.exists()  # It still belongs to the other process.
        other.communicate()


RULES = """
    from gridbots.kernel import kernel

    @kernel
    def points(value):
        return value + 1
"""
READ = """
    import json, pathlib
    STEP = json.loads(pathlib.Path(__file__).with_name("step.json").read_text())
"""
CHOOSE = f"""
    {READ.strip()}
    if STEP == 1:
        @kernel
        def points(value):
            return value + 1
    else:
        @kernel
        def points(value):
            return value + 2
"""
NUMBERS = {
    "own module": ("from .numbers import STEP", "numbers.py", "STEP = {}"),
    "another package": ("from helper import STEP", "../helper.py", "STEP = {}"),
    "a file": (READ, "step.json", "{}"),
    "the choice of a kernel": (CHOOSE, "step.json", "{}"),
}
"""Where a number comes from: what the rules say of it, the file, and what that says."""
SEARCH = """
    from gridbots.kernel import kernel
    from throw_away.rules import points

    @kernel
    def total(value):
        return points(value) * 10
"""
MAIN = """
    import json
    from gridbots import kernel
    from throw_away.search import total

    fast = kernel.compiled(total)
    result = [fast(1), total(1)]
    hits = sum(fast.stats.cache_hits.values())
    print(json.dumps([result, [*fast._cache._caches], hits]))
"""


class Run(NamedTuple):
    results: list[Any]
    """Compiled and plain."""
    folders: list[str]
    """Where code was looked for."""
    hits: int
    """How often compiled code was taken from the cache."""


class TestCache:
    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        pytest.importorskip("numba")
        package = tmp_path / "throw_away"
        package.mkdir()
        for name, text in {"__init__": "", "rules": RULES, "search": SEARCH}.items():
            (package / f"{name}.py").write_text(dedent(text))
        (tmp_path / "main.py").write_text(dedent(MAIN))
        return package

    def run(self, package: Path, cache: Path) -> Run:
        """Run the package in a separate process."""
        [run] = self.run_at_once(package, cache, 1)
        return run

    def run_at_once(self, package: Path, cache: Path, times: int) -> list[Run]:
        """Run the package in several processes at the same time."""
        place = package.parent
        # No .pyc: Python would use the old one of a file that changes twice in a second.
        own = {"GRIDBOTS_CACHE": str(cache), "TMPDIR": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, **own}
        command = [sys.executable, str(place / "main.py")]
        started = [
            subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(times)
        ]
        printed = [process.communicate(timeout=100)[0] for process in started]
        assert not any(process.returncode for process in started)
        return [Run(*json.loads(text)) for text in printed]

    def test_compiled_code_is_kept_until_a_rule_changes(self, package: Path) -> None:
        cache = package.parent / "cache"
        first = self.run(package, cache)
        assert first.results == [20, 20]
        assert Path(*first.folders).is_relative_to(cache)
        assert first.hits == 0
        assert self.run(package, cache) == first._replace(hits=1)
        rules = package / "rules.py"
        rules.write_text(rules.read_text().replace("value + 1", "value + 2"))
        changed = self.run(package, cache)
        assert changed.results == [30, 30]
        assert changed.folders != first.folders
        assert changed.hits == 0
        (package / "train.py").write_text("from throw_away.search import total\n")
        assert self.run(package, cache) == changed._replace(hits=1)

    @pytest.mark.parametrize(
        ("rules", "file", "text"),
        [
            pytest.param(*each, id=name, marks=[pytest.mark.slow] * (name != "own module"))
            for name, each in NUMBERS.items()
        ],
    )
    def test_another_number_gives_other_code(
        self, package: Path, rules: str, file: str, text: str
    ) -> None:
        cache, own = package.parent / "cache", dedent(RULES).replace("value + 1", "value + STEP")
        (package / "rules.py").write_text(f"{own}{dedent(rules)}")
        for more, hits in [(1, 0), (2, 0), (1, 1)]:
            (package / file).write_text(text.format(more))
            found = self.run(package, cache)
            assert (found.results, found.hits) == ([10 + 10 * more] * 2, hits)

    def test_other_loaded_modules_do_not_matter(self, package: Path) -> None:
        cache, main = package.parent / "cache", package.parent / "main.py"
        first = self.run(package, cache)
        (package.parent / "other.py").write_text(dedent(RULES))
        main.write_text(f"import other\n{dedent(MAIN)}")
        assert self.run(package, cache) == first._replace(hits=1)

    @pytest.mark.slow  # it compiles in several processes
    def test_only_one_process_compiles_code_that_several_need(self, package: Path) -> None:
        cache = package.parent / "cache"
        runs = self.run_at_once(package, cache, 3)
        assert [run.results for run in runs] == [[20, 20]] * 3
        assert sorted(run.hits for run in runs) == [0, 1, 1]
        assert not [*cache.rglob("*.lock")]

    @pytest.mark.slow  # it compiles in several processes
    @pytest.mark.parametrize("way", ["imported", "handed", "verb"])
    def test_a_rule_of_another_package_counts_where_it_is_reached(
        self, package: Path, way: str
    ) -> None:
        cache, rules = package.parent / "cache", package.parent / "other.py"
        search, argument = REACHED[way]
        (package / "search.py").write_text(dedent(search))
        (package.parent / "main.py").write_text(dedent(MAIN_OF_REACHED.format(argument)))
        for more in (1, 2, 1):
            rules.write_text(dedent(OTHER_RULES.format(more)))
            assert self.run(package, cache).results == [7 + more, 7 + more]

    @pytest.mark.slow  # it compiles in several processes
    def test_another_choice_of_verb_is_compiled_anew(self, package: Path) -> None:
        """Also if a file without kernels makes the choice, by a computed name."""
        cache = package.parent / "cache"
        (package / "rules.py").write_text(dedent(TWO_RULES))
        (package / "search.py").write_text(dedent(SEARCH_BY_VERB))
        (package.parent / "main.py").write_text(dedent(MAIN_BY_VERB))
        for choice, points in [("once", 1), ("twice", 2), ("once", 1)]:
            (package.parent / "choice.txt").write_text(choice)
            assert self.run(package, cache).results == [points, points]

    @pytest.mark.slow  # it compiles in several processes
    def test_code_is_compiled_without_a_writable_cache(self, package: Path) -> None:
        done = self.run(package, package / "rules.py" / "below")
        assert done.results == [20, 20]
        assert Path(*done.folders).is_relative_to(package.parent)

    @pytest.mark.slow  # it compiles in several processes
    def test_a_kernel_passed_to_another_is_cached_with_it(self, package: Path) -> None:
        (package / "search.py").write_text(dedent(HANDED))
        (package.parent / "main.py").write_text(dedent(MAIN_OF_HANDED))
        cache = package.parent / "cache"
        first = self.run(package, cache)
        assert first.results == [[30, 30], [50, 50]]
        assert first.hits == 0
        assert self.run(package, cache) == first._replace(hits=3)

    @pytest.mark.slow  # it compiles in several processes
    def test_an_error_of_a_called_kernel_is_raised_from_cached_code(self, package: Path) -> None:
        (package / "rules.py").write_text(dedent(RAISING))
        (package.parent / "main.py").write_text(dedent(MAIN_OF_RAISING))
        cache = package.parent / "cache"
        first = self.run(package, cache)
        assert first.results == ["expected 7 at most, got 8", 40]
        assert first.hits == 0
        assert self.run(package, cache) == first._replace(hits=1)


OTHER_RULES = """
    import gridbots.game
    import numpy as np
    from gridbots import kernel

    @kernel.kernel
    def points(state, seat):
        return state["thrown"] + {}

    kernel.register(
        ("thrown",), kernel.Registered("thrown", 2, {{"utility": points}}, frozenset(["utility"]))
    )
    states = np.full(1, 7, [("thrown", "i4")])
"""
REACHED = {
    "imported": (
        """
        from gridbots.kernel import kernel
        from other import points, states

        @kernel
        def total(value):
            return points(states[0], value)
        """,
        "0",
    ),
    "handed": (
        """
        from gridbots.kernel import call, kernel

        @kernel
        def total(act):
            return call(act, 0)
        """,
        "kernel.handle(functools.partial(other.points, other.states[0]))",
    ),
    "verb": (
        """
        from gridbots.game import utility
        from gridbots.kernel import kernel

        @kernel
        def total(state):
            return utility(state, 0)
        """,
        "other.states[0]",
    ),
}
"""How a kernel reaches one of another package: its own module, and what it is called with."""
MAIN_OF_REACHED = """
    import functools, json
    import other
    from gridbots import kernel
    from throw_away.search import total

    fast, argument = kernel.compiled(total), {}
    result = [int(fast(argument)), int(total(argument))]
    hits = sum(fast.stats.cache_hits.values())
    print(json.dumps([result, [*fast._cache._caches], hits]))
"""
TWO_RULES = """
    from gridbots.kernel import kernel

    @kernel
    def once(state, seat):
        return 1.0

    @kernel
    def twice(state, seat):
        return 2.0
"""
SEARCH_BY_VERB = """
    from gridbots.game import utility
    from gridbots.kernel import kernel

    @kernel
    def total(state):
        return utility(state, 0)
"""
MAIN_BY_VERB = """
    import json
    from pathlib import Path
    import numpy as np
    from gridbots import kernel
    from throw_away import rules
    from throw_away.search import total

    chosen = getattr(rules, Path(__file__).with_name("choice.txt").read_text())
    game = kernel.Registered("throw-away", 2, {"utility": chosen}, frozenset(["utility"]))
    kernel.register(("thrown",), game)
    state = np.zeros(1, [("thrown", "i4")])[0]
    fast = kernel.compiled(total)
    result = [fast(state), total(state)]
    hits = sum(fast.stats.cache_hits.values())
    print(json.dumps([result, [*fast._cache._caches], hits]))
"""
HANDED = """
    from gridbots.kernel import call, kernel

    @kernel
    def double(value):
        return value * 2

    @kernel
    def more(value, by):
        return value + by

    @kernel
    def scaled(said, value):
        return said["by"] * value + said["more"]

    @kernel
    def total(act, value):
        return call(act, value) * 10

    @kernel
    def total_of_two(act, value, by):
        return call(act, value, by) * 10
"""
RAISING = """
    from gridbots.kernel import kernel

    @kernel
    def points(value):
        if value > 7:
            raise ValueError(f"expected 7 at most, got {value}")
        return value + 1
"""
MAIN_OF_RAISING = """
    import json
    from gridbots import kernel
    from throw_away.search import total

    fast = kernel.compiled(total)
    try:
        fast(8)
    except ValueError as error:
        message = str(error)
    hits = sum(fast.stats.cache_hits.values())
    print(json.dumps([[message, fast(3)], [*fast._cache._caches], hits]))
"""
MAIN_OF_HANDED = """
    import functools, json
    import numpy as np
    from gridbots import kernel
    from throw_away.rules import points
    from throw_away.search import double, more, scaled, total, total_of_two

    fast, faster = kernel.compiled(total), kernel.compiled(total_of_two)
    result = [
        [total(kernel.handle(points), 2), fast(kernel.handle(points), 2)],
        [total_of_two(kernel.handle(more), 2, 3), faster(kernel.handle(more), 2, 3)],
    ]
    assert (fast(kernel.handle(double), 3), total(kernel.handle(double), 3)) == (60, 60)
    # What a kernel does not take is left out.
    assert [each(kernel.handle(double), 3, 9) for each in (faster, total_of_two)] == [60, 60]
    for by in 2, 5:
        said = np.array([(by, 0.5)], [("by", "i8"), ("more", "f8")])[0]
        handed = kernel.handle(functools.partial(scaled, said))
        assert fast(handed, 3) == total(handed, 3) == 10 * (3 * by + 0.5)
    assert len(fast.signatures) == 3
    hits = sum(fast.stats.cache_hits.values())
    print(json.dumps([result, [*fast._cache._caches], hits]))
"""


def test_two_kernels_of_the_same_full_name_are_refused() -> None:
    def named() -> int:
        return 1

    kernel.handle(named)
    kernel.handle(named)
    other = types.FunctionType(named.__code__, {}, "named")
    other.__qualname__ = named.__qualname__
    other.__module__ = named.__module__
    with pytest.raises(ValueError, match="expected one function named"):
        kernel.handle(other)


def test_records_are_allocated_plain_and_compiled() -> None:
    opening = GAME.setup(GAME.make_settings(), 1)
    for make in kernel.records_like, kernel.compiled(copies):
        made: Any = make(opening, 3)
        assert (made.shape, made.dtype) == ((3,), opening.dtype)


@kernel.kernel
def copies(state: np.void, count: int) -> object:
    return kernel.records_like(state, count)


@kernel.kernel
def root(number: int) -> float:
    if number < 0:
        raise ValueError("expected no negative number")
    return float(np.sqrt(number))


@kernel.kernel
def sum_of_roots(numbers: np.ndarray) -> float:
    total = 0.0
    for number in numbers:
        total += root(number)
    return total


def test_a_kernel_runs_called_from_python_and_from_another_and_raises_from_both() -> None:
    inner, outer = kernel.compiled(root), kernel.compiled(sum_of_roots)
    numbers = np.array([4, 9])
    assert (outer(numbers), inner(4), outer(numbers)) == (5.0, 2.0, 5.0)
    with pytest.raises(ValueError, match="expected no negative number"):
        inner(-1)
    with pytest.raises(ValueError, match="expected no negative number"):
        outer(-numbers)


def test_only_kernels_called_from_python_get_machine_code() -> None:
    from numba.core.codegen import JITCodeLibrary

    made: list[str] = []
    translated: Any = JITCodeLibrary._finalize_specific

    def note(library: Any) -> None:
        made.append(library.name)
        translated(library)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(JITCodeLibrary, "_finalize_specific", note)
        kernel.compiled(sum_of_roots)(np.array([4.0, 9.0], np.float32))
    assert made == ["sum_of_roots"]


def test_the_bytes_of_a_record_can_be_read_as_words_plain_and_compiled() -> None:
    pytest.importorskip("numba")
    states = np.zeros(3, [("number", "i8"), ("letters", "u1", (9,))])
    states["number"] = -5
    states["letters"] = range(9)
    for read in read_words, kernel.compiled(read_words):
        for index in range(3):  # Some lie at no multiple of eight.
            assert read(states, index) == (17, -5, 0x0706050403020100, 0x0807060504030201)


@kernel.kernel
def read_words(states: Any, index: int) -> tuple[int, int, int, int]:
    state = states[index]
    size = kernel.record_size(state)
    ends = kernel.word_of(state, 0), kernel.word_of(state, 8), kernel.word_of(state, size - 8)
    return size, ends[0], ends[1], ends[2]


def test_a_brief_kernel_gives_and_raises_the_same() -> None:
    pytest.importorskip("numba")
    brief = kernel.compiled(sum_of_roots, brief=True)
    assert brief(np.array([4, 9])) == sum_of_roots(np.array([4, 9]))
    with pytest.raises(ValueError, match="expected no negative number"):
        brief(np.array([-4]))
