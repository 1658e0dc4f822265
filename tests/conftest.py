"""The tiny game is installed beside the real ones, for every test."""

from drakkar.core.game import install

install("treasure", "tests.core.tiny")
