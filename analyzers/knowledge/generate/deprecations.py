#!/usr/bin/env python3
"""Writes which functions and classes of a package say that they are deprecated, read from the released packages.

usage: deprecations.py PACKAGE WHEELS > ../facts/PACKAGE-deprecated.csv

WHEELS is a folder with one wheel of every minor release, as for names.py. Nothing is imported: a definition says so where it stands under a
decorator @deprecated(...), or where a statement of its own body, behind no condition, warns of it. A row is the name in full, the first release
that says so ("" where the oldest one read does), and the first that has no such definition any more ("" where the newest has it). What stands in
a module whose name begins with an underscore is listed under the public module that imports it by that name, if there is one.
"""

import ast
import csv
import re
import sys
import zipfile
from pathlib import Path


def numbers(version):
    return tuple(int(n) for n in re.findall(r"\d+", version))


def releases_in(place):
    last = {}
    for wheel in Path(place).glob("*.whl"):
        version = numbers(wheel.name.split("-")[1])
        if version[:2] not in last or version > last[version[:2]][0]:
            last[version[:2]] = (version, wheel)
    return [("%d.%d" % minor, wheel) for minor, (_, wheel) in sorted(last.items())]


def says(node):
    """Whether a definition says that it is deprecated."""
    for d in node.decorator_list:
        if isinstance(d, ast.Call) and ast.unparse(d.func).rpartition(".")[2] == "deprecated":
            return True
    for line in node.body:
        if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call) and ast.unparse(line.value.func).endswith("warnings.warn"):
            return "deprecated" in ast.unparse(line.value)
    return False


def read(wheel, package):
    """(names that are deprecated, all definitions) of the modules whose text speaks of it."""
    said, defined, behind = set(), set(), {}
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.startswith(package + "/") or not name.endswith(".py") or "/testing/_internal/" in name:
                continue
            text = archive.read(name)
            module = name[: -len(".py")].replace("/", ".").removesuffix(".__init__")
            if b"deprecated" in text:
                for node in ast.parse(text).body:
                    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                        defined.add(f"{module}.{node.name}")
                        if says(node):
                            said.add(f"{module}.{node.name}")
            else:
                defined |= {f"{module}.{n.decode()}" for n in re.findall(rb"^(?:def|class) (\w+)", text, re.M)}
            if "._" not in "." + module:
                for source, names in re.findall(rb"^\s*from (\.?[\w.]+) import (\([^)]*\)|[^\n#]*)", text, re.M):
                    full = source.decode()
                    if full.startswith("."):
                        base = module if name.endswith("__init__.py") else module.rpartition(".")[0]
                        full = base + full
                    for n in re.findall(r"\w+", re.sub(r"#.*", "", names.decode())):
                        behind.setdefault(f"{full}.{n}", f"{module}.{n}")
    place = lambda n: n if "._" not in n else behind.get(n, n)
    return {place(n) for n in said}, {place(n) for n in defined}


def main():
    package, wheels = sys.argv[1:]
    releases = [(version, *read(wheel, package)) for version, wheel in releases_in(wheels)]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([package, releases[0][0], releases[-1][0]])
    for name in sorted(set().union(*(said for _, said, _ in releases))):
        if "._" in name:
            continue
        first = next(i for i, (_, said, _) in enumerate(releases) if name in said)
        there = max(i for i, (_, _, defined) in enumerate(releases) if name in defined)
        writer.writerow([name, releases[first][0] if first else "", releases[there + 1][0] if there + 1 < len(releases) else ""])


main()
