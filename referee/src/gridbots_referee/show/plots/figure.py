"""Matplotlib figures in the common style of all plots; they need the extra `plots`.

The same values give the same bytes. People with any colour vision can distinguish the colours, and
no information is shown by colour alone.
"""

from __future__ import annotations

import importlib.util
import io
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import PluginError
from gridbots.training.plot_style import INK, RULES, number_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

WIDTH: Final = 7.0
"""Inches."""
STYLE: Final[Any] = {
    "axes.edgecolor": RULES,
    "axes.formatter.use_mathtext": False,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "font.family": "sans-serif",
    "font.size": 9.5,
    "grid.color": RULES,
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "gridbots",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}
"""Constant ids, searchable text, and no mathematics in names with a $."""


def check_matplotlib() -> None:
    """Report early that matplotlib is missing.

    Raises:
        PluginError: matplotlib is not installed.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise PluginError("matplotlib is not installed; run pip install 'gridbots-referee[plots]'")


@contextmanager
def styled_figure(width: float, height: float) -> Iterator[Figure]:
    """A figure of this size in inches; draw on it and save it within the context."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        # A PNG shows a box for a letter that the font lacks; an SVG contains the letter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield Figure(figsize=(width, height), layout="constrained")


def svg_text(figure: Figure) -> str:
    """The figure as the text of an SVG file."""
    text = io.BytesIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue().decode()


def plain_log(axis: Axis, low: float, high: float) -> None:
    """Label a logarithmic axis with plain numbers: 3, 5, 7 and not 3 x 10^0."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    is_narrow = high / low < 20
    axis.set_major_locator(MaxNLocator(5) if is_narrow else LogLocator(subs=(1, 2, 5)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: number_text(value)))
