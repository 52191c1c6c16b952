"""What an experiment is, and what it says it saw.

An experiment is a function for the hazard and one for what the rule's page recommends, each on the real library. What they see is an error's
class and first words, a warning's, or a value; both must match what the rule says, and a hazard that looks like its cure shows nothing.
"""
import contextlib
import gc
import io
import re
import warnings

TABLE = {}


class Experiment:
    """One claim of a rule: `bad` and `good` are patterns over what is seen.

    since: the rule speaks from this version on; before it the hazard must run, and do no harm. needs: the experiment itself cannot be run before
    this version, which says nothing about the rule, and no row is written. until: nor from this version on, of which the rule does not speak.
    beside: another package that has to be there.
    """

    def __init__(self, rule, package, bad, good, since=None, needs=None, until=None, beside=None):
        self.rule, self.package, self.bad, self.good, self.since, self.needs, self.until, self.beside = rule, package, bad, good, since, needs, until, beside
        self.functions = {}

    def __call__(self, function):
        kind = function.__name__.rsplit("_", 1)[-1]
        if kind not in ("bad", "good"):
            raise SystemExit(f"{function.__name__}: call it NAME_bad or NAME_good")
        name = function.__name__.rsplit("_", 1)[0]
        if TABLE.setdefault(name, self) is not self:
            raise SystemExit(f"{name} is the name of two experiments")
        self.functions[kind] = function
        return function


def seen(function):
    """Runs a function: its error, else its first warning and its value."""
    said = []
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("always")
        try:
            value = function()
        except Exception as error:  # what an experiment is for
            return f"raises {type(error).__name__}: {short(error)}"
        for one in caught:
            text = f"warns {one.category.__name__}: {short(one.message)}"
            if "trainlint" not in text and text not in said and "CUDA is not available" not in text and "pin_memory" not in text and "use of fork()" not in text:
                said.append(text)
    if value is not None:
        said.append(str(value))
    return "; ".join(said) or "nothing"


def short(message):
    words = " ".join(str(message).split())
    words = re.sub(r"pid=\d+", "pid=N", words)
    return re.sub(r"(/[\w.+-]+)+", "PATH", words)[:110]


def kept_bytes(forward):
    """The bytes of the storages that a forward pass saves for a backward pass, each once."""
    import torch

    storages = {}

    def pack(t):
        storage = t.untyped_storage() if hasattr(t, "untyped_storage") else t.storage()  # torch 1
        storages[storage.data_ptr()] = storage.nbytes()
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        result = forward()
    del result
    return sum(storages.values())


def live_nodes(tensors):
    """How many nodes of the graph are reachable from tensors."""
    todo, found = [t.grad_fn for t in tensors if getattr(t, "grad_fn", None) is not None], set()
    while todo:
        node = todo.pop()
        if node is None or node in found:
            continue
        found.add(node)
        todo.extend(n for n, _ in node.next_functions)
    gc.collect()
    return len(found)
