"""What happens to gradients, modes and graphs when small training programs run: the rows of testdata/oracle/programs.tsv.

python3 oracle/programs.py > testdata/oracle/programs.tsv

The same training in several shapes (one function, helpers, a class, a loop over next), and what differs from one that is right: where
gradients are cleared, what is gated, what an evaluation leaves behind, what is kept. Each program runs on torch, and what torch was asked
for is written down in order: forward and backward passes, clears, clips, steps. What is wrong with it is told from that list alone.
A row is the program's shape, the lines in its holes, and the rules that have to speak.
"""

import gc
import itertools
import json
import random
import re
import warnings
import weakref

import torch
from torch import nn

HEAD = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.drop(torch.relu(self.body(x))))


"""

BUILD = """model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 100)
criterion = nn.CrossEntropyLoss()
"""

SHAPES = {
    "flat": HEAD
    + """def main(loader, valid):
    <build>
    model.train()
    for epoch in range(3):
        <begin>
        for i, (x, y) in enumerate(loader):
            <step>
        <end>
        <evaluate>
""",
    "helpers": HEAD
    + """def train_epoch(model, optimizer, scheduler, criterion, loader):
    <begin>
    for i, (x, y) in enumerate(loader):
        <step>
    <end>


def evaluate(model, valid):
    <evaluate>


def main(loader, valid):
    <build>
    model.train()
    for epoch in range(3):
        train_epoch(model, optimizer, scheduler, criterion, loader)
        evaluate(model, valid)
""",
    "class": HEAD
    + """class Trainer:
    def __init__(self):
        <self.build>

    def train_epoch(self, loader):
        <self.begin>
        for i, (x, y) in enumerate(loader):
            <self.step>
        <self.end>

    def validate(self, valid):
        <self.evaluate>

    def fit(self, loader, valid):
        self.model.train()
        for epoch in range(3):
            self.train_epoch(loader)
            self.validate(valid)


def main(loader, valid):
    Trainer().fit(loader, valid)
""",
    "next": HEAD
    + """def main(loader, valid):
    <build>
    model.train()
    for epoch in range(3):
        <begin>
        batches = iter(loader)
        for i in range(len(loader)):
            x, y = next(batches)
            <step>
        <end>
        <evaluate>
""",
    "closure": HEAD
    + """def main(loader, valid):
    <build>

    def step(i, x, y):
        <step>

    def look():
        <evaluate>

    model.train()
    for epoch in range(3):
        <begin>
        for i, (x, y) in enumerate(loader):
            step(i, x, y)
        <end>
        look()
