#!/usr/bin/env python3
"""Writes which functions and classes of PyTorch are deprecated, raise or are gone, read from the released packages.

usage: symbols.py WHEELS > ../facts/torch-symbols.csv

WHEELS is a folder with one wheel of every minor release: pip download --no-deps torch==VERSION; the wheels for macOS are the smallest, and their
Python is the same. Nothing is imported. The first row holds the oldest and the newest release that were read. Every other row is a public name, the
first release whose documentation calls it deprecated, the first that warns whenever it is called, the first that only raises, and the first without
it: "" for none, and the oldest release stands for all before it. A name is what a public module defines, or what a public package imports from a
private module of its own. What warns for some arguments only is not read.
"""

import ast
import csv
import re
import sys
import zipfile

from wheels import releases_in

SPEAKS = re.compile(rb"deprecat|will be removed|was removed|_linalg_utils", re.I)

# A sentence of a documentation that says of the thing itself that it is deprecated, or its directive.
SAYS = re.compile(r"\.\. deprecated::|(?:This (?:function|method|class|API|decorator|module) is|[`.\w]+ is) (?:now )?deprecated\b(?! and the default)")

# Modules of no concern to a program that trains: internals in all but name.
INTERNAL = re.compile(r"(^|\.)_|^torch\.(testing\._|onnx|ao|quantization|package|fx|export|nn\.quantized|distributed\.(pipeline|elastic|rpc|benchmarks)|utils\.(benchmark|hipify|tensorboard|bottleneck)|jit\.)|^torchgen|^caffe2")


def text_of(node):
    return " ".join(c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str))


def last_name(func):
    return getattr(func, "attr", getattr(func, "id", ""))


def status(node):
    """What a function or a class does: "warns" or "raises" whenever it is called, "says" in its documentation, or None."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and last_name(decorator.func) == "deprecated":
            category = next((k.value for k in decorator.keywords if k.arg == "category"), None)
            return "says" if isinstance(category, ast.Constant) and category.value is None else "warns"
    body = node.body
    doc = ast.get_docstring(node) or ""
    if isinstance(node, ast.ClassDef):
        init = next((n for n in body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
        found = status(init) if init is not None else None
        return found if found in ("warns", "raises") else says(doc, node.name)
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) or isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        if isinstance(statement, ast.Raise):
            return "raises" if re.search(r"deprecat|removed", text_of(statement), re.I) else None
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            name = last_name(statement.value.func)
            if name == "warn_deprecated" or name in ("warn", "warn_once") and re.search(r"deprecat|will be removed", text_of(statement), re.I):
                return "warns"
            if name in ("super", "_log_api_usage_once", "__init__"):
                continue
        if isinstance(statement, ast.Assign) and not any(isinstance(n, ast.Call) for n in ast.walk(statement.value)):
            continue
        break
    return says(doc, node.name)


def says(doc, name):
    # Only the head of the text speaks of the whole.
    head = re.split(r"\n\s*(?:Args|Arguments|Parameters|Example|Examples|Keyword args|Returns)\b", doc)[0]
    found = SAYS.search(head)
    return "says" if found and (found[0].startswith((".. ", "This")) or name in found[0]) else None


def defined(tree):
    """{name: status} of what a module defines at its top level."""
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = status(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and last_name(node.value.func) == "_make_deprecate":
            found[node.targets[0].id] = "warns"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and last_name(node.value.func) == "add_docstr" and len(node.value.args) == 2:
            path = ast.unparse(node.value.args[0])
            if says(text_of(node.value.args[1]), path.rpartition(".")[2]):
                found["=" + path] = "says"
    return found


def behind(module, init, node):
    if not node.level:
        return node.module or ""
    base = module.split(".")
    base = base[: len(base) - node.level + (1 if init else 0)]
    return ".".join(base + ([node.module] if node.module else []))


def stronger(found, name, what):
    """Keeps the strongest of what is said of a name: the documentation of torch.qr stayed when the function began to raise."""
    order = ["says", "warns", "raises"]
    if name not in found or order.index(found[name]) < order.index(what):
        found[name] = what


def read(wheel):
    """({public name: status}, every public name that is defined) of one release."""
    trees, names, found = {}, set(), {}
    with zipfile.ZipFile(wheel) as archive:
        for file in archive.namelist():
            if not file.startswith(("torch/", "functorch/")) or not file.endswith(".py") or "/_internal/" in file or "/_inductor/" in file or "/_dynamo/" in file:
                continue
            init = file.endswith("/__init__.py")
            module = file[: -len("/__init__.py" if init else ".py")].replace("/", ".")
            text = archive.read(file)
            if not INTERNAL.search(module):
                names |= {f"{module}.{n.decode()}" for n in re.findall(rb"^(?:def|class) ([a-zA-Z]\w*)", text, re.M)}
                names |= {f"{module}.{n.decode()}" for n in re.findall(rb"^([a-z]\w*) = _make_deprecate", text, re.M)}
            if SPEAKS.search(text) or init:
                trees[module] = (ast.parse(text), init)
    bound = {module: defined(tree) for module, (tree, _) in trees.items()}
    for module, of in bound.items():
        for name, what in of.items():
            if name.startswith("=") and name.startswith("=torch.") and not INTERNAL.search(name[1:]):
                stronger(found, name[1:], what)
            elif not name.startswith("_") and not INTERNAL.search(module) and what:
                stronger(found, f"{module}.{name}", what)
    for module, (tree, init) in trees.items():
        if INTERNAL.search(module):
            continue
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom):
                continue
            source = behind(module, init, node)
            for alias in node.names:
                for name, what in bound.get(source, {}).items():
                    as_name = (alias.asname or name) if alias.name == name else name if alias.name == "*" else None
                    if as_name and not as_name.startswith(("_", "=")) and not name.startswith("="):
                        names.add(f"{module}.{as_name}")
                        if what:
                            stronger(found, f"{module}.{as_name}", what)
    return found, names


def main():
    releases = [(version, *read(wheel)) for version, wheel in releases_in(sys.argv[1])]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["torch", releases[0][0], releases[-1][0], "", ""])
    for name in sorted(set().union(*(found for _, found, _ in releases))):
        first = {}
        for version, found, _ in releases:
            if name in found:
                first.setdefault(found[name], version)
        last = max(i for i, (_, _, names) in enumerate(releases) if name in names) if any(name in names for _, _, names in releases) else None
        gone = "" if last is None or last + 1 == len(releases) else releases[last + 1][0]
        writer.writerow([name, first.get("says", ""), first.get("warns", ""), first.get("raises", ""), gone])


main()
