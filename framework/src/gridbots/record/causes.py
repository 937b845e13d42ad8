"""Cause of elimination, in words, for any game, from frames alone.

It compares the frames before and after the round: the place of the seat's crash, the marks there,
and the moves of others. The rules of games are not used, so an elimination that the frames do not
explain is "was eliminated by the rules".
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
    "rules": "was eliminated by the rules",
}
OBSTACLES: Final[dict[str, CauseKind]] = {"trail": "wall", "body": "body", "head": "player"}
"""Kind of mark -> kind of cause, for running into a mark of another seat."""
SOLID: Final = {"block", "trail", "body", "head"}
"""Kinds of mark that a head runs into."""
STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns of a step, by direction."""
Cell = tuple[int, int]


class Cause(NamedTuple):
    """Cause of an elimination."""

    kind: CauseKind
    other: int | None = None
    """The other seat involved."""
    was_enclosed: bool = False
    """Whether no free cell was left."""

    def words(self, names: Sequence[str]) -> str:
        """The predicate of a sentence about the seat."""
        predicate = WORDS[self.kind].format("" if self.other is None else names[self.other])
        return f"was enclosed and {predicate}" if self.was_enclosed else predicate


def causes(game: Game, record: Record) -> tuple[Cause | None, ...]:
    """Cause of elimination of each seat in a record; None for living seats and for forfeits.

    Raises:
        RecordError: the record is not of this game.
    """
    found: list[Cause | None] = [None] * len(record.match.players)
    for number, before, after in _fatal_rounds(game, record):
        for seat, player in enumerate(record.result.players):
            is_out = before.living[seat] and not after.living[seat]
            if is_out and player.failed_in_round is None:
                found[seat] = cause_of(before, after, seat, wanted_moves(record.rounds[number]))
    return tuple(found)


def _fatal_rounds(game: Game, record: Record) -> Iterator[tuple[int, Frame, Frame]]:
    """The rounds with eliminations, with the frames before and after."""
    play = PlainPlay(game, opening_of(game, record))
    living = list(range(len(record.match.players)))
    before = game.frame(play.record(), None)
    for number, each in enumerate(record.rounds):
        # Frames that do not need the previous one are made only for these rounds.
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
    """The words of a round, including illegal moves, which were not played."""
    words = list(each.moves)
    for note in each.notes:
        if note.kind == "illegal":
            words[note.seat] = note.text
    return words


def cause_of(before: Frame, after: Frame, seat: int, moves: Sequence[str | None] = ()) -> Cause:
    """Cause of elimination of a seat in the round between two frames; `moves` are as requested."""
    return _Scene(before, after, seat).cause(moves[seat] if moves else None)


class _Scene:
    """The visible facts about one elimination."""

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
        # Only the frames show which one is fatal: the most certain ones come first.
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
        """The cell that a seat wanted to enter and did not; None if it moved, or gave no move."""
        word = (move or "").rpartition("_")[2]
        if self.start is None or self.end != self.start or word not in DIRECTIONS:
            return None
        return _beside(self.start, DIRECTIONS.index(word))

    def _obstacle(self, cell: Cell, *, own: bool = False) -> Cause | None:
        """Cause for running into marks in a cell: those of others, a block, or its own."""
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
        """Solid marks in a cell; for eliminated seats and this one, those before the round."""
        for mark in _marks(self.after, cell):
            if mark.seat != self.seat:
                yield mark
        for mark in _marks(self.before, cell):
            is_left = mark.seat is None or self.after.living[mark.seat]
            if not is_left and (mark.seat != self.seat or mark.kind != "head"):
                yield mark

    def _cut(self) -> Cause | None:
        """Another seat has entered its trail, in a game whose trails are not walls."""
        for mark in self.before.marks:
            if mark.kind == "trail" and mark.seat == self.seat and mark.heading is None:
                for other in self.others:
                    if self._arrival(other) == (mark.row, mark.column):
                        return Cause("cut", other)
        has_trails = any(mark.kind == "trail" and mark.heading is None for mark in self.after.marks)
        return self._cut_behind() if has_trails else None

    def _cut_behind(self) -> Cause | None:
        """Another seat has entered the cell that this seat has just left, outside its land."""
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
        """Two paths that share a cell, or cross each other's start."""
        mine = _way(self.start, self.end)
        for other in self.others:
            start = _place(self.before, other)
            theirs = _way(start, _place(self.after, other))
            if mine & theirs or (start in mine and self.start in theirs):
                return Cause("head on", other)
        return None

    def _arrival(self, seat: int) -> Cell | None:
        """The cell that another seat has entered in this round; None if it has not moved."""
        place = _place(self.after, seat)
        return None if place == _place(self.before, seat) else place

    def _dash(self) -> Cause | None:
        """Cause in the cell between, if the seat has moved two cells at once."""
        between = (self._obstacle(cell) for cell in _way(self.start, self.end) if cell != self.end)
        return next(filter(None, between), None)

    def _capture(self) -> Cause | None:
        """The land under its head has been captured."""
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
    """Whether a mark is solid: trails with a heading are walls, other trails can be cut."""
    return mark.kind != "trail" or mark.heading is not None


def _marks(frame: Frame, cell: Cell) -> Iterable[Mark]:
    """The marks in a cell, in the order of importance."""
    return (m for m in frame.marks if m.kind in SOLID and (m.row, m.column) == cell)


def _is_area(mark: Mark, cell: Cell | None) -> bool:
    return mark.kind == "area" and (mark.row, mark.column) == cell


def _place(frame: Frame, seat: int) -> Cell | None:
    """The cell of a seat's head, or of its elimination."""
    for mark in frame.marks:
        if mark.seat == seat and mark.kind in {"head", "crash"}:
            return mark.row, mark.column
    return None


def _way(start: Cell | None, end: Cell | None) -> set[Cell]:
    """The cells that a head has entered: one, or two for a double step."""
    if start is None or end is None or start == end:
        return set()
    rows, columns = end[0] - start[0], end[1] - start[1]
    goes_two = {abs(rows), abs(columns)} == {0, 2}
    return {end, (start[0] + rows // 2, start[1] + columns // 2)} if goes_two else {end}


def _beside(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def _around(cell: Cell) -> Iterator[Cell]:
    return (_beside(cell, direction) for direction in range(4))
