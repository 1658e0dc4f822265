"""Which build of the engine runs: compiled, or the plain Python it is made of."""

from drakkar.core import flow


def build() -> str:
    """`compiled` or `plain`."""
    return "plain" if str(flow.__file__).endswith(".py") else "compiled"
