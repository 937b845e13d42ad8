"""File tree of a sandbox: no process is left behind if a user namespace is refused."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace

import pytest
from tests.play.matches import own_children

from gridbots_referee.play.isolation.sandbox import file_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


def answer(monkeypatch: pytest.MonkeyPatch, result: int) -> None:
    """Make the system call for a user namespace return this value."""
    monkeypatch.setattr(file_tree, "system", SimpleNamespace(unshare=lambda _: result))


def refuse(*_: object) -> None:
    raise PermissionError("as the kernel of a container does")


def test_no_namespace_can_be_created(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, -1)
    before = own_children()
    assert file_tree._users_as(os.getuid()) == -1
    assert own_children() == before


def test_a_namespace_can_be_created_but_no_user_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, 0)
    monkeypatch.setattr(file_tree, "_write", refuse)
    before = own_children()
    with pytest.raises(PermissionError):
        file_tree._users_as(os.getuid())
    assert own_children() == before
