"""Particle filter: a distribution over complete states that a seat of two cannot distinguish.

Every particle is a possible state: heads, trails and land, seen and unseen. In each round every
particle is advanced by each possible move of the opponent, and results that contradict the
observation are dropped. The opponent model is a kernel of the caller that gives the probability of
each move: `any_move`, or a better one. While the particles suffice, the distribution is exact for
this model; otherwise some are copies (systematic resampling). A match begins with one particle,
because the opening is known. If no particle is left, as after resampling, or in a match joined
late, the memory replaces them.

For kernels; see `gridbots.belief` for any seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import observe, step
from gridbots.game.chance import below
from gridbots.game.outcome import has_ended
from gridbots.games.paperio.movement import candidates
from gridbots.games.paperio.opening import clear, settle
from gridbots.games.paperio.state import EVERYBODY, is_to_move
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, handle, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State
    from gridbots.space import Array, Record

PARTICLES: Final = 128
"""Maximum number of states kept from round to round."""
MOVES: Final = 4
GRAINS: Final = 1 << 30
FACTOR: Final = 1_000_003
PRIME: Final = (1 << 41) - 21
"""Modulus of the hash of a state: products stay below 2^62."""


def cloud_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Type of the distribution for state records of this type; all zeros at the opening."""
    return np.dtype(
        [
            ("count", "i8"),  # particles; 0 before the first observation
            ("lost", "i8"),  # how often none was left
            ("weights", "f8", (PARTICLES,)),  # their sum is 1
            ("states", dtype, (PARTICLES,)),
        ]
    )


@kernel
def any_move(state: State, seat: int, mask: Array, shares: Array) -> None:
    """Opponent model: all `candidates` are equally likely. Writes shares of the moves."""
    count = candidates(state, seat, mask)
    for move in range(MOVES):
        shares[move] = mask[move] / count if count > 0 else 0.0


def room_dtype(dtype: np.dtype[Any], expects: Callable[..., None] = any_move) -> np.dtype[Any]:
    """Type of the workspace for the next states; many distributions can share it.

    `expects` is the opponent model: a kernel that takes a state, the opponent's seat, arrays for
    its mask and for the share of each move, and optionally the `model` of `follow`.
    """
    most = PARTICLES * MOVES
    return np.dtype(
        [
            ("count", "i8"),
            ("weights", "f8", (most,)),
            ("keys", "i8", (most,)),  # of equal states equal, and of others hardly ever
            ("states", dtype, (most + 1,)),  # and one to look at
            ("mask", "u1", (MOVES,)),
            ("shares", "f8", (MOVES,)),  # of the opponent's moves
            ("expects", handle(expects).dtype, (1,)),
        ]
    )


@kernel
def follow(  # noqa: PLR0913, PLR0917  inputs of a particle filter
    cloud: Record, buffer: Record, observation: State, now: State, seat: int, joint: Array,
    generator: Any, opponent_model: Record,
) -> None:  # fmt: skip
    """Update by an observation; `now` is the memory, `joint` an array for the moves of a round.

    The opponent model, `buffer["expects"]`, receives `model`.
    """
    if cloud["count"] == 0:
        begin(cloud, now, observation, seat)
    while cloud["count"] > 0 and cloud["states"][0]["rounds"] < observation["rounds"]:
        play_on(cloud, buffer, observation, seat, joint, opponent_model)
        take_over(cloud, buffer, generator)
    if cloud["count"] == 0:
        cloud["lost"] += 1
        take_for_true(cloud, now)


@kernel
def take_for_true(cloud: Record, state: State) -> None:
    """Replace the distribution by a single particle."""
    cloud["count"] = 1
    cloud["weights"][0] = 1.0
    cloud["states"][0] = state


@kernel
def begin(cloud: Record, now: State, observation: State, seat: int) -> None:
    """Begin with the opening, which all seats know; the present mover implies the first one."""
    take_for_true(cloud, now)
    state, rounds = cloud["states"][0], observation["rounds"]
    clear(state)
    for each in range(state["seats"]):
        settle(state, each)
    if state["mover"] != EVERYBODY:
        state["mover"] = seat if rounds % 2 == 0 else 1 - seat


