#!/usr/bin/env python3
"""Writes which argument a class takes in which release, read from the released packages.

usage: arguments.py PACKAGE WHEELS|CLONE... > ../facts/PACKAGE.csv

WHEELS is a folder with one wheel of every minor release: pip download --no-deps PACKAGE==VERSION. CLONE is a git clone with the tags
of the releases, for packages whose releases hold no wheel; what stands in several places is read from the first. Nothing is imported: a class is its text, a field of a dataclass or of a
pydantic model, or a parameter of __init__, with those of the bases that stand in the package. A row is class, argument, the first release with it ("" where the oldest one read has it), the first without it ("" where
the newest has it), and the default as the newest of these releases writes it ("" where there is none). An argument *BASE says that the
class takes what a class of transformers takes, too.
"""

import ast
import csv
import re
import subprocess
import sys
import zipfile

from wheels import intervals, last_patches, numbers

# What is read of a package: files, classes whose fields count, classes whose __init__ counts.
PACKAGES = {
    "accelerate": (
        r"accelerate/(commands/config/config_args|accelerator|utils/dataclasses)\.py$",
        r"^(Cluster|SageMaker)Config$|^(DataLoader|Project)Configuration$|^\w+(Plugin|Kwargs)$",
        r"^Accelerator$",
    ),
    # AxolotlInputConfig, the top level, is a model of pydantic that drops what it has no field for; the classes of plugins are added to it.
    "axolotl": (
        r"^(src/)?axolotl/(utils/(schemas|config/models)/.*|integrations/\w+/args)\.py$",
        r"^(AxolotlInput|SwanLab)Config$|^\w+Args$",
        r"^$",
    ),
    # DeepSpeedConfig, the top level, is the keys that its functions read.
    "deepspeed": (
        r"^deepspeed/(runtime/(zero/|zenflow/)?\w*config\w*|monitor/config|profiling/config|comm/config|compile/config)\.py$",
        r"^(DeepSpeed\w+|CommsLogger|Compile|HybridEngine|TensorBoard|Wandb|CSV|Comet)Config$",
        r"^$",
    ),
    # Its dataclasses stand beside those of transformers, and all are read from one file.
    "llamafactory": (r"^src/(llamafactory|llmtuner)/hparams/\w+\.py$", r"^\w+Arguments$", r"^$"),
    # What the commands that train take; each stops with ValueError at what is left over.
    "ms-swift": (
        r"^swift/(llm/argument/.*|llm/utils/argument|arguments/.*|ray_utils/arguments|(rlhf_)?trainers/(arguments|args_mixin))\.py$",
        r"^(Sft|Train|RLHF)Arguments$",
        r"^$",
    ),
    "peft": (r"peft/(tuners/.*|config|utils/config)\.py$", r"^[A-Z]\w*Config$", r"^$"),
    # The package lightning holds the same code.
    "pytorch-lightning": (
        r"pytorch_lightning/(trainer/trainer|callbacks/(model_checkpoint|early_stopping|lr_monitor))\.py$",
        r"^$",
        r"^(Trainer|ModelCheckpoint|EarlyStopping|LearningRateMonitor)$",
    ),
    "torch": (
        r"^torch/(utils/data/(dataloader|distributed)|optim/[a-z]\w*|nn/parallel/distributed)\.py$",
        r"^$",
        r"^[A-Z]\w*$",
    ),
    "transformers": (
        r"transformers/(training_args\w*|trainer|trainer_seq2seq)\.py$",
        r"^(Seq2Seq)?TrainingArguments$",
        r"^(Seq2Seq)?Trainer$",
    ),
    # What is experimental may change with every release, and nothing is said of it.
    "trl": (r"trl/trainer/\w+\.py$", r"^[A-Z]+\w*Config$", r"^[A-Z]+\w*Trainer$"),
}

# Methods that take keywords of which releases took others; their rows are of Class.method.
METHODS = {"pytorch-lightning": {"Trainer": ("fit", "validate", "test", "predict")}}

# The packages whose classes drop what they do not know.
OPEN = ("axolotl",)

# A class of another package that stands behind a base: the one of transformers whose fields it brings, "" for none.
FOREIGN = {
    "TrainingArguments": "TrainingArguments",
    "Seq2SeqTrainingArguments": "Seq2SeqTrainingArguments",
    "BaseTrainingArguments": "Seq2SeqTrainingArguments",
    "HfTrainingArguments": "TrainingArguments",
    "HfSeq2SeqTrainingArguments": "Seq2SeqTrainingArguments",
    "PushToHubMixin": "",
    "object": "",
}

# What a model of pydantic has for a base that drops keys it does not know.
OPEN_MODEL = "BaseModel"

