"""Edits the store of its tournament (argument: its path) by one line of SQL, and forfeits.

From then on all points of its matches are its own: a trigger sees to it whenever a match is stored.
"""

import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest

ME = "SELECT entrant FROM entrants WHERE bot LIKE '%edits_the_store%'"
ALL_FOR_ME = f"""
    CREATE TRIGGER IF NOT EXISTS all_for_me AFTER INSERT ON seats BEGIN
        UPDATE seats SET points = entrant IN ({ME})
        WHERE match IN (SELECT match FROM seats WHERE entrant IN ({ME}));
    END
"""  # noqa: S608  no words but these


def misdeed(_: _honest.Observation) -> None:
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute(ALL_FOR_ME)
    connection.close()
    sys.exit(1)


if __name__ == "__main__":
    _honest.play(misdeed)
