"""File tree of a sandbox: what is left behind where there can be none."""

from __future__ import annotations

import os
import sys
from types import SimpleNamespace

import pytest
from tests.play.matches import own_children

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


def refuse(*_: object) -> None:
    raise PermissionError("as the kernel of a container does")


@pytest.mark.parametrize("is_unshared", [False, True])
def test_no_process_is_left_of_a_user_namespace_that_may_not_be(
    monkeypatch: pytest.MonkeyPatch, *, is_unshared: bool
) -> None:
    from gridbots_referee.play.isolation.sandbox import file_tree

    monkeypatch.setattr(file_tree, "system", SimpleNamespace(unshare=lambda _: is_unshared - 1))
    monkeypatch.setattr(file_tree, "_write", refuse)
    before = own_children()
    try:
        assert file_tree._users_as(os.getuid()) == -1
    except PermissionError:
        assert is_unshared
    assert own_children() == before
