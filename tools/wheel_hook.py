"""The build hook of hatchling for the compiled wheel: its modules become C, and the C extension modules in the wheel.

HATCH_BUILD_HOOKS_ENABLE=true turns it on. The C is in DRAKKAR_C if that names a folder with C of the same sources;
otherwise it is made in a folder that is removed afterwards.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOOLS = Path(__file__).resolve().parent


class CompiledWheel(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's
        """Compile the modules, and tell hatchling which files to add to the wheel, and that it is of one platform."""
        made = tempfile.TemporaryDirectory(prefix="drakkar-")
        self.made = made  # removed in finalize, when the wheel has its files
        generated = Path(os.environ.get("DRAKKAR_C") or Path(made.name, "c")).resolve()
        into = Path(made.name, "modules")
        try:
            if not (generated / "plan.json").exists():
                run("generate_c.py", self.root, str(generated))
            run("compile_c.py", str(generated), str(into))
        except BaseException:
            made.cleanup()
            raise
        build_data["infer_tag"] = True
        build_data["pure_python"] = False
        for path in into.rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(into).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the extension modules, which are in the wheel now."""
        self.made.cleanup()


def run(script: str, *arguments: str) -> None:
    """Run a script of this folder in a process of its own, which gives its memory back."""
    done = subprocess.run(
        [sys.executable, "-P", str(TOOLS / script), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{script}:\n{done.stdout}")
