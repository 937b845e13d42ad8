"""Device: the processor or a GPU, and its tensors as arrays for checkpoints."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
import torch
from msgspec import Meta

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

Device = Annotated[
    Literal["auto", "cpu", "cuda"],
    Meta(description="processor or GPU; auto: a GPU if there is one"),
]
Tensor = Any


def device_of(name: str) -> torch.device:
    """The torch device of this name; `auto`: a GPU if there is one.

    Raises:
        SettingsError: there is no such device.
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise SettingsError("device: torch finds no GPU here, got device=cuda; try device=cpu")
    # cuBLAS needs this for deterministic results, and reads it when it is first used.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    return torch.device(name)


class Mirrored:
    """Tensors of a device, and arrays that mirror them; on the processor they share memory."""

    def __init__(self, tensors: Mapping[str, Tensor]) -> None:
        self._tensors = dict(tensors)
        self._arrays = {name: in_memory(tensor) for name, tensor in self._tensors.items()}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Copies of the tensors; call `upload` after changing them."""
        for name, array in self._arrays.items():
            if self._tensors[name].is_cuda:
                np.copyto(array, in_memory(self._tensors[name]))
        return dict(self._arrays)

    def upload(self) -> None:
        """Copy the arrays to the device."""
        with torch.no_grad():
            for name, array in self._arrays.items():
                if self._tensors[name].is_cuda:
                    self._tensors[name].copy_(torch.from_numpy(array))


def in_memory(tensor: Tensor) -> NDArray[Any]:
    found: NDArray[Any] = tensor.detach().cpu().numpy()
    return found
