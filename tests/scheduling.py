"""Which tests one process runs, where pytest-xdist runs them in several (`scripts/test`).

A process runs a file after the other, and files that compile the same code one after the other:
what it has typed and compiled for the first serves the next ones, whereas two processes would
both compile it, at the same time. Matches whose clocks are looked at do not run beside a browser,
which takes all cores for moments: one process runs both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

BROWSER: Final = "clocks, and pages in a browser"
BESIDE_NO_BROWSER: Final = (
    "tests/viewer/",
    "tests/play/test_fault_matrix.py",
    "tests/play/test_zygote.py",
)
"""How the files begin that are one unit in the slow set: no other set has a browser."""
TOGETHER: Final = {
    "example games": (
        "tests/docs/test_example_games.py",
        "tests/docs/test_commands.py",
        "tests/docs/test_contributing.py",
    ),
    "alpha-beta, and minimax in turns": (
        "tests/search/test_alphabeta.py",
        "tests/search/test_minimax_in_turns.py",
        "tests/bots/test_minimax.py",
        "tests/bots/test_minimax_light_riders.py",
        "tests/bots/test_minimax_overlays.py",
        "tests/golden/test_minimax_in_turns.py",
        "tests/golden/test_minimax_light_riders.py",
        "tests/golden/test_paperio_agents.py",
    ),
    "batches and rules": (
        "tests/games/test_conformance.py",
        "tests/framework/test_vector.py",
        "tests/framework/test_environments.py",
        "tests/framework/test_any_game.py",
    ),
    "solvers of Snake": (
        "tests/bots/test_solvers.py",
        "tests/bots/test_solvers_overlay.py",
        "tests/bots/test_swift.py",
        "tests/bots/test_swift_patterns.py",
        "tests/golden/test_solvers.py",
    ),
    "minimax of Paper.io": (
        "tests/search/test_minimax.py",
        "tests/bots/test_minimax_paperio.py",
        "tests/golden/test_minimax_paperio.py",
    ),
    "searches of Multiplayer Snake": (
        "tests/bots/test_minimax_multisnake.py",
        "tests/golden/test_minimax_multisnake.py",
    ),
}
"""Files that compile the same code, by what that is; those that take longest come first."""
UNIT_OF: Final = {file: unit for unit, files in TOGETHER.items() for file in files}


class Scheduling(LoadScopeScheduling):
    """Work units are files, or those that belong together; they are begun in the order above."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if self.config.getoption("--slow") and file.startswith(BESIDE_NO_BROWSER):
            return BROWSER
        return UNIT_OF.get(file, file)

    def _assign_work_unit(self, node: WorkerController) -> None:
        for unit in (BROWSER, *TOGETHER):
            if unit in self.workqueue:
                self.workqueue.move_to_end(unit, last=False)
                break
        super()._assign_work_unit(node)
