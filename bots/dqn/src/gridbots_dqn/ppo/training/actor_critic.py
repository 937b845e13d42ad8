"""Actor-critic network of PPO, its rollouts, their advantages, and the clipped update.

Schulman et al., "Proximal policy optimization algorithms" (2017), with the advantages of
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
ADAM_EPSILON: Final = 1e-5
"""Larger than the default: it dampens steps if gradients are tiny."""
POLICY_GAIN: Final = 0.01
"""Gain of the initial policy weights: at first all actions are about equally likely."""


class ActorCritic:
    """Dense layers with two outputs: the logits of the actions, and the value of a position.

    The weights have the names of an Architecture; `critic_weight` and `critic_bias`, those of the
    value, serve only for training.
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
        """`scale`: factors of the inputs; `halves`: compute in bfloat16."""
        self.device = device
        self._architecture = architecture
        self._halves = halves
        scales = torch.from_numpy(scale).to(torch.bfloat16 if halves else torch.float32)
        self._scale = scales.to(device)
        units = architecture.dense[-1]
        shapes = architecture.shapes() | {"critic_weight": (1, units), "critic_bias": (1,)}
        generator = torch.Generator().manual_seed(seed)
        self.weights = {
            name: initial(name, shape, generator).to(device).requires_grad_()
            for name, shape in shapes.items()
        }
        self._kept = Mirrored(self.weights)

    def __call__(self, seen: Tensor, *, fixed: bool = False) -> tuple[Tensor, Tensor]:
        """The logits and the value of each position; `fixed`: no gradient except for the critic."""
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
        """The weights; call `upload` after changing them."""
        return self._kept.arrays()

    def upload(self) -> None:
        """Copy the arrays to the device."""
        self._kept.upload()

    def for_playing(self) -> dict[str, NDArray[np.float32]]:
        """The weights of the policy, for unscaled inputs."""
        found = {name: array.copy() for name, array in self.arrays().items()}
        del found["critic_weight"], found["critic_bias"]
        found["dense0_weight"] *= self._scale.float().cpu().numpy()
        return found


def initial(name: str, shape: tuple[int, ...], generator: torch.Generator) -> Tensor:
    """Orthogonal weights, as usual for PPO, and biases of 0."""
    tensor = torch.zeros(shape)
    if name.endswith("weight"):
        gain = {"actions_weight": POLICY_GAIN, "critic_weight": 1.0}.get(name, 2**0.5)
        torch.nn.init.orthogonal_(tensor, gain, generator)
    return tensor


class Adam:
    """torch's Adam, with its state as arrays for checkpoints."""

    def __init__(self, weights: dict[str, Tensor], max_grad_norm: float) -> None:
        self._weights = weights
        self._max_grad_norm = max_grad_norm
        self._torch = torch.optim.Adam(weights.values(), eps=ADAM_EPSILON, fused=True)
        for weight in weights.values():
            # torch creates this at the first step; a checkpoint fills it before.
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

    def step(self, loss: Tensor, learning_rate: float) -> None:
        for group in self._torch.param_groups:
            group["lr"] = learning_rate
        self._torch.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights.values(), self._max_grad_norm)
        self._torch.step()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The state; call `upload` after changing it."""
        return self._kept.arrays()

    def upload(self) -> None:
        """Copy the arrays to the device."""
        self._kept.upload()


class Rollout:
    """Rounds that a network has played, by round and board."""

    def __init__(self, rounds: int, n_envs: int, numbers: int, device: torch.device = CPU) -> None:
        """`numbers`: size of an observation; `device`: for learning."""
        shape = (rounds, n_envs)
        self.seen = np.zeros((rounds + 1, n_envs, numbers), np.uint8)
        """Observations, including those after the last round."""
        self.on_device = torch.from_numpy(self.seen).to(device)
        """The same on the device; on the processor they share memory."""
        self.actions = np.zeros(shape, np.int64)
        self.log_probs = np.zeros(shape, np.float32)
        """Logarithms of the probabilities of the actions."""
        self.values = np.zeros((rounds + 1, n_envs), np.float32)
        """Values of the positions, including those after the last round."""
        self.rewards = np.zeros(shape, np.float32)
        self.ended = np.zeros(shape, np.bool_)

    def upload(self, at: int) -> Tensor:
        """The observations of a round, on the device."""
        if self.on_device.is_cuda:
            self.on_device[at].copy_(torch.from_numpy(self.seen[at]))
        return self.on_device[at]

    def advantages(self, gamma: float, gae_lambda: float) -> NDArray[np.float32]:
        """Generalized advantage estimates, by round and board."""
        advantages = np.zeros_like(self.rewards)
        following = np.zeros_like(self.rewards[0])
        for at in reversed(range(len(advantages))):
            discount = gamma * ~self.ended[at]
            error = self.rewards[at] + discount * self.values[at + 1] - self.values[at]
            advantages[at] = following = error + gae_lambda * discount * following
        return advantages


@kernel
def sample_actions(logits: Any, uniform: Any, actions: Any, log_probs: Any) -> None:
    """Sample an action for each row by softmax, from uniform random numbers."""
    for row in range(len(logits)):
        logit = logits[row]
        highest = logit.max()
        total = np.exp(logit - highest).sum()
        left, action = uniform[row] * total - np.exp(logit[0] - highest), 0
        while left >= 0.0 and action < len(logit) - 1:
            action += 1
            left -= np.exp(logit[action] - highest)
        actions[row] = action
        log_probs[row] = logit[action] - highest - np.log(total)


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
    """Minibatches of all rounds, shuffled in each epoch."""
    for _ in range(hyperparameters.n_epochs):
        order = torch.from_numpy(random.permutation(count)).to(device)
        yield from order.split(hyperparameters.batch_size)


def learn(  # noqa: PLR0913, PLR0917  network, rollout and hyperparameters
    network: ActorCritic,
    adam: Adam,
    rollout: Rollout,
    advantages: NDArray[np.float32],
    hyperparameters: Hyperparameters,
    random: np.random.Generator,
) -> None:
    """Update the policy and the critic by the clipped objective of PPO."""
    count, device = advantages.size, network.device
    returns = torch.from_numpy((advantages + rollout.values[:-1]).reshape(count)).to(device)
    advantage = torch.from_numpy(advantages.reshape(count)).to(device)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    seen = rollout.on_device[:-1].reshape(count, -1)
    actions = torch.from_numpy(rollout.actions.reshape(count, 1)).to(device)
    old_log_probs = torch.from_numpy(rollout.log_probs.reshape(count)).to(device)
    for part in batches(count, hyperparameters, random, device):
        logits, values = network(seen[part], fixed=hyperparameters.critic_only)
        value_loss = (values - returns[part]).square().mean()
        if hyperparameters.critic_only:
            adam.step(hyperparameters.vf_coef * value_loss, hyperparameters.learning_rate)
            continue
        log_probs = torch.log_softmax(logits, dim=1)
        ratio = (log_probs.gather(1, actions[part])[:, 0] - old_log_probs[part]).exp()
        clipped = ratio.clamp(1 - hyperparameters.clip_range, 1 + hyperparameters.clip_range)
        gain = torch.minimum(ratio * advantage[part], clipped * advantage[part]).mean()
        entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
        adam.step(
            hyperparameters.vf_coef * value_loss - gain - hyperparameters.ent_coef * entropy,
            hyperparameters.learning_rate,
        )
