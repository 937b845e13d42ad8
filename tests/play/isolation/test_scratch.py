"""Each match has new folders, and everything that bots leave in them is removed."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import play_match, villain

from gridbots_referee.play.isolation import scratch as scratches
from gridbots_referee.play.isolation.removal import FOLDER, Removal
from gridbots_referee.play.isolation.scratch import PREFIX, Scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEEP = 3000
NOBODY = 65534
PATIENT: dict[str, Any] = {"timebank_ms": 30_000, "start_allowance_ms": 30_000}
"""For a bot that is slow on a slow disk."""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder, which must be empty at the end."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    for name in ("CLEAN_SECONDS", "END_SECONDS"):
        monkeypatch.setattr(scratches, name, 60.0)
    yield folder
    assert os.listdir(folder) == []


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder of another user."""
    folder = tmp_path / "outside"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "kept").write_text("kept")
    (folder / "sub").chmod(0o500)
    return folder


def nested(folder: Path) -> None:
    here = os.getcwd()
    os.chdir(folder)
    for _ in range(DEEP):
        os.mkdir("d")
        os.chdir("d")
    Path("file").write_text("deep")
    os.chdir(here)


def closed(folder: Path) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "file").write_text("text")
    for each in (folder / "a" / "b", folder / "a", folder):
        each.chmod(0)


def file_in_its_place(folder: Path) -> None:
    folder.rmdir()
    folder.write_text("no folder")


def link_in_its_place(folder: Path) -> None:
    folder.rmdir()
    folder.symlink_to(folder.parents[2] / "outside")


def links(folder: Path) -> None:
    for name in ("one", "two"):
        (folder / name).symlink_to(folder.parents[2] / "outside" / "sub")
    (folder / "broken").symlink_to("nowhere")


def others(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "new\nline \x1b[31m").write_text("")
    (folder / os.fsdecode(b"\xff\xfe")).mkdir()
    (folder / ("long" * 60)).mkdir()


def moved(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))
    (folder.with_name("moved") / "file").write_text("text")


def many(folder: Path) -> None:
    for number in range(1000):
        (folder / f"{number}").touch()


DEEDS: list[Callable[[Path], None]] = [
    nested, closed, file_in_its_place, link_in_its_place, links, others, moved, many, Path.rmdir,
]  # fmt: skip


def assert_the_next_folder_is_good(scratch: Scratch) -> None:
    folder = Path(scratch.folder())
    (folder / "mine").write_text("mine")
    assert os.listdir(folder) == ["mine"]
    scratch.clean()
    assert scratch.take_left() == []


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
@pytest.mark.usefixtures("outside")
def test_the_next_folder_is_new_whatever_a_bot_did_to_the_last(
    deed: Callable[[Path], None], tmp_path: Path
) -> None:
    with Scratch() as scratch:
        folder = Path(scratch.folder())
        other = Path(scratch.folder())
        deed(folder)
        scratch.clean()
        assert scratch.take_left() == []
        assert not os.path.lexists(folder)
        assert not other.exists()
        assert Path(scratch.folder()) not in {folder, other}
        scratch.clean()
        assert_the_next_folder_is_good(scratch)
    assert (tmp_path / "outside" / "sub" / "kept").read_text() == "kept"
    assert (tmp_path / "outside" / "sub").stat().st_mode & 0o777 == 0o500


def file_as_root(root: Path, _: Path) -> None:
    root.rename(root.with_name("elsewhere"))
    root.write_text("no folder")


def link_as_root(root: Path, outside: Path) -> None:
    root.rename(root.with_name("elsewhere"))
    root.symlink_to(outside)


def folder_as_root(root: Path, _: Path) -> None:
    root.rename(root.with_name("elsewhere"))
    root.mkdir()
    (root / "file").touch()


def closed_root(root: Path, _: Path) -> None:
    root.chmod(0)


def removed_root(root: Path, _: Path) -> None:
    for each in root.iterdir():
        each.rmdir()
    root.rmdir()


@pytest.mark.parametrize(
    "deed",
    [file_as_root, link_as_root, folder_as_root, closed_root, removed_root],
    ids=lambda deed: deed.__name__,
)
def test_the_next_match_has_folders_whatever_a_bot_did_to_the_root(
    deed: Callable[[Path, Path], None], outside: Path
) -> None:
    with Scratch() as scratch:
        folder = Path(scratch.folder())
        if deed is not removed_root:
            (folder / "file").touch()
        deed(folder.parent, outside)
        scratch.clean()
        assert_the_next_folder_is_good(scratch)
    assert (outside / "sub" / "kept").read_text() == "kept"


def test_a_root_that_another_referee_removes_as_abandoned_is_created_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make, taken = tempfile.mkdtemp, list[str]()

    def make_and_lose(prefix: str) -> str:
        path = make(prefix=prefix)
        if not taken:
            taken.append(path)
            Path(path).rmdir()
        return path

    monkeypatch.setattr(tempfile, "mkdtemp", make_and_lose)
    with Scratch() as scratch:
        assert Path(scratch.folder()).is_dir()
    assert len(taken) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="no names that lead to open folders")
