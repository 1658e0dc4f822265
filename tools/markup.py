"""Format and lint templates, style sheets, scripts and drawings; `./check` runs both.

python -m tools.markup format    list unformatted files
python -m tools.markup lint      list faults
python -m tools.markup fix       format all files in place

djangofmt formats templates and SVG drawings and finds mismatched elements; oxfmt formats CSS and JavaScript; oxlint
lints JavaScript; `tools/css_lint.py` lints CSS. All of them are wheels and work offline.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tools import css_lint

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "drakkar"
FIX = "To format all files: .venv/bin/python -m tools.markup fix"


def files(*endings: str) -> list[str]:
    """All files of the package with one of these suffixes, relative to the project's root."""
    found = (path for path in SOURCES.rglob("*") if path.suffix in endings)
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def run(tool: str, *arguments: str) -> bool:
    """Run a tool of this environment and print its findings; True if there are none."""
    program = shutil.which(tool, path=str(Path(sys.executable).parent))
    if program is None:
        print(f"{tool} is not installed: requirements-dev.txt names it")
        return False
    done = subprocess.run([program, *arguments], cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        print((done.stdout + done.stderr).strip())
    return done.returncode == 0


def is_formatted() -> bool:
    """Whether every file is formatted."""
    templates = run("djangofmt", "--check", *files(".html", ".svg"))
    sheets = run("oxfmt", "--check", *files(".css", ".js"))
    if not (templates and sheets):
        print(FIX)
    return templates and sheets


def is_lint_free() -> bool:
    """Whether no linter complains."""
    templates = run("djangofmt", "check", *files(".html", ".svg"))
    scripts = run("oxlint", "--deny-warnings", *files(".js"))
    texts = [(ROOT / name).read_text("utf-8") for name in files(".js")]
    faults = css_lint.faults([ROOT / name for name in files(".css")], "\n".join(texts))
    for fault in faults:
        print(fault)
    return templates and scripts and not faults


def fix() -> bool:
    """Format every file in place."""
    templates = run("djangofmt", *files(".html", ".svg"))
    return run("oxfmt", *files(".css", ".js")) and templates


def main() -> int:
    """Run the given action; 1 if anything is wrong."""
    actions = {"format": is_formatted, "lint": is_lint_free, "fix": fix}
    if sys.argv[1:] not in [[name] for name in actions]:
        print((__doc__ or "").strip())
        return 2
    return 0 if actions[sys.argv[1]]() else 1


if __name__ == "__main__":
    sys.exit(main())
