"""What `scripts/build` makes: the same bytes each time, and it installs and plays where nothing is.

What ours need comes from a wheelhouse, which pip collects for each Python of this machine; where it
cannot, since there is no package index, installing is left out, and the report says so.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from tests.test_distributions import DISTRIBUTIONS, ROOT

pytestmark = pytest.mark.slow  # builds and installs
CORE = ["gridbots-referee", "gridbots-baselines"]
EPOCH = {"SOURCE_DATE_EPOCH": "1767225600", "PATH": "/usr/bin:/bin"}
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def build(folder: Path, distribution: Path) -> None:
    words = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(words, cwd=distribution, env=EPOCH, check=True, capture_output=True)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All distributions, built from this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    for each in DISTRIBUTIONS:
        build(folder, ROOT / each)
    return folder


def digests(folder: Path) -> dict[str, str]:
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.iterdir()
        if each.name.startswith("gridbots")
    }


def test_built_packages_pass_the_check(dist: Path) -> None:
    words = [sys.executable, str(ROOT / "scripts" / "check_distributions.py"), str(dist)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{2 * len(DISTRIBUTIONS)} archives of version " in done.stdout


def test_the_check_reports_missing_files(dist: Path, tmp_path: Path) -> None:
    for archive in dist.glob("gridbots_referee*"):
        shutil.copy(archive, tmp_path)
    words = [sys.executable, str(ROOT / "scripts" / "check_distributions.py"), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"expected a wheel and an sdist of {len(DISTRIBUTIONS)}, got 2 archives" in done.stderr


def test_the_same_sources_give_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    """From the checkout again; and the same wheel from the sdist."""
    build(tmp_path / "twice", ROOT / "referee")
    assert digests(tmp_path / "twice").items() <= digests(dist).items()
    (sdist,) = dist.glob("gridbots_referee-*.tar.gz")
    with tarfile.open(sdist) as archive:
        # Python 3.11 before 3.11.4 knows no filters.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path / "unpacked")  # noqa: S202  our own archive
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    build(tmp_path / "again", unpacked)
    (wheel,) = (tmp_path / "again").glob("*.whl")
    assert digests(tmp_path / "again")[wheel.name] == digests(dist)[wheel.name]


def pythons() -> list[str]:
    """Programs of all Pythons from 3.11 on this machine: those of the path, and those of pyenv."""
    names = [f"python3.{minor}" for minor in range(11, 20)]
    found = [sys.executable, *filter(None, map(shutil.which, names))]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout
        found += sorted(map(str, Path(root.strip()).glob("versions/3.1*/bin/python3")))
    versions: dict[tuple[int, ...], str] = {}
    for each in found:
        output = subprocess.run([each, "-V"], capture_output=True, text=True, check=False).stdout
        if match := re.fullmatch(r"Python (\d+)\.(\d+)\.\d+\s*", output):
            version = tuple(map(int, match.groups()))
            versions.setdefault(version, each)
    return [each for version, each in sorted(versions.items()) if version >= (3, 11)]


def wheelhouse(python: str, folder: Path, dist: Path, wanted: list[str]) -> None:
    """Collect the requirements of these; only this step may use a network."""
    version = subprocess.run(
        [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    chosen = ["--python-version", version, "--only-binary", ":all:", "--find-links", str(dist)]
    words = [*PIP, "download", *chosen, "--dest", str(folder), *wanted]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no wheels for Python {version} to be had here: {done.stderr[-300:]}")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("python", pythons(), ids=lambda each: each.strip("/").replace("/", "-"))
def test_packages_install_and_play_in_an_empty_environment(
    python: str, dist: Path, tmp_path: Path
) -> None:
    wheelhouse(python, tmp_path / "wheels", dist, CORE)
    place = tmp_path / "environment"
    make = [python, "-m", "venv", "--without-pip", str(place)]
    subprocess.run(make, check=True, capture_output=True)
    offline = ["install", "--no-index", "--find-links", str(tmp_path / "wheels"), "--no-compile"]
    into = ["--python", str(place / "bin" / "python")]
    subprocess.run([*PIP, *into, *offline, *CORE], check=True, capture_output=True)

    def referee(*words: str) -> str:
        environment = {"PATH": f"{place / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}
        return subprocess.run(
            [place / "bin" / "referee", *words],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True, timeout=100,
        ).stdout  # fmt: skip

    version = subprocess.run(
        [ROOT / "scripts" / "version"], capture_output=True, text=True, check=True
    ).stdout
    assert referee("--version") == f"referee, version {version}"
    assert "wall-hugger" in referee("run", "straight", "wall-hugger", "--seed", "7")
    (record,) = (tmp_path / "records").glob("*.jsonl.gz")
    referee("verify", str(record))
    (bot,) = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    (tmp_path / "mybot.py").write_text(bot)
    referee("check", f"{place / 'bin' / 'python'} mybot.py")
