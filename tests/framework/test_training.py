"""Framework of training scripts: checkpoints, progress, curves, the command line, weights."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import zipfile
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from msgspec import Meta

from gridbots.errors import GridbotsError, PluginError, SettingsError
from gridbots.plugins import load_game
from gridbots.training import checkpoint, curves, plot_style, progress
from gridbots.training import weights as loader
from gridbots.training.matches import opponents_of, percentages, policy_of, results_of
from gridbots.training.parameters import Folder, TrainingParameters
from gridbots.training.progress import Progress
from gridbots.training.schedule import linear, update_mean
from gridbots.training.script import Learned, Resumable, Script, command_of, help_text, restore
from gridbots.vector import play_matches

if TYPE_CHECKING:
    from pathlib import Path


class Parameters(TrainingParameters, frozen=True):
    rounds: Annotated[int, Meta(ge=1, description="how long it learns")] = 5
    words: Annotated[str, Meta(description="some text")] = "one two"
    loud: Annotated[bool, Meta(description="whether it shouts")] = False
    test: Annotated[int, Meta(description="what is done at the end")] = 0
    folder: Folder = "training/nothing"
    may_change: ClassVar[tuple[str, ...]] = ("test",)


RECORD = np.dtype([("sum", "f8"), ("parts", [("few", "i2", (2, 3))], (2,))])


class Learner(Resumable):
    """Sums random numbers."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.random = np.random.default_rng(1)
        self.records = np.zeros(2, RECORD)
        self.count = np.zeros((), np.int64)

    @property
    def total(self) -> int:
        return self.parameters.rounds

    @property
    def completed(self) -> int:
        return int(self.count)

    def play_round(self) -> None:
        self.records["sum"] += self.random.normal(size=2)
        self.records["parts"]["few"] += 1
        self.count += 1

    def arrays(self) -> dict[str, Any]:
        return {"sums": self.records["sum"], "records": self.records, "count": self.count}

    def notes(self) -> dict[str, Any]:
        return {"random": self.random.bit_generator.state}

    def restore_notes(self, notes: dict[str, Any]) -> None:
        self.random.bit_generator.state = notes["random"]

    def figures(self) -> dict[str, float]:
        return {"sum": float(self.records["sum"][0])}


class Diverging(Learner):
    """Its sums are nan after three rounds."""

    def play_round(self) -> None:
        super().play_round()
        if self.completed == 3:
            self.records["sum"] *= np.nan

    def finite(self) -> list[Any]:
        return [self.records["sum"]]


class Stopped(Learner):
    """A training that is stopped after two rounds."""

    def play_round(self) -> None:
        if self.completed == 2:
            raise KeyboardInterrupt
        super().play_round()


def finish(learned: Learner, folder: Path) -> Learned:  # noqa: ARG001  it has no curve
    about = {"game": "snake", "settings": {"width": 6}, "learner": "sum"}
    return Learned(about, {"sums": learned.records["sum"]})


def script(begin: Any = Learner) -> Script[Parameters, Any]:
    return Script("tests.learner", "Learns nothing.", Parameters, begin, finish)


def test_a_stopped_training_ends_like_an_uninterrupted_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = [f"folder={tmp_path / 'whole'}"]
    parted = [f"folder={tmp_path / 'parted'}", "checkpoint=0"]
    assert script().main(whole) == 0
    assert script(Stopped).main(parted) == 130
    assert "learner: stopped; run the same command again" in capsys.readouterr().err
    assert script().main(parted) == 0
    assert "resuming from" in capsys.readouterr().err
    weights = [
        loader.unpack(tmp_path / name / "weights.npz")["sums"] for name in ("whole", "parted")
    ]
    assert weights[0].tobytes() == weights[1].tobytes()


class Signalled(Learner):
    """A training that gets signals after two steps."""

    signals: tuple[signal.Signals, ...] = (signal.SIGTERM,)

    def play_round(self) -> None:
        super().play_round()
        if self.completed == 2:
            for number in self.signals:
                os.kill(os.getpid(), number)


