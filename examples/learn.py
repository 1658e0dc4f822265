"""Train a network by self-play and save it as a bot.

    pip install 'drakkar[research,train]'
    python examples/learn.py --minutes 10 --out net.npz
    drakkar arena net:path=net.npz random --players 4 --games 400 --alone

The network has a policy and a value head and is trained by clipped policy gradients (PPO). drakkar.research.self_play
plays the matches and collects the training data.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from drakkar.research.encode import Array, Encoder
from drakkar.research.net_bot import Net
from drakkar.research.self_play import Lesson, train
from drakkar.research.vector import Matches

HIDDEN = 192
EPOCHS = 3
BATCH = 1024
RATE = 1e-3
CLIP = 0.2
# Weights of the entropy bonus and of the value loss.
CURIOSITY = 0.01
FORESIGHT = 0.5


class TorchLearner:
    """The network and its optimiser."""

    def __init__(self, title: str) -> None:
        torch.manual_seed(1)
        self.encoder = Encoder(title)
        size, choices = self.encoder.size, self.encoder.choices
        self.body = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.choices, self.value = nn.Linear(HIDDEN, choices), nn.Linear(HIDDEN, 1)
        nn.init.zeros_(self.choices.weight)
        self.all = nn.ModuleList([self.body, self.choices, self.value])
        self.steps = torch.optim.Adam(self.all.parameters(), lr=RATE)

    def weigh(self, observations: Array) -> Array:
        """The policy weights, without gradients."""
        with torch.no_grad():
            weights: Array = self.choices(self.body(self.read(observations))).numpy()
        return weights

    def read(self, observations: Array) -> Any:
        """Scale the observations as in net_bot.py."""
        return torch.log1p(torch.from_numpy(observations.astype(np.float32)))

    def learn(self, lesson: Lesson) -> None:
        """Train some epochs in small batches."""
        for _ in range(EPOCHS):
            for rows in np.array_split(np.random.permutation(len(lesson.choices)), len(lesson.choices) // BATCH + 1):
                loss = self.loss(Lesson(*(column[rows] for column in lesson)))
                self.steps.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.all.parameters(), 0.5)
                self.steps.step()

    def loss(self, batch: Lesson) -> Any:
        """The PPO loss: clipped policy gain, value error and entropy bonus."""
        signal = self.body(self.read(batch.observations))
        expected = self.value(signal).squeeze(1)
        closed = torch.from_numpy(batch.masks == 0)
        logs = torch.log_softmax(self.choices(signal).masked_fill(closed, -1e9), dim=1)
        result = torch.from_numpy(batch.results.astype(np.float32))
        chosen = logs.gather(1, torch.from_numpy(batch.choices).unsqueeze(1)).squeeze(1)
        surprise = (result - expected).detach()
        surprise = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        ratio = torch.exp(chosen - torch.from_numpy(batch.likelihoods.astype(np.float32)))
        gain = torch.minimum(ratio * surprise, ratio.clamp(1 - CLIP, 1 + CLIP) * surprise).mean()
        undecided = -(logs.exp() * logs.masked_fill(closed, 0.0)).sum(1).mean()
        return FORESIGHT * (result - expected).square().mean() - gain - CURIOSITY * undecided

    def net(self) -> Net:
        """The layers of the policy."""
        linear = [self.body[0], self.body[2], self.choices]
        layers = [(layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy()) for layer in linear]
        return Net(self.encoder.game.title, int(self.encoder.encoding.version), layers)


def main() -> None:
    """Play, learn, save."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--game", default="blood_rage")
    words.add_argument("--players", type=int, default=4)
    words.add_argument("--tables", type=int, default=64)
    words.add_argument("--minutes", type=float, default=10.0)
    words.add_argument("--decisions", type=int, default=8192, help="how many make a lesson")
    words.add_argument("--out", type=Path, default=Path("net.npz"))
    asked = words.parse_args()
    env = Matches(asked.game, asked.players, asked.tables, seed=1, rewards="score")
    train(TorchLearner(asked.game), env, asked.minutes, asked.decisions, asked.out)


if __name__ == "__main__":
    main()
