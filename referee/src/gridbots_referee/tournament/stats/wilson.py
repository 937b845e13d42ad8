"""Wilson's interval of a share: it has a width where all matches, or none, went one way."""

from __future__ import annotations

import math


def wilson_half(share: float, number: int, deviates: float) -> float:
    """Half of Wilson's interval of a share of so many independent trials.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    `deviates`: standard normal deviates on either side, 1.96 for 95 %.
    """
    spread = share * (1 - share) / number + (deviates / number) ** 2 / 4
    return deviates * math.sqrt(spread) / (1 + deviates**2 / number)
