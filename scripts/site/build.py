"""Builds the site: `build.py FOLDER`. What a page links to becomes a part of it, and is checked."""

from __future__ import annotations

import json
import os
import posixpath
import shutil
import sys
import tomllib
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

import markdown

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
CODE: Final = {
    ".c": "c", ".cpp": "cpp", ".css": "css", ".go": "go", ".html": "html", ".java": "java",
    ".js": "js", ".json": "json", ".py": "python", ".rs": "rust", ".sh": "sh", ".toml": "toml",
    ".ts": "ts", ".txt": "text",
}  # fmt: skip
"""Suffix -> the language of a page of code; other files are there as they are."""


class Site:
    """A site in the making: pages are added as links lead to them."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._sections = tomllib.loads((HERE / "contents.toml").read_text())["section"]
        self._template = Template((HERE / "page.html").read_text())
        self._queue: list[str] = []
        self._known: set[str] = set()
        self._titles: dict[str, str] = {}
        self._bodies: dict[str, str] = {}
        self._index: list[dict[str, str]] = []
        self.faults: list[str] = []

    def build(self) -> None:
        self._list_others()
        for path in [page for section in self._sections for page in section["pages"]]:
            self._want(path)
        while self._queue:
            self._add(self._queue.pop(0))
        for path, body in self._bodies.items():
            self._write(path, body)
        (self._target / "search-index.js").write_text(
            f"SEARCH_INDEX = {json.dumps(self._index)};\n"
        )
        colours = markdown.FORMATTER.get_style_defs()
        (self._target / "style.css").write_text((HERE / "style.css").read_text() + colours)
        shutil.copy(HERE / "search.js", self._target)

    def _list_others(self) -> None:
        """Pages of docs/ that nobody has put into a section come last."""
        listed = {page for section in self._sections for page in section["pages"]}
        names = [page.relative_to(ROOT).as_posix() for page in sorted(ROOT.glob("docs/*.md"))]
        if others := [name for name in names if name not in listed]:
            self._sections.append({"title": "More", "pages": others})

    def _want(self, path: str) -> None:
        """A file or a folder of the checkout becomes a part of the site."""
        if path not in self._known:
            self._known.add(path)
            self._queue.append(path)

    def _add(self, path: str) -> None:
        file = ROOT / path
        if not file.exists():
            self.faults.append(f"{path}: there is no such file")
        elif file.is_dir():
            self._add_folder(path)
        elif file.suffix == ".md":
            self._add_page(path)
        elif file.suffix in CODE:
            self._titles[path] = path
            code = markdown.coloured(file.read_text(), CODE[file.suffix])
            self._bodies[path] = f"<h1>{escape(path)}</h1><pre><code>{code}</code></pre>"
        else:
            target = self._target / address_of(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)

    def _add_folder(self, path: str) -> None:
        """A list of its files."""
        items = []
        for each in sorted((ROOT / path).iterdir()):
            if each.is_file() and not each.name.startswith("."):
                name = f"{path}/{each.name}"
                self._want(name)
                address = relative(f"{path}/", name)
                items.append(f'<li><a href="{escape(address)}">{escape(each.name)}</a></li>')
        self._titles[f"{path}/"] = path
        self._bodies[f"{path}/"] = f"<h1>{escape(path)}</h1><ul>{''.join(items)}</ul>"

    def _add_page(self, path: str) -> None:
        text = (ROOT / path).read_text()
        page = markdown.render(text, lambda link: self._resolve(path, link))
        self._titles[path], self._bodies[path] = page.title, page.html
        for section in page.sections:
            anchor = f"#{section.anchor}" if section.level > 1 else ""
            self._index.append(
                {
                    "page": page.title,
                    "heading": section.heading,
                    "address": address_of(path) + anchor,
                    "text": section.text,
                }
            )

    def _resolve(self, page: str, link: str) -> str:
        """Where a link of a page leads within the site."""
        if "://" in link or link.startswith("mailto:"):
            return link
        place, _, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), place)) if place else page
        if path.startswith("..") or not (ROOT / path).exists():
            self.faults.append(f"{page}: {link} leads nowhere")
            return link
        if (ROOT / path).is_dir() and (ROOT / path / "README.md").exists():
            path = f"{path}/README.md"
        is_page = path.endswith(".md")
        if anchor and not (is_page and anchor in markdown.anchors_of((ROOT / path).read_text())):
            self.faults.append(f"{page}: {link}: there is no such heading")
        self._want(path)
        path += "/" if (ROOT / path).is_dir() else ""
        return relative(page, path) + (f"#{anchor}" if anchor else "")

    def _write(self, path: str, body: str) -> None:
        target = self._target / address_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = self._template.substitute(
            title=escape(self._titles[path]),
            root=relative(path, "").removesuffix("index.html") or "./",
            contents="".join(self._section(section, path) for section in self._sections),
            body=body,
        )
        target.write_text(text)

    def _section(self, section: dict[str, Any], here: str) -> str:
        items = []
        for page in section["pages"]:
            mark = ' aria-current="page"' if page == here else ""
            title = escape(self._titles.get(page, page))
            items.append(f'<li><a href="{relative(here, page)}"{mark}>{title}</a></li>')
        return f"<h2>{escape(section['title'])}</h2><ul>{''.join(items)}</ul>"


def address_of(path: str) -> str:
    """Where a file of the checkout is within the site; that of a folder ends in a slash."""
    if path.endswith("/") or not path:
        return f"{path}index.html"
    stem, suffix = os.path.splitext(path)  # noqa: PTH122  an address, no path of this system
    if posixpath.basename(path) == "README.md":
        return f"{path.removesuffix('README.md')}index.html"
    if suffix == ".md":
        return f"{stem}.html"
    return f"{path}.html" if suffix in CODE else path


def relative(here: str, path: str) -> str:
    """The address of a part of the site, from a page of it."""
    return posixpath.relpath(address_of(path), posixpath.dirname(address_of(here)) or ".")


def main(target: Path) -> int:
    if target.exists():
        if any(target.iterdir()) and not (target / "search-index.js").exists():
            sys.stderr.write(
                f"{target}: it holds something else than a site; name another folder\n"
            )
            return 2
        shutil.rmtree(target)
    target.mkdir(parents=True)
    site = Site(target)
    site.build()
    for fault in site.faults:
        sys.stderr.write(f"{fault}\n")
    if not site.faults:
        print(f"{target}/index.html")  # noqa: T201  talks to people
    return 1 if site.faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
