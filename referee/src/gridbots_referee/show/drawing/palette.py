"""Palette: colours by name in a dark and a light theme, and patterns that distinguish seats.

People with any colour vision can distinguish the first eight seats (a test computes it). Further
seats also differ in their patterns, the shapes of their heads and their numbers.
"""

from __future__ import annotations

from typing import Final, Literal

ThemeName = Literal["dark", "light"]
SEATS: Final = 16
"""Seats with different colours and patterns; further seats repeat them."""

PLAIN: Final[dict[ThemeName, dict[str, str]]] = {
    "dark": {
        "ground": "#0f141b",
        "grid": "#1b2430",
        "edge": "#33404f",
        "block": "#536173",
        "hazard": "#8a4fa8",
        "text": "#e6ebf1",
        "faint": "#8b98a7",
        "item": "#ff5a4f",
        "shine": "#ffd9d4",
        "special": "#ff9d2e",
        "onItem": "#241a00",
        "fog": "#39434f",
        "mark": "#ffffff",
    },
    "light": {
        "ground": "#fbfcfd",
        "grid": "#e8ecf0",
        "edge": "#b9c3ce",
        "block": "#8d99a6",
        "hazard": "#a566c4",
        "text": "#141a21",
        "faint": "#5a6673",
        "item": "#d3202b",
        "shine": "#ffc9c4",
        "special": "#ff9d2e",
        "onItem": "#241a00",
        "fog": "#aab4bf",
        "mark": "#000000",
    },
}
SEAT_COLOURS: Final[dict[ThemeName, tuple[str, ...]]] = {
    "dark": (
        "#407fff",
        "#fed047",
        "#6efde9",
        "#c95376",
        "#878d00",
        "#e48f83",
        "#d3aaf9",
        "#c4f6b1",
        "#008d89",
        "#a544d6",
        "#a56b38",
        "#0cba2a",
        "#71c8ee",
        "#548a53",
        "#fda456",
        "#937cbe",
    ),
    "light": (
        "#113881",
        "#713200",
        "#2a9c85",
        "#e044e9",
        "#9c8c16",
        "#ae5255",
        "#7724e9",
        "#5b7108",
        "#008cce",
        "#6c0c4a",
        "#e66700",
        "#005a32",
        "#915f96",
        "#f4428d",
        "#606ac5",
        "#269d30",
    ),
}
INKS: Final = ("#ffffff", "#000000")
"""Colours of text on the colour of a seat: `seat3.ink` is the one with more contrast."""
SHADES: Final = {"body": ("ground", 0.84), "dim": ("ground", 0.5), "plan": ("mark", 0.55)}
"""Shades of a seat: the other colour, and the share of the seat's own colour."""

Segment = tuple[float, float, float, float]
PATTERNS: Final[tuple[tuple[Segment, ...], ...]] = (
    (),
    ((0, 1, 1, 0),),
    ((0.5, 0.5, 0.5, 0.5),),
    ((0, 0.5, 1, 0.5), (0.5, 0, 0.5, 1)),
    ((0.5, 0, 0.5, 1),),
    ((0, 0.5, 1, 0.5),),
    ((0, 0, 1, 1),),
    ((0, 0, 1, 1), (0, 1, 1, 0)),
    ((0.25, 0.25, 0.25, 0.25), (0.75, 0.75, 0.75, 0.75)),
    ((0.25, 0, 0.25, 1), (0.6, 0, 0.6, 1)),
    ((0, 0.25, 1, 0.25), (0, 0.6, 1, 0.6)),
    ((0.3, 0.5, 0.7, 0.5), (0.5, 0.3, 0.5, 0.7)),
    ((0, 0.7, 0.5, 0.3), (0.5, 0.3, 1, 0.7)),
    ((0.3, 0.3, 0.7, 0.3), (0.7, 0.3, 0.7, 0.7), (0.7, 0.7, 0.3, 0.7), (0.3, 0.7, 0.3, 0.3)),
    ((0.2, 0.8, 0.8, 0.2),),
    ((0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 1)),
)
"""Lines of a tile by seat, in units of the tile (half a cell); a line without length is a dot."""
PATTERN_WIDTH: Final = 0.06
"""Width of the lines of a pattern, in cells."""
CORES: Final[tuple[tuple[float, ...], ...]] = (
    (),
    (1.0, 0.0),
    (0.16, 0.17),
    (0.33, 0.17),
    (0.5, 0.5),
    (0.08, 0.25),
    (0.7, 0.3),
    (0.3, 0.7),
    (0.16, 0.17, 0.5, 0.17),
    (0.08, 0.12, 0.08, 0.72),
    (0.6, 0.1, 0.2, 0.1),
    (0.1, 0.1),
    (0.9, 0.1),
    (0.25, 0.25),
    (0.08, 0.92),
    (0.1, 0.15, 0.1, 0.15, 0.4, 0.1),
)
"""Dashes of the thin line inside the thick one by seat, in cells; the first seat has none."""


def seat_colour(seat: int) -> str:
    """The name of the colour of a seat, or of no seat (-1)."""
    return f"seat{seat % SEATS}" if seat >= 0 else "faint"


def colour(name: str, theme: ThemeName = "dark") -> str:
    """`#rrggbb` of a colour by its name."""
    return TABLE[theme][name]


def mixed(one: str, other: str, share: float) -> str:
    """A mixture of two colours with `share` of the first one."""
    pairs = zip(rgb(one), rgb(other), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`, from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance as defined by WCAG, from 0 to 1."""
    parts = (part / 255 for part in rgb(colour))
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _table(theme: ThemeName) -> dict[str, str]:
    table = dict(PLAIN[theme])
    named = {f"seat{seat}": text for seat, text in enumerate(SEAT_COLOURS[theme])}
    for name, text in {**named, "faint": table["faint"]}.items():
        table[name] = text
        for shade, (other, share) in SHADES.items():
            table[f"{name}.{shade}"] = mixed(text, table[other], share)
        table[f"{name}.ink"] = INKS[luminance(text) > 0.179]
    return table


TABLE: Final[dict[ThemeName, dict[str, str]]] = {"dark": _table("dark"), "light": _table("light")}
"""All colours by theme and name."""