def test_folders_of_a_match_are_found_after_a_bot_has_put_a_file_in_place_of_the_root(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Scratch() as scratch:
        folders = scratch.folders(2)
        root = Path(folders[0]).resolve().parent
        root.rename(f"{root}-moved")
        root.touch()
        monkeypatch.chdir(folders[1])
        assert Path.cwd().parent == Path(f"{root}-moved")
        scratch.clean()
        assert_the_next_folder_is_good(scratch)


def test_an_ordinary_user_gets_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root ignores file modes."""
    if os.geteuid() != 0:
        return  # all other tests are run by one
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.mkdtemp())
    temporary = Path(tempfile.gettempdir())
    os.chown(temporary, NOBODY, NOBODY)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            with Scratch() as scratch:
                for deed in (closed, links, others):
                    deed(Path(scratch.folder()))
                    scratch.clean()
                    assert_the_next_folder_is_good(scratch)
                folder = Path(scratch.folder())
                closed_root(folder.parent, folder)
                scratch.clean()
                assert_the_next_folder_is_good(scratch)
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    temporary.rmdir()


def test_removal_that_times_out_continues_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    many(folder)
    (folder / "sub").mkdir()
    many(folder / "sub")
    pile = os.open(folder, FOLDER)
    removal = Removal(pile)
    runs = 1
    while not removal.run(0.0):
        runs += 1
    assert runs > 5
    assert os.listdir(folder) == []
    os.close(pile)


def test_mounts_are_reported_and_left(temporary: Path, outside: Path) -> None:
    libc = ctypes.CDLL(None)
    with Scratch() as scratch:
        folder = Path(scratch.folder())
        for name in ("mounted", "deep/mounted"):
            (folder / name).mkdir(parents=True)
            if libc.mount(bytes(outside), bytes(folder / name), b"none", 4096, None) != 0:
                pytest.skip("nothing can be mounted here")
        scratch.clean()
        try:
            *_, named = scratch.take_left()
            assert named.endswith("'mounted': something is mounted there")
            assert (outside / "sub" / "kept").read_text() == "kept"
            assert_the_next_folder_is_good(scratch)
        finally:
            mounts = Path("/proc/self/mounts").read_text().splitlines()
            for place in [line.split()[1] for line in mounts if str(temporary) in line]:
                assert libc.umount2(place.encode(), 2) == 0


def test_immutable_files_are_reported_and_left() -> None:
    with Scratch() as scratch:
        folder = Path(scratch.folder())
        (folder / "fixed").write_text("fixed")
        (folder / "other").write_text("other")
        change = shutil.which("chattr")
        if not change or subprocess.run([change, "+i", folder / "fixed"], check=False).returncode:
            pytest.skip("files cannot be made immutable here")
        root = folder.parent
        scratch.clean()
        (named,) = scratch.take_left()
        assert_the_next_folder_is_good(scratch)
        (fixed,) = root.rglob("fixed")
        assert named.endswith("'fixed': Operation not permitted")
        subprocess.run([change, "-i", fixed], check=True)


ABANDONS = """
import os, signal, sys
from gridbots_referee.play.isolation.scratch import Scratch
import tempfile
tempfile.tempdir = sys.argv[1]
scratch = Scratch()
folder = scratch.folder()
open(folder + "/left", "w").close()
print(folder, flush=True)
signal.pause()
"""


def test_folders_of_a_dead_referee_are_removed_at_the_next_start(temporary: Path) -> None:
    words = [sys.executable, "-P", "-c", ABANDONS, str(temporary)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        folder = Path(other.stdout.readline().strip())
        with Scratch():
            assert (folder / "left").exists()  # it lives
        other.send_signal(signal.SIGKILL)
    (temporary / f"{PREFIX}file").touch()
    (temporary / f"{PREFIX}link").symlink_to(folder)
    (temporary / f"{PREFIX}closed").mkdir()
    (temporary / f"{PREFIX}closed").chmod(0)
    assert folder.exists()
    with Scratch() as scratch:
        assert [temporary / each for each in os.listdir(temporary)] == [
            Path(scratch.folder()).parent
        ]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make folders of others")
def test_folders_of_other_users_are_kept(temporary: Path) -> None:
    theirs = temporary / f"{PREFIX}theirs"
    theirs.mkdir()
    try:
        os.chown(theirs, NOBODY, NOBODY)
    except OSError:  # as in a container without other users
        theirs.rmdir()
        pytest.skip("this root can make no folders of others")
    with Scratch():
        assert theirs.exists()
    theirs.rmdir()


def test_the_removal_at_the_start_has_a_time_limit(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (temporary / f"{PREFIX}full").mkdir()
    many(temporary / f"{PREFIX}full")
    monkeypatch.setattr(scratches, "CLEAN_SECONDS", 0.0)
    with Scratch():
        assert any(each.startswith(f"{PREFIX}full") for each in os.listdir(temporary))
    monkeypatch.setattr(scratches, "CLEAN_SECONDS", 60.0)
    with Scratch():
        pass


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("nests_folders", marks=pytest.mark.slow),
        "replaces_its_folder",
        "closes_its_folder",
    ],
)
def test_a_bot_that_damages_its_folder_affects_no_other_match(name: str) -> None:
    record = play_match(villain(f"attackers/{name}"), villain("_honest"), **PATIENT)
    assert record.result.how == "rules"
    assert record.result.leftovers == ()


def test_every_match_of_a_bot_that_damages_the_root_starts() -> None:
    for _ in range(3):
        record = play_match(villain("attackers/replaces_its_folder", "root"), villain("_honest"))
        assert record.result.how == "rules"
