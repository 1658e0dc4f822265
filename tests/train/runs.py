"""A run that is small enough for a test."""

from drakkar.train.options import Options

TINY = Options(
    game="treasure",
    out="",
    minutes=5.0,
    total=0.0,
    actors=1,
    seed=1,
    width=32,
    blocks=1,
    device="numpy",
    groups=2,
    tables=16,
    steps=16,
    batch=256,
    rate=3e-3,
    rival="",
    rivals=0,
    resume="",
    earlier=(),
    head_start=10,
    lessons=60,
    warm_up=0.0,
    entropy=0.005,
    usual_part=0.5,
)
