#!/usr/bin/env python3
"""Writes which names a package has given up, read from the released packages.

usage: names.py PACKAGE WHEELS > ../facts/PACKAGE-names.csv

WHEELS is a folder with one wheel of every minor release: pip download --no-deps PACKAGE==VERSION. Nothing is imported: a name is what
a module's text binds at its top level, a star import what the other module's __all__ lists where it is written out, or all that it
binds. The first row holds the oldest and the newest release that were read, the rows without a name the torch and the oldest Python that a
release takes. Every other row is a name that a release has given up, in full, the first release with it ("" where the oldest one read has
it), the first without it, the first that has it again ("" for none: only NumPy's names come back), and what the package says to use instead
("" where it says nothing). Where a whole module is gone its row stands for all that it held. Names that begin with an underscore,
and what modules import from elsewhere, are nobody's to rely on. A package that lists what it offers (OFFERS) is read by its lists alone. Of
NumPy the names of the package itself are read: what its modules list for it, what its __getattr__ still answers for, and what it says is gone.
"""

import ast
import builtins
import csv
import re
import sys
import zipfile

from wheels import releases_in


# Packages that their makers alone have: an import of one fails everywhere else.
INTERNAL = {"pytorch"}


# Classes of which class methods are read, too: Trainer.from_argparse_args. Their packages are imported from by their
# packages: what a module in them imports from another one is not read.
ASKED_OF_CLASSES = {"pytorch_lightning": ("Trainer", "LightningDataModule")}

# Packages of which people take what the package and its parts pass on, and whole modules: of these, what other modules hold is not read.
PASS_ON = {"albumentations", "datasets", "diffusers", "torchmetrics", "torchtext", "trl"}

# Packages whose own module offers what other modules list in __all__, and older releases in texts of the package's __init__, with the
# modules that people import from beside it, and names that no program for torch imports.
OFFERS = {
    "transformers": (
        ("optimization", "trainer_utils", "training_args"),
        # The newest release answers for the quick tokenizers and processors by their new names.
        re.compile(r"^(TF|TensorFlow|Flax|FLAX_|Keras|is_|load_tf)|_tf(_|$)|_flax_|^cached_property$|(Fast|Tokenizer|OnnxConfig|Processor|_MAP|_MAPPING)$"),
    )
}


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
                    own = source.split(".")[0] == module.split(".")[0] and (init or module.split(".")[0] not in ASKED_OF_CLASSES)
                    (names if own else foreign).add(alias.asname or alias.name)
                elif alias.name == "*" and source in found and source not in seen:
                    inner, _, inner_all = bound(source, found, (*seen, module))
                    names |= {n for n in inner if not n.startswith("_")} if inner_all is None else inner_all
        elif isinstance(node, ast.Import) and init:
            foreign |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
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


def of_class(found, name):
    """What is asked of a class without an object of it, of its bases, too."""
    methods = set()
    for tree, _ in found.values():
        for node in statements(tree.body):
            if isinstance(node, ast.ClassDef) and node.name == name:
                own = (m for m in node.body if isinstance(m, ast.FunctionDef))
                methods |= {m.name for m in own if any(ast.unparse(d).endswith(("classmethod", "staticmethod")) for d in m.decorator_list)}
                methods |= set().union(*(of_class(found, base.id) for base in node.bases if isinstance(base, ast.Name) and base.id != name))
    return methods


def read(wheel, package):
    """(names, those and what is imported from elsewhere, modules that answer for any name) of one release."""
    found = modules(wheel, package)
    names, foreign, open_modules = set(), set(), set()
    for module, (tree, init) in found.items():
        if package in PASS_ON and module.count(".") > 2:
            continue
        names.add(module)
        if package in PASS_ON and (not init or module.count(".") > 1):
            continue
        own, others, _ = bound(module, found)
        if package in PASS_ON:  # what is imported when it is asked for is listed by its name
            others |= {t for t in texts(tree) if t.isidentifier()}
        names |= {module + "." + n for n in own}
        foreign |= {module + "." + n for n in others}
        if dynamic(tree):
            open_modules.add(module)
    for name in ASKED_OF_CLASSES.get(package, ()):
        methods = of_class(found, name)
        names |= {f"{n}.{m}" for n in names if n.rpartition(".")[2] == name for m in methods}
    return {n for n in names if public(n)}, Answered(names | foreign, wheel, package), open_modules


