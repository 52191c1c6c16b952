#!/usr/bin/env python3
"""Writes which components torchtune has in which release, and what each takes, read from the released packages.

usage: components.py WHEELS > ../facts/torchtune.csv

WHEELS is a folder with one wheel of every minor release: pip download --no-deps torchtune==VERSION. A component is what a config may
name by _component_: a function or class of the modules from which the configs that come with the package, of any release, name one,
by the path by which Python finds it. The rows are those of arguments.py; an argument ** says that the component takes any other, too.
"""

import ast
import csv
import re
import sys
import zipfile

from wheels import intervals, releases_in


class Package:
    """The modules of one release and what each of their names is."""

    def __init__(self, wheel):
        self.trees, self.configs, self.seen = {}, [], {}
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if re.match(r"torchtune/.*\.py$", name):
                    module = re.sub(r"(/__init__)?\.py$", "", name).replace("/", ".")
                    self.trees[module] = (ast.parse(archive.read(name).decode()), name.endswith("__init__.py"))
                elif re.match(r"recipes/.*\.yaml$", name):
                    self.configs.append(archive.read(name).decode())

    def named(self):
        """The components of torchtune that the configs name."""
        return {path for text in self.configs for path in re.findall(r"^\s*-?\s*_component_:\s*(torchtune\.[\w.]+)", text, re.M)}

    def bound(self, module):
        """What the names of a module are bound to: a definition, or (module, name) of another place."""
        if module in self.seen:
            return self.seen[module]
        tree, is_package = self.trees.get(module, (None, False))
        names = self.seen[module] = {}
        for node in tree.body if tree else ():
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names[node.name] = node
            elif isinstance(node, ast.ImportFrom):
                around = module.split(".")[: len(module.split(".")) - node.level + is_package] if node.level else []
                source = ".".join(around + ([node.module] if node.module else []))
                names.update({alias.asname or alias.name: (source, alias.name) for alias in node.names})
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                names.update({t.id: (module, node.value.id) for t in node.targets if isinstance(t, ast.Name)})
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and last_name(node.value.func) == "partial":
                names.update({t.id: (module, last_name(node.value.args[0])) for t in node.targets if isinstance(t, ast.Name)})
        return names

    def find(self, module, name):
        """The definition behind a name of a module, and where it stands; None for what another package has."""
        for _ in range(9):
            bound = self.bound(module).get(name)
            if not isinstance(bound, tuple):
                return bound and (bound, module)
            module, name = bound
        return None

    def parameters(self, node, module):
        """The parameters of a function, or of what makes an instance of a class; ** among them where it takes any."""
        if isinstance(node, ast.ClassDef):
            init = next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
            if init is None:
                for base in node.bases:
                    found = self.find(module, last_name(base))
                    if found:
                        return self.parameters(*found)
                return {"**": ""}
            node = init
            skipped = 1
        else:
            skipped = 0
        a, out = node.args, {}
        positional = a.posonlyargs + a.args
        values = [None] * (len(positional) - len(a.defaults)) + a.defaults
        for arg, value in list(zip(positional, values))[skipped:]:
            out[arg.arg] = default(value)
        for arg, value in zip(a.kwonlyargs, a.kw_defaults):
            out[arg.arg] = default(value)
        if a.kwarg:
            out["**"] = ""
        return out


def last_name(node):
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def default(value):
    written = "" if value is None else ast.unparse(value)
    return written if len(written) <= 40 else "..."


def main():
    packages = [(version, Package(wheel)) for version, wheel in releases_in(sys.argv[1])]
    modules = {path.rpartition(".")[0] for _, package in packages for path in package.named()}
    releases = []
    for version, package in packages:
        found = {}
        for module in modules:
            for name in package.bound(module):
                definition = package.find(module, name)
                if definition and not name.startswith("_"):
                    found[module + "." + name] = package.parameters(*definition)
        missing = package.named() - set(found)
        if missing:
            print(version, "names what it has not:", *sorted(missing), file=sys.stderr)
        releases.append((version, found))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["", "", releases[0][0], releases[-1][0], ""])
    writer.writerows(intervals(releases))


main()
