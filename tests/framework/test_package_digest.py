"""Digest of packages: all files count, and the helpers that they import."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from gridbots.kernel import versions
from gridbots.kernel.packages import (
    digest,
    installed_helpers,
    local_digest,
    root_of,
    with_helpers,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    (tmp_path / "package" / "inner").mkdir(parents=True)
    (tmp_path / "package" / "rules.py").write_text("one = 1\n")
    (tmp_path / "package" / "inner" / "more.py").write_text("two = 2\n")
    (tmp_path / "package" / "weights.npz").write_bytes(b"weights")
    (tmp_path / "single.py").write_text("three = 3\n")
    return tmp_path


SOURCES = {
    "package/rules.py": "one = 11\n",
    "package/inner/more.py": "two = 22\n",
    "single.py": "three = 33\n",
    "package/inner/new.py": "",
}
DATA = {"package/weights.npz": "others", "package/inner/new.npz": ""}


@pytest.mark.parametrize(("make", "counting"), [(digest, SOURCES), (local_digest, SOURCES | DATA)])
def test_it_depends_only_on_the_files_of_the_package(
    sources: Path, make: Callable[[list[Path]], str], counting: dict[str, str]
) -> None:
    roots = [sources / "package", sources / "single.py"]
    known = {make(roots)}
    (sources / "package" / "__pycache__").mkdir()
    for made in ("__pycache__/rules.cpython-311.pyc", "__pycache__/rules.nbi", ".hidden"):
        (sources / "package" / made).write_text("no source")
    (sources / "other.py").write_text("beside it")
    assert {make(roots)} == known
    for file, text in counting.items():
        (sources / file).write_text(text)
        assert make(roots) not in known
        known.add(make(roots))
    (sources / "package" / "rules.py").rename(sources / "package" / "laws.py")
    assert make(roots) not in known


def test_it_does_not_depend_on_modification_times(sources: Path) -> None:
    before = digest([sources / "package"])
    os.utime(sources / "package" / "weights.npz", (1000, 1000))
    os.utime(sources / "package" / "rules.py", (1000, 1000))
    assert digest([sources / "package"]) == before


def test_it_can_name_a_folder(sources: Path) -> None:
    assert len(digest([sources])) == 16
    assert digest([sources]).isalnum()


def test_it_depends_on_the_versions_that_compile(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest([sources])
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = digest([sources])
    monkeypatch.setattr(versions, "_version", lambda _name: "none")
    assert len({before, checked, digest([sources])}) == 3


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to import from, with a plugin, two helpers and one that has been installed."""
    installed = tmp_path / "site-packages"
    for name, text in {
        "made_up_plugin/__init__.py": "",
        "made_up_plugin/rules.py": "from made_up_helper.numbers import STEP\nimport made_up_wheel",
        "made_up_helper/__init__.py": "",
        "made_up_helper/numbers.py": "import json, made_up_more\nSTEP = made_up_more.STEP",
        "made_up_more.py": "STEP = 1",
        "made_up_idle.py": "STEP = 1",
        "site-packages/made_up_wheel/__init__.py": "from .numbers import *\nimport made_up_idle",
        "site-packages/made_up_wheel/numbers.py": "STEP = 1",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(installed)
    return tmp_path


def test_direct_and_indirect_imports_of_a_plugin_are_found(place: Path) -> None:
    roots = {"made_up_plugin": place / "made_up_plugin"}
    assert with_helpers(roots) == roots | {
        "made_up_helper": place / "made_up_helper",
        "made_up_more": place / "made_up_more.py",
    }


def test_installed_files_count_by_modification_time(place: Path) -> None:
    rules, first = place / "made_up_plugin" / "rules.py", "site-packages/made_up_wheel/__init__.py"
    os.utime(place / first, (1000, 1000))
    size = (place / first).stat().st_size
    assert installed_helpers([rules]) == {"made_up_wheel": ("__init__.py", size, 10**12)}
    assert installed_helpers([place / "made_up_more.py"]) == {}


@pytest.mark.parametrize("statement", ["import numpy", "import no_such_module", "from . import it"])
def test_other_modules_are_not_helpers(tmp_path: Path, statement: str) -> None:
    (tmp_path / "plugin.py").write_text(statement)
    assert with_helpers({"plugin": tmp_path / "plugin.py"}) == {"plugin": tmp_path / "plugin.py"}
    assert installed_helpers([tmp_path / "plugin.py"]) == {}


@pytest.mark.parametrize("name", ["", "builtins", "no_such_module"])
def test_modules_without_source_are_not_found(name: str) -> None:
    assert root_of(name) is None


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("made_up_helper/numbers.py", True),
        ("made_up_more.py", True),
        ("site-packages/made_up_wheel/__init__.py", True),
        ("made_up_idle.py", False),
    ],
)
def test_a_bot_is_warmed_again_when_a_helper_of_its_package_changes(
    place: Path, file: str, *, counts: bool
) -> None:
    os.utime(place / "site-packages/made_up_wheel/__init__.py", (1000, 1000))
    before = local_digest([place / "made_up_plugin"])
    (place / file).write_text("STEP = 2")
    assert (local_digest([place / "made_up_plugin"]) != before) == counts
