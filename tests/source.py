"""The syntax trees of our own files."""

import ast
import gc
from functools import cache
from pathlib import Path


@cache
def syntax_tree(path: Path) -> ast.Module:
    """The syntax tree of a file, parsed with the garbage collector off.

    Before 3.11.8, a collection in the middle of `ast.parse` can let another thread parse too, and both then count their
    depth wrong: "AST constructor recursion depth mismatch" (python/cpython#106905).
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text("utf-8"))
    finally:
        if was_on:
            gc.enable()
