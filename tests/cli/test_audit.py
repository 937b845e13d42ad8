"""`referee audit`, as people and programs use it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.tournament.audit.true_stores import KEY, edit, true_store

from gridbots_referee.cli.group import cli
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.tournament.audit import audit
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import standings_of

VILLAINS = Path(__file__).parents[1] / "villains"
REFEREE = Path(sys.executable).with_name("referee")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return true_store(tmp_path / "autumn.db", key=KEY)


def output(*words: str | Path, code: int = 0) -> list[str]:
    """The lines that `referee audit` writes."""
    done = CliRunner().invoke(cli, ["audit", *map(str, words)])
    assert done.exit_code == code, done.output
    return done.stdout.splitlines()


def test_each_discrepancy_is_a_line(store: Path) -> None:
    (line,) = output(store)
    assert line.startswith(f"{store}: 6 matches, discrepancies: 0; head ")
    head = line.split()[-1]
    edit(store, "UPDATE seats SET points = 1 WHERE match = 1 AND points = 0")
    *lines, last = output(store, "--head", head, code=1)
    assert lines == ["1-1: seat 0: points: the row has 1.0, the record 0.0"]
    assert last == f"{store}: 6 matches, discrepancies: 1; head {head}"
    assert output(store, "--no-replay", code=1) == [*lines, last]


def test_results_warn_of_what_an_audit_would_find(store: Path) -> None:
    edit(store, "UPDATE seats SET points = 1 WHERE match = 1 AND points = 0")
    warning = (
        "Warning: an audit finds a discrepancy: 1-1: seat 0: points: the row has 1.0, the record "
        f"0.0; see `referee audit {store}`."
    )
    for words in (["standings"], ["standings", "--csv"], ["crosstable"]):
        done = CliRunner().invoke(cli, [*words, str(store)])
        assert (done.exit_code, done.stderr) == (0, f"{warning}\n")
    done = CliRunner().invoke(cli, ["standings", str(store), "--json"])
    assert json.loads(done.stdout)["warning"] == warning
    assert TournamentSite(store).get(["about"], {})["warning"] == warning
    shutil.rmtree(store.with_name("autumn-records"))
    done = CliRunner().invoke(cli, ["standings", str(store)])
    assert "an audit finds 6 discrepancies: 1-1: record: the file " in done.stderr


def test_only_the_latest_results_are_checked(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def warning() -> str:
        with Store.open(store, read_only=True) as opened:
            return audit.warning_of(opened)

    monkeypatch.setattr(audit, "LATEST", 2)
    edit(store, "UPDATE matches SET rounds = 99 WHERE number = 4")
    assert not warning()
    edit(store, "UPDATE matches SET rounds = 99 WHERE number = 5")
    assert warning().startswith(
        "Warning: an audit finds a discrepancy: 3-1: rounds: the row has 99"
    )
    for table, column in (("seats", "match"), ("chain", "match"), ("matches", "number")):
        edit(store, f"DELETE FROM {table} WHERE {column} = 6")  # noqa: S608  constant words
    assert "3 discrepancies" in warning()  # 4, 5 and the head


def test_programs_get_json_lines(store: Path) -> None:
    edit(store, "UPDATE seats SET moves = 2 WHERE match = 1 AND seat = 1")
    *lines, last = map(json.loads, output(store, "--json", code=1))
    assert [(each["match"], each["field"], each["row"]) for each in lines] == [
        ("1-1", "seat 1: moves", 2)
    ]
    assert (last["event"], last["matches"], last["discrepancies"]) == ("audited", 6, 1)


def test_signatures_are_checked_with_the_key(store: Path) -> None:
    key = store.with_name("key")
    key.write_bytes(KEY)
    key.chmod(0o600)
    output(store, "--sign-key", key)
    key.write_bytes(KEY + b"!")
    assert len(output(store, "--sign-key", key, code=1)) == 7


@pytest.mark.slow  # it plays a tournament
def test_bots_that_edit_the_store_and_records_are_found(tmp_path: Path) -> None:
    """Two bots that forfeit all their matches, in a store where one has won them all."""
    start = f"{sys.executable} -S -E {VILLAINS}"
    store, records = tmp_path / "spring.db", tmp_path / "spring-records"
    bots = {
        "honest": f"{start}/_honest.py",
        "sql": f"{start}/attackers/edits_the_store.py {store}",
        "gzip": f"{start}/attackers/edits_records.py {records}",
    }
    tables = ", ".join(f'{{name = "{name}", bot = "{bot}"}}' for name, bot in bots.items())
    declared = tmp_path / "spring.toml"
    declared.write_text(f'name = "spring"\nbots = [{tables}]\nconcurrency = 1\n')
    subprocess.run(
        [REFEREE, "tournament", declared, "--quiet"], cwd=tmp_path, check=True, timeout=60
    )
    with Store.open(store, read_only=True) as opened:
        assert opened.tournament.bots[standings_of(opened)[0].entrant].name == "sql"
    *lines, last = output(store, code=1)
    assert last.startswith(f"{store}: 6 matches, ")
    for row in ("points: the row has 1.0, the record ", "points: the row has 0.0, the record "):
        assert any(row in line for line in lines), lines
    assert "store: schema: the trigger all_for_me does not belong to a store" in lines
    changed = {
        line.split(":")[0] for line in lines if "the file has changed since it was stored" in line
    }
    false = {line.split(":")[0] for line in lines if "rules: outcome: the rules say" in line}
    assert changed >= false > set()
    new = tmp_path / "new.db"
    assert len(output(store, "--rebuild", new, code=1)) == len(false) + 1
    with Store.open(new, read_only=True) as opened:
        assert len(opened) == 6 - len(false)
        assert opened.tournament.bots[standings_of(opened)[0].entrant].name == "honest"


def test_a_store_is_made_again(store: Path, tmp_path: Path) -> None:
    edit(store, "UPDATE seats SET points = 1 - points")
    new = tmp_path / "new.db"
    folder = tmp_path / "autumn-records"
    assert output(store, "--rebuild", new) == [f"{new}: 6 matches from the records in {folder}"]
    assert len(output(new)) == 1
    declared = tmp_path / "autumn.toml"
    declared.write_text(
        'name = "autumn"\nbots = ['
        + ", ".join(
            f'{{bot = "{name}:depth=4", name = "{name}"}}' for name in ("ada", "bob", "cleo")
        )
        + "]\n"
    )
    store.write_bytes(b"lost")
    third = tmp_path / "third.db"
    assert len(output(store, "--rebuild", third, "--tournament", declared)) == 1
    assert len(output(third)) == 1
    assert output(store, "--rebuild", third, "--head", "0", code=2) == []
