"""Verification of times: consecutive banks, and sums.

Records round down: banks to whole milliseconds, times to whole microseconds. So the bank of a
player is tracked as a range, which each round shifts and narrows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.record import Record, Result, Round

MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
ROUNDING_MS: Final = 0.002
"""Tolerance of recorded sums and medians in ms."""

Times = tuple[int | None, ...]


def check_times(record: Record) -> list[str]:
    """Errors about clocks and banks; none for a record without times."""
    if not any(each.bank_ms or each.wall_us or each.cpu_us for each in record.rounds):
        return []
    seats = len(record.match.players)
    missing = [n for n, each in enumerate(record.rounds) if not each.bank_ms or not each.wall_us]
    if missing:
        return [f"round {missing[0]}: expected times and banks of {seats} seats, got none"]
    found = [text for seat in range(seats) for text in _check_seat(record, seat)]
    return found or _check_seconds(record)


def _check_seat(record: Record, seat: int) -> list[str]:
    wall = _column(record.rounds, "wall_us", seat)
    cpu = _column(record.rounds, "cpu_us", seat)
    for field, times in (("wall_us", wall), ("cpu_us", cpu)):
        for number, time in enumerate(times):
            if time is not None and time < 0:
                return [f"round {number}: seat {seat}: {field}: expected 0 or more, got {time}"]
    charged = cpu if record.match.limits.clock == "cpu" else wall
    found = _BankRange(record, seat).follow(_column(record.rounds, "bank_ms", seat), wall, charged)
    return found or _check_sums(record.result, seat, wall, cpu)


def _column(rounds: Sequence[Round], field: str, seat: int) -> Times:
    return tuple(values[seat] if (values := getattr(each, field)) else None for each in rounds)


class _BankRange:
    """Range of a player's bank before its next move, in ns: from `low` to `high`."""

    def __init__(self, record: Record, seat: int) -> None:
        limits = record.match.limits
        clock = record.match.players[seat].clock or limits
        self._seat = seat
        self._cap = clock.timebank_ms * MILLISECOND
        self._increment = clock.time_per_move_ms * MILLISECOND
        self._allowance = _start_allowance_ms(record, seat) * MILLISECOND
        self._margin = limits.margin_ms * MILLISECOND
        self._counts_cpu = limits.clock == "cpu"
        self._low = self._high = self._cap
        self._left = record.result.players[seat].bank_left_ms
        self._has_end = record.result.how in {"rules", "forfeit"}

    def follow(self, banks: Times, wall: Times, charged: Times) -> list[str]:
        """The first difference, if any."""
        for number, (bank, answered, spent) in enumerate(zip(banks, wall, charged, strict=True)):
            place = f"round {number}: seat {self._seat}"
            if bank is None:
                if answered is not None:
                    return [f"{place}: it has a time of {answered} us, but was not asked"]
                continue
            if not self._narrow(bank):
                return [f"{place}: bank: {self._expected()}, got {bank} ms"]
            if answered is not None and not self._charge(spent or 0):
                return [f"{place}: it took {spent} us, which is more than it had"]
        if self._has_end and not self._narrow(self._left):
            return [f"seat {self._seat}: bank_left_ms: {self._expected()}, got {self._left}"]
        return []

    def _expected(self) -> str:
        low, high = self._low // MILLISECOND, self._high // MILLISECOND
        return f"expected {low} ms" if low == high else f"expected {low} to {high} ms"

    def _narrow(self, bank_ms: int) -> bool:
        """Narrow by the bank sent to the bot, rounded down; return whether it is possible."""
        low = max(self._low, bank_ms * MILLISECOND)
        high = min(self._high, bank_ms * MILLISECOND + MILLISECOND - 1)
        if low > high:
            return False
        self._low, self._high = low, high
        return True

    def _charge(self, spent_us: int) -> bool:
        """Charge the time of a move, rounded down; return whether it was in time."""
        shortest = spent_us * MICROSECOND
        longest = shortest if self._counts_cpu else shortest + MICROSECOND - 1
        if shortest >= self._high + self._allowance + self._margin:
            return False
        self._low, self._high = self._after(self._low, longest), self._after(self._high, shortest)
        self._allowance = 0
        return True

    def _after(self, left: int, elapsed: int) -> int:
        spare = left - max(elapsed - self._allowance, 0)
        return min(max(spare, 0) + self._increment, self._cap)


def _check_sums(result: Result, seat: int, wall: Times, cpu: Times) -> list[str]:
    """Check sums, for matches played to the end; others have rounds missing from the record."""
    if result.how not in {"rules", "forfeit"}:
        return []
    player = result.players[seat]
    expected = {
        "moves": len(_known(wall)),
        "wall_ms": sum(_known(wall)),
        "median_wall_ms": _median(_known(wall)) or 0.0,
        "most_wall_ms": max(_known(wall), default=0.0),
        "median_cpu_ms": _median(_known(cpu)),
        "most_cpu_ms": max(_known(cpu), default=None),
    }
    return [
        f"seat {seat}: {field}: expected {_text(value)} by the rounds, got {getattr(player, field)}"
        for field, value in expected.items()
        if not _is_near(value, getattr(player, field))
    ]


def _known(times: Times) -> list[float]:
    return [time / 1000 for time in times if time is not None]


def _median(values: Sequence[float]) -> float | None:
    ordered, middle = sorted(values), len(values) // 2
    return (ordered[middle] + ordered[~middle]) / 2 if ordered else None


def _is_near(expected: float | None, got: float | None) -> bool:
    if expected is None or got is None:
        return expected is got
    return abs(expected - got) <= ROUNDING_MS


def _text(value: float | None) -> str:
    return "none" if value is None else f"{value:.10g}"


def _check_seconds(record: Record) -> list[str]:
    """Check the duration: at least that of the rounds; late bots have exhausted their banks."""
    least = sum(_round_us(record, number) for number in range(len(record.rounds))) / 1e6
    if least > record.result.seconds + 0.001:
        return [f"seconds: expected {least:.3f} at least, got {record.result.seconds}"]
    return []


def _round_us(record: Record, number: int) -> int:
    """Minimum duration of a round in us."""
    walls = [time or 0 for time in record.rounds[number].wall_us]
    for seat, waited in _late_in(record, number):
        walls[seat] = waited
    return sum(walls) if record.match.limits.ask == "in-turn" else max(walls)


def _late_in(record: Record, number: int) -> Iterator[tuple[int, int]]:
    """The seats that were late in a round, and the minimum wait for them in us."""
    limits, each = record.match.limits, record.rounds[number]
    for seat, player in enumerate(record.result.players):
        is_late = player.termination == "late" and player.failed_in_round == number
        if is_late and limits.clock == "wall":
            free = limits.margin_ms
            if all(before.wall_us[seat] is None for before in record.rounds[:number]):
                free += _start_allowance_ms(record, seat)
            yield seat, ((each.bank_ms[seat] or 0) + free) * 1000


def _start_allowance_ms(record: Record, seat: int) -> int:
    match = record.match
    return max(match.limits.start_allowance_ms, match.players[seat].start_allowance_ms)
