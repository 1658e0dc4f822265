"""Templates have a layout for their authors; pages are sent without it."""

from html.parser import HTMLParser

import pytest
from jinja2 import Environment

from drakkar.core.game import titles
from drakkar.server.web.compact import Compact, compact
from drakkar.server.web.panels import renderer


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li>\n    one\n  </li>\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        ("<b>one</b>\n<i>two</i>", "<b>one</b> <i>two</i>"),
        ("<b>one</b> <i>two</i><u>three</u>", "<b>one</b> <i>two</i><u>three</u>"),
        ("<p>\n  one\n  two\n</p>", "<p>one two</p>"),
        ("one\n<button>\n  go\n</button>\ntwo", "one <button>go</button> two"),
        ('<svg>\n  <use href="#a" />\n</svg>', '<svg><use href="#a"/></svg>'),
        ('<a\n  class="x"\n  href="/"\n>', '<a class="x" href="/">'),
        ('<path\n  d="M1 1\n    L2 2"\n/>', '<path d="M1 1 L2 2"/>'),
        ("<pre>\n  one\n</pre>", "<pre>\n  one\n</pre>"),
    ],
)
def test_a_line_break_is_a_space_where_a_reader_sees_one(source: str, sent: str) -> None:
    assert compact(source) == sent


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ol>\n  {% for n in (1, 2) %}\n    <li>{{ n }}</li>\n  {% endfor %}\n</ol>", "<ol><li>1</li><li>2</li></ol>"),
        ('<a {% if 1 > 0 %}id="y"{% endif %} href="/">', '<a id="y" href="/">'),
        ('<a {% if 1 < 0 %}id="y"{% endif %} href="/">', '<a href="/">'),
        (
            '<a\n  href="/"\n  {% if 1 < 0 %}\n    id="y"\n  {% else %}\n    id="z"\n  {% endif %}\n>',
            '<a href="/" id="z">',
        ),
        ('<a class="x{{ "y" if 1 > 0 }}">', '<a class="xy">'),
        ("{% if 1 %}\n  one\n{% endif %}\n{% if 1 %}\n  two\n{% endif %}", " one  two "),
        ("{{ 1 -}}\n<b>{{- 2 }}</b>", "1<b>2</b>"),
    ],
)
def test_statements_leave_no_layout_behind(source: str, sent: str) -> None:
    env = Environment(extensions=[Compact], trim_blocks=True, lstrip_blocks=True, autoescape=True)
    assert env.from_string(source).render() == sent


class Words(HTMLParser):
    """The tags and words of a page, without its spaces."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, [(name, " ".join((value or "").split())) for name, value in attrs]))

    def handle_data(self, data: str) -> None:
        self.found += data.split()


@pytest.mark.parametrize("title", titles())
def test_no_template_loses_a_tag_or_a_word(title: str) -> None:
    env = renderer(title).env
    assert env.loader is not None
    names = [name for name in env.list_templates() if name.endswith((".html", ".svg"))]
    assert len(names) > len(titles())
    for name in names:
        source, _, _ = env.loader.get_source(env, name)
        assert "".join(compact(source).split()).replace("{%endif%}", "") == "".join(source.split()).replace(
            "{%endif%}", ""
        )
        if "{" not in source:
            assert Words(compact(source)).found == Words(source).found
