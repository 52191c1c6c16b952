"""Writes analyzers/model/prelude/transformers_outputs.py: the fields of what transformers' models return, in their order.

    python transformers_outputs.py OLD/transformers/modeling_outputs.py NEW/transformers/modeling_outputs.py > PRELUDE

The files are those of two releases, read without being imported (4.44.2 and 5.24.0, out of their wheels). Where the newer one has
further fields these come last, as they do there; it calls past_key_values cache, in the same place.
"""
import ast
import sys


def fields(path):
    found = {}
    for node in ast.parse(open(path, encoding="utf-8").read()).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = [one.target.id for one in node.body if isinstance(one, ast.AnnAssign)]
    return found


old, new = fields(sys.argv[1]), fields(sys.argv[2])
print('"""The fields of what transformers\' models return, in their order (4.44 and 5.24)."""')
print("from transformers.utils import ModelOutput")
for name, names in old.items():
    if len(new.get(name, [])) > len(names):
        names = ["past_key_values" if one == "cache" else one for one in new[name]]
    listed = ", ".join('"%s"' % one for one in names) + ("," if len(names) == 1 else "")
    print("\n\nclass %s(ModelOutput):\n    names = (%s)" % (name, listed))