class Answered(set):
    """What a release answers for: names, and what it puts back under names of old when it is imported, as Lightning does."""

    def __init__(self, names, wheel, package):
        super().__init__(names)
        self.put_back = set()
        for module, (tree, _) in graves(wheel, package):
            words = texts(tree)
            self.put_back.update(words, bound(module, {module: (tree, False)})[0])
            for n in ast.walk(tree):
                if isinstance(n, ast.Attribute):
                    self.put_back.add(n.attr)
                elif isinstance(n, ast.BinOp) and isinstance(n.right, ast.Constant):  # name + "Plugin"
                    self.put_back.update(f"{word}{n.right.value}" for word in words)

    def __contains__(self, name):
        return super().__contains__(name) or name in self.put_back or name.rpartition(".")[2] in self.put_back


def graves(wheel, package):
    """The modules of a release that put back what it has given up, as modules gives them."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith(f"{package}/_graveyard/") and name.endswith(".py"):
                yield name, (ast.parse(archive.read(name)), False)


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


# The modules that list what the package numpy offers since version 2.
NUMPY_PARTS = re.compile(r"^numpy/(_core/[a-z]\w*|lib/_\w+_impl|matrixlib/[a-z]\w*)\.py$")

# What the newest release read that speaks of a name says about it.
ADVICE = {}


def advised(name):
    """The expression that a name's advice puts in its place; of what was an alias of a builtin, the builtin."""
    last = name.rpartition(".")[2]
    found = re.match(r"Use `(-?[\w.]+)` (builtin )?instead", ADVICE.get(last, ""))
    return found[1] if found else last if hasattr(builtins, last) else ""


def of_numpy(wheel, package):
    """(names of the package itself, those that it only answers for, what it says is gone) of one release."""
    names, answered, former, lists = set(), set(), set(), {}
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if NUMPY_PARTS.match(name) and "numpy/lib/_utils_impl.py" in archive.namelist():
                names |= in_all(ast.parse(archive.read(name)))
        if not names:
            for part in ("core", "lib", "matrixlib"):
                names |= passed_on(archive, f"numpy/{part}/")
        answered |= {m[1] for m in (re.match(r"numpy/([a-z]\w*)(/|\.py$)", name) for name in archive.namelist()) if m} - {"setup", "tests"}
        tree = ast.parse(archive.read("numpy/__init__.py"))
        for name in archive.namelist():
            if re.match(r"numpy/_expired_attrs_\w+\.py$", name):
                for n in ast.walk(ast.parse(archive.read(name))):
                    if isinstance(n, ast.Dict):
                        former |= {k.value for k in n.keys}
                        ADVICE.update({k.value: ast.literal_eval(v) for k, v in zip(n.keys, n.values)})
    names |= in_all(tree)
    for node in statements(tree.body):  # in their order: _type_info is written twice
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {a.asname or a.name for a in node.names}
        elif ast.unparse(node).startswith("__all__.remove("):
            names -= texts(node)
        elif isinstance(node, ast.Delete):
            names -= {t.id for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            lists[node.targets[0].id] = keys(node.value, lists)
            if node.targets[0].id == "__former_attrs__":
                former |= lists["__former_attrs__"]
            elif node.targets[0].id == "__future_scalars__":
                former |= keys(node.value, {}) - {"bytes", "ulong"}  # which were not there before
            elif node.targets[0].id == "__expired_functions__":  # these are there, and raise when they are called
                answered |= lists["__expired_functions__"]
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("__deprecated_attrs__["):
            answered.add(node.targets[0].slice.value)
        elif isinstance(node, ast.Expr) and ast.unparse(node).startswith("__deprecated_attrs__.update("):
            answered |= keys(node.value.args[0], lists)
        elif isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            for n in (n for n in ast.walk(node) if isinstance(n, ast.If) and not any(isinstance(r, ast.Raise) for r in n.body)):
                if isinstance(n.test, ast.Compare) and isinstance(n.test.comparators[0], ast.Constant):
                    answered.add(n.test.comparators[0].value)
    names = {f"{package}.{n}" for n in (names | answered) - former if public(n) and n.isidentifier()}
    return names, {f"{package}.{n}" for n in answered}, {f"{package}.{n}" for n in former}


def passed_on(archive, folder):
    """What a package lists in its __all__: itself, and by adding the lists of its modules."""
    text = archive.read(folder + "__init__.py").decode()
    found = in_all(ast.parse(text))
    added = re.findall(r"__all__(?: \+= |\.extend\()(\w+)\.__all__", text)
    if folder == "numpy/core/":  # whose numeric adds the lists of others to its own
        added += re.findall(r"^from \.(\w+) import \*", text, re.M)
    for module in added:
        if f"{folder}{module}.py" in archive.namelist():
            found |= in_all(ast.parse(archive.read(f"{folder}{module}.py")))
    return found


def in_all(tree):
    """What a module writes into its __all__, whichever way."""
    found = set()
    for node in statements(tree.body):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", getattr(node, "value", None))
        if isinstance(target, (ast.Name, ast.Call)) and ast.unparse(target).startswith("__all__"):
            removes = ast.unparse(target).startswith("__all__.remove")
            found = found - texts(node) if removes else found | texts(node)
    return found


def keys(value, lists):
    """The keys of a dictionary or the first items of a list's tuples, as they are written or made of a list by a name."""
    if isinstance(value, ast.DictComp):
        source = value.generators[0].iter
        return lists.get(source.id, set()) if isinstance(source, ast.Name) else set()
    found = set()
    for item in getattr(value, "keys", None) or getattr(value, "elts", []):
        item = item.elts[0] if isinstance(item, ast.Tuple) and item.elts else item
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            found.add(item.value)
    return found


def texts(node):
    return {c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)}


