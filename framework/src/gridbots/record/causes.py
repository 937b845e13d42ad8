"""Cause of elimination: why a seat went out, in words, for any game, from frames alone.

Compared are the frames before and after the round: where the seat's crash is, what lay there, and
where the others went. No rule of any game is known here, so what no picture explains is left at
"went out by the rules".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from gridbots.game import copy_state
from gridbots.grid import DIRECTIONS
from gridbots.record.plain_play import PlainPlay
from gridbots.record.replay import move_numbers, opening_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.game import Game
    from gridbots.pictures.frames import Frame, Mark
    from gridbots.record import Record, Round

CauseKind = Literal[
    "off board", "block", "own trail", "own body", "wall", "trail", "body", "player",
    "head on", "cut", "captured", "stuck", "no move", "rules",
]  # fmt: skip
WORDS: Final[dict[CauseKind, str]] = {
    "off board": "left the board",
    "block": "ran into a block",
    "own trail": "ran into its own trail",
    "own body": "ran into its own body",
    "wall": "ran into the wall of {}",
    "trail": "ran into the trail of {}",
    "body": "ran into the body of {}",
    "player": "ran into {}",
    "head on": "met {} head on",
    "cut": "had its trail cut by {}",
    "captured": "was enclosed by {}",
    "stuck": "had no way out",
    "no move": "made no move that the rules accept",
    "rules": "went out by the rules",
}
OBSTACLES: Final[dict[str, CauseKind]] = {"trail": "wall", "body": "body", "head": "player"}
"""What it is to run into such a mark of another."""
SOLID: Final = {"block", "trail", "body", "head"}
"""Kinds of mark that a head runs into."""
STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns of a step, by direction."""
Cell = tuple[int, int]


class Cause(NamedTuple):
    """Why a seat went out."""

    kind: CauseKind
    other: int | None = None
    """The seat that had to do with it."""
    was_enclosed: bool = False
    """Whether there was no cell left to go to."""

    def words(self, names: Sequence[str]) -> str:
        """What became of the seat, as a sentence goes on behind its name."""
        told = WORDS[self.kind].format("" if self.other is None else names[self.other])
        return f"was enclosed and {told}" if self.was_enclosed else told


def causes(game: Game, record: Record) -> tuple[Cause | None, ...]:
    """Why each seat of a recorded match went out; None for those that did not, or that failed.

    Raises:
        RecordError: it is not a record of this game.
    """
    found: list[Cause | None] = [None] * len(record.match.players)
    for number, before, after in _fatal_rounds(game, record):
        for seat, player in enumerate(record.result.players):
            is_out = before.living[seat] and not after.living[seat]
            if is_out and player.failed_in_round is None:
                found[seat] = cause_of(before, after, seat, wanted_moves(record.rounds[number]))
    return tuple(found)


def _fatal_rounds(game: Game, record: Record) -> Iterator[tuple[int, Frame, Frame]]:
    """The rounds in which a seat goes out, with the frames around them."""
    play = PlainPlay(game, opening_of(game, record))
    living = list(range(len(record.match.players)))
    before = game.frame(play.record(), None)
    for number, each in enumerate(record.rounds):
        # A frame that needs none before it is made where one goes out only.
        state = None if game.frame_keeps else copy_state(play.record())
        play.step(move_numbers(game, each.moves))
        left = [seat for seat in living if play.is_living(seat)]
        if state is None or left != living:
            before = before if state is None else game.frame(state, None)
            after = game.frame(play.record(), before)
            if left != living:
                yield number, before, after
            before, living = after, left


def wanted_moves(each: Round) -> list[str | None]:
    """The words of a round, with the illegal moves, which the rules were not given."""
    words = list(each.moves)
    for note in each.notes:
        if note.kind == "illegal":
            words[note.seat] = note.text
    return words


def cause_of(before: Frame, after: Frame, seat: int, moves: Sequence[str | None] = ()) -> Cause:
    """Why a seat went out in the round between two frames; `moves` are what the seats wanted."""
    return _Scene(before, after, seat).cause(moves[seat] if moves else None)


