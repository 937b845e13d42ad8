"""Matches in Jupyter notebooks.

    from gridbots_referee.jupyter import show
    show("records/20260101-120000-abcdef-1.jsonl.gz")

After `%load_ext gridbots_referee.jupyter` a record (`gridbots.record.read`) shows itself.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots import record
from gridbots.plugins import load_game
from gridbots.record import Record
from gridbots_referee.show.tables.result_text import causes_in, verdict

if TYPE_CHECKING:
    import os

HEIGHT: Final = 860
"""Default height in pixels."""


class MatchDisplay:
    """A match in a notebook: the page of the viewer in a frame.

    The frame may run the scripts of the page, but has no access to the notebook.
    """

    def __init__(self, record: Record, height: int = HEIGHT) -> None:
        self._record = record
        self._height = height

    def __repr__(self) -> str:
        return f"{self._record.match.game}: {verdict(self._record.result, causes_in(self._record))}"

    def _repr_html_(self) -> str:
        return frame(self._record, self._height)


def show(match: Record | str | os.PathLike[str], height: int = HEIGHT) -> MatchDisplay:
    """A recorded match, or the record in a file, as the value of a cell.

    Raises:
        RecordError: the file cannot be read, or is not a record.
    """
    return MatchDisplay(match if isinstance(match, Record) else record.read(Path(match)), height)


def frame(match: Record, height: int = HEIGHT) -> str:
    """The HTML of a frame that contains the page of a match.

    Raises:
        GridbotsError: the record does not fit its game, or the game is not installed.
    """
    from gridbots_referee.show.replay.replay import replay_of
    from gridbots_referee.show.viewer.html_export import html_page

    page = html_page(replay_of(load_game(match.match.game), match))
    return (
        f'<iframe sandbox="allow-scripts" title="A match" width="100%" height="{height}" '
        f'style="border:0" srcdoc="{escape(page)}"></iframe>'
    )


def load_ipython_extension(ipython: Any) -> None:
    """Let notebooks display records as matches; IPython calls this function."""
    ipython.display_formatter.formatters["text/html"].for_type(Record, frame)
