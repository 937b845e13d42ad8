"""Device: the processor or a GPU that computes, and its tensors as arrays, for checkpoints."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

Tensor = Any


def device_of(name: str) -> torch.device:
    """The device of this name, as torch names it; `auto`: a GPU, if there is one.

    Raises:
        SettingsError: there is none of this name.
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise SettingsError("device: expected one that torch finds here, got cuda; try device=cpu")
    # What cuBLAS needs to compute the same bits each time; it reads this when it is first used.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    return torch.device(name)


class Mirrored:
    """Tensors of a device, and arrays in memory that mirror them; on the processor they are one."""

    def __init__(self, tensors: Mapping[str, Tensor]) -> None:
        self._tensors = dict(tensors)
        self._arrays = {name: in_memory(tensor) for name, tensor in self._tensors.items()}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What the tensors hold now; whoever changes it says `filled`."""
        for name, array in self._arrays.items():
            if self._tensors[name].is_cuda:
                np.copyto(array, in_memory(self._tensors[name]))
        return dict(self._arrays)

    def filled(self) -> None:
        """Take what the arrays hold now."""
        with torch.no_grad():
            for name, array in self._arrays.items():
                if self._tensors[name].is_cuda:
                    self._tensors[name].copy_(torch.from_numpy(array))


def in_memory(tensor: Tensor) -> NDArray[Any]:
    found: NDArray[Any] = tensor.detach().cpu().numpy()
    return found
