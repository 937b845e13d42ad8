"""System-call filter, run by an interpreter of its instructions."""

from __future__ import annotations

import errno

import pytest

from gridbots_referee.play.isolation.sandbox import seccomp
from gridbots_referee.play.isolation.sandbox.seccomp import ALLOW, ERROR, KILL, REFUSED, UNKNOWN

COLUMNS = {"x86_64": 0, "aarch64": 1}


def answer(machine: str, number: int, argument: int = 0, architecture: int | None = None) -> int:
    """The answer of a machine's filter to a system call."""
    column, own = seccomp.MACHINES[machine]
    seen = {
        seccomp.NUMBER: number,
        seccomp.ARCHITECTURE: own if architecture is None else architecture,
        seccomp.FIRST_ARGUMENT: argument,
    }
    program = seccomp._program(column, own)
    place = loaded = 0
    while True:
        code, if_true, if_false, operand = program[place]
        place += 1
        if code == seccomp.RETURN:
            return operand
        if code == seccomp.LOAD:
            loaded = seen[operand]
        else:
            tests = {
                seccomp.EQUAL: loaded == operand,
                seccomp.AT_LEAST: loaded >= operand,
                seccomp.ANY_BIT: bool(loaded & operand),
            }
            place += if_true if tests[code] else if_false


@pytest.mark.parametrize("machine", COLUMNS)
def test_every_system_call_has_the_answer_of_the_table(machine: str) -> None:
    column = COLUMNS[machine]
    expected = dict.fromkeys(range(500), ALLOW)
    for table, code in ((REFUSED, errno.EPERM), (UNKNOWN, errno.ENOSYS)):
        for numbers in table.values():
            if (number := numbers[column]) is not None:
                expected[number] = ERROR | code
    expected[seccomp.SOCKET[column]] = ERROR | errno.EAFNOSUPPORT
    assert {number: answer(machine, number) for number in expected} == expected


@pytest.mark.parametrize("machine", COLUMNS)
def test_clone_makes_no_namespaces_and_sockets_are_of_known_families(machine: str) -> None:
    column = COLUMNS[machine]
    clone, socket = seccomp.CLONE[column], seccomp.SOCKET[column]
    assert answer(machine, clone, 0x11) == ALLOW
    for flag in (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert answer(machine, clone, flag | 0x11) == ERROR | errno.EPERM
    assert [answer(machine, socket, family) for family in (1, 2, 10, 16)] == [ALLOW] * 4
    assert answer(machine, socket, 40) == ERROR | errno.EAFNOSUPPORT


def test_system_calls_of_other_architectures_kill() -> None:
    assert answer("x86_64", 0, architecture=0x40000003) == KILL
    assert answer("x86_64", seccomp.X32) == KILL
    assert answer("aarch64", 0, architecture=0x40000028) == KILL
