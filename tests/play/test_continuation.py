"""A match continues from a position of a record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.analysis.matches import SILENT, match_with_blunder
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots.errors import RecordError
from gridbots.plugins import load_game
from gridbots.record.replay import opened, opening_of, replay
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.play.session import opening_at

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", ["light-riders", "multisnake", "snake", "paperio"])
def test_an_opening_leads_to_the_position(name: str) -> None:
    game, record = load_game(name), record_of(name)
    settings = game.make_settings(record.match.settings)
    states = replay(game, record)
    for number, state in zip(range(4), states, strict=False):
        opening = opening_at(game, record, number)
        assert len(opening) == number
        assert opened(game, settings, record.match.seed, opening).tobytes() == state.tobytes()


def test_no_match_continues_after_the_end() -> None:
    game, record = load_game("light-riders"), match_with_blunder()
    with pytest.raises(RecordError, match="expected a round before the end of the match, got 11"):
        opening_at(game, record, 11)
    with pytest.raises(RecordError, match="expected a round from 0 to 11, got 12"):
        opening_at(game, record, 12)


def test_run_continues_a_match_and_the_record_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = records.write(match_with_blunder(), tmp_path)
    words = ["run", SILENT, SILENT, "--from", str(path), "--round", "8", "--json", "--quiet"]
    assert exit_code(lambda: run_command([*words, "--out", str(tmp_path / "new")])) == 0
    played = json.loads(capsys.readouterr().out.splitlines()[-1])["record"]
    assert exit_code(lambda: run_command(["verify", played])) == 0
    record = records.read(tmp_path / "new" / played.rpartition("/")[2])
    assert len(record.match.opening) == 8
    game = load_game("light-riders")
    assert int(opening_of(game, record)["rounds"]) == 8


def test_run_refuses_conflicting_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(records.write(match_with_blunder(), tmp_path))
    for words, text in [
        (["--from", path, "--seed", "1"], "remove --game, --set and --seed"),
        (["--from", path, "--game", "snake"], "remove --game, --set and --seed"),
        (["--round", "3"], "--round needs --from"),
        (["--from", path, "--round", "99"], "expected a round from 0 to 11, got 99"),
    ]:
        assert exit_code(lambda words=words: run_command(["run", SILENT, SILENT, *words])) == 2  # type: ignore[misc]
        assert text in capsys.readouterr().err
