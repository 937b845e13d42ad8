"""Which files compiled code can depend on, found in the text of made-up packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.shipped import EXAMPLES, ROOT

from gridbots.kernel import sources
from gridbots.kernel.packages import digest
from gridbots.kernel.sources import absolute, needed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KERNEL = "@kernel\ndef act(): pass\n"
LAZY = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from game.numbers import STEP
def __getattr__(name):
    return getattr(import_module("game.numbers"), name)
"""
OURS = {
    root.name: root
    for pattern in ("framework/src/*", "bots/*/src/*", "games/*/src/*")
    for root in ROOT.glob(pattern)
}
"""The folders of the packages that may have kernels."""


def found(folder: Path, files: Mapping[str, str], *known: str) -> set[str]:
    """The files that count, of a package `game` of these."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    root = folder / "game"
    counting = needed(
        {"game": root, "other": folder / "other.py"},
        ["game"],
        {"game": [folder / name for name in known]},
    )
    return {str(file.relative_to(folder)) for file in counting}


def package(rules: str, **others: str) -> dict[str, str]:
    inner = {f"game/{name}.py": text for name, text in others.items()}
    return {"other.py": "", "game/rules.py": f"{rules}\n{KERNEL}", **inner}


@pytest.mark.parametrize(
    ("statement", "counts"),
    [
        ("from game.numbers import STEP", {"game/numbers.py"}),
        ("from game import numbers", {"game/numbers.py"}),
        ("import game.numbers as given", {"game/numbers.py"}),
        ("import math, game.numbers", {"game/numbers.py"}),
        ("import other", {"other.py"}),
        ("from .numbers import STEP", {"game/numbers.py"}),
        ("from . import numbers", {"game/numbers.py"}),
        ("from game import (  # one (of many)\n    letters,\n    numbers,\n)", {
            "game/numbers.py", "game/letters.py",
        }),
        ("from game import \\\n    numbers", {"game/numbers.py"}),
        ("def late():\n    from game.numbers import STEP", {"game/numbers.py"}),
        ("if True: import game.numbers; import other", {"game/numbers.py", "other.py"}),
        ("from game.words import *", {"game/words/__init__.py", "game/words/long.py"}),
        ("from game.words import long", {"game/words/__init__.py", "game/words/long.py"}),
        ("from numpy import numbers", set()),
    ],
)  # fmt: skip
def test_imports_of_a_kernels_module_count(
    tmp_path: Path, statement: str, counts: set[str]
) -> None:
    files = package(
        statement, numbers="STEP = 1", letters="", script="import game.rules",
        **{"words/__init__": "from .long import WORDS", "words/long": "WORDS = ()"},
    )  # fmt: skip
    assert found(tmp_path, files) == {"game/rules.py", *counts}


def test_indirect_imports_and_parent_packages_count(tmp_path: Path) -> None:
    files = package(
        "from game.far.away import ONE", __init__="from game.script import main", script="",
        **{"far/__init__": "", "far/away": "from game.numbers import ONE", "numbers": "ONE = 1"},
    )  # fmt: skip
    assert found(tmp_path, files) == {
        "game/rules.py", "game/far/away.py", "game/numbers.py", "game/__init__.py",
        "game/far/__init__.py",
    }  # fmt: skip


@pytest.mark.parametrize("call", ["import_module('game.numbers')", "load_game('game').features"])
def test_with_a_computed_import_name_all_files_count(tmp_path: Path, call: str) -> None:
    files = package(f"STEP = {call}", numbers="", script="")
    assert found(tmp_path, files) == {*files}


def test_a_package_with_lazy_imports_declares_their_modules(
    tmp_path: Path,
) -> None:
    files = package("from game import STEP", __init__=LAZY, numbers="STEP = 1", script="")
    assert found(tmp_path, files) == {"game/rules.py", "game/__init__.py", "game/numbers.py"}


@pytest.mark.parametrize(
    "but",
    [
        LAZY.replace("if TYPE_CHECKING:\n    from game.numbers import STEP", ""),
        LAZY.replace("def __getattr__(name):", "class Late:\n  def __getattr__(self, name):"),
        f"{LAZY}\nMORE = load_game('game').features",
    ],
)
def test_with_undeclared_lazy_imports_all_files_count(tmp_path: Path, but: str) -> None:
    files = package("from game import STEP", __init__=but, numbers="STEP = 1", script="")
    assert found(tmp_path, files) == {*files}


@pytest.mark.parametrize("top", [*OURS, "gridbots_claim"])
def test_compiled_kernels_do_not_depend_on_other_loaded_modules(tmp_path: Path, top: str) -> None:
    stranger = tmp_path / "stranger.py"
    stranger.write_text(KERNEL)
    example = EXAMPLES / "claim" / "gridbots_claim.py"
    roots = OURS | {"gridbots_claim": example, "stranger": stranger}
    assert stranger not in needed(roots, [top], {"stranger": [stranger]})


@pytest.mark.parametrize("mark", ["@kernel", "@inlined_kernel", "@verb"])
def test_kernels_are_found_by_their_marks_before_they_are_imported(
    tmp_path: Path, mark: str
) -> None:
    files = {"other.py": "", "game/rules.py": "", "game/more.py": mark}
    assert found(tmp_path, files) == {"game/more.py"}


def test_a_kernel_that_does_not_look_like_one_counts_once_it_is_known(tmp_path: Path) -> None:
    files = {"other.py": "", "game/odd.py": "mark(act)", "game/more.py": ""}
    assert found(tmp_path, files) == set()
    assert found(tmp_path, {}, "game/odd.py") == {"game/odd.py"}


def test_a_link_to_nothing_is_no_source(tmp_path: Path) -> None:
    """Emacs makes one beside a file whose changes have not been saved."""
    files = package("")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / ".#rules.py").symlink_to("somebody@somewhere.4711")
    assert found(tmp_path, files) == {"game/rules.py"}
    assert digest([tmp_path / "game"]) == digest([tmp_path / "game" / "rules.py"])


def test_a_file_is_read_only_once(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("one = 1")
    before = sources.read(file)
    file.write_text("one = 2")
    assert sources.read(file) == before


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [
        ("a.b", "p.q", "a.b"),
        (".", "p.q", "p.q"),
        (".a", "p.q", "p.q.a"),
        ("..a.b", "p.q", "p.a.b"),
        ("..", "p.q", "p"),
    ],
)
def test_relative_names_in_a_package_are_resolved(module: str, package: str, name: str) -> None:
    assert absolute(module, package) == name
