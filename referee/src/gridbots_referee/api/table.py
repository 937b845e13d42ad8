"""Table: rows with named columns, as text, as HTML in notebooks, and as a data frame of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]


class Table(Sequence[Row]):
    """Rows: dictionaries with the same keys, the columns."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> None:
        self._rows = [dict(row) for row in rows]
        self.columns = tuple(columns or (self._rows[0] if self._rows else ()))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def __getitem__(self, index: int | slice) -> Row | Table:
        if isinstance(index, slice):
            return Table(self._rows[index], self.columns)
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self.columns, self._rows) == (other.columns, other._rows)

    __hash__ = None  # type: ignore[assignment]  # its rows may change

    def column(self, name: str) -> list[Any]:
        """The values of a column, from the first row to the last.

        Raises:
            UnknownNameError: there is no such column.
        """
        if name not in self.columns:
            from gridbots.errors import UnknownNameError, nearest

            raise UnknownNameError(
                f"expected a column, got {name!r}; {nearest(name, self.columns)}"
            )
        return [row[name] for row in self._rows]

    def to_pandas(self) -> pd.DataFrame:
        """The table as a data frame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                "a data frame needs pandas, which is not installed; run pip install pandas"
            ) from None
        return pd.DataFrame(self._rows, columns=list(self.columns))

    def __repr__(self) -> str:
        from gridbots_referee.show.terminal.text import align

        if not self._rows:
            return "no rows"
        texts = [[_text(row[name]) for name in self.columns] for row in self._rows]
        sides = "".join("r" if _is_number(value) else "l" for value in self._rows[0].values())
        return "\n".join(align([self.columns, *texts], right=sides))

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(_text(row[name]))}</td>' for name in self.columns)}</tr>"
            for row in self._rows
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _text(value: object) -> str:
    from gridbots_referee.show.terminal.text import visible

    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else visible(str(value))
