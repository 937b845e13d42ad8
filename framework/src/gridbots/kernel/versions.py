"""Versions and options of the compiler, which compiled code depends on."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import Final

COMPILER_VARIABLES: Final = (
    "NUMBA_OPT", "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_LOOP_VECTORIZE",
    "NUMBA_SLP_VECTORIZE",
)  # fmt: skip
"""Environment variables that change the code that numba makes; the processor counts in any case."""


def versions_digest() -> hashlib._Hash:
    """The beginning of a digest: versions and options of the compiler and its libraries."""
    versions = [f"{name} {_version(name)}" for name in ("numpy", "numba", "llvmlite")]
    chosen = [(name, os.environ.get(name)) for name in COMPILER_VARIABLES]
    return hashlib.sha256(f"{sys.implementation.cache_tag} {versions} {chosen}".encode())


def _version(package: str) -> str:
    import importlib.metadata

    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "none"
