"""A page as a tree, parsed strictly: errors that a browser silently repairs are reported."""

from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
CONTROLS = frozenset({"input", "select", "textarea", "button"})


@dataclass(eq=False)
class Node:
    """An element, or the page itself."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    parent: "Node | None" = field(default=None, repr=False)
    children: "list[Node | str]" = field(default_factory=list, repr=False)

    def walk(self) -> "Iterator[Node]":
        """This element and its descendants, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(child for child in reversed(node.children) if isinstance(child, Node))

    def texts(self) -> "Iterator[tuple[Node, str]]":
        """Every text node, with its element."""
        stack: list[tuple[Node, Node | str]] = [(self, child) for child in reversed(self.children)]
        while stack:
            node, child = stack.pop()
            if isinstance(child, str):
                yield node, child
            else:
                stack.extend((child, inner) for inner in reversed(child.children))

    @property
    def text(self) -> str:
        """The visible text, white space joined."""
        return " ".join("".join(text for _node, text in self.texts()).split())

    def find(self, tag: str = "", **attrs: str) -> "list[Node]":
        """Elements with this tag and these attributes. `_` means `-`, and `class_` matches one of several classes."""
        return [node for node in self.walk() if (not tag or node.tag == tag) and node.has(**attrs)]

    def find_one(self, tag: str = "", **attrs: str) -> "Node":
        """The only such element."""
        nodes = self.find(tag, **attrs)
        assert len(nodes) == 1, f"{len(nodes)} elements match {tag} {attrs}"
        return nodes[0]

    def has(self, **attrs: str) -> bool:
        """Whether the element has these attributes."""
        for name, value in attrs.items():
            name_there = name.strip("_").replace("_", "-")
            attribute = self.attrs.get(name_there)
            if attribute is None or (value not in attribute.split() if name_there == "class" else value != attribute):
                return False
        return True

    def inside(self, *tags: str) -> bool:
        """Whether the element is inside one of these tags."""
        return any(node.tag in tags for node in self.around())

    def around(self) -> "Iterator[Node]":
        """The ancestors of this element, the parent first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("page")
        self.open = [self.root]
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        self.faults += [f"<{tag}> has {name} twice" for name in {*names} if names.count(name) > 1]
        node = Node(tag, {name: value or "" for name, value in attrs}, self.open[-1])
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1].tag == tag:
            self.open.pop()
            return
        line, column = self.getpos()
        self.faults.append(f"</{tag}> closes <{self.open[-1].tag}> at {line}:{column}")

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


@dataclass(frozen=True)
class Page:
    """A parsed page and its syntax errors."""

    root: Node
    faults: tuple[str, ...]
    source: str = field(repr=False)

    @cached_property
    def labels(self) -> dict[str, list[Node]]:
        """The labels, by the id of their control."""
        labels: dict[str, list[Node]] = {}
        for label in self.root.find("label"):
            labels.setdefault(label.attrs.get("for", ""), []).append(label)
        return labels


def read_page(source: str) -> Page:
    """Read a page."""
    reader = _Reader()
    reader.feed(source)
    reader.close()
    faults = [*reader.faults, *(f"<{node.tag}> is never closed" for node in reader.open[1:])]
    ids = [node.attrs["id"] for node in reader.root.walk() if "id" in node.attrs]
    faults += [f"the id {element_id} occurs twice" for element_id in sorted({*ids}) if ids.count(element_id) > 1]
    return Page(reader.root, tuple(faults), source)


def name_of(page: Page, control: Node) -> str:
    """The accessible name of a control."""
    attrs = control.attrs
    if attrs.get("aria-label", "").strip():
        return attrs["aria-label"]
    if "aria-labelledby" in attrs:
        return " ".join(page.root.find_one(id=element_id).text for element_id in attrs["aria-labelledby"].split())
    labels = [node for node in control.around() if node.tag == "label"]
    labels += page.labels.get(control.attrs.get("id", "\0"), [])
    if labels:
        return " ".join(_accessible_text(label) for label in labels)
    return _accessible_text(control)


def _accessible_text(node: Node) -> str:
    return " ".join(
        "".join(
            text
            for element, text in node.texts()
            if not element.has(aria_hidden="true") and not element.inside("svg", "template")
        ).split()
    )
