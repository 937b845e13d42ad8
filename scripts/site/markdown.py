"""A page of Markdown as HTML: its headings, its links, and its sections for the search."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it.token import Token

FORMATTER: Final = HtmlFormatter(nowrap=True)


class PageSection(NamedTuple):
    """What stands below a heading, up to the next one."""

    anchor: str
    heading: str
    level: int
    text: str


class Page(NamedTuple):
    title: str
    html: str
    sections: list[PageSection]


def render(text: str, link: Callable[[str], str]) -> Page:
    """A page, each link and picture in it as `link` says."""
    parser = MarkdownIt("commonmark", {"highlight": _coloured, "html": True}).enable("table")
    tokens = parser.parse(text)
    _name_headings(tokens)
    for token in _inline(tokens):
        for name in ("href", "src"):
            if name in token.attrs:
                token.attrs[name] = link(str(token.attrs[name]))
    sections = list(_sections(tokens))
    title = next((each.heading for each in sections if each.heading), "")
    return Page(title, parser.renderer.render(tokens, parser.options, {}), sections)


def anchors_of(text: str) -> set[str]:
    """The anchors of the headings of a page."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    _name_headings(tokens)
    return {str(token.attrs["id"]) for token in tokens if token.type == "heading_open"}


def coloured(text: str, language: str) -> str:
    """Code as HTML."""
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    return str(highlight(text, lexer, FORMATTER))


def _coloured(text: str, language: str, _: str) -> str:
    return coloured(text, language or "text")


def _inline(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from token.children or ()


def _name_headings(tokens: list[Token]) -> None:
    """Give each heading the anchor that the usual forges give it."""
    seen: dict[str, int] = {}
    for opening, inside in itertools.pairwise(tokens):
        if opening.type != "heading_open":
            continue
        slug = re.sub(r"[^\w\- ]", "", _words(inside).lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        opening.attrs["id"] = f"{slug}-{count}" if count else slug


def _words(token: Token) -> str:
    """The text of an inline token, without its marks."""
    if token.children is None:
        return token.content
    return "".join(
        each.content if each.type in {"text", "code_inline"} else " " * (each.type == "softbreak")
        for each in token.children
    )


def _sections(tokens: list[Token]) -> Iterator[PageSection]:
    anchor, heading, level, texts = "", "", 1, list[str]()
    opening: Token | None = None
    for token in tokens:
        if token.type == "heading_open":
            if heading or texts:
                yield PageSection(anchor, heading, level, " ".join(texts))
            opening, texts = token, []
        elif token.type == "inline" and opening:
            anchor, heading = str(opening.attrs["id"]), _words(token)
            level, opening = int(opening.tag[1]), None
        elif token.type in {"inline", "fence"}:
            texts.append(_words(token))
    yield PageSection(anchor, heading, level, " ".join(texts))
