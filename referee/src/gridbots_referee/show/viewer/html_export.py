"""HTML export: a match in one self-contained file that opens offline.

The modules of the page are concatenated, so two modules must not define the same name at their top
level. Only this script may run: the content security policy of the file contains its digest.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import posixpath
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import RecordError
from gridbots_referee.show.viewer.server import page_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from gridbots_referee.show.replay.replay import Replay

IMPORT: Final = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+)";\n', re.MULTILINE)
EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
DIALOGUE_CAP: Final = 16 << 20
"""Bytes of dialogue in a file at most; compression reduces them to about a twentieth."""
STYLE: Final = re.compile(r'<link rel="stylesheet" href="([\w./]+)">\n')
SCRIPT: Final = '<script type="module" src="main.js"></script>'


def html_page(
    replay: Replay,
    on_progress: Callable[[int], None] | None = None,
    analysis: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The page of a match; `on_progress` is called with the numbers of finished frames.

    `analysis` holds the analyses of the match, by bot.
    """
    values = [("analysis", analysis)] if analysis else []
    data = "\n".join(_packed(*each) for each in (*values, *_values(replay, on_progress)))
    return _whole_page("", "'{}'", data)


def page_of(folder: str) -> str:
    """The page of a static site; it loads its data as scripts from a folder beside it."""
    # The trusted script may load others; this works on any host, and from a file system.
    meta = f'<meta name="gridbots-data" content="{folder}">\n'
    return _whole_page(meta, "'{}' 'strict-dynamic'", "")


def _whole_page(meta: str, trusted: str, data: str) -> str:
    """The page with its styles and modules inline; `trusted` lists the scripts that may run."""
    files = {name: data.decode() for name, data in page_files().items()}
    page = files["index.html"]
    style = "".join(files[name] for name in STYLE.findall(page))
    page, script = STYLE.sub("", page), bundle(files)
    policy = (
        f"default-src 'none'; script-src {trusted.format(_digest(script))}; "
        f"style-src '{_digest(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    parts = {
        "<title>": f"{head}\n{meta}<style>{style}</style>\n<title>",
        SCRIPT: "",
        "</body>": f'{data}\n<script type="module">{script}</script>\n</body>',
    }
    for old, new in parts.items():
        before, after = page.split(old)
        page = before + new + after
    return page


def bundle(files: dict[str, str], first: str = "main.js") -> str:
    """A module and all that it imports, as one script."""
    return "\n".join(text for _, text in _modules(files, first, set()))


def _modules(files: dict[str, str], name: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """The modules that a module needs, each after its imports."""
    seen.add(name)
    text = files[name]
    for path in IMPORT.findall(text):
        imported = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if imported not in seen:
            yield from _modules(files, imported, seen)
    yield name, EXPORT.sub("", IMPORT.sub("", text))


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _values(replay: Replay, on_progress: Callable[[int], None] | None) -> Iterator[tuple[str, Any]]:
    yield "about", replay.about()
    about = replay.about()
    if about["how"] is not None:
        yield "measures", replay.measures()
    yield from _dialogues(replay, about["stretch"])
    views = [None, *range(replay.seats)] if about["hidden"] else [None]
    for seat in views:
        for number in range(replay.last // about["stretch"] + 1):
            if on_progress:
                on_progress(number * about["stretch"])
            yield (
                f"stretch-{'all' if seat is None else seat}-{number}",
                replay.stretch(number, seat),
            )


def _dialogues(replay: Replay, stretch: int) -> Iterator[tuple[str, Any]]:
    """The dialogue, up to DIALOGUE_CAP bytes; the page shows where it ends."""
    left = DIALOGUE_CAP
    for number in range(replay.last // stretch + 1):
        try:
            dialogue = replay.dialogue(number)
        except RecordError:
            return
        left -= len(msgspec.json.encode(dialogue))
        if left < 0:
            return
        yield f"dialogue-{number}", dialogue


def _packed(name: str, value: object) -> str:
    packed = gzip.compress(msgspec.json.encode(value), mtime=0)
    text = base64.b64encode(packed).decode()
    return f'<script type="text/plain" id="data-{name}">{text}</script>'
