"""Weights of several learners: a row that an optimizer changes, and arrays to compute with.

These arrays are parts of the row. In mixed precision (Micikevicius and others 2018) they are copies
in bfloat16, and the row holds the master weights: small steps would be lost in the copies. The
products of unaligned matrices take several times as long there, so that inputs of dense layers are
padded with zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import torch
from torch.nn import functional

if TYPE_CHECKING:
    from collections.abc import Mapping

Tensor = Any
LANES: Final = 32
"""Numbers in bfloat16 of the widest registers."""
PRECISE: Final = ("value", "actions")
"""Layers that compute in single precision always, by the beginnings of their names."""


class MasterWeights:
    """A row of the weights of all learners, first those of the first array of each learner."""

    def __init__(
        self, shapes: Mapping[str, tuple[int, ...]], row: Tensor, *, halves: bool = False
    ) -> None:
        """`shapes`: of each array, learners first; `halves`: compute in bfloat16."""
        self._shapes = dict(shapes)
        self._halves = halves
        self.row = row
        self.gradient = torch.zeros_like(row)
        self._named = self.named(row)
        self.arrays = {name: self._working(name, part) for name, part in self._named.items()}
        """To compute with, by name: (learners, ...)."""
        self.renew()

    def copy(self) -> MasterWeights:
        return MasterWeights(self._shapes, self.row.clone(), halves=self._halves)

    def named(self, row: Tensor) -> dict[str, Tensor]:
        """The parts of a row, by the names of their arrays."""
        sizes = [torch.Size(shape).numel() for shape in self._shapes.values()]
        parts = zip(row.split(sizes), self._shapes.items(), strict=True)
        return {name: part.view(shape) for part, (name, shape) in parts}

    def _working(self, name: str, part: Tensor) -> Tensor:
        if not self._halves or name.startswith(PRECISE):
            return part.detach().requires_grad_()
        copy = part.to(torch.bfloat16)
        if name.startswith("dense") and name.endswith("weight"):
            copy = functional.pad(copy, (0, -copy.shape[-1] % LANES))
        return copy.requires_grad_()

    def take(self, other: MasterWeights) -> None:
        """Become those of another."""
        self.row.copy_(other.row)
        self.renew()

    def renew(self) -> None:
        """Bring the arrays up to date after a change of the row."""
        if not self._halves:
            return
        with torch.no_grad():
            for name, part in self._named.items():
                self.arrays[name][..., : part.shape[-1]].copy_(part)

    def gradient_of(self, loss: Tensor) -> Tensor:
        """The gradient of a loss, as a row; the next call overwrites it."""
        found = torch.autograd.grad(loss, list(self.arrays.values()))
        for part, gradient in zip(self.named(self.gradient).values(), found, strict=True):
            part.copy_(gradient[..., : part.shape[-1]])
        return self.gradient
