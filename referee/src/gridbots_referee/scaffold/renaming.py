"""Renaming of an example: replaces its name in all its forms."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from gridbots.errors import SettingsError

NAME: Final = re.compile("[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Name(NamedTuple):
    """A name of lower-case words, separated by dashes."""

    dashed: str

    @property
    def underscored(self) -> str:
        return self.dashed.replace("-", "_")

    @property
    def camel(self) -> str:
        return "".join(word.capitalize() for word in self.dashed.split("-"))


def checked_name(text: str) -> Name:
    """The name in a text; `my_bot` becomes `my-bot`.

    Raises:
        SettingsError: it cannot name a file, a package and a class.
    """
    dashed = text.replace("_", "-")
    if not NAME.fullmatch(dashed) or len(dashed) > 40:
        raise SettingsError(
            f"expected a name of lower-case letters, digits and dashes such as my-bot, got {text!r}"
        )
    return Name(dashed)


def rename_program(text: str, stem: str, name: Name) -> str:
    """Replace the name of a program, which must not be part of other words."""
    return re.sub(rf"\b{stem}\b", stem_of(stem, name), text)


def stem_of(stem: str, name: Name) -> str:
    """The name of a program, in the form of the example."""
    return name.camel if stem[0].isupper() else name.underscored


def rename_package(text: str, old: str, name: Name) -> str:
    """Replace the name of a package: `gridbots_old`, `gridbots-old`, `old`, `OldBot`."""

    def form(found: re.Match[str]) -> str:
        if found["camel"]:
            return name.camel
        return f"_{name.underscored}" if found["module"] else name.dashed

    pattern = (
        rf"(?P<module>_{old})(?![a-z])|(?<![A-Za-z]){old}(?![a-z])"
        rf"|(?P<camel>{old.capitalize()})(?![a-z])"
    )
    return re.sub(pattern, form, text)
