"""What templates say is escaped, however quickly."""

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from drakkar.core.game import titles
from drakkar.server.markup import safe
from drakkar.server.panels import renderer


class Html:
    """Something that knows itself how it stands on a page."""

    def __html__(self) -> str:
        return "<b>Odin & Thor</b>"


@given(st.one_of(st.text(), st.text().map(Markup), st.integers(), st.booleans(), st.none(), st.floats()))
def test_what_is_escaped_quickly_is_what_markupsafe_escapes(value: object) -> None:
    for _ in range(2):
        assert str(safe(value)) == str(escape(value))


def test_what_knows_itself_how_it_stands_on_a_page_is_asked() -> None:
    assert safe(Html()) == Markup("<b>Odin & Thor</b>")
    assert safe("<b>Odin & Thor</b>") == "&lt;b&gt;Odin &amp; Thor&lt;/b&gt;"


def test_every_template_escapes_what_it_is_given() -> None:
    for title in titles():
        env = renderer(title).env
        made = env.from_string(
            "{% macro said(x) %}<i>{{ x }}</i>{% endmacro %}{{ said(name) }} {{ name ~ '<' }} {{ 1 }}"
        )
        assert made.render(name="<Loki>") == "<i>&lt;Loki&gt;</i> &lt;Loki&gt;&lt; 1"