""",
}

CLIP = "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)"
CLEAR = {
    "optimizer": "optimizer.zero_grad()",
    "model": "model.zero_grad()",
    "none": "optimizer.zero_grad(set_to_none=True)",
    "by hand": "for p in model.parameters():\n    p.grad = None",
}
EVALUATE = {
    "nothing": "print(len(valid))",
    "right": "model.eval()\nwith torch.no_grad():\n    for x, y in valid:\n        print(model(x).argmax(1))\nmodel.train()",
    "inference mode": "model.eval()\nwith torch.inference_mode():\n    for x, y in valid:\n        print(model(x).argmax(1))\nmodel.train(True)",
    "mode put back": "before = model.training\nmodel.eval()\nwith torch.no_grad():\n    for x, y in valid:\n        print(model(x).argmax(1))\nmodel.train(before)",
    "stays": "model.eval()\nwith torch.no_grad():\n    for x, y in valid:\n        print(model(x).argmax(1))",
    "stays, otherwise": "model.train(False)\nwith torch.no_grad():\n    for x, y in valid:\n        print(model(x).argmax(1))",
    "records": "model.eval()\nfor x, y in valid:\n    print(model(x).argmax(1))\nmodel.train()",
    "no grad, later": "model.eval()\nfor x, y in valid:\n    with torch.no_grad():\n        out = model(x)\n    print(out.argmax(1))\nmodel.train()",
    "switched off": "torch.set_grad_enabled(False)\nmodel.eval()\nfor x, y in valid:\n    print(model(x).argmax(1))\nmodel.train()\ntorch.set_grad_enabled(True)",
}
KEEP = {
    "nothing": ("pass", "print(0)", "print(1)"),
    "sum": ("total = 0.0", "total += loss", "print(total)"),
    "sum of numbers": ("total = 0.0", "total += loss.item()", "print(total)"),
    "sum, detached": ("total = 0.0", "total = total + loss.detach()", "print(total)"),
    "list": ("losses = []", "losses.append(loss)", "print(sum(losses))"),
    "list of numbers": ("losses = []", "losses.append(float(loss))", "print(sum(losses))"),
    "list, detached": ("losses = []", "losses.append(loss.detach().cpu())", "print(sum(losses))"),
    "last": ("last = None", "last = loss", "print(last)"),
    "best": ("best = 1e9", "best = min(best, loss.item())", "print(best)"),
}


def step_lines(clear, how, gate, divide, clip, schedule):
    """The lines of one lap."""
    wipe = CLEAR[how]
    clip_at = lambda place: [CLIP] if clip == place else []
    clear_at = lambda place: [wipe] if clear == place else []
    schedule_at = lambda place: ["scheduler.step()"] if schedule == place else []
    inner = clip_at("before the step") + clear_at("before the step") + schedule_at("before the step") + ["optimizer.step()"]
    inner += clip_at("behind the step") + clear_at("behind the step") + schedule_at("behind the step")
    lines = clear_at("first") + ["loss = criterion(model(x), y)" + (" / 4" if divide else "")] + clip_at("before the pass")
    lines += ["loss.backward()"] + clear_at("behind the pass") + clip_at("behind the pass") + schedule_at("each lap")
    if gate:
        lines += ["if (i + 1) % 4 == 0:"] + ["    " + one for line in inner for one in line.split("\n")]
    else:
        lines += inner
    return lines


def indented(text, by):
    return ("\n" + " " * by).join(text.split("\n"))


def on_self(text):
    return re.sub(r"(?<![\w.])(model|optimizer|scheduler|criterion)\b", r"self.\1", text)


def holes(shape, parts):
    """What stands in the holes of a shape, with its indentation."""
    found = {}
    for line in SHAPES[shape].split("\n"):
        name = line.strip()
        if name.startswith("<") and name.endswith(">"):
            key = name[1:-1]
            text = parts[key.removeprefix("self.")]
            found[name] = indented(on_self(text) if key.startswith("self.") else text, len(line) - len(line.lstrip()))
    return found


# --- what happens -------------------------------------------------------------------------------------------------------


class Token:
    pass


class Marked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, mark):
        ctx.mark = mark
        ctx.token = Token()
        WATCH.tokens.append(weakref.ref(ctx.token))
        return value.clone()

    @staticmethod
    def backward(ctx, gradient):
        WATCH.events.append(("reached", ctx.mark))
        return gradient, None


class Watch:
    def __init__(self):
        self.events, self.tokens = [], []


WATCH = Watch()


def run(text):
    """The events of a program, and how many graphs are alive behind each epoch's loop."""
    global WATCH
    WATCH = Watch()
    alive = []
    space = {"__name__": "program", "print": lambda *a: None}
    exec(compile(text, "program", "exec"), space)
    forward = space["Net"].forward

    def watched(self, x):
        out = forward(self, x)
        if out.requires_grad:
            WATCH.events.append(("forward", len(WATCH.events), self.training, True))
            return Marked.apply(out, len(WATCH.events) - 1)
        WATCH.events.append(("forward", len(WATCH.events), self.training, False))
        return out

    space["Net"].forward = watched
    kept = {}

    def patch(owner, name, kind):
        before = kept[owner, name] = getattr(owner, name)

        def instead(*args, **kwargs):
            WATCH.events.append((kind,))
            return before(*args, **kwargs)

        setattr(owner, name, instead)

    patch(torch.nn.utils, "clip_grad_norm_", "clip")
    patch(torch.optim.SGD, "zero_grad", "zero")
    patch(nn.Module, "zero_grad", "zero")
    patch(torch.Tensor, "backward", "backward")
    step_before, schedule_before = torch.optim.SGD.step, torch.optim.lr_scheduler.StepLR.step

    def step(self, *args, **kwargs):
        WATCH.events.append(("step", any(p.grad is not None and bool((p.grad != 0).any()) for group in self.param_groups for p in group["params"])))
        return step_before(self, *args, **kwargs)

    def schedule(self, *args, **kwargs):
        if WATCH.events:  # its constructor calls it, too
            WATCH.events.append(("schedule",))
        return schedule_before(self, *args, **kwargs)

    class Loader(list):
        def __iter__(self):
            for i, batch in enumerate(list.__iter__(self)):
                if i == len(self) - 1:
                    gc.collect()
                    alive.append(sum(t() is not None for t in WATCH.tokens))
                yield batch

    data = [(torch.randn(3, 4), torch.tensor([0, 1, 0])) for _ in range(8)]
    torch.optim.SGD.step, torch.optim.lr_scheduler.StepLR.step = step, schedule
    try:
        space["main"](Loader(data), data[:2])
    finally:
        for (owner, name), before in kept.items():
            setattr(owner, name, before)
        torch.optim.SGD.step, torch.optim.lr_scheduler.StepLR.step = step_before, schedule_before
    return WATCH.events, alive


