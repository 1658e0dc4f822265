"""Training of a network by self-play: `drakkar train GAME --out DIR`.

Actor processes step many matches and write what the deciding seats see into shared memory. One learner process chooses
for all of them and learns from what came of the choices. `loop.py` is the whole process in one place.
"""
