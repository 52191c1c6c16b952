"""What Python and torch do with the constructors and iterators of small programs: the rows of testdata/oracle/constructors.tsv.

python3 oracle/constructors.py > testdata/oracle/constructors.tsv

Each row is what stands in the places of a program, as a JSON list, behind the rule that it is for, and `wrong` or `right`; the programs with
their places BASES, BODY, MAKE, FIRST and SECOND are the first rows: for missing-super-init, whether making the
class raises AttributeError, for torch.nn.Module's constructor has not run; for parameters-generator-reused, whether an iterator that gave all it has is walked
through again.
"""

import itertools
import json
import warnings

import torch

# The bodies of a constructor. Base is a module of the file, Mixin a plain class of it.
BODIES = """
super().__init__(); self.fc = nn.Linear(3, 3)
self.fc = nn.Linear(3, 3); super().__init__()
self.fc = nn.Linear(3, 3)
self.width = 3
self.width = 3; super().__init__(); self.fc = nn.Linear(3, 3)
self.width = 3; self.fc = nn.Linear(3, 3); super().__init__()
self.scale = nn.Parameter(torch.ones(3))
self.scale = nn.Parameter(torch.ones(3)); super().__init__()
super(Net, self).__init__(); self.fc = nn.Linear(3, 3)
nn.Module.__init__(self); self.fc = nn.Linear(3, 3)
Base.__init__(self); self.fc = nn.Linear(3, 3)
s = super(); s.__init__(); self.fc = nn.Linear(3, 3)
self.start(); self.fc = nn.Linear(3, 3)
start(self); self.fc = nn.Linear(3, 3)
self.__class__.start(self); self.fc = nn.Linear(3, 3)
getattr(super(), "__init__")(); self.fc = nn.Linear(3, 3)
self.__dict__["fc"] = nn.Linear(3, 3)
object.__setattr__(self, "fc", nn.Linear(3, 3))
self.layers = [nn.Linear(3, 3)]
self.layers = nn.ModuleList([nn.Linear(3, 3)])
self.layers = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
self.act = nn.ReLU()
self.loss = nn.MSELoss()
self.fn = torch.nn.functional.relu
self.size = torch.Size([3])
self.table = torch.zeros(3)
self.inner = Other()
self.inner = Base()
self.inner = Plain()
fc = nn.Linear(3, 3)
fc = nn.Linear(3, 3); super().__init__(); self.fc = fc
fc = nn.Linear(3, 3); self.fc = fc
a = b = nn.Linear(3, 3)
self.a = self.b = nn.Linear(3, 3)
self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)
other.fc = nn.Linear(3, 3)
print(self.training); self.fc = nn.Linear(3, 3)
if True: super().__init__()
if flag: super().__init__(); self.fc = nn.Linear(3, 3)
return
pass
"text"; self.fc = nn.Linear(3, 3)
"text"; super().__init__(); self.fc = nn.Linear(3, 3)
self.fc: nn.Module = nn.Linear(3, 3)
self.make = lambda: super(Net, self).__init__(); self.make(); self.fc = nn.Linear(3, 3)
""".strip().splitlines()

BASES = ["nn.Module", "Base", "nn.Linear", "Plain", "Plain, nn.Module", "nn.Module, Plain", "Starts", "Made", "Stored", "object"]

CLASSES = """import torch
from torch import nn


class Base(nn.Module):
    pass


class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)


class Plain:
    pass


class Starts(nn.Module):
    call_super_init = True


class Made(nn.Module):
    def __new__(cls, *args):
        made = super().__new__(cls)
        nn.Module.__init__(made)
        return made


class Stored(nn.Module):
    def __setattr__(self, name, value):
        self.__dict__[name] = value


def start(module):
    nn.Module.__init__(module)


other, flag = Plain(), True


class Net(BASES):
    def start(self):
        nn.Module.__init__(self)

    def __init__(self):
BODY"""


def lines(body):
    if body.startswith("if flag"):
        return ["if flag: super().__init__()", "self.fc = nn.Linear(3, 3)"]
    return body.split("; ")


def uninitialised(text):
    here = {"print": lambda *_: None}
    exec(text, here)
    try:
        here["Net"]()
    except AttributeError as error:
        if "has no attribute 'training'" in str(error):  # of no module, or one that stores its attributes elsewhere: another mistake
            return True if issubclass(here["Net"], torch.nn.Module) and not issubclass(here["Net"], here["Stored"]) else None
        return "before Module.__init__() call" in str(error)
    except TypeError:  # nn.Linear without sizes, object with arguments
        return None
    return False


class Once:
    """An iterator that remembers that it was asked again after it gave all it has."""

    def __init__(self, items):
        self.items, self.over, self.again = iter(items), False, False

    def __iter__(self):
        return self

    def __next__(self):
        if self.over:
            self.again = True
        try:
            return next(self.items)
        except StopIteration:
            self.over = True
            raise


MAKERS = [
    "params = model.parameters()",
    "params = filter(lambda p: p.requires_grad, model.parameters())",
    "params = (p for p in model.parameters())",
    "params = list(model.parameters())",
    "params = [p for p in model.parameters()]",
    "params = chain(model.parameters(), head.parameters())",
    "params = map(lambda p: p, model.parameters())",
]

USES = [
    "list(params)",
    "params = list(params)",
    "optimizer = torch.optim.SGD(params, 0.1)",
    "optimizer = torch.optim.SGD([{'params': params}], 0.1)",
    "for p in params: p.requires_grad = True",
    "for i, p in enumerate(params): print(i)",
    "torch.nn.utils.clip_grad_norm_(params, 1.0)",
    "norms = [p.norm() for p in params]",
    "total = max(p.norm().item() for p in params)",
    "first = next(params) if False else None",
    "print(params)",
    "params = model.parameters()",
    "kept = tuple(params)",
    "other = params",
]

USED = """import torch
from itertools import chain


def main():
    model, head = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)
    MAKE
    FIRST
    SECOND


main()
"""


def reused(text):
    made = []

    def once(value):
        made.append(Once(value))
        return made[-1]

    wrapped = text
    for maker in MAKERS:
        name, value = maker.split(" = ", 1)
        if not value.startswith(("list", "[")):
            wrapped = wrapped.replace(maker + "\n", f"{name} = once({value})\n")
    try:
        exec(wrapped, {"once": once, "print": lambda *_: None})
    except ValueError:  # an optimizer without parameters
        pass
    return any(one.again for one in made)


def main():
    warnings.filterwarnings("ignore")
    print("# torch", torch.__version__.split("+")[0])
    print("missing-super-init", json.dumps(CLASSES), "program", sep="\t")
    print("parameters-generator-reused", json.dumps(USED), "program", sep="\t")
    for bases, body in itertools.product(BASES, BODIES):
        text = "".join("        " + line + "\n" for line in lines(body))
        wrong = uninitialised(CLASSES.replace("BASES", bases).replace("BODY", text))
        if wrong is not None:
            print("missing-super-init", json.dumps(["BASES", bases, "BODY", text]), "wrong" if wrong else "right", sep="\t")
    for make, first, second in itertools.product(MAKERS, USES, USES):
        text = USED.replace("MAKE", make).replace("FIRST", first).replace("SECOND", second)
        print("parameters-generator-reused", json.dumps(["MAKE", make, "FIRST", first, "SECOND", second]), "wrong" if reused(text) else "right", sep="\t")


if __name__ == "__main__":
    main()