def facts(text):
    """What happened when a program ran, in numbers."""
    events, alive = run(text)
    held, counts, dropped, old, empty, steps = [], [], 0, False, True, 0
    schedules, clips, useless, late, clears = 0, 0, 0, False, 0
    training_steps, eval_steps, since = 0, 0, []
    recorded, reached = set(), set()
    for at, event in enumerate(events):
        kind = event[0]
        if kind == "forward":
            if event[3]:
                recorded.add(event[1])
                since.append((event[1], event[2]))
        elif kind == "reached":
            reached.add(event[1])
        elif kind == "backward":
            held.append([False])
        elif kind == "zero":
            clears += 1
            dropped += sum(not one[0] for one in held)
            held = []
        elif kind == "clip":
            clips += 1
            behind = next((e[0] for e in events[at + 1 :] if e[0] in ("backward", "step", "zero")), None)
            useless += behind != "step"
        elif kind == "step":
            steps += 1
            counts.append(sum(not one[0] for one in held))
            old = old or any(one[0] for one in held)
            empty = empty and not held
            for one in held:
                one[0] = True
            modes = [trains for mark, trains in since if mark in reached]
            training_steps += bool(modes) and all(modes)
            eval_steps += bool(modes) and not all(modes)
            since = []
        elif kind == "schedule":
            late = late or steps == 0
            schedules += 1
    return dict(clears=clears, counts=counts, dropped=dropped, old=old, empty=empty, steps=steps, clips=clips, useless=useless, late=late, schedules=schedules,
                training=training_steps, evaluation=eval_steps, lost=len(recorded - reached), alive=alive)


def judged(fact, gate, divide):
    rules = set()
    fresh = max(fact["counts"])
    if fact["empty"]:
        rules.add("zero-grad-before-step")
    if fact["old"]:
        rules.add("missing-zero-grad")
    if gate and fact["dropped"] and fact["clears"] > fact["steps"]:
        rules.add("zero-grad-kills-accumulation")
        rules.discard("zero-grad-before-step")
    if fresh > 1 and not divide:
        rules.add("accumulation-not-scaled")
    if fact["clips"] > fact["steps"]:
        rules.add("clip-not-gated")
    elif fact["clips"] and fact["useless"] == fact["clips"]:
        rules.add("clip-misplaced")
    if fact["schedules"] > fact["steps"]:
        rules.add("scheduler-not-gated")
    elif fact["late"]:
        rules.add("scheduler-before-optimizer")
    if fact["training"] and fact["evaluation"]:
        rules.add("eval-mode-sticks")
    if fact["lost"]:
        rules.add("eval-without-no-grad")
    if max(fact["alive"]) > 4:
        rules.add("graph-accumulated")
    return rules


# A model that is frozen and thawed again, and what its optimizer was made of.
THAW = (
    HEAD
    + """def main(loader, valid):
    model = Net()
    criterion = nn.CrossEntropyLoss()
    <freeze>
    optimizer = torch.optim.SGD(<given>, lr=0.1)
    for epoch in range(3):
        <thaw>
        for x, y in loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
    return model, optimizer
"""
)
FREEZE = {
    "nothing": "print(model)",
    "all": "model.requires_grad_(False)\nmodel.head.requires_grad_(True)",
    "all by one": "for p in model.parameters():\n    p.requires_grad = False\nfor p in model.head.parameters():\n    p.requires_grad = True",
    "a part": "model.body.requires_grad_(False)",
    "a part by one": "for p in model.body.parameters():\n    p.requires_grad = False",
    "by name": "for name, p in model.named_parameters():\n    p.requires_grad = 'head' in name",
}
GIVEN = {
    "all": "model.parameters()",
    "those that train": "filter(lambda p: p.requires_grad, model.parameters())",
    "a list of those": "[p for p in model.parameters() if p.requires_grad]",
    "a part": "model.head.parameters()",
}
THAWED = {
    "nothing": "print(epoch)",
    "all": "if epoch == 1:\n    model.requires_grad_(True)",
    "all by one": "if epoch == 1:\n    for p in model.parameters():\n        p.requires_grad = True",
    "a part": "if epoch == 1:\n    model.body.requires_grad_(True)",
    "what trains": "if epoch == 1:\n    model.head.requires_grad_(True)",
    "a part, and told": "if epoch == 1:\n    model.body.requires_grad_(True)\n    optimizer.add_param_group({'params': model.body.parameters()})",
    "a part, anew": "if epoch == 1:\n    model.body.requires_grad_(True)\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)",
}