@pytest.mark.usefixtures("hangups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_loses_no_step_of_a_training(
    number: signal.Signals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Signalled, "signals", (number,))
    before = signal.getsignal(number)
    assert script(Signalled).main([f"folder={tmp_path}", "checkpoint=1000"]) == 130
    path = tmp_path / "checkpoint.npz"
    shown = capsys.readouterr().err
    assert shown.startswith(f"checkpoints are kept in {path}; after an interruption, the same")
    command = f"python -m tests.learner folder={tmp_path} checkpoint=1000.0"
    assert shown.endswith(f"learner: stopped; to resume from {path}:\n  {command}\n")
    resumed = Learner(Parameters(folder=str(tmp_path)))
    restore(path, resumed, Parameters(folder=str(tmp_path)))
    assert resumed.completed == 2
    assert signal.getsignal(number) == before


def test_a_second_signal_ends_a_training_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Signalled, "signals", (signal.SIGTERM, signal.SIGINT))
    assert script(Signalled).main([f"folder={tmp_path}", "checkpoint=1000"]) == 130
    assert "stopped; run the same command again" in capsys.readouterr().err
    assert not (tmp_path / "checkpoint.npz").exists()


@pytest.mark.parametrize("seconds", [0, 20])
def test_a_training_that_diverges_stops_without_weights(
    seconds: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script(Diverging).main([f"folder={tmp_path}", f"checkpoint={seconds}"]) == 2
    after, written = (5, []) if seconds else (3, ["checkpoint.npz"])
    assert f"learning has diverged: after {after} matches" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == written
    found = checkpoint.load(tmp_path / "checkpoint.npz", Parameters(folder=str(tmp_path)))
    assert found is None or np.isfinite(found.arrays["sums"].view(np.float64)).all()


def test_a_finished_training_only_repeats_its_test(tmp_path: Path) -> None:
    first = script().train(Parameters(folder=str(tmp_path)))
    again = script(Stopped).train(Parameters(folder=str(tmp_path), test=9))
    assert again["parameters"]["test"] == 9
    assert again["seconds of processor time"] == first["seconds of processor time"]


def test_progress_and_result_are_json_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    assert script().main([f"folder={tmp_path}", "--json", "loud=true"]) == 0
    out, err = capsys.readouterr()
    events = [json.loads(line) for line in out.splitlines()]
    assert [each["event"] for each in events] == ["progress"] * 4 + ["done"]
    assert events[0].keys() == {"event", "done", "total", "per_second", "seconds_left", "sum"}
    assert "2 of 5 matches, " in err
    assert events[-1]["command"] == "python -m tests.learner loud=true"
    written = json.loads((tmp_path / "about.json").read_text())
    assert events[-1] == {"event": "done", **written}


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("round=3", "unknown parameter 'round'; did you mean 'rounds'?"),
        ("rounds=0", "parameter rounds: expected an integer >= 1, got '0'"),
        ("rounds", "expected parameter as name=value, got 'rounds'"),
    ],
)
def test_invalid_parameters_are_reported_on_stderr(
    argument: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script().main([argument]) == 2
    assert f"learner: {said}" in capsys.readouterr().err


def test_help_lists_every_parameter_with_its_default() -> None:
    text = help_text("tests.learner", "Learns nothing.", Parameters)
    assert "python -m tests.learner [--json] [PARAMETER=VALUE ...]" in text
    assert "rounds=5  (int 1..)\n      how long it learns" in text
    assert "words='one two'" in text
    assert "loud=false" in text


def test_a_command_lists_what_differs_from_the_defaults_and_can_be_pasted() -> None:
    given = Parameters(words="it's", loud=True, folder="elsewhere")
    assert command_of("m", given) == """python -m m 'words=it'"'"'s' loud=true"""


def saved(path: Path, **parameters: Any) -> Learner:
    learner = Learner(Parameters(**parameters))
    learner.play_round()
    checkpoint.save(path, learner.parameters, learner.arrays(), learner.notes())
    return learner


def test_a_checkpoint_of_other_parameters_is_refused_except_for_some(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    saved(path, rounds=7)
    with pytest.raises(SettingsError, match=r"expected .* made with rounds=8 .* got .* rounds=7"):
        checkpoint.load(path, Parameters(rounds=8))
    changed = Parameters(rounds=7, test=3, folder="elsewhere", checkpoint=1.0)
    assert checkpoint.load(path, changed)
    assert checkpoint.load(tmp_path / "none.npz", changed) is None


def test_a_checkpoint_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    saved(path)
    found = checkpoint.load(path, Parameters())
    assert found is not None
    with pytest.raises(SettingsError, match="another sums; remove it"):
        found.fill(Learner(Parameters()).arrays() | {"sums": np.zeros(3)})


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"text"])
def test_a_file_that_is_no_checkpoint_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match="expected a checkpoint in"):
        checkpoint.load(path, Parameters())


