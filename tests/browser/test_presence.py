"""Who is away, and for how long: the server says since when, the page counts."""

import pytest

from tests.browser.conftest import People
from tests.server.running import Server

AWAY = "#p-sheet-1 .pres.away [data-since]"
# A time three and a half minutes earlier, by the page's own clock.
EARLIER = f"""() => {{
  document.querySelector("{AWAY}").dataset.since = Date.now() - 210000;
  document.dispatchEvent(new Event("put"));
}}"""


@pytest.mark.slow
def test_the_page_counts_how_long_a_player_has_been_away(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    ours, theirs = person(table, secrets[0]), person(table, secrets[1])
    ours.page.wait_for_selector("#p-sheet-1 .pres.here", state="attached")
    theirs.page.close()
    ours.page.wait_for_selector(AWAY, state="attached")
    assert "sec" in (ours.page.text_content(AWAY) or "")
    ours.page.evaluate(EARLIER)
    assert "3 min" in (ours.page.text_content(AWAY) or "")
