"""Fuzz targets: each takes any bytes, and raises only `GridbotsError`.

The property tests feed them damaged seeds; the nightly run lets coverage guide the damage.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.show.show_records import random_record
from tests.tournament.stored import fixture, played, tournament

from gridbots import Bot
from gridbots import record as records
from gridbots.bot.runner import ProtocolAdapter, entry_with_options
from gridbots.errors import GridbotsError
from gridbots.pictures.overlay import read_overlay
from gridbots.plugins import installed_bots, load_bot, load_game
from gridbots.plugins.bot_text import parse_bot
from gridbots.protocol import greeting, read_reply, reply_words, wire_names
from gridbots.record.verification import verify
from gridbots.settings import describe, parse_assignments
from gridbots_referee.cli.commands import load
from gridbots_referee.cli.config import NAME as CONFIG
from gridbots_referee.cli.config import default_map
from gridbots_referee.experiments import experiment
from gridbots_referee.play.launch import find_bot
from gridbots_referee.show.replay.replay import replay_of
from gridbots_referee.show.tables.report import report
from gridbots_referee.show.viewer.html_export import html_page
from gridbots_referee.show.viewer.sites.record_site import row_of
from gridbots_referee.tournament.formats import tournament_file
from gridbots_referee.tournament.formats.openings import read_openings
from gridbots_referee.tournament.stats.pairwise import crosstable
from gridbots_referee.tournament.store.query import MatchFilter
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import summarise

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.plugins import Installed

GAMES: Final = ("light-riders", "multisnake", "paperio", "snake")
ROOT: Final = Path(__file__).parents[2]
Target = Callable[[bytes], object]


class _FirstMove(Bot):
    """Plays the first legal move."""

    def choose(self, observation: Any, budget: Any) -> int:  # noqa: ARG002  it is the interface
        return 0


@functools.cache
def _game(name: str) -> Game:
    return load_game(name)


@functools.cache
def _bots() -> dict[str, Installed]:
    return installed_bots()


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def conversation(data: bytes) -> None:
    """The lines that a bot is sent; the first one names the game."""
    first, _, rest = data.partition(b"\n")
    name = _text(first)
    adapter = ProtocolAdapter(_FirstMove(), _game(name if name in GAMES else GAMES[0]))
    for line in _text(rest).splitlines(keepends=True):
        adapter.read(line)


def reply(data: bytes) -> None:
    """The lines that a bot sends."""
    read_reply(data, reply_words(_game(GAMES[0])))


def overlay(data: bytes) -> None:
    """The overlay lines of a bot."""
    read_overlay(data)


def record(data: bytes) -> None:
    """A record, plain or packed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(data)
        assert row_of(path)  # of the list of `view`, where a bad record is a row
        loaded = records.read(path)
    report(loaded)
    if loaded.match.game in GAMES:
        game = _game(loaded.match.game)
        verify(game, loaded)
        shown = replay_of(game, loaded)
        shown.about()
        html_page(shown)


def tournament_toml(data: bytes) -> None:
    tournament_file.parse(_text(data), ROOT)


def experiment_toml(data: bytes) -> None:
    experiment.parse(_text(data))


def openings(data: bytes) -> None:
    game = _game(GAMES[0])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openings"
        path.write_bytes(data)
        read_openings(path, game, game.make_settings({}))


def bots(data: bytes) -> None:
    """Bots with options, as words of a command line."""
    for text in tournament_file.split_bots([_text(data)]):
        find_bot(text, GAMES[0], _bots())
        name, values = parse_bot(text)
        if name in _bots():
            entry_with_options(load_bot(name), name, _game(GAMES[0]), values)


def settings(data: bytes) -> None:
    """Settings as words of a command line, the game before them."""
    name, *words = _text(data).split(";")
    game = _game(name if name in GAMES else GAMES[0])
    game.setup(game.make_settings(parse_assignments(words)), 1)


def store(data: bytes) -> None:
    """The file of a tournament, read as the commands read it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        path.write_bytes(data)
        with Store.open(path, read_only=True) as opened:
            summarise(opened)
            crosstable(opened.arrays(), len(opened.tournament.bots))
            list(opened.matches(MatchFilter(bot=0, termination="late")))
            opened.played()


def configuration(data: bytes) -> None:
    path = Path(CONFIG)
    path.write_bytes(data)
    default_map("run", load("run"))


TARGETS: Final[dict[str, Target]] = {
    target.__name__: target
    for target in (
        conversation, reply, overlay, record, tournament_toml, experiment_toml, openings, bots,
        settings, store, configuration,
    )
}  # fmt: skip


def fuzz(target: Target, data: bytes) -> None:
    """Only `GridbotsError` may be raised."""
    with suppress(GridbotsError):
        target(data)


def seeds(name: str) -> list[bytes]:
    """Valid inputs."""
    return _SEEDS[name]()


def _conversations() -> list[bytes]:
    texts = []
    for name in GAMES:
        game = _game(name)
        settings = game.make_settings({})
        seats = game.seats(settings)
        state = game.setup(settings, 3)
        lines = [name.encode(), *greeting(wire_names(seats), 0, 10_000, 200)]
        lines += game.wire.settings_lines(settings)
        update = game.wire.updates(game.observation(state, 0), 0)
        texts.append(b"\n".join(lines) + b"\n" + (update + b"action move 10000\n") * 2)
    return texts


def _settings() -> list[bytes]:
    """All numbers among the settings of each game."""
    texts = []
    for name in GAMES:
        fields = describe(_game(name).settings)
        numbers = [f"{each.name}={each.default}" for each in fields if type(each.default) is int]
        texts.append(";".join([name, *numbers]).encode())
    return texts


def _stores() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        with Store.create(path, tournament()) as opened:
            for number in range(4):
                each = fixture(number)
                kept = played(each)
                opened.add(each, kept, records.write(kept, opened.records))
        return [path.read_bytes()]


OVERLAY: Final = (
    b'{"path":[[4,7,"urr"]],"cells":[[1,2,0.5]],"value":0.25,"depth":9,"pv":["up"],"note":"a"}'
)
_SEEDS: Final[dict[str, Callable[[], list[bytes]]]] = {
    "conversation": _conversations,
    "reply": lambda: [b"up", b"no_moves\r\n"],
    "overlay": lambda: [OVERLAY],
    "record": lambda: [records.encode(random_record(seed)) for seed in (1, 2)],
    "tournament_toml": lambda: [tournament_file.EXAMPLE.encode()],
    "experiment_toml": lambda: [
        path.read_bytes() for path in sorted((ROOT / "experiments").glob("*.toml"))
    ],
    "openings": lambda: [b'{"seed":7,"moves":[["up","left"],["up","up"]]}\n{"seed":8}\n'],
    "bots": lambda: [b"minimax:depth=4,evaluation=attack,random:seed=1", b"sh -c 'exit 3' x"],
    "settings": _settings,
    "store": _stores,
    "configuration": lambda: [
        b'[run]\ntimebank = 5\nset = ["a=b"]\nstrict = true\nask = "in-turn"'
    ],
}
