"""Colour perception: colour vision deficiencies, differences (CIEDE2000) and contrast.

Simulation after G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based
model for simulation of color vision deficiency" (2009), at its full severity, in linear RGB.
Difference after G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 color-difference formula" (2005).
Contrast after WCAG 2.1.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """`#rrggbb` as linear RGB."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def _times(matrix: Matrix, vector: Triple) -> Triple:
    first, second, third = (
        sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix
    )
    return first, second, third


def lab(colour: str, vision: str = "normal") -> Triple:
    """CIELAB of a colour as seen with this colour vision."""
    seen = _times(VISIONS[vision], linear(colour))
    inside = tuple(min(max(part, 0.0), 1.0) for part in seen)
    xyz = _times(_TO_XYZ, (inside[0], inside[1], inside[2]))
    fx, fy, fz = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
        for share in (part / white for part, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, vision: str = "normal") -> float:
    """CIEDE2000 between two colours."""
    return ciede2000(lab(one, vision), lab(other, vision))


def ciede2000(one: Triple, other: Triple) -> float:
    mean_chroma = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    (light1, chroma1, hue1), (light2, chroma2, hue2) = (
        (light, hypot(a * stretch, b), degrees(atan2(b, a * stretch)) % 360)
        for light, a, b in (one, other)
    )
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    middle = hue1 + turn / 2 if chroma1 * chroma2 else hue1 + hue2
    lights, chromas = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    weight = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    by_light = (light2 - light1) / (1 + 0.015 * (lights - 50) ** 2 / sqrt(20 + (lights - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chromas)
    by_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chromas * weight)
    bend = sin(radians(60 * exp(-((((middle % 360) - 275) / 25) ** 2))))
    rotation = -2 * sqrt(chromas**7 / (chromas**7 + 25**7)) * bend
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def contrast(one: str, other: str) -> float:
    """Contrast ratio, from 1 to 21."""
    dark, light = sorted(_times(_TO_XYZ, linear(each))[1] for each in (one, other))
    return (light + 0.05) / (dark + 0.05)
