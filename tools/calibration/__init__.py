"""Fits the win chances of `drakkar.analysis` to the networks that come with Drakkar, and measures them."""
