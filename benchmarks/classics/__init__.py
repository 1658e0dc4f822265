"""Bots that stay as they were: fixed opponents that the strength of new bots is measured against.

`drakkar arena net classic_karl --alone --module benchmarks.classics` plays against them. `classic_karl`, `classic_jarl`
and `classic_konung` are the levels of November 2026, with their evaluators of both games, which call the rules and
nothing else outside this package. `trial:file=FILE` plays the network of the first trial of self-play.

They need compiling as much as the bots of drakkar do: `python -m benchmarks.compiled FOLDER`.
"""

from drakkar.bots.roster import install

for name in ("karl", "jarl", "konung"):
    install(f"classic_{name}", f"benchmarks.classics.levels:{name}")
install("trial", "benchmarks.trial")
