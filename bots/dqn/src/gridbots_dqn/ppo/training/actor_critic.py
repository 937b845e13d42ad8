"""Actor-critic network of PPO, its rollouts, their advantages, and the clipped update.

Schulman and others, "Proximal policy optimization algorithms" (2017), with advantages as in
"High-dimensional continuous control using generalized advantage estimation" (2016) by the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from gridbots.kernel import kernel
from gridbots_dqn.device import Mirrored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from gridbots_dqn.network import Architecture

Tensor = Any
CPU: Final = torch.device("cpu")
LEAST: Final = 1e-5
"""What keeps from dividing by 0, larger than usual: it dampens steps where gradients are tiny."""
FIRST: Final = 0.01
"""How far the first weights of the actions are from 0: at the start all are as likely."""


class ActorCritic:
    """A network of dense layers that says how good each action is, and what a position is worth.

    Its weights have the names of an Architecture. Those of the value, `critic_weight` and
    `critic_bias`, are for learning only.
    """

    def __init__(
        self,
        architecture: Architecture,
        scale: NDArray[np.float32],
        seed: int,
        *,
        halves: bool,
        device: torch.device = CPU,
    ) -> None:
        """`scale`: by what to multiply each number seen; `halves`: compute in bfloat16."""
        self.device = device
        self._architecture = architecture
        self._halves = halves
        scales = torch.from_numpy(scale).to(torch.bfloat16 if halves else torch.float32)
        self._scale = scales.to(device)
        units = architecture.dense[-1]
        shapes = architecture.shapes() | {"critic_weight": (1, units), "critic_bias": (1,)}
        drawn = torch.Generator().manual_seed(seed)
        self.weights = {
            name: first(name, shape, drawn).to(device).requires_grad_()
            for name, shape in shapes.items()
        }
        self._kept = Mirrored(self.weights)

    def __call__(self, seen: Tensor, *, fixed: bool = False) -> tuple[Tensor, Tensor]:
        """Of positions, as bytes: by action how good it is, and the value; float32.

        `fixed`: whoever learns from it leaves all but the critic as it is.
        """
        units = seen.to(self._scale.dtype) * self._scale
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._halves):
            for number in range(len(self._architecture.dense)):
                units = torch.relu(self._summed(units, f"dense{number}"))
        units = units.detach().float() if fixed else units.float()
        return self._summed(units, "actions"), self._summed(units, "critic")[:, 0]

    def _summed(self, units: Tensor, name: str) -> Tensor:
        weights = self.weights
        return functional.linear(units, weights[f"{name}_weight"], weights[f"{name}_bias"])

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The weights themselves; whoever changes them says `filled`."""
        return self._kept.arrays()

    def filled(self) -> None:
        """Take the weights that the arrays hold now."""
        self._kept.filled()

    def for_playing(self) -> dict[str, NDArray[np.float32]]:
        """The weights as an architecture has them: for what is seen as it is."""
        found = {name: array.copy() for name, array in self.arrays().items()}
        del found["critic_weight"], found["critic_bias"]
        found["dense0_weight"] *= self._scale.float().cpu().numpy()
        return found


def first(name: str, shape: tuple[int, ...], drawn: torch.Generator) -> Tensor:
    """Orthogonal weights, as is usual for this algorithm; biases of 0."""
    tensor = torch.zeros(shape)
    if name.endswith("weight"):
        gain = {"actions_weight": FIRST, "critic_weight": 1.0}.get(name, 2**0.5)
        torch.nn.init.orthogonal_(tensor, gain, drawn)
    return tensor


