#!/usr/bin/env python3
"""Writes which names a package has given up, read from the released packages.

usage: names.py PACKAGE WHEELS > ../facts/PACKAGE-names.csv

WHEELS is a folder with one wheel of every minor release: pip download --no-deps PACKAGE==VERSION. Nothing is imported: a name is what
a module's text binds at its top level, a star import what the other module's __all__ lists where it is written out, or all that it
binds. The first row holds the oldest and the newest release that were read, the rows without a name the torch that a release takes.
Every other row is a name that the newest release does not have, in full, the first release with it ("" where the oldest one read has
it), and the first without it. Where a whole module is gone its row stands for all that it held. Names that begin with an underscore,
and what modules import from elsewhere, are nobody's to rely on. A package that lists what it offers (OFFERS) is read by its lists alone.
"""

import ast
import csv
import re
import sys
import zipfile
from pathlib import Path


# Packages that their makers alone have: an import of one fails everywhere else.
INTERNAL = {"pytorch"}


# Packages whose own module offers what other modules list in __all__, and older releases in texts of the package's __init__, with the
# modules that people import from beside it, and names that no program for torch imports.
OFFERS = {
    "transformers": (
        ("optimization", "trainer_utils", "training_args"),
        # The newest release answers for the quick tokenizers and processors by their new names.
        re.compile(r"^(TF|TensorFlow|Flax|FLAX_|Keras|is_|load_tf)|_tf(_|$)|_flax_|^cached_property$|(Fast|Tokenizer|OnnxConfig|Processor|_MAP|_MAPPING)$"),
    )
}


def numbers(version):
    return tuple(int(n) for n in re.findall(r"\d+", version))


def releases_in(place):
    """(version, wheel) of the last patch of every minor release."""
    last = {}
    for wheel in Path(place).glob("*.whl"):
        version = numbers(wheel.name.split("-")[1])
        minor = version[:2]
        if minor not in last or version > last[minor][0]:
            last[minor] = (version, wheel)
    return [("%d.%d" % minor, wheel) for minor, (_, wheel) in sorted(last.items())]


def modules(wheel, package):
    """{dotted name: (tree, whether it is a package)} of the modules whose names hold no underscore in front."""
    found = {}
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if not name.startswith(package + "/") or not name.endswith(".py"):
                continue
            parts = name[: -len(".py")].split("/")
            init = parts[-1] == "__init__"
            found[".".join(parts[:-1] if init else parts)] = (ast.parse(archive.read(name)), init)
    return found


def statements(body):
    """The statements that run when a module is imported: those of its branches, too."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers"):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield from statements(getattr(node, part, []))


def behind(module, init, node):
    """The dotted name of the module that a from-import reads."""
    if not node.level:
        return node.module or ""
    base = module.split(".")
    base = base[: len(base) - node.level + (1 if init else 0)]
    return ".".join(base + ([node.module] if node.module else []))


def bound(module, found, seen=()):
    """The names that a module binds, those that it imports from elsewhere, and the list of __all__, None where it has none."""
    tree, init = found[module]
    names, foreign, listed, whole = set(), set(), None, True
    for node in statements(tree.body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            source = behind(module, init, node)
            if source.split(".")[0] in INTERNAL:
                continue
            for alias in node.names:
                if alias.name != "*":
                    own = source.split(".")[0] == module.split(".")[0]
                    (names if own else foreign).add(alias.asname or alias.name)
                elif alias.name == "*" and source in found and source not in seen:
                    inner, _, inner_all = bound(source, found, (*seen, module))
                    names |= {n for n in inner if not n.startswith("_")} if inner_all is None else inner_all
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        names.add(name.id)
                        if name.id == "__all__" and node.value is not None:
                            whole = whole and written(node.value)
                            texts = {c.value for c in ast.walk(node.value) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
                            listed = (listed or set()) | texts
    return names, foreign, listed if whole else None


def written(value):
    """Whether a list is written out: not the sum of others."""
    return isinstance(value, (ast.List, ast.Tuple)) and all(isinstance(e, ast.Constant) for e in value.elts)


def dynamic(tree):
    return any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in tree.body)


def public(name):
    return not any(part.startswith("_") for part in name.split("."))


def read(wheel, package):
    """(names, those and what is imported from elsewhere, modules that answer for any name) of one release."""
    found = modules(wheel, package)
    names, foreign, open_modules = set(), set(), set()
    for module, (tree, _) in found.items():
        names.add(module)
        own, others, _ = bound(module, found)
        names |= {module + "." + n for n in own}
        foreign |= {module + "." + n for n in others}
        if dynamic(tree):
            open_modules.add(module)
    return {n for n in names if public(n)}, names | foreign, open_modules


def offered(wheel, package):
    """(names, the same, none) of one release of a package that offers what its modules list."""
    names = set()
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.startswith(package + "/") or not name.endswith(".py"):
                continue
            module = name[: -len(".py")].replace("/", ".").removesuffix(".__init__")
            text = archive.read(name)
            if module == package:
                names |= {f"{package}.{t}" for t in texts(ast.parse(text)) if t.isidentifier()}
            elif module.removeprefix(package + ".") in OFFERS[package][0]:
                names |= {f"{module}.{n}" for n in bound(module, {module: (ast.parse(text), False)})[0]}
            else:  # the whole of a release takes minutes to parse
                for listed in re.findall(rb"^__all__ \+?= ([\[(].*?[\])])", text, re.M | re.S):
                    names |= {f"{package}.{t}" for t in texts(ast.parse(listed))}
    names = {n for n in names if public(n)}
    return names, names, set()


def texts(node):
    return {c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)}


def wanted(package, name):
    last = name.rpartition(".")[2]
    return package not in OFFERS or (last[0].isupper() or "_" in last) and not OFFERS[package][1].search(last)


def beside(wheel):
    """The minor release of torch that a wheel is built for, "" where it takes several."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(archive.read(n).decode() for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
    pinned = re.search(r"^Requires-Dist: torch \(?==(\d+\.\d+)", metadata, re.M)
    return pinned[1] if pinned else ""


def main():
    package, place = sys.argv[1:]
    reader = offered if package in OFFERS else read
    releases = [(version, *reader(wheel, package)) for version, wheel in releases_in(place)]
    newest = releases[-1][2]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([package, releases[0][0], releases[-1][0]])
    for version, wheel in releases_in(place):
        if torch := beside(wheel):
            writer.writerow(["", version, torch])
    gone = set().union(*(names for _, names, _, _ in releases)) - newest
    gone = {n for n in gone if n.rpartition(".")[0] not in releases[-1][3] and wanted(package, n)}
    for name in sorted(gone):
        if name.rpartition(".")[0] in gone:
            continue
        has = [i for i, (_, _, names, _) in enumerate(releases) if name in names]
        writer.writerow([name, releases[has[0]][0] if has[0] else "", releases[has[-1] + 1][0]])


main()
