"""Training of dqn: networks in torch, targets and losses, and resuming."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.errors import SettingsError
from gridbots.training.script import keep, restore
from gridbots.training.weights import write
from gridbots_dqn.network import Architecture, Network

if TYPE_CHECKING:
    from gridbots_dqn.dqn.training.deep_q_learning import Training
    from gridbots_dqn.dqn.training.parameters import Parameters

pytestmark = [pytest.mark.torch, pytest.mark.slow]

ARCHITECTURES = {
    "plain": Architecture((4, 6, 6), 3, ((3, 3), (5, 2)), (16, 8), 3),
    "dueling": Architecture((4, 6, 6), 3, ((3, 3),), (16, 8), 3, dueling=True),
    "as published": Architecture((4, 6, 6), 0, ((3, 3),), (8,), 4, dueling=True, head_slope=0.01),
    "padded": Architecture((2, 5, 5), 1, ((3, 3), (2, 3)), (8,), 3, padding=1, slope=0.0),
    "dense": Architecture((4, 6, 6), 3, (), (16, 8), 3),
}


def boards(architecture: Architecture, learners: int, count: int) -> Any:
    numbers = int(np.prod(architecture.planes)) + architecture.flags
    drawn = np.random.default_rng(5).random((learners, count, numbers))
    return drawn.astype(np.float32)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_numpy_computes_the_values_of_torch(name: str) -> None:
    import torch

    from gridbots_dqn.dqn.training.learners import Learners

    architecture = ARCHITECTURES[name]
    learners, seen = Learners(architecture, [1, 2]), boards(architecture, 2, 7)
    values = learners.values(learners.online, torch.from_numpy(seen)).detach().numpy()
    for learner in range(2):
        played = Network(architecture, learners.weights(learner))(seen[learner])
        assert played == pytest.approx(values[learner], abs=1e-4)


def test_weights_for_playing_take_unscaled_inputs() -> None:
    import torch

    from gridbots_dqn.dqn.training.learners import Learners

    architecture = Architecture((2, 3, 3), 0, (), (8,), 3)
    learners = Learners(architecture, [1], scales=np.array([1, 1 / 9], np.float32))
    seen = np.random.default_rng(1).integers(0, 10, (1, 5, 18), np.uint8)
    values = learners.values(learners.online, torch.from_numpy(seen)).detach().numpy()
    played = Network(architecture, learners.weights(0))(seen[0].astype(np.float32))
    assert played == pytest.approx(values[0], abs=1e-4)


def test_learners_do_not_affect_each_other() -> None:
    import torch

    from gridbots_dqn.dqn.training.learners import Learners, loss_of

    architecture = ARCHITECTURES["dueling"]
    seen = torch.from_numpy(boards(architecture, 2, 7))
    gradients = []
    for seeds, part in (([1, 2], slice(0, 2)), ([1], slice(0, 1)), ([2], slice(1, 2))):
        learners = Learners(architecture, seeds)
        errors = 1 - learners.values(learners.online, seen[part])[:, :, 0]
        loss = loss_of(errors, torch.ones_like(errors), clips=False)
        gradients.append(learners.online.named(learners.online.gradient_of(loss)))
    both, *alone = gradients
    for name, together in both.items():
        for learner in range(2):
            mine = alone[learner][name][0].numpy()
            assert together[learner].numpy() == pytest.approx(mine, abs=1e-5)


def values_of(row: dict[str, list[float]]) -> Any:
    """A double of learners: weights are a name, which determines the values."""
    import torch

    class Scripted:
        def __init__(self) -> None:
            self.online = "online"

        def values(self, name: str, seen: Any) -> Any:  # noqa: ARG002  the same for all
            return torch.tensor([[row[name]]])

    return Scripted()


@pytest.mark.parametrize(
    ("double", "illegal", "wanted"),
    [
        pytest.param(
            False, [False, False, False], 1 + 0.9 * 5, id="the highest value of the target network"
        ),
        pytest.param(True, [False, False, False], 1 + 0.9 * 2, id="chosen by the online network"),
        pytest.param(True, [False, True, False], 1 + 0.9 * 3, id="among legal actions"),
        pytest.param(
            False, [True, False, False], 1 + 0.9 * 3, id="legal actions of the target network"
        ),
    ],
)
def test_td_targets(double: bool, illegal: list[bool], wanted: float) -> None:  # noqa: FBT001
    import torch

    from gridbots_dqn.dqn.training.learners import targets

    learners = values_of({"target": [5.0, 2.0, 3.0], "online": [0.0, 9.0, 1.0]})
    target: Any = "target"
    found = targets(
        learners, target, torch.zeros(1, 1, 1), torch.tensor([[illegal]]),
        torch.tensor([[1.0]]), torch.tensor([[0.9]]), double=double,
    )  # fmt: skip
    assert found.tolist() == [[pytest.approx(wanted)]]


def test_the_published_loss_has_no_gradient_beyond_an_error_of_1() -> None:
    import torch

    from gridbots_dqn.dqn.training.learners import loss_of

    for clips, slopes in ((True, [0.0, -1.0]), (False, [-1.0, -0.5])):
        errors = torch.tensor([[-3.0, -0.5]], requires_grad=True)
        loss_of(errors, torch.ones(1, 2), clips=clips).backward()
        assert (2 * errors.grad).tolist() == [slopes]


def test_a_dense_layer_has_the_gradients_of_torch() -> None:
    import torch

    from gridbots_dqn.dqn.training.layers import summed

    torch.manual_seed(1)
    units, weight, bias = torch.randn(2, 5, 7), torch.randn(2, 3, 7), torch.randn(2, 3)
    given = [each.requires_grad_(True) for each in (units, weight, bias)]
    by_torch = torch.einsum("lbi,loi->lbo", units, weight) + bias.unsqueeze(1)
    mine = summed(units, weight, bias)
    assert torch.allclose(mine, by_torch, atol=1e-6)
    slopes = torch.randn(2, 5, 3)
    found, wanted = (torch.autograd.grad(each, given, slopes) for each in (mine, by_torch))
    for one, other in zip(found, wanted, strict=True):
        assert torch.allclose(one, other, atol=1e-6)
    assert found[1].is_contiguous()


def test_a_product_of_patches_equals_the_convolution_of_torch() -> None:
    import torch

    from gridbots_dqn.dqn.training.layers import by_patch, by_plane, convolved

    torch.manual_seed(1)
    weight, bias = torch.randn(2, 5, 3, 2, 2), torch.randn(2, 5, requires_grad=True)
    rows = [by_patch(each.numpy()) for each in weight]
    assert by_plane(rows[0], 3).tolist() == weight[0].tolist()
    patches = torch.tensor(np.stack(rows), requires_grad=True)
    board = torch.randn(2, 7, 4, 6, 3, requires_grad=True)
    mine = convolved(board, patches, bias, 1)
    kernels, planes = weight.requires_grad_(), board.permute(0, 1, 4, 2, 3)
    for learner in range(2):
        by_torch = torch.conv2d(planes[learner], kernels[learner], bias[learner], padding=1)
        assert torch.allclose(mine[learner].permute(0, 3, 1, 2), by_torch, atol=1e-5)
        slopes = torch.randn_like(by_torch)
        found = torch.autograd.grad(
            mine[learner], [board, patches, bias], slopes.permute(0, 2, 3, 1), retain_graph=True
        )
        wanted = torch.autograd.grad(by_torch, [board, kernels, bias], slopes, retain_graph=True)
        as_patches = by_patch(wanted[1][learner].numpy())
        assert torch.allclose(found[0], wanted[0], atol=1e-5)
        assert found[1][learner].numpy() == pytest.approx(as_patches, abs=1e-4)
        assert torch.allclose(found[2], wanted[2], atol=1e-4)


def small(**changes: Any) -> Parameters:
    from gridbots_dqn.dqn.training.parameters import Parameters

    given = {
        "total_gradient_steps": 40, "n_envs": 8, "batch_size": 8, "buffer_size": 64,
        "learning_starts": 16, "target_update_interval": 10,
        "convolutions": "2x3", "dense": "8 8", "size": 5, "learners": 2, "n_test_episodes": 2,
    }  # fmt: skip
    return Parameters(**{**given, **changes})


def trained(parameters: Parameters, steps: int) -> Training:
    from gridbots_dqn.dqn.training.deep_q_learning import Training

    training = Training(parameters, plain=True)
    while training.completed < steps:
        training.play_round()
    return training


def bits_of(training: Training) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in training.arrays().items()}


CHANGES: list[dict[str, Any]] = [
    {"double": True, "prioritized": False, "dueling": False},
    {"view": "global-absolute", "optimizer": "rmsprop", "loss": "clipped"},
    {
        "view": "centred", "convolutions": "", "n_step": 3, "train_freq": 8,
        "exploration_alpha": 2.0, "curriculum_fraction": 0.5,
        "truncate_after": 5, "bfloat16": True, "n_eval_episodes": 2,
    },
]  # fmt: skip


@pytest.mark.parametrize("changes", CHANGES)
def test_a_training_that_was_killed_ends_with_the_same_bits(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    from gridbots_dqn.dqn.training.deep_q_learning import Training

    parameters, path = small(**changes), tmp_path / "checkpoint.npz"
    whole = trained(parameters, 40)
    first = trained(parameters, 20)
    keep(path, first, parameters, 0.0)
    first.play_round()
    again = Training(parameters, plain=True)
    restore(path, again, parameters)
    while again.completed < 40:
        again.play_round()
    assert bits_of(again) == bits_of(whole)


def test_another_seed_gives_other_weights() -> None:
    one, other = (trained(small(seed=seed), 10) for seed in (1, 2))
    assert one.online.row.tolist() != other.online.row.tolist()


def test_the_move_backwards_is_never_chosen() -> None:
    training = trained(small(view="global-local-absolute"), 5)
    for _ in range(30):
        headings = training.batch.states["heading"].astype(np.int64)
        chosen = training._actions(headings)
        assert (chosen.ravel() != headings ^ 2).all()
        training.play_round()


def test_an_episode_without_an_apple_is_truncated() -> None:
    training = trained(small(truncate_after=3), 40)
    assert 0 < training.rounds_without_apple.max() < 3


def test_boards_have_different_epsilons() -> None:
    training = trained(small(exploration_final_eps=0.5, exploration_alpha=2.0), 1)
    assert training.epsilons[[0, -1]].tolist() == [0.5, 0.125]


def test_train_freq_must_divide_n_envs() -> None:
    with pytest.raises(SettingsError, match=r"train_freq: expected a divisor of n_envs=8, got 3"):
        small(train_freq=3)


def test_the_published_parameters_are_a_preset() -> None:
    from gridbots_dqn.dqn.training.parameters import Parameters, architecture_of

    parameters = Parameters(preset="published", batch_size=64)
    assert (parameters.learning_rate, parameters.total_gradient_steps, parameters.batch_size) == (
        1e-6,
        3_000_000,
        64,
    )
    shapes = architecture_of(Parameters(preset="published", dueling=True)).shapes()
    assert sum(int(np.prod(shape)) for shape in shapes.values()) == pytest.approx(2.29e6, rel=0.01)


def test_a_training_ends_with_weights_that_the_bot_plays_by(tmp_path: Path) -> None:
    from gridbots_dqn.dqn.training.script import finish
    from gridbots_dqn.trained import network_of, read_trained

    training = trained(small(), 10)
    about, arrays = finish(training, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"curve.csv", "curve.svg"}
    write(tmp_path / "weights.npz", {**about, "command": "none"}, arrays)
    seen = boards(training.architecture, 1, 3)[0]
    taken = Network(training.architecture, training.learners.weights(about["seed taken"] - 1))
    assert network_of(read_trained(str(tmp_path / "weights.npz")))(seen) == pytest.approx(
        taken(seen), abs=0.01
    )


def finished(variant: Any, options: Any) -> None:
    """Write the folder of a completed training of this variant."""
    from gridbots.settings import make_settings
    from gridbots.training.script import SECONDS, command_of
    from gridbots_dqn.dqn.training.parameters import Parameters
    from gridbots_dqn.dqn.training.script import SCRIPT

    folder = Path(options.folder) / variant.name
    folder.mkdir(parents=True, exist_ok=True)
    given = {
        "total_gradient_steps": options.total_gradient_steps, "learners": 2,
        "n_test_episodes": options.n_test_episodes,
    }  # fmt: skip
    about = {
        "test": [{"length": length, "steps": 100.0, "step limit %": 0.5} for length in (19, 21)],
        "best of 50 in training": [22.5, 23.5], "moves of each": 40, SECONDS: 12.3,
        "command": command_of(
            SCRIPT.module, make_settings(Parameters, {**given, **variant.parameters})
        ),
    }  # fmt: skip
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "curve.csv").write_text("steps,seed 1,seed 2\n0,nan,nan\n10,5,7\n", encoding="utf-8")


def test_a_comparison_shows_results_beside_published_values(tmp_path: Path) -> None:
    from experiments.dqn_snake import Options, combinations, compare, views

    page = tmp_path / "dqn.md"
    options = Options(
        total_gradient_steps=10,
        learners=2,
        n_test_episodes=5,
        folder=str(tmp_path / "trainings"),
        page=str(page),
    )
    for variant in (*combinations(), *views()):
        finished(variant, options)
    compare(options, as_json=False)
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if ".00 ± " in line]
    assert len(rows) == 12
    assert rows[0] == "| none | 20.00 ± 1.00 | 19.00, 21.00 | 100 | 0.5 | 23.00 | 25.54 | 12 |"
    assert rows[8].startswith("| prioritized-dueling | ")
    assert {path.name for path in tmp_path.glob("*.svg")} == {
        "dqn_combinations.svg",
        "dqn_views.svg",
    }
