"""Plugin objects: the bots of this package, by name, with their options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots import Bot
    from gridbots.game import Game
    from gridbots.vector import Policy, Remembering

Cost = Annotated[int, Meta(ge=0, le=100_000)]


class Shown(Settings, frozen=True):
    overlay: Annotated[
        bool, Meta(description="send the plan, the tree or the cycle as an overlay for the viewer")
    ] = False


class Seeded(Shown, frozen=True):
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="seed of random choices; 0: from the system")
    ] = 0


class Shortcuts(Seeded, frozen=True):
    shortcuts: Annotated[bool, Meta(description="leave the cycle where that is shorter")] = True


class Loops(Shown, frozen=True):
    loops: Annotated[
        Literal["kept", "broken"],
        Meta(
            description="kept: as published, the snake may run in a loop for ever; broken: it "
            "leaves such a loop by following the cycle"
        ),
    ] = "kept"


class Costs(Shown, frozen=True):
    """Edge costs of the path search, added to 1000 for the step."""

    inside: Annotated[Cost, Meta(description="cost of a move within a cell, added to 1000")] = 499
    new: Annotated[Cost, Meta(description="cost of a move into a cell without body")] = 2400
    parent: Annotated[Cost, Meta(description="cost of a move into the parent of the cell")] = 0


class Amounts(NamedTuple):
    """Values of the options of the same names for one effort."""

    candidates: int
    finalists: int = 4
    samples: int = 0
    replies: int = 0


EFFORTS: Final = {
    "fast": Amounts(3),
    "default": Amounts(40),
    "deep": Amounts(100, 16, 8),
    "deepest": Amounts(1000, 16, 32, 4),
}


class Effort(Shown, frozen=True):
    effort: Annotated[
        Literal["fast", "default", "deep", "deepest"],
        Meta(description="planning time for each apple; more time saves steps"),
    ] = "default"
    candidates: Annotated[
        int,
        Meta(
            ge=-1,
            le=10_000,
            description="plans to try after the first; -1: set by the effort",
        ),
    ] = -1
    finalists: Annotated[
        int,
        Meta(
            ge=-1,
            le=16,
            description="best plans to compare by roll-outs; 0 or 1: no roll-outs; -1: set by the "
            "effort",
        ),
    ] = -1
    samples: Annotated[
        int,
        Meta(ge=-1, le=32, description="sampled next apples per finalist; -1: set by the effort"),
    ] = -1
    replies: Annotated[
        int,
        Meta(ge=-1, le=100, description="plans to try per sampled apple; -1: set by the effort"),
    ] = -1
    evaluation: Annotated[
        Literal["patterns", "distances"],
        Meta(
            description="evaluation of the state after an apple: distances, or on large boards "
            "also patterns"
        ),
    ] = "patterns"
    tolls: Annotated[
        int,
        Meta(
            ge=0,
            le=400,
            description="detours of a plan before which moves that cut off cells get an extra cost",
        ),
    ] = 3
    seed: Annotated[int, Meta(ge=1, le=2**31 - 2, description="seed of random choices")] = 1


@dataclass(frozen=True)
class Solver:
    """Plugin object of a bot that plays Snake with a policy."""

    summary: str
    policy: Callable[[Any], Policy]
    """Makes the policy from the options."""
    options: type[Shown] = Shown

    @hookimpl
    def gridbots_bot(self) -> BotType:
        return BotType(
            summary=self.summary,
            make=self.make,
            options=self.options,
            games=("snake",),
            policy=lambda game, options: self.policy(options),  # noqa: ARG005  one game only
        )

    def make(self, game: Game, options: Shown) -> Bot:  # noqa: ARG002  one game only
        from gridbots.bot.policy_bot import PolicyBot
        from gridbots_hamiltonian.bot import SolverBot

        kind = SolverBot if options.overlay else PolicyBot
        return kind(self.policy(options), getattr(options, "seed", 0))


class SwiftSolver(Solver):
    """Plugin object of swift, which compiles only the code that the board needs."""

    def make(self, game: Game, options: Shown) -> Bot:  # noqa: ARG002  one game only
        from gridbots_hamiltonian.swift.policy import SwiftBot

        seed = getattr(options, "seed", 0)
        return SwiftBot(self.policy(options), seed, overlay=options.overlay)


# Listing bots imports this module, so the solvers are imported only when they play.


def _zig_zag(options: Settings) -> Policy:  # noqa: ARG001  no options
    from gridbots_hamiltonian import cycle_solvers

    return cycle_solvers.choose_zig_zag


def _fixed(options: Settings) -> Policy:  # noqa: ARG001  seeded by the caller
    from gridbots_hamiltonian import cycle_solvers

    return cycle_solvers.fixed()


def _zig_zag_cut(options: Settings) -> Policy:  # noqa: ARG001  no options
    from gridbots_hamiltonian import column_sweep

    return column_sweep.policy()


def _phc(options: Settings) -> Policy:  # noqa: ARG001  no options
    from gridbots_hamiltonian import cycle_solvers

    return cycle_solvers.phc()


def _dhcr(options: Loops) -> Policy:
    from gridbots_hamiltonian import dynamic_cycle

    return dynamic_cycle.policy(breaks_loops=options.loops == "broken")


def _cell(**fields: int) -> Callable[[Settings], Policy]:
    """The policy of a cell solver, from the fields of its memory that are not 0."""

    def policy(options: Settings) -> Policy:  # noqa: ARG001  no options
        from gridbots_hamiltonian import cell_solver

        return cell_solver.policy(**fields)

    return policy


def _cell_variant(options: Costs) -> Policy:
    from gridbots_hamiltonian import cell_solver

    return cell_solver.policy(
        inside_cost=options.inside, new_cost=options.new, parent_cost=options.parent
    )


def _swift(options: Effort) -> Remembering:
    from gridbots_hamiltonian.swift.policy import policy

    usual = EFFORTS[options.effort]
    return policy(
        candidates=usual.candidates if options.candidates < 0 else options.candidates,
        finalists=usual.finalists if options.finalists < 0 else options.finalists,
        samples=usual.samples if options.samples < 0 else options.samples,
        replies=usual.replies if options.replies < 0 else options.replies,
        seed=options.seed,
        tolls=options.tolls,
        patterns=options.evaluation == "patterns",
    )


def _path_greedy(options: Settings) -> Policy:  # noqa: ARG001  seeded by the caller
    from gridbots_hamiltonian import path_solvers

    return path_solvers.choose_greedy


def _hamilton(options: Shortcuts) -> Policy:
    from gridbots_hamiltonian import path_solvers

    return path_solvers.hamilton(no_shortcuts=not options.shortcuts)


zig_zag = Solver("follows the zig-zag Hamiltonian cycle", _zig_zag)
fixed = Solver("follows a random Hamiltonian cycle", _fixed, Seeded)
zig_zag_cut = Solver("sweeps in columns and cuts them short", _zig_zag_cut)
phc = Solver("takes shortcuts on the zig-zag, never past its tail", _phc)
dhcr = Solver("repairs its Hamiltonian cycle to contain the shortest path", _dhcr, Loops)
cell = Solver("plans in the tree of its cells and looks ahead to the apple", _cell())
cell1 = Solver("like cell, but looks ahead one step", _cell(lookahead=2))
cell_keep = Solver("like cell, but plans as if its tail did not move", _cell(lookahead=1))
cell_fixed = Solver("like cell, but follows each plan to its end", _cell(keeps_plans=1))
cell_variant = Solver("like cell, but prefers the parent cell to new cells", _cell_variant, Costs)
path_greedy = Solver("takes the shortest path if a path to the tail remains", _path_greedy, Seeded)
hamilton = Solver(
    "follows a Hamiltonian cycle made from the longest path, with shortcuts", _hamilton, Shortcuts
)
swift = SwiftSolver(
    "follows the best of many plans for each apple; far fewer steps", _swift, Effort
)