class _Scene:
    """What is to be seen of one elimination."""

    def __init__(self, before: Frame, after: Frame, seat: int) -> None:
        self.before, self.after, self.seat = before, after, seat
        self.start = _place(before, seat)
        self.end = _place(after, seat) or self.start
        self.others = [other for other in range(len(before.living)) if other != seat]

    def cause(self, move: str | None) -> Cause:
        if self.end is None:
            return Cause("rules")
        wanted = self._wanted(move)
        if not self._is_on(self.end) or (wanted and not self._is_on(wanted)):
            return Cause("off board", was_enclosed=self._was_enclosed())
        # Nothing but the picture tells which of them is fatal: the surest come first.
        crash = self._obstacle(wanted or self.end, own=True)
        if crash is None and (attack := self._cut() or self._capture()):
            return attack
        crash = crash or self._meeting() or self._obstacle(self.end) or self._dash()
        if crash is None:
            return self._nothing_in_its_way(self.end)
        return crash._replace(was_enclosed=self._was_enclosed())

    def _nothing_in_its_way(self, here: Cell) -> Cause:
        is_stuck = here == self.start and self._was_enclosed()
        if is_stuck or all(self._is_blocked(self.after, cell) for cell in _around(here)):
            return Cause("stuck")
        if here == self.start:
            return Cause("no move")
        trails = [mark.seat for mark in _marks(self.before, here) if mark.seat in self.others]
        return self._cut_behind() or (Cause("trail", trails[0]) if trails else Cause("rules"))

    def _is_on(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.before.rows and 0 <= cell[1] < self.before.columns

    def _wanted(self, move: str | None) -> Cell | None:
        """The cell that a seat wanted to go to and did not; None if it moved, or did not say."""
        word = (move or "").rpartition("_")[2]
        if self.start is None or self.end != self.start or word not in DIRECTIONS:
            return None
        return _beside(self.start, DIRECTIONS.index(word))

    def _obstacle(self, cell: Cell, *, own: bool = False) -> Cause | None:
        """What the seat has run into there: of others, or a block or something of its own."""
        for mark in self._solids(cell):
            if mark.kind == "block":
                return Cause("block")
            if own and mark.seat == self.seat and mark.kind == "trail":
                return Cause("own trail")
            if own and mark.seat == self.seat and mark.kind == "body":
                return Cause("own body")
            if not own and mark.seat in self.others and _is_solid(mark):
                return Cause(OBSTACLES[mark.kind], mark.seat)
        return None

    def _solids(self, cell: Cell) -> Iterator[Mark]:
        """What is in a cell; of those that went out, and of this seat, what was there before."""
        for mark in _marks(self.after, cell):
            if mark.seat != self.seat:
                yield mark
        for mark in _marks(self.before, cell):
            is_left = mark.seat is None or self.after.living[mark.seat]
            if not is_left and (mark.seat != self.seat or mark.kind != "head"):
                yield mark

    def _cut(self) -> Cause | None:
        """Another has entered its trail, in a game whose trails are no walls."""
        for mark in self.before.marks:
            if mark.kind == "trail" and mark.seat == self.seat and mark.heading is None:
                for other in self.others:
                    if self._arrival(other) == (mark.row, mark.column):
                        return Cause("cut", other)
        has_trails = any(mark.kind == "trail" and mark.heading is None for mark in self.after.marks)
        return self._cut_behind() if has_trails else None

    def _cut_behind(self) -> Cause | None:
        """Another has entered the cell that the seat has just left, which was not its ground."""
        if self.start is None or self.start == self.end:
            return None
        is_home = any(
            mark.seat == self.seat and mark.kind == "area"
            for mark in self.before.marks
            if (mark.row, mark.column) == self.start
        )
        cutters = [other for other in self.others if self._arrival(other) == self.start]
        return Cause("cut", cutters[0]) if cutters and not is_home else None

    def _meeting(self) -> Cause | None:
        """Two ways that share a cell, or each leads over where the other came from."""
        mine = _way(self.start, self.end)
        for other in self.others:
            start = _place(self.before, other)
            theirs = _way(start, _place(self.after, other))
            if mine & theirs or (start in mine and self.start in theirs):
                return Cause("head on", other)
        return None

    def _arrival(self, seat: int) -> Cell | None:
        """Where another has come to in this round; None if it has not moved."""
        place = _place(self.after, seat)
        return None if place == _place(self.before, seat) else place

    def _dash(self) -> Cause | None:
        """What was in the cell between, where the seat has gone two at once."""
        between = (self._obstacle(cell) for cell in _way(self.start, self.end) if cell != self.end)
        return next(filter(None, between), None)

    def _capture(self) -> Cause | None:
        """The ground under its head has become another's."""
        owners = [
            {mark.seat for mark in frame.marks if _is_area(mark, self.end)}
            for frame in (self.before, self.after)
        ]
        taken = [seat for seat in owners[1] - owners[0] if seat in self.others]
        return Cause("captured", taken[0]) if taken else None

    def _was_enclosed(self) -> bool:
        return self.start is not None and all(
            self._is_blocked(self.before, cell) for cell in _around(self.start)
        )

    def _is_blocked(self, frame: Frame, cell: Cell) -> bool:
        return not self._is_on(cell) or any(map(_is_solid, _marks(frame, cell)))


def _is_solid(mark: Mark) -> bool:
    """Trails that are walls show where they lead; others are there to be cut."""
    return mark.kind != "trail" or mark.heading is not None


def _marks(frame: Frame, cell: Cell) -> Iterable[Mark]:
    """What can be run into in a cell."""
    return (m for m in frame.marks if m.kind in SOLID and (m.row, m.column) == cell)


def _is_area(mark: Mark, cell: Cell | None) -> bool:
    return mark.kind == "area" and (mark.row, mark.column) == cell


def _place(frame: Frame, seat: int) -> Cell | None:
    """Where a seat is, or where it was eliminated."""
    for mark in frame.marks:
        if mark.seat == seat and mark.kind in {"head", "crash"}:
            return mark.row, mark.column
    return None


def _way(start: Cell | None, end: Cell | None) -> set[Cell]:
    """The cells that a head has entered on its way: one, or two where it went so far."""
    if start is None or end is None or start == end:
        return set()
    rows, columns = end[0] - start[0], end[1] - start[1]
    goes_two = {abs(rows), abs(columns)} == {0, 2}
    return {end, (start[0] + rows // 2, start[1] + columns // 2)} if goes_two else {end}


def _beside(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def _around(cell: Cell) -> Iterator[Cell]:
    return (_beside(cell, direction) for direction in range(4))