def wanted(package, name):
    last = name.rpartition(".")[2]
    return package not in OFFERS or (last[0].isupper() or "_" in last) and not OFFERS[package][1].search(last)


def beside(wheel):
    """The minor release of torch that a wheel is built for, or the oldest that it takes, and the oldest Python; "" where it takes any."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(archive.read(n).decode() for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
    torch = re.search(r"^Requires-Dist: torch *\(?(?:==|.*>=?) *(\d+\.\d+)", metadata, re.M)
    python = re.search(r"^Requires-Python: .*>= ?(\d+\.\d+)", metadata, re.M)
    return [found[1] if found else "" for found in (torch, python)]


def main():
    package, place = sys.argv[1:]
    reader = of_numpy if package == "numpy" else offered if package in OFFERS else read
    releases = [(version, *reader(wheel, package)) for version, wheel in releases_in(place)]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([package, releases[0][0], releases[-1][0], "", ""])
    for version, wheel in releases_in(place):
        if any(needs := beside(wheel)):
            writer.writerow(["", version, *needs, ""])
    parts = [set(modules(wheel, package)) for _, wheel in releases_in(place)] if package in PASS_ON else [set()]
    rows = intervals_of_numpy(releases) if package == "numpy" else intervals(releases, package, parts)
    writer.writerows(sorted(rows))


def intervals(releases, package, parts):
    """Rows of the names that went. parts are the modules of each release: what was no module may be one now that a star import passes on."""
    newest, were = releases[-1][2], set().union(*parts)
    gone = {n for n in set().union(*(names for _, names, _, _ in releases)) if n not in newest}
    gone = {n for n in gone if n.rpartition(".")[0] not in releases[-1][3] and wanted(package, n)}
    for name in gone:
        around, _, last = name.rpartition(".")
        if around in gone or name not in were and any(p.startswith(around + ".") and p.endswith("." + last) for p in parts[-1]):
            continue
        has = [i for i, (_, _, names, _) in enumerate(releases) if name in names]
        yield [name, releases[has[0]][0] if has[0] else "", releases[has[-1] + 1][0], "", ""]


def intervals_of_numpy(releases):
    """NumPy makes the names of its types when it is imported: no text holds them before the one that says they are gone."""
    said = set().union(*(former for *_, former in releases))
    once = set().union(*(names for _, names, _, _ in releases))
    for name in said | once:
        gone = [name in former for *_, former in releases]
        seen = [name in names for _, names, _, _ in releases]
        last = max((i for i, s in enumerate(seen) if s), default=-1)
        first = seen.index(True) if True in seen else 0
        # Between two releases with a name it was there, unless they say otherwise; before it was said to be gone, too.
        here = [not g and (first <= i <= last or name in said and True not in gone[: i + 1]) for i, g in enumerate(gone)]
        since = here.index(True)
        if False not in here[since:]:
            continue
        until = here.index(False, since)
        again = here.index(True, until) if True in here[until:] else None
        older = name in said or name in releases[since][2]  # what is deprecated where it is first seen was there before
        yield [name, "" if older or not since else releases[since][0], releases[until][0], "" if again is None else releases[again][0], advised(name)]


main()
