"""JavaScript lint: imports and exports of the modules of the page, without npm.

The tests of the export check that top-level names are unique and all modules are loaded.
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gridbots_referee.show.viewer.server import page_files

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
TOP = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
CHECK = """
import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";
for (const [name, text] of Object.entries(JSON.parse(readFileSync(0)))) {
  try { new SourceTextModule(text); } catch (error) { console.log(`${name}: ${error.message}`); }
}
"""


def modules() -> dict[str, str]:
    return {name: text.decode() for name, text in page_files().items() if name.endswith(".js")}


def imports(name: str, text: str) -> list[tuple[str, str]]:
    """The imports of a module: modules and names."""
    return [
        (posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), each.strip())
        for names, path in IMPORT.findall(text)
        for each in names.split(",")
        if each.strip()
    ]


def test_every_name_that_is_imported_is_exported_there() -> None:
    exported = {name: EXPORT.findall(text) for name, text in modules().items()}
    wrong = [
        f"{name} imports {each} from {path}"
        for name, text in modules().items()
        for path, each in imports(name, text)
        if each not in exported.get(path, ())
    ]
    assert not wrong, wrong


def test_every_name_that_is_imported_is_used() -> None:
    wrong = [
        f"{name} imports {each}"
        for name, text in modules().items()
        for _, each in imports(name, text)
        if not re.search(rf"\b{each}\b", IMPORT.sub("", text))
    ]
    assert not wrong, wrong


def test_every_name_in_a_module_is_used() -> None:
    wrong = [
        f"{name}: {each}"
        for name, text in modules().items()
        for each in TOP.findall(text)
        if len(re.findall(rf"\b{each}\b", text)) == 1
    ]
    assert not wrong, wrong


def test_no_style_or_handler_is_written_into_markup() -> None:
    markup = page_files()["index.html"].decode()
    assert re.findall(r"\s(?:style|on\w+)=", markup) == []
    wrong = [
        name
        for name, text in modules().items()
        if re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|cssText", text
        )
    ]
    assert not wrong, wrong


def test_the_keys_in_the_help_are_those_on_the_page_about_the_viewer() -> None:
    page = (Path(__file__).parents[2] / "docs" / "viewer.md").read_text()
    text = modules()["match/keys.js"]
    shown = re.findall(r'\[\s*"([^"]+)",\s*"([^"]+)",?\s*\],', text.partition("];")[0])
    result = page.partition("| key | what it does |\n|---|---|\n")[2].partition("\n\n")[0]
    assert set(shown) <= {tuple(line.strip("| ").split(" | ")) for line in result.splitlines()}


@pytest.mark.skipif(
    shutil.which("node") is None, reason="no Node.js here, which parses the modules"
)
def test_every_module_is_javascript() -> None:
    node = shutil.which("node")
    assert node is not None
    command = [
        node,
        "--no-warnings",
        "--experimental-vm-modules",
        "--input-type=module",
        "-e",
        CHECK,
    ]
    given = json.dumps(modules())
    result = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    assert result.stdout == ""
