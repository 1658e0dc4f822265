"""docs/reasons_lords_of_ragnarok.md: every refusal with its sentence, its rule and what the rule says."""

import re
from typing import Final

from drakkar.core.game import find
from tests.lords_of_ragnarok.claims import ELSEWHERE, UNREACHED
from tests.rulebook.coverage import LORDS_OF_RAGNAROK

# A numbered statement without its source mark.
STATEMENT: Final = r"^\*\*(LR-\d+\.\d+)\*\* (.*?)(?: \*\[.*)?$"


def reasons_page() -> str:
    """The table of reasons."""
    said = dict(re.findall(STATEMENT, LORDS_OF_RAGNAROK.page.read_text("utf-8"), re.MULTILINE))
    lines = [
        "# Lords of Ragnarok: why a choice is refused",
        "",
        "Generated from the code (`python -m tools.renew`). Each reason has one rule, which is the one to look up.",
        "`tests/lords_of_ragnarok/test_reasons.py` shows, in random matches and scenes, that a given reason is true.",
        "",
        "| reason | sentence | rule | what the rule says |",
        "|---|---|---|---|",
    ]
    whys = [why for why in find("lords_of_ragnarok").book.whys if why is not None and why.code not in ELSEWHERE]
    lines += [f"| `{why.code}` | {why.sentence.text} | {why.rule} | {said[why.rule]} |" for why in whys]
    lines += ["", "## Not on the printed maps", "", "No match on the printed maps can give these:", ""]
    lines += [f"- `{code}`: {reason}." for code, reason in sorted(UNREACHED.items())]
    return "\n".join([*lines, ""])