def test_a_process_killed_while_writing_leaves_the_old_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.npz"
    learner = saved(path)
    before = path.read_bytes()

    def killed(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", killed)
    learner.play_round()
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save(path, learner.parameters, learner.arrays())
    assert path.read_bytes() == before


def test_the_time_left_depends_on_the_pace_of_this_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    reports = Progress(1000, 8000, "matches", as_json=True)
    assert not reports.is_due()
    now[0] = 110.0
    assert reports.is_due()
    reports.report(2000, {"win %": 12.345, "margin": float("nan")})
    out, err = capsys.readouterr()
    assert err == (
        "2,000 of 8,000 matches, 100 a second, about 1 min 0 s left: win % 12.3, margin nan\n"
    )
    assert json.loads(out) == {
        "event": "progress", "done": 2000, "total": 8000, "per_second": 100.0,
        "seconds_left": 60.0, "win %": 12.345, "margin": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "text"), [(59.4, "59 s"), (61, "1 min 1 s"), (7380, "2 h 3 min")]
)
def test_durations_are_readable(seconds: float, text: str) -> None:
    assert progress.duration(seconds) == text


NAN = float("nan")
CURVE = curves.Curve(
    "a < b",
    "matches",
    [10, 20, 10, 20],
    [
        curves.Panel("%", {"won": [0, 50, NAN, 150]}, levels=[curves.Level("said", 25)]),
        curves.Panel("", {"margin": [-5, 0, 5, 10]}, high=10, low=-10),
    ],
)


def test_a_curve_is_written_as_a_table_and_as_a_picture(tmp_path: Path) -> None:
    curves.write(tmp_path, CURVE)
    assert (tmp_path / "curve.csv").read_text().splitlines() == [
        "matches,won,margin", "10,0,-5", "20,50,0", "10,nan,5", "20,150,10",
    ]  # fmt: skip
    picture = (tmp_path / "curve.svg").read_text()
    assert "a &lt; b" in picture
    assert "nan" not in picture


class Line(NamedTuple):
    """A drawn line: its segments, each with its points."""

    parts: list[list[list[float]]]


def drawn(panel: int, name: str) -> Line:
    drawing = curves.Drawing(CURVE, CURVE.panels[panel], 0)
    runs = list(drawing.runs(CURVE.panels[panel].lines[name]))
    return Line([[[float(x) for x in p.split(",")] for p in run.split()] for run in runs])


def test_lines_are_interrupted_at_nan_and_where_x_values_fall() -> None:
    assert [len(part) for part in drawn(0, "won").parts] == [2, 1]
    assert [len(part) for part in drawn(1, "margin").parts] == [2, 2]


def test_values_beyond_the_scale_are_drawn_on_its_bound() -> None:
    (_, highest), ((_, top),) = drawn(0, "won").parts
    assert top == curves.TOP
    assert highest[1] == (curves.TOP + curves.HEIGHT - curves.BOTTOM) / 2


def test_names_of_lines_and_levels_never_overlap() -> None:
    lines = {f"line {number}": [5.0, 5.0] for number in range(8)}
    levels = [curves.Level("one", 5), curves.Level("two", 5.1)]
    curve = curves.Curve("", "matches", [1, 2], [curves.Panel("", lines, 10, levels=levels)])
    root = ET.fromstring(curve.picture())  # noqa: S314  our own
    beyond = curves.LEFT + curves.PLOT + 12
    tops = sorted(
        float(each.attrib["y"])
        for each in root.iter("{http://www.w3.org/2000/svg}text")
        if float(each.attrib["x"]) >= beyond
    )
    assert len(tops) == 10
    assert all(after - before >= curves.APART - 0.2 for before, after in pairwise(tops))


