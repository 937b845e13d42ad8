"""Every error is reported in one line, wherever the output goes."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import pytest
from tests.play.matches import VILLAINS

from gridbots import record as records
from gridbots.errors import OutputError, RecordError
from gridbots_referee.cli.failures import exit_code

if TYPE_CHECKING:
    from collections.abc import Callable

REFEREE = Path(sys.executable).with_name("referee")
HONEST = f"'{sys.executable} -S -E {VILLAINS}/_honest.py'"
MATCH = f"referee run {HONEST} {HONEST} --set width=6 --set height=6"


class Ended(NamedTuple):
    code: int
    out: str
    errors: str


def shell(command: str, folder: Path) -> Ended:
    """A shell command in which `referee` is that of this checkout."""
    done = subprocess.run(
        ["bash", "-c", f'referee() {{ {REFEREE} "$@"; }}; {command}'],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout, done.stderr)


def failing(error: BaseException) -> Callable[[], int]:
    def command() -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (RecordError("a: b"), 2, "referee: a: b\n"),
        (OutputError("out: full"), 74, "referee: out: full\n"),
        (click.UsageError("wrong"), 2, "Error: wrong\n"),
        (KeyboardInterrupt(), 130, "referee: interrupted\n"),
        (click.Abort(), 130, "referee: interrupted\n"),
        (OSError(errno.EACCES, "Permission denied", "a"), 2, "referee: a: Permission denied\n"),
        (OSError(errno.EMFILE, "Too many open files"), 2,
         "referee: Too many open files; allow more open files: ulimit -n 1024\n"),
        (SystemExit(3), 3, ""),
        (SystemExit(None), 0, ""),
        (SystemExit(True), 1, ""),
    ],
)  # fmt: skip
def test_a_failure_is_a_line_and_a_code(
    error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(failing(error)) == code
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("error", [ValueError("bad\nvalue"), OSError(errno.EBADF, "Bad file")])
def test_an_unexpected_error_is_a_line_with_the_file_of_its_traceback(
    error: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("GRIDBOTS_TRACEBACK", raising=False)
    assert exit_code(failing(error)) == 70
    said = capsys.readouterr().err
    (kept,) = tmp_path.iterdir()
    assert said.startswith("referee: internal error, please report it: ")
    assert said.endswith(f"; its traceback is in {kept}\n")
    assert said.count("\n") == 1
    assert "in failing" not in said
    assert kept.read_text().startswith("Traceback (most recent call last):")


def test_a_traceback_is_printed_on_request_or_if_it_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/dev/null")
    monkeypatch.delenv("GRIDBOTS_TRACEBACK", raising=False)
    assert exit_code(failing(ValueError())) == 70
    assert capsys.readouterr().err.endswith(
        "ValueError; GRIDBOTS_TRACEBACK=1 prints its traceback\n"
    )
    monkeypatch.setenv("GRIDBOTS_TRACEBACK", "1")
    assert exit_code(failing(RecordError("a"))) == 2
    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):")
    assert said.endswith("referee: a\n")


FULL = "referee: cannot write to the standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("referee games > /dev/full", Ended(74, "", FULL)),
        ("referee --help > /dev/full", Ended(74, "", FULL)),
        ("referee games 2> /dev/full > /dev/full", Ended(74, "", "")),
        ("referee games >&- 2>&- <&-", Ended(0, "", "")),
        ("referee nothing 2>&-", Ended(2, "", "")),
        ("referee games | true; exit ${PIPESTATUS[0]}", Ended(141, "", "")),
    ],
)
def test_a_failure_to_write_output_is_reported_if_stderr_is_open(
    command: str, expected: Ended, tmp_path: Path
) -> None:
    if "| true" in command:  # by then the reader has left
        command = command.replace("referee games", "{ sleep 0.1; referee games; }")
    assert shell(command, tmp_path) == expected
    assert not list(tmp_path.iterdir())


def test_closed_streams_are_not_taken_by_files_of_a_match(tmp_path: Path) -> None:
    assert shell(f"{MATCH} <&- >&- 2>&-", tmp_path) == Ended(0, "", "")
    (path,) = (tmp_path / "records").iterdir()
    assert records.read(path).result.how == "rules"


@pytest.mark.slow
def test_the_record_is_kept_if_the_report_cannot_be_written(tmp_path: Path) -> None:
    assert shell(f"{MATCH} > /dev/full", tmp_path) == Ended(74, "", FULL)
    assert len(list((tmp_path / "records").iterdir())) == 1


def test_a_word_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    done = shell("referee run straight $'./bot\\xff'", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.errors.startswith("referee: expected UTF-8, got b'./bot\\xff'")


@pytest.mark.slow
def test_characters_outside_the_encoding_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "→").touch()
    done = shell("PYTHONIOENCODING=latin-1 referee verify →", tmp_path)
    assert done.out.startswith("\\u2192: not a record")


def test_an_interrupted_command_prints_only_that(tmp_path: Path) -> None:
    code = (
        "import signal, sys, time; from gridbots_referee.cli import failures; import os;"
        "sys.exit(failures.exit_code(lambda: os.kill(os.getpid(), signal.SIGINT) or time.sleep(9)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False,
        timeout=60, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "referee: interrupted\n")
