"""Template values are escaped, also with the cache."""

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from drakkar.core.game import titles
from drakkar.server.web.markup import escape_cached
from drakkar.server.web.panels import renderer


class Html:
    """An object with its own HTML form."""

    def __html__(self) -> str:
        return "<b>Odin & Thor</b>"


@given(st.one_of(st.text(), st.text().map(Markup), st.integers(), st.booleans(), st.none(), st.floats()))
def test_what_is_escaped_quickly_is_what_markupsafe_escapes(value: object) -> None:
    for _ in range(2):
        assert str(escape_cached(value)) == str(escape(value))


def test_what_knows_itself_how_it_stands_on_a_page_is_asked() -> None:
    assert escape_cached(Html()) == Markup("<b>Odin & Thor</b>")
    assert escape_cached("<b>Odin & Thor</b>") == "&lt;b&gt;Odin &amp; Thor&lt;/b&gt;"


def test_every_template_escapes_what_it_is_given() -> None:
    for title in titles():
        env = renderer(title).env
        made = env.from_string(
            "{% macro said(x) %}<i>{{ x }}</i>{% endmacro %}{{ said(name) }} {{ name ~ '<' }} {{ 1 }}"
        )
        assert made.render(name="<Loki>") == "<i>&lt;Loki&gt;</i> &lt;Loki&gt;&lt; 1"