def test_lines_differ_in_dash_and_marker_as_well() -> None:
    assert len({style.dashes for style in plot_style.LINES}) == len(plot_style.LINES)
    assert len({style.marker for style in plot_style.LINES}) == len(plot_style.LINES)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 156.487, [0, 20, 40, 60, 80, 100, 120, 140]),
        (-25, 50, [-20, -10, 0, 10, 20, 30, 40, 50]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (3.2, 3.3, [3.2, 3.22, 3.24, 3.26, 3.28, 3.3]),
        (7, 7, [7]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert plot_style.scale_marks(low, high) == expected


def test_a_scale_is_widened_to_round_numbers() -> None:
    assert plot_style.round_bounds(0, 156.487) == (0, 160)
    assert plot_style.round_bounds(-5, 5) == (-6, 6)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    script().train(Parameters(folder=str(tmp_path / "made")))
    folder = tmp_path / "weights"
    folder.mkdir()
    (tmp_path / "made" / "weights.npz").rename(folder / "small.npz")
    return folder


def test_a_written_training_is_read_back(weights: Path) -> None:
    found = loader.named(weights, "small", "snake")
    assert found.about.learner == "sum"
    assert found.arrays({"sums": ((2,), np.float64)})["sums"].shape == (2,)
    game = load_game("snake")
    assert found.fits(game.make_settings({"width": 6, "height": 9}))
    assert not found.fits(game.make_settings({"width": 7, "height": 9}))


@pytest.mark.parametrize(
    ("name", "game", "said"),
    [
        ("smal", "snake", "expected one of snake .small., got 'smal'; did you mean 'small'"),
        ("small", "paperio", "expected one of paperio"),
    ],
)
def test_unknown_weights_are_refused(weights: Path, name: str, game: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        loader.named(weights, name, game)


def test_damaged_weights_are_reported_with_their_file(weights: Path) -> None:
    whole = (weights / "small.npz").read_bytes()
    inside = whole.index(b"sums.npy") + 20
    for damaged in (b"nothing", whole[:-30], whole[:inside] + bytes(4) + whole[inside + 4 :]):
        (weights / "small.npz").write_bytes(damaged)
        with pytest.raises(SettingsError, match=r"expected weights in .*small\.npz"):
            loader.read(weights / "small.npz", loader.About).arrays({"sums": ((2,), np.float64)})
    loader.write(weights / "other.npz", {"game": 1}, {})
    with pytest.raises(SettingsError, match=r"expected weights in .*other\.npz"):
        loader.read(weights / "other.npz", loader.About)
    with pytest.raises(PluginError, match=r"expected weights in .*other\.npz"):
        loader.shipped(weights)


def test_the_same_weights_are_the_same_bytes(weights: Path) -> None:
    found = loader.unpack(weights / "small.npz")
    about = json.loads(found.pop(loader.ABOUT))
    loader.write(weights / "again.npz", about, found)
    assert (weights / "again.npz").read_bytes() == (weights / "small.npz").read_bytes()


def test_weights_that_would_fill_the_memory_are_refused(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "MOST_BYTES", 100)
    with pytest.raises(SettingsError, match=r"expected weights in .*bytes, more than 100"):
        loader.read(weights / "small.npz", loader.About)


def test_objects_in_place_of_numbers_are_refused(weights: Path) -> None:
    with zipfile.ZipFile(weights / "small.npz", "a") as archive:
        file = io.BytesIO()
        np.lib.format.write_array(file, np.array([print]))
        archive.writestr("code.npy", file.getvalue())
    with pytest.raises(SettingsError, match="Object arrays cannot be loaded"):
        loader.read(weights / "small.npz", loader.About).arrays({})


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"sums": ((3,), np.float64)}, r"sums of shape \(3\) and type float64 in .*got \(2,\)"),
        ({"sums": ((2, None), np.float64)}, r"sums of shape \(2 x any\)"),
        ({"sums": ((2,), np.int64)}, "type int64 in .*and float64"),
        ({"total": ((2,), np.float64)}, "expected the arrays total in .*got sums"),
    ],
)
def test_arrays_of_other_names_shapes_and_types_are_refused(
    weights: Path, expected: dict[str, Any], said: str
) -> None:
    found = loader.named(weights, "small", "snake")
    assert found.arrays({"sums": ((None,), np.float64)})["sums"].shape == (2,)
    with pytest.raises(SettingsError, match=said):
        found.arrays(expected)


