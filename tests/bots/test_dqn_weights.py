"""Deep Q-learning: weights in single and mixed precision, and their optimizers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.kernel import compiled
from gridbots.vector import as_it_is
from gridbots_dqn.network import Architecture

if TYPE_CHECKING:
    from gridbots_dqn.dqn.training.learners import Learners

pytestmark = [pytest.mark.torch, pytest.mark.slow]

UNALIGNED = Architecture((4, 6, 6), 3, ((3, 3), (5, 2)), (18, 10), 3, dueling=True)


def learners_of(*, halves: bool) -> Learners:
    from gridbots_dqn.dqn.training.learners import Learners

    return Learners(UNALIGNED, [1, 2], halves=halves)


def values_and_gradient(learners: Learners) -> tuple[Any, Any]:
    import torch

    drawn = np.random.default_rng(5).random((2, 7, 4 * 36 + 3)).astype(np.float32)
    values = learners.values(learners.online, torch.from_numpy(drawn))
    return values.detach(), learners.online.gradient_of(values.sum())


def test_mixed_precision_differs_only_by_rounding() -> None:
    single, mixed = (values_and_gradient(learners_of(halves=halves)) for halves in (False, True))
    for exact, rounded in zip(single, mixed, strict=True):
        assert not exact.equal(rounded)
        assert (exact - rounded).norm() < 0.1 * exact.norm()


def test_master_weights_take_steps_smaller_than_half_precision() -> None:
    online = learners_of(halves=True).online
    first = online.row.clone()
    for _ in range(64):
        # In half precision the next number after 1 is 1.0078.
        online.row *= 1.001
        online.update_arrays()
    part = online.named(online.row)["dense0_weight"]
    copy = online.arrays["dense0_weight"].detach()[..., : part.shape[-1]]
    assert online.row.numpy() == pytest.approx(1.001**64 * first.numpy(), rel=1e-4)
    assert copy.float().numpy() == pytest.approx(part.numpy(), rel=0.004)


def test_target_weights_stay_unchanged_until_they_are_updated() -> None:
    for halves in (False, True):
        online = learners_of(halves=halves).online
        target = online.copy()
        online.row += 1
        online.update_arrays()
        weights = target.arrays["convolution0_weight"]
        assert not weights.equal(online.arrays["convolution0_weight"])
        target.copy_from(online)
        assert weights.equal(online.arrays["convolution0_weight"])


def test_adam_divides_by_the_root_of_the_mean_square_as_if_means_had_always_been_kept() -> None:
    import torch

    from gridbots_dqn.dqn.training.optimizer import Optimizer

    row = torch.zeros(1)
    optimizer = Optimizer("adam", 0.1, row, as_it_is)
    mean, square, place = 0.0, 0.0, 0.0
    for steps, gradient in enumerate((1.0, 2.0, -1.0), 1):
        optimizer.step(row, torch.tensor([gradient]), 0.5)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        unbiased = mean / (1 - 0.9**steps), square / (1 - 0.999**steps)
        place -= 0.05 * unbiased[0] / (unbiased[1] ** 0.5 + 1e-8)
    assert row.item() == pytest.approx(place, rel=1e-4)


def test_rmsprop_divides_by_the_root_of_the_mean_square_and_has_momentum() -> None:
    import torch

    from gridbots_dqn.dqn.training.optimizer import Optimizer

    row = torch.zeros(1)
    optimizer = Optimizer("rmsprop", 0.1, row, as_it_is)
    square, speed, place = 0.0, 0.0, 0.0
    for gradient in (1.0, 2.0, -1.0):
        optimizer.step(row, torch.tensor([gradient]), 1.0)
        square = 0.9 * square + 0.1 * gradient**2
        speed = 0.95 * speed + 0.1 * gradient / square**0.5
        place -= speed
    assert row.item() == pytest.approx(place, rel=1e-5)


@pytest.mark.parametrize("name", ["adam", "rmsprop"])
def test_a_compiled_step_is_that_of_torch(name: str) -> None:
    import torch

    from gridbots_dqn.dqn.training import optimizer

    torch.manual_seed(1)
    given = [torch.randn(99), torch.randn(99), torch.rand(2, 99)]
    numbers = [0.01, 1.25][: 2 if name == "adam" else 1]
    found = [each.clone() for each in given]
    compiled(getattr(optimizer, name))(*(each.numpy() for each in found), *map(np.float32, numbers))
    getattr(optimizer, f"{name}_in_torch")(*given, *numbers)
    for mine, by_torch in zip(found, given, strict=True):
        assert torch.allclose(mine, by_torch, rtol=1e-5, atol=1e-7)
