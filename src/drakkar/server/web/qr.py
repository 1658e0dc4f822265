"""QR codes of addresses, for a camera beside the screen."""

from io import BytesIO

import segno

# The margin that the standard demands, in modules; scanners need it.
MARGIN = 4


def qr_code(address: str) -> bytes:
    """An address as a QR code in SVG: dark on light in every theme, because not every scanner reads the opposite."""
    svg = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(svg, kind="svg", border=MARGIN, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return svg.getvalue()