# What a model of pydantic refuses keys by: extra = "forbid" in this base.
CLOSED_MODEL = "DeepSpeedConfigModel"


def releases_in(place):
    """(version, {file: text}) of the last patch of every minor release in a folder of wheels or a clone."""
    wheels, last = last_patches(place), {}
    if wheels:
        return [(minor, lambda pattern, w=wheel: texts_of_wheel(w, pattern)) for minor, wheel in wheels]
    for tag in git(place, "tag").split():
        if re.fullmatch(r"v\d+(\.\d+)+", tag):
            minor = numbers(tag)[:2]
            last[minor] = max(last.get(minor, tag), tag, key=numbers)
    return [(minor, lambda pattern, t=tag: texts_of_tag(place, t, pattern)) for minor, tag in sorted(last.items())]


def git(clone, *arguments):
    return subprocess.run(["git", "-C", clone, *arguments], check=True, capture_output=True, text=True).stdout


def texts_of_wheel(wheel, pattern):
    with zipfile.ZipFile(wheel) as archive:
        return [archive.read(name).decode() for name in sorted(archive.namelist()) if re.search(pattern, name)]


def texts_of_tag(clone, tag, pattern):
    names = sorted(n for n in git(clone, "ls-tree", "-r", "--name-only", tag).splitlines() if re.search(pattern, n))
    return [git(clone, "show", f"{tag}:{name}") for name in names]


def classes(texts):
    found = {}
    for text_of_file in texts:
        for node in ast.parse(text_of_file).body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = node
    return found


def last_name(node):
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_dataclass(node):
    return any(last_name(d.func if isinstance(d, ast.Call) else d) == "dataclass" for d in node.decorator_list)


def default_of_field(value):
    if isinstance(value, ast.Call) and last_name(value.func) == "field":
        for keyword in value.keywords:
            if keyword.arg == "default":
                return text(keyword.value)
            if keyword.arg == "default_factory":
                return text(keyword.value) + "()"
        return ""
    return "" if value is None else text(value)


def text(node):
    written = ast.unparse(node)
    return written if len(written) <= 40 else "..."


def fields(name, found):
    """The fields of a dataclass by name, and whether everything about them stands in the package or is FOREIGN."""
    node = found.get(name)
    if node is None:
        base = FOREIGN.get(name)
        return {"*" + base: ""} if base else {}, name in FOREIGN
    if name == CLOSED_MODEL:
        return {}, any(k in ast.unparse(node) for k in ("extra='forbid'", "extra = 'forbid'"))
    out, whole = {}, is_dataclass(node) or not node.bases or CLOSED_MODEL in map(last_name, node.bases)
    for base in reversed(node.bases):
        more, known = fields(last_name(base), found)
        out.update(more)
        whole = whole and known
    out.update(converted(node))
    for line in node.body:
        if isinstance(line, ast.FunctionDef) and line.name == "__init__" and node.name != CLOSED_MODEL:
            whole = False
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            call = line.value
            hidden = isinstance(call, ast.Call) and any(
                k.arg == "init" and getattr(k.value, "value", None) is False for k in call.keywords
            )
            if line.target.id.startswith("_") or hidden or "ClassVar" in ast.unparse(line.annotation):
                continue
            out[line.target.id] = default_of_field(call)
            if isinstance(call, ast.Call):  # a model of pydantic takes both names
                out.update({k.value.value: "" for k in call.keywords if k.arg == "alias" and isinstance(k.value, ast.Constant)})
    return out, whole


def open_fields(name, found):
    """The fields of a model of pydantic with those of its bases, and whether it is one. The names that its validators ask for are
    among them: they are told about."""
    node = found.get(name)
    if node is None:
        return {}, name == OPEN_MODEL
    out, model = {}, False
    for base in reversed(node.bases):
        more, of_base = open_fields(last_name(base), found)
        out.update(more)
        model = model or of_base
    out.update({key: "" for key in asked(node) if key not in out})
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and "ClassVar" not in ast.unparse(line.annotation):
            out[line.target.id] = default_of_model(line.value)
            if isinstance(line.value, ast.Call):
                out.update({k.value.value: "" for k in line.value.keywords if k.arg == "alias" and isinstance(k.value, ast.Constant)})
    return out, model


def asked(node):
    """Keys that the functions of a class take out of a dictionary that they call data."""
    for n in ast.walk(node):
        key = None
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ("get", "pop") and n.args:
            key = n.args[0] if last_name(n.func.value) == "data" else None
        elif isinstance(n, ast.Subscript) and last_name(n.value) == "data":
            key = n.slice
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value


