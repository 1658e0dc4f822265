"""Parses a page."""

from html.parser import HTMLParser

VOID = {"input", "meta", "link", "hr", "br", "img"}


class Reader(HTMLParser):
    """Parses a page: it must close all elements, and each id must be unique."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.choices: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"twice in <{tag}>: {names}"
        assert "style" not in names, "no inline style"
        assert not any(name.startswith("on") for name in names), "no inline script"
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "data-choice":
                self.choices.append(value or "")
            elif name in ("aria-label", "title", "placeholder", "alt"):
                self.attributes.append((name, value or ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)