class Adam:
    """Kingma and Ba, "Adam: a method for stochastic optimization" (2015): torch's, that is kept."""

    def __init__(self, weights: dict[str, Tensor], longest: float) -> None:
        """`longest`: gradients whose norm is greater are shortened to it."""
        self._weights = weights
        self._longest = longest
        self._torch = torch.optim.Adam(weights.values(), eps=LEAST, fused=True)
        for weight in weights.values():
            # What torch would make at the first step: a checkpoint fills it before that.
            self._torch.state[weight] = {
                "step": torch.zeros((), device=weight.device),
                "exp_avg": torch.zeros_like(weight),
                "exp_avg_sq": torch.zeros_like(weight),
            }
        self._kept = Mirrored(
            {
                f"{name}_{kind}": tensor
                for name, weight in weights.items()
                for kind, tensor in self._torch.state[weight].items()
            }
        )

    def step(self, loss: Tensor, rate: float) -> None:
        for group in self._torch.param_groups:
            group["lr"] = rate
        self._torch.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights.values(), self._longest)
        self._torch.step()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that changes; whoever changes it says `filled`."""
        return self._kept.arrays()

    def filled(self) -> None:
        """Take what the arrays hold now."""
        self._kept.filled()


class Rounds:
    """Rounds that were played by a network, by round and copy."""

    def __init__(self, rounds: int, copies: int, numbers: int, device: torch.device = CPU) -> None:
        """`numbers`: how many are seen of a position; `device`: where they are learned from."""
        shape = (rounds, copies)
        self.seen = np.zeros((rounds + 1, copies, numbers), np.uint8)
        """Of each position; also of those after the last round."""
        self.shown = torch.from_numpy(self.seen).to(device)
        """The same on the device: the same memory, where that is the processor."""
        self.actions = np.zeros(shape, np.int64)
        self.likely = np.zeros(shape, np.float32)
        """Logarithm of the probability that the action had."""
        self.values = np.zeros((rounds + 1, copies), np.float32)
        """What the network thought the position worth; also of the one after the last round."""
        self.rewards = np.zeros(shape, np.float32)
        self.ended = np.zeros(shape, np.bool_)

    def show(self, at: int) -> Tensor:
        """What is seen in a round, on the device."""
        if self.shown.is_cuda:
            self.shown[at].copy_(torch.from_numpy(self.seen[at]))
        return self.shown[at]

    def advantages(self, discount: float, trace: float) -> NDArray[np.float32]:
        """By how much what came of each action was better than the network thought.

        `trace` is lambda: 0 believes the value one round later, 1 only what has come.
        """
        better = np.zeros_like(self.rewards)
        ahead = np.zeros_like(self.rewards[0])
        for at in reversed(range(len(better))):
            goes_on = discount * ~self.ended[at]
            surprise = self.rewards[at] + goes_on * self.values[at + 1] - self.values[at]
            better[at] = ahead = surprise + trace * goes_on * ahead
        return better


@kernel
def draw_actions(wishes: Any, chances: Any, actions: Any, likely: Any) -> None:
    """Draw an action for each row, by numbers that are uniform over 0..1.

    Its probability is proportional to the exponential of what the network says of it (softmax).
    """
    for row in range(len(wishes)):
        wish = wishes[row]
        most = wish.max()
        total = np.exp(wish - most).sum()
        left, action = chances[row] * total - np.exp(wish[0] - most), 0
        while left >= 0.0 and action < len(wish) - 1:
            action += 1
            left -= np.exp(wish[action] - most)
        actions[row] = action
        likely[row] = wish[action] - most - np.log(total)


class Hyperparameters(NamedTuple):
    """Hyperparameters of an update."""

    batch_size: int
    n_epochs: int
    clip_range: float
    vf_coef: float
    ent_coef: float
    learning_rate: float
    critic_only: bool = False
    """Train the critic alone and leave the policy as it is."""


def batches(
    count: int,
    hyperparameters: Hyperparameters,
    random: np.random.Generator,
    device: torch.device,
) -> Iterator[Tensor]:
    """All rounds in a new order in each epoch, some at a time."""
    for _ in range(hyperparameters.n_epochs):
        order = torch.from_numpy(random.permutation(count)).to(device)
        yield from order.split(hyperparameters.batch_size)


def learn(  # noqa: PLR0913, PLR0917  what is learned, by whom, how
    network: ActorCritic,
    adam: Adam,
    rounds: Rounds,
    advantages: NDArray[np.float32],
    hyperparameters: Hyperparameters,
    random: np.random.Generator,
) -> None:
    """Make actions likelier that were better than expected, others less; correct the values."""
    count, device = advantages.size, network.device
    returns = torch.from_numpy((advantages + rounds.values[:-1]).reshape(count)).to(device)
    better = torch.from_numpy(advantages.reshape(count)).to(device)
    better = (better - better.mean()) / (better.std() + 1e-8)
    seen = rounds.shown[:-1].reshape(count, -1)
    actions = torch.from_numpy(rounds.actions.reshape(count, 1)).to(device)
    likely = torch.from_numpy(rounds.likely.reshape(count)).to(device)
    for part in batches(count, hyperparameters, random, device):
        wishes, values = network(seen[part], fixed=hyperparameters.critic_only)
        error = (values - returns[part]).square().mean()
        if hyperparameters.critic_only:
            adam.step(hyperparameters.vf_coef * error, hyperparameters.learning_rate)
            continue
        now = torch.log_softmax(wishes, dim=1)
        ratio = (now.gather(1, actions[part])[:, 0] - likely[part]).exp()
        bounded = ratio.clamp(1 - hyperparameters.clip_range, 1 + hyperparameters.clip_range)
        gain = torch.minimum(ratio * better[part], bounded * better[part]).mean()
        entropy = -(now.exp() * now).sum(dim=1).mean()
        adam.step(
            hyperparameters.vf_coef * error - gain - hyperparameters.ent_coef * entropy,
            hyperparameters.learning_rate,
        )