def default_of_model(value):
    """What pydantic's Field has for a default, or the value itself."""
    if isinstance(value, ast.Call) and last_name(value.func) == "Field":
        for keyword in value.keywords:
            if keyword.arg == "default":
                return text(keyword.value)
        return text(value.args[0]) if value.args and getattr(value.args[0], "value", None) is not ... else ""
    return default_of_field(value)


def converted(node):
    """Keys that a config class takes out of what it reads before it compares the rest with its fields."""
    out = {}
    for n in ast.walk(node):
        keys = []
        if isinstance(n, ast.Delete):
            keys = [t.slice for t in n.targets if isinstance(t, ast.Subscript) and last_name(t.value) == "config_dict"]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "pop":
            keys = n.args[:1] if last_name(n.func.value) == "config_dict" else []
        out.update({k.value: "" for k in keys if isinstance(k, ast.Constant) and isinstance(k.value, str)})
    return out


def renamed_by_decorator(init):
    """Names that a decorator still takes: @deprecate_kwarg("tokenizer", ...)."""
    out = {}
    for d in init.decorator_list:
        if isinstance(d, ast.Call) and last_name(d.func) == "deprecate_kwarg" and isinstance(d.args[0], ast.Constant):
            out[d.args[0].value] = ""
    return out


def parameters(name, found, method="__init__"):
    """The parameters of a method, and whether it takes no others."""
    node = found.get(name)
    if node is None:
        return {}, False
    init = next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == method), None)
    if init is None:
        return parameters(last_name(node.bases[0]), found, method) if node.bases else ({}, False)
    a = init.args
    out = renamed_by_decorator(init)
    positional = (a.posonlyargs + a.args)[1:]
    values = [None] * (len(positional) - len(a.defaults)) + a.defaults[-len(positional) or len(a.defaults):]
    for arg, value in zip(positional, values):
        out[arg.arg] = "" if value is None else text(value)
    for arg, value in zip(a.kwonlyargs, a.kw_defaults):
        out[arg.arg] = "" if value is None else text(value)
    return out, a.kwarg is None


def keys_read(texts):
    """The keys that functions take out of a dictionary called param_dict, constants by name resolved."""
    trees = [ast.parse(t) for t in texts]
    constants = {
        n.targets[0].id: n.value.value
        for tree in trees
        for n in tree.body
        if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and isinstance(n.value, ast.Constant)
    }
    out = {}
    for n in (n for tree in trees for n in ast.walk(tree)):
        key = None
        if isinstance(n, ast.Call) and last_name(n.func) in ("get_scalar_param", "get_dict_param") and len(n.args) > 1:
            key = n.args[1] if last_name(n.args[0]) in DICTIONARIES else None
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "get" and n.args:
            key = n.args[0] if last_name(n.func.value) in DICTIONARIES else None
        elif isinstance(n, ast.Subscript) and last_name(n.value) in DICTIONARIES:
            key = n.slice
        elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            holder = n.comparators[0]
            if isinstance(holder, ast.Call) and isinstance(holder.func, ast.Attribute) and holder.func.attr == "keys":
                holder = holder.func.value
            key = n.left if last_name(holder) in DICTIONARIES else None
        value = constants.get(key.id) if isinstance(key, ast.Name) else getattr(key, "value", None)
        if isinstance(value, str):
            out[value] = ""
    return out


# What DeepSpeed calls the whole of its config.
DICTIONARIES = ("param_dict", "_param_dict", "ds_config")


def read(texts, package):
    """{class: {argument: default}} of one release; a class that takes what is not seen here is not there."""
    pattern, configs, inits = PACKAGES[package]
    found = classes(texts(pattern))
    out = {}
    for name in found:
        for ask, wanted in ((open_fields if package in OPEN else fields, configs), (parameters, inits)):
            if re.search(wanted, name):
                arguments, whole = ask(name, found)
                if whole:
                    out[name] = arguments
    for name, methods in METHODS.get(package, {}).items():
        for method in methods:
            arguments, whole = parameters(name, found, method)
            if whole:
                out[f"{name}.{method}"] = arguments
    if out and package == "deepspeed":
        out["DeepSpeedConfig"] = keys_read(texts(r"^deepspeed/(?!inference/).*(config|constants)\w*\.py$"))
    return out


def main():
    package, *places = sys.argv[1:]
    texts_of = {minor: texts for place in reversed(places) for minor, texts in releases_in(place)}
    releases = [("%d.%d" % minor, read(texts_of[minor], package)) for minor in sorted(texts_of)]
    while not releases[0][1]:
        releases.pop(0)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["", "", releases[0][0], releases[-1][0], ""])
    writer.writerows(intervals(releases))


main()
