"""Cache of the overloads of a kernel: compiled code on disk, by the types of its arguments."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from numba.core import config, types
from numba.core.caching import FunctionCache

from gridbots.kernel.cache import code_folder, code_home
from gridbots.kernel.numba_errors import explained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

PATIENCE_S: Final = 120.0
"""Longest wait for a process that compiles the same code: it may have been stopped."""
POLL_S: Final = 0.02
"""Interval between attempts to take the lock."""


class OverloadCache:
    """Like numba's cache of a function, but with each overload in the folder for its records.

    numba's own cache checks only the file of the function, so it would keep code of the old rules
    after a rule has changed.
    """

    def __init__(self, function: Callable[..., Any], *, brief: bool) -> None:
        self.function = function
        self.brief = brief
        self._caches: dict[str, FunctionCache] = {}

    @property
    def cache_path(self) -> str:
        return str(code_home())

    def load_overload(self, sig: Sequence[Any], target_context: Any) -> Any:
        return self._cache_for(sig).load_overload(sig, target_context)

    def save_overload(self, sig: Sequence[Any], data: Any) -> None:
        self._cache_for(sig).save_overload(sig, data)

    def compile_once(self, compile_for: Callable[..., Any], sig: Sequence[Any]) -> Any:
        """Compile, unless another process already does; then load its result.

        Raises:
            CompileError: numba cannot compile it.
        """
        cache = self._cache_for(sig)
        place = f"{self.function.__qualname__}-{hashlib.sha256(str(sig).encode()).hexdigest()[:16]}"
        with locked(Path(cache.cache_path, f"{place}.lock")):
            try:
                return compile_for(sig)
            except Exception as error:  # noqa: BLE001  numba fails in many ways
                raise explained(error, self.function) from None

    def _cache_for(self, sig: Sequence[Any]) -> FunctionCache:
        folder = code_folder(self.function, records_in(sig))
        # numba finds code by types alone, and would confuse the two kinds.
        place = folder / "brief" if self.brief else folder
        if str(place) not in self._caches:
            place.mkdir(parents=True, exist_ok=True)
            config.CACHE_DIR = str(place)
            self._caches[str(place)] = FunctionCache(self.function)
        return self._caches[str(place)]


@contextlib.contextmanager
def locked(place: Path) -> Iterator[None]:
    """Hold a lock between processes, if this file can be created and the lock is free in time.

    It is not a `flock`, because processes forked in the block would also hold that.
    """
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            _take(held.enter_context(place.open("w")))
            held.callback(place.unlink, missing_ok=True)
        yield


def _take(file: IO[str]) -> None:
    """Take the lock; TimeoutError if other processes hold it too long."""
    for _ in range(int(PATIENCE_S / POLL_S)):
        with contextlib.suppress(BlockingIOError):
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(POLL_S)
    raise TimeoutError


def records_in(given: Iterable[Any]) -> Iterator[tuple[str, ...]]:
    """The names of the fields of all records within these types, one after the other."""
    for each in given:
        if isinstance(each, types.Record):
            yield tuple(each.fields)
            yield from records_in(field.type for field in each.fields.values())
        elif isinstance(each, types.Array | types.NestedArray):
            yield from records_in([each.dtype])
        elif isinstance(each, types.BaseTuple):  # type: ignore[attr-defined]
            yield from records_in(each.types)
