#!/usr/bin/env python3
"""Draws the structure of the sources from their includes: folders ("rooms"), their sizes, arrows between them, circles.

    python3 tools/rooms.py                            prints it
    python3 tools/rooms.py --write docs/architecture.md   puts it between the marks of that page
    python3 tools/rooms.py --files widgets/views      the same for single files of a folder, to find the cause of an arrow

An arrow A → B: n means that n includes in A are of files in B. A circle is a set of rooms that reach each other; without
circles each room stands before those that it includes. Exit code 1 when there is a circle. Needs only the standard library.
"""
import argparse
import collections
import pathlib
import re
import sys

LAYERS = ("core", "widgets", "app")
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.M)
BEGIN, END = "<!-- tools/rooms.py -->", "<!-- end of tools/rooms.py -->"


class Graph:
    """Nodes with their sources, and the includes between them."""

    def __init__(self, root, node_of, below=""):
        self.files = collections.Counter()
        self.lines = collections.Counter()
        self.arrows = collections.defaultdict(collections.Counter)
        sources = [p for layer in LAYERS for p in sorted((root / layer).rglob("*")) if p.suffix in (".h", ".cpp")]
        texts = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in sources}
        for path, text in texts.items():
            if not path.startswith(below):
                continue
            node = node_of(path)
            self.files[node] += 1
            self.lines[node] += text.count("\n")
            for included in INCLUDE.findall(text):
                if included in texts and included.startswith(below) and node_of(included) != node:
                    self.arrows[node][node_of(included)] += 1

    def circles(self):
        """Sets of nodes that reach each other (Tarjan), and all nodes from the ground upwards."""
        index, low, stack, order, found = {}, {}, [], [], []

        def visit(node):
            index[node] = low[node] = len(index)
            stack.append(node)
            for other in sorted(self.arrows[node]):
                if other not in index:
                    visit(other)
                if other in stack:
                    low[node] = min(low[node], low[other])
            if low[node] == index[node]:
                members = stack[stack.index(node):]
                del stack[stack.index(node):]
                order.extend(members)
                if len(members) > 1:
                    found.append(sorted(members))

        for node in sorted(self.files):
            if node not in index:
                visit(node)
        return found, order


def drawing(graph):
    """The structure as text, from the ground upwards, and how many circles it has."""
    circles, order = graph.circles()
    names = sorted(order, key=lambda node: (LAYERS.index(node.split("/")[0]), order.index(node)))
    width = max(map(len, names))
    out = [f"{'room':{width}}  files   lines  includes"]
    for node in names:
        arrows = sorted(graph.arrows[node].items(), key=lambda arrow: names.index(arrow[0]))
        by_layer = collections.defaultdict(list)
        for other, count in arrows:
            layer, _, room = other.partition("/")
            by_layer[layer].append(f"{room or '.'} {count}")
        layer = node.split("/")[0]
        parts = [(f"{name}: " if name != layer else "") + ", ".join(by_layer[name]) for name in reversed(LAYERS) if by_layer[name]]
        out.append(f"{node:{width}}  {graph.files[node]:5}  {graph.lines[node]:6,}  {'; '.join(parts)}".rstrip())
    arrows = sum(map(len, graph.arrows.values()))
    out.append(f"{len(names)} rooms, {sum(graph.files.values())} files, {sum(graph.lines.values()):,} lines, {arrows} arrows, "
               f"{len(circles)} circles")
    out += ["circle: " + ", ".join(circle) for circle in circles]
    return "\n".join(out), len(circles)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", metavar="PAGE", help="put the drawing between the marks of this page")
    parser.add_argument("--files", metavar="FOLDER", help="files of this folder instead of rooms")
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    if arguments.files:
        folder = arguments.files.rstrip("/") + "/"
        graph = Graph(root, lambda path: path.rsplit(".", 1)[0], folder)
    else:
        graph = Graph(root, lambda path: path.rsplit("/", 1)[0])
    text, circles = drawing(graph)
    if not arguments.write:
        print(text)
        return 1 if circles else 0
    page = pathlib.Path(arguments.write)
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{page}: no marks {BEGIN} and {END}")
    page.write_text(f"{before}{BEGIN}\n```text\n{text}\n```\n{END}{after}", encoding="utf-8")
    return 1 if circles else 0


if __name__ == "__main__":
    sys.exit(main())