@kernel
def play_on(  # noqa: PLR0913, PLR0917  as above
    cloud: Record,
    buffer: Record,
    observation: State,
    seat: int,
    joint: Array,
    opponent_model: Record,
) -> None:
    """Advance by a round, with each possible move of the opponent; keep and merge possible
    states.
    """
    buffer["count"] = 0
    for at in range(cloud["count"]):
        before, mask, shares, opponent = (
            cloud["states"][at],
            buffer["mask"],
            buffer["shares"],
            1 - seat,
        )
        own = observation["headings"][seat] if is_to_move(before, seat) else NO_MOVE
        if is_to_move(before, opponent):
            call(buffer["expects"], before, opponent, mask, shares, opponent_model)
            joint[seat] = own  # not before: a model may write moves of its own there
            for move in range(MOVES):
                if mask[move]:
                    joint[opponent] = move
                    share = shares[move] * cloud["weights"][at]
                    add(buffer, before, joint, observation, seat, share)
        else:
            joint[seat], joint[opponent] = own, NO_MOVE
            add(buffer, before, joint, observation, seat, cloud["weights"][at])


@kernel
def add(  # noqa: PLR0913, PLR0917  a particle, a round, and what is seen
    buffer: Record, before: State, joint: Array, observation: State, seat: int, weight: float
) -> None:
    """Add the result of a round, unless it contradicts the observation; equal states are merged."""
    at = buffer["count"]
    buffer["states"][at] = before
    after = buffer["states"][at]
    step(after, joint)
    if has_ended(after):
        return
    if after["rounds"] == observation["rounds"] and not looks_like(buffer, at, observation, seat):
        return
    key = key_of(after)
    for other in range(at):
        if buffer["keys"][other] == key:
            buffer["weights"][other] += weight
            return
    buffer["keys"][at] = key
    buffer["weights"][at] = weight
    buffer["count"] += 1


@kernel
def looks_like(buffer: Record, at: int, observation: State, seat: int) -> bool:
    """Whether a state yields the seat's observation."""
    buffer["states"][at + 1] = buffer["states"][at]
    seen = buffer["states"][at + 1]
    if seen["heads"][seat] != observation["heads"][seat]:
        return False
    observe(seen, seat)
    if seen["heads"][1 - seat] != observation["heads"][1 - seat]:
        return False
    for cell in range(seen["stride"] * seen["stride"]):
        if seen["owners"][cell] != observation["owners"][cell]:
            return False
        if seen["trails"][cell] != observation["trails"][cell]:
            return False
    return True


@kernel
def key_of(state: State) -> int:
    """Hash of the heads, land and trails of a state."""
    key = int(state["heads"][0]) * 4096 + int(state["heads"][1])
    for cell in range(state["stride"] * state["stride"]):
        content = int(state["owners"][cell]) * 64 + int(state["trails"][cell])
        key = (key * FACTOR + content) % PRIME
    return key


@kernel
def take_over(cloud: Record, buffer: Record, generator: Any) -> None:
    """Make the next states the particles; resample if there are too many."""
    count, total = buffer["count"], 0.0
    for at in range(count):
        total += buffer["weights"][at]
    cloud["count"] = min(count, PARTICLES)
    step_size = total / PARTICLES
    place, reached = step_size * below(generator, GRAINS) / GRAINS, -1
    passed, kept = 0.0, 0
    for at in range(count):
        if count <= PARTICLES:
            cloud["states"][at] = buffer["states"][at]
            cloud["weights"][at] = buffer["weights"][at] / total
            continue
        passed += buffer["weights"][at]
        copies = 0
        while reached + 1 < PARTICLES and place + (reached + 1) * step_size < passed:
            reached += 1
            copies += 1
        if copies > 0:
            cloud["states"][kept] = buffer["states"][at]
            cloud["weights"][kept] = copies / PARTICLES
            kept += 1
    if count > PARTICLES:
        cloud["count"] = kept


@kernel
def draw_some(cloud: Record, chosen: Array, weights: Array, generator: Any) -> int:
    """Systematic resampling: write the chosen particles and their weights; return their number.

    If all particles fit, all are chosen.
    """
    most, count = len(chosen), cloud["count"]
    if count <= most:
        for at in range(count):
            chosen[at] = at
            weights[at] = cloud["weights"][at]
        return int(count)
    place, passed, kept, reached = below(generator, GRAINS) / GRAINS / most, 0.0, 0, 0
    for at in range(count):
        passed += cloud["weights"][at]
        copies = 0
        while reached < most and place + reached / most < passed:
            reached += 1
            copies += 1
        if copies > 0:
            chosen[kept] = at
            weights[kept] = copies / most
            kept += 1
    return kept