def test_weights_that_are_not_numbers_are_refused(weights: Path) -> None:
    about = {"game": "snake", "settings": {}, "learner": "sum", "command": "none"}
    loader.write(weights / "small.npz", about, {"sums": np.array([1.0, np.nan])})
    with pytest.raises(SettingsError, match="expected finite numbers for sums"):
        loader.named(weights, "small", "snake").arrays({"sums": ((2,), np.float64)})


def test_a_match_with_other_settings_is_reported_with_the_differences(
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = load_game("snake").make_settings({"width": 6, "height": 9})
    wanted = {"width": 6, "height": 6}
    loader.warn_of_other_settings("bot: small", wanted, settings, "it plays on")
    assert capsys.readouterr().err == (
        "bot: small was trained for height 6, got height 9: it plays on\n"
    )
    loader.warn_of_other_settings("bot: small", {"width": 6}, settings, "it plays on")
    assert not capsys.readouterr().err


def test_opponents_are_installed_bots_with_options() -> None:
    game = load_game("light-riders")
    assert policy_of("random:among=candidates", game)
    with pytest.raises(SettingsError, match="expected a bot that has a policy for light-riders"):
        policy_of("qlearning", game)
    with pytest.raises(GridbotsError, match="unknown"):
        policy_of("nobody", game)


def test_neither_numba_nor_the_whole_frame_is_imported_to_play() -> None:
    code = (
        "import sys, gridbots.training.weights\n"
        "heavy = {'numba', 'gridbots.training.script', 'gridbots.plugins', 'csv'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "import gridbots.training.script, gridbots.training.curves, gridbots.training.matches\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_opponents_are_policies_of_bots_without_a_memory() -> None:
    game = load_game("light-riders")
    assert len(opponents_of("straight wall-hugger", game)) == 2
    with pytest.raises(SettingsError, match="expected a bot that has a policy for light-riders"):
        opponents_of("straight human", game)


def test_results_are_sole_wins_in_percent_and_mean_scores() -> None:
    game = load_game("light-riders")
    policies = opponents_of("straight straight", game)
    outcomes = play_matches(game, game.make_settings(), policies, 4, 1, plain=True)
    found = results_of(outcomes)
    assert found["score"] == [round(float(each), 1) for each in outcomes.scores.mean(axis=0)]
    assert sum(found["win %"]) <= 100


def test_percentages_count_wins_draws_and_losses() -> None:
    found = percentages(np.array([1, 1, 0, -1]))
    assert found == {"win %": 50.0, "draw %": 25.0, "loss %": 25.0}
    assert set(percentages(np.zeros(0)).values()) == {0.0}


def test_a_linear_schedule_goes_from_its_initial_to_its_final_value() -> None:
    assert [linear(1.0, 0.2, share) for share in (0.0, 0.5, 1.0)] == pytest.approx([1.0, 0.6, 0.2])


def test_a_running_mean_is_the_mean_of_its_values() -> None:
    mean = np.zeros(2)
    for count, values in enumerate(([1.0, 4.0], [3.0, 0.0]), 1):
        update_mean(mean, np.array(values), count)
    assert mean.tolist() == [2.0, 2.0]


def test_a_table_of_a_curve_is_read_as_it_was_written(tmp_path: Path) -> None:
    columns = {"rounds": [1.0, 2.0], "won %": [0.5, 25.0]}
    curves.write_table(tmp_path / "curve.csv", columns)
    assert curves.read_table(tmp_path / "curve.csv") == columns


def test_help_is_printed_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert script().main(["--help"]) == 0
    assert "rounds=5" in capsys.readouterr().out
