"""Terminal output drawn as SVG."""

import html
import re
from typing import Final

PAINT: Final = {"91": "#ff6b6b", "94": "#6ea8ff", "93": "#f4d35e", "33": "#c08a4e", "92": "#7bd88f"}
COLUMNS: Final = 100
NO_BREAK: Final = "\N{NO-BREAK SPACE}"  # a viewer may collapse plain spaces
LINE: Final = 18
LETTER: Final = 8.43
MARGIN: Final = 16


def drawn(text: str) -> str:
    """A coloured text, at most COLUMNS wide, as an SVG document."""
    lines = text.split("\n")
    width, height = round(COLUMNS * LETTER + 2 * MARGIN), LINE * len(lines) + 2 * MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
            '  font-family="Menlo, Consolas, monospace" font-size="14" fill="#dfe3ea">',
            f'<rect width="{width}" height="{height}" rx="10" fill="#14181f"/>',
            *[_line(line, MARGIN + LINE * (at + 1) - 4) for at, line in enumerate(lines)],
            "</svg>",
            "",
        ]
    )


def _line(text: str, y: int) -> str:
    """One line; every span is positioned by its column, so wide glyphs do not shift the rest."""
    spans, column, colour = [], 0, ""
    for piece in re.split(r"(\x1b\[\d*m)", text):
        code = re.fullmatch(r"\x1b\[(\d*)m", piece)
        if code:
            colour = PAINT.get(code.group(1), "#ffffff" if code.group(1) == "1" else "")
        elif piece:
            paint = f' fill="{colour}"' if colour else ""
            x = round(MARGIN + column * LETTER, 1)
            length = round(len(piece) * LETTER, 1)
            spans.append(
                f'<tspan x="{x}" textLength="{length}"{paint}>{html.escape(piece.replace(" ", NO_BREAK))}</tspan>'
            )
            column += len(piece)
    return f'<text y="{y}">{"".join(spans)}</text>'
