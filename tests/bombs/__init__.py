"""Malicious texts, and a runner that survives crashes: see CONTRIBUTING.md."""
