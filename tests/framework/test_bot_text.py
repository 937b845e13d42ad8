"""Bots as users name them."""

from __future__ import annotations

import pytest

from gridbots.errors import SettingsError
from gridbots.plugins import bot_text
from gridbots.plugins.bot_text import parse_bot


@pytest.fixture(autouse=True)
def _lead_takes_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_text, "takes_command", lambda name: name == "lead")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("minimax", {}),
        ("minimax:depth=4,tt=off", {"depth": "4", "tt": "off"}),
        ("lead:./bot", {"command": "./bot"}),
        ("lead:./bot --depth=3 'a b'", {"command": "./bot --depth=3 'a b'"}),
        ("lead:port=8 path=/a,b ./bot x=1", {"port": "8", "path": "/a,b", "command": "./bot x=1"}),
        ("lead://host:80/a", {"command": "//host:80/a"}),
    ],
)
def test_a_bot_has_options_or_options_and_a_command(text: str, options: dict[str, str]) -> None:
    assert parse_bot(text) == (text.partition(":")[0], options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minimax:depth", "expected minimax option as name=value, got 'depth'"),
        ("lead", "expected lead:COMMAND, a command after the colon, got ''"),
        ("lead:port=8", "expected lead:COMMAND, a command after the colon, got 'port=8'"),
        ("lead:'", 'expected a command after lead:, got "\'": No closing quotation'),
        ("lead:port=8 port=9 ./bot", "lead option 'port' is given twice"),
    ],
)
def test_text_that_is_not_a_bot_is_refused(text: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_bot(text)
    assert str(caught.value) == message