def left_out(text):
    """Whether a parameter that was frozen when the optimizer was made gets gradients at the end that no optimizer uses."""
    frozen = []
    space = {"__name__": "program", "print": lambda *a: None}
    exec(compile(text, "program", "exec"), space)
    make = space["Net"].__init__
    nets = []

    def made(self):
        make(self)
        nets.append(self)

    space["Net"].__init__ = made
    before = torch.optim.SGD.__init__

    def built(self, params, *args, **kwargs):
        frozen.append({id(p) for p in nets[0].parameters() if not p.requires_grad})
        before(self, params, *args, **kwargs)

    torch.optim.SGD.__init__ = built
    try:
        model, optimizer = space["main"]([(torch.randn(3, 4), torch.tensor([0, 1, 0]))], [])
    finally:
        torch.optim.SGD.__init__ = before
    held = {id(p) for group in optimizer.param_groups for p in group["params"]}
    return any(p.requires_grad and id(p) in frozen[0] and id(p) not in held for p in model.parameters())


def thawed():
    for freeze, given, thaw in itertools.product(FREEZE, GIVEN, THAWED):
        if thaw == "a part, and told" and (given == "all" or freeze == "nothing" and given != "a part"):
            continue  # torch refuses a parameter twice
        yield [part for pair in (("<freeze>", indented(FREEZE[freeze], 4)), ("<given>", GIVEN[given]), ("<thaw>", indented(THAWED[thaw], 8))) for part in pair]


def programs():
    """The right program with one thing changed, and with two."""
    right = dict(clear="first", how="optimizer", gate=False, divide=False, clip="nowhere", schedule="nowhere", evaluate="right", keep="sum of numbers")
    right_gated = dict(right, clear="behind the step", gate=True, divide=True)
    others = dict(
        clear=["first", "behind the step", "before the step", "behind the pass", "nowhere", "each epoch"],
        how=list(CLEAR),
        clip=["nowhere", "before the step", "behind the step", "before the pass", "behind the pass"],
        schedule=["nowhere", "before the step", "behind the step", "each lap", "each epoch"],
        evaluate=list(EVALUATE),
        keep=list(KEEP),
        divide=[False, True],
    )
    seen = set()
    draw = random.Random(7)
    for shape in SHAPES:
        for base in (right, right_gated):
            axes = [a for a in others if a != "divide" or base["gate"]]
            variants = [base]
            variants += [dict(base, **{a: v}) for a in axes for v in others[a]]
            pairs = [dict(base, **{a: v, b: w}) for a, b in itertools.combinations(axes, 2) for v in others[a] for w in others[b]]
            draw.shuffle(pairs)
            for one in variants + pairs[:8]:
                key = shape + json.dumps(one, sort_keys=True)
                if key not in seen:
                    seen.add(key)
                    yield shape, one


def main():
    warnings.simplefilter("ignore")
    gc.freeze()
    torch.set_num_threads(1)
    print("# torch " + torch.__version__.split("+")[0])
    for shape, text in SHAPES.items():
        print(f"{shape}\t{json.dumps(text)}\tshape")
    print(f"thaw\t{json.dumps(THAW)}\tshape")
    for places in thawed():
        text = THAW
        for hole, inside in zip(places[::2], places[1::2]):
            text = text.replace(hole, inside)
        print(f"thaw\t{json.dumps(places)}\t{'unfrozen-not-optimized' if left_out(text) else 'nothing'}")
    for shape, v in programs():
        if shape == "closure" and v["keep"] in ("sum", "sum of numbers", "sum, detached", "last", "best"):
            v = dict(v, keep="list of numbers")  # what a function binds is its own
        setup, line, end = KEEP[v["keep"]]
        lines = step_lines(**{k: v[k] for k in ("clear", "how", "gate", "divide", "clip", "schedule")}) + [line]
        begin = ([CLEAR[v["how"]]] if v["clear"] == "each epoch" else []) + [setup]
        finish = [end] + (["scheduler.step()"] if v["schedule"] == "each epoch" else [])
        parts = {"build": BUILD.strip(), "begin": "\n".join(begin), "step": "\n".join(lines), "end": "\n".join(finish), "evaluate": EVALUATE[v["evaluate"]]}
        places = holes(shape, parts)
        text = SHAPES[shape]
        for hole, inside in places.items():
            text = text.replace(hole, inside)
        if v["how"] == "by hand":
            # it is written down as one clear
            executed = text.replace("for p in model.parameters():", "model.zero_grad()\nfor p in ():").replace("for p in self.model.parameters():", "self.model.zero_grad()\nfor p in ():")
            fixed = []
            for at in executed.split("\n"):
                if at.startswith("for p in ():"):
                    at = " " * (len(fixed[-1]) - len(fixed[-1].lstrip())) + at
                fixed.append(at)
            executed = "\n".join(fixed)
        else:
            executed = text
        fact = facts(executed)
        print(f"{shape}\t{json.dumps([one for pair in places.items() for one in pair])}\t{' '.join(sorted(judged(fact, v['gate'], v['divide']))) or 'nothing'}")


if __name__ == "__main__":
    main()
