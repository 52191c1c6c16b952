"""Writes random programs and what CPython makes of them.

    python generate.py SEED COUNT > programs.json

Each program is run once for every answer that its one unknown, os.environ.get("U"), can give. The test of package run
holds the interpreter to it: what it takes for known must be what CPython computed, whichever answer was given.
"""
import contextlib
import io
import json
import os
import random
import sys

NAMES = ["a", "b", "c", "d"]


class Writer:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.functions = []
        self.classes = []
        self.inside = 0

    def line(self, depth, text):
        self.lines.append("    " * depth + text)

    def number(self, depth=0):
        r = self.rng
        if depth > 2 or r.random() < 0.3:
            return str(r.choice([0, 1, 2, 3, 5, 7, -4, 2**31, 10**12]))
        kind = r.randrange(8)
        if kind == 0:
            return f"({self.number(depth + 1)} {r.choice(['+', '-', '*', '//', '%', '&', '|', '^'])} {self.number(depth + 1)})"
        if kind == 1:
            return f"len({self.sequence(depth + 1)})"
        if kind == 2:
            return r.choice(NAMES)
        if kind == 3 and self.functions:
            name, count = r.choice(self.functions)
            args = [self.number(depth + 1) for _ in range(r.randrange(1, count + 1))]
            if r.random() < 0.4 and len(args) < count:
                args.append(f"p{count - 1}={self.number(depth + 1)}")
            return f"{name}({', '.join(args)})"
        if kind == 4 and self.classes:
            return f"{r.choice(self.classes)}({self.number(depth + 1)}).{r.choice(['get()', 'n', 'twice'])}"
        if kind == 5:
            return f"({self.number(depth + 1)} if {self.test(depth + 1)} else {self.number(depth + 1)})"
        if kind == 6:
            return f"{self.mapping(depth + 1)}.get({self.text(depth + 1)}, {self.number(depth + 1)})"
        return f"{r.choice(['min', 'max'])}({self.number(depth + 1)}, {self.number(depth + 1)})"

    def text(self, depth=0):
        r = self.rng
        if depth > 2 or r.random() < 0.4:
            return repr(r.choice(["", "x", "yz", "adam", "a-b-c", "it's"]))
        kind = r.randrange(5)
        if kind == 0:
            return f"({self.text(depth + 1)} + {self.text(depth + 1)})"
        if kind == 1:
            return f'f"v{{{r.choice(NAMES)}}}-{{{r.choice(NAMES)}!r}}"'
        if kind == 2:
            method = r.choice(["upper()", "lower()", "strip()", "replace('a', 'b')", "split('-')[0]"])
            return f"{self.text(depth + 1)}.{method}"
        if kind == 3:
            return f"str({self.number(depth + 1)})"
        return f"'-'.join([{self.text(depth + 1)}, {self.text(depth + 1)}])"

    def sequence(self, depth=0):
        r = self.rng
        kind = r.randrange(5)
        if depth > 2 or kind == 0:
            return "[" + ", ".join(self.number(depth + 1) for _ in range(r.randrange(4))) + "]"
        if kind == 1:
            return f"[i * 2 for i in range({r.randrange(5)}) if i % 2 == {r.randrange(2)}]"
        if kind == 2:
            return f"({self.sequence(depth + 1)} + {self.sequence(depth + 1)})"
        if kind == 3:
            return f"list({self.mapping(depth + 1)}.values())"
        return f"{self.sequence(depth + 1)}[{r.choice(['1:', ':-1', '::2', '::-1'])}]"

    def mapping(self, depth=0):
        r = self.rng
        if depth > 2 or r.random() < 0.6:
            return "{" + ", ".join(f"{self.text(depth + 2)}: {self.number(depth + 1)}" for _ in range(r.randrange(3))) + "}"
        return "{**" + self.mapping(depth + 1) + f", {self.text(depth + 2)}: {self.number(depth + 1)}" + "}"

    def test(self, depth=0):
        r = self.rng
        kind = r.randrange(7)
        if kind == 0 or depth > 2:
            return f"{self.number(depth + 1)} {r.choice(['<', '>', '<=', '>=', '==', '!='])} {self.number(depth + 1)}"
        if kind == 1:
            return r.choice(["u", "not u", "u is None", "u is not None", "u == 'yes'"])
        if kind == 2:
            return f"({self.test(depth + 1)} {r.choice(['and', 'or'])} {self.test(depth + 1)})"
        if kind == 3:
            return f"{self.text(depth + 1)} in {self.mapping(depth + 1)}"
        if kind == 4:
            return f"not {self.test(depth + 1)}"
        if kind == 5:
            return f"isinstance({r.choice(NAMES)}, {r.choice(['int', 'str', '(int, str)'])})"
        return self.sequence(depth + 1)

    def statement(self, depth):
        r = self.rng
        kind = r.randrange(18)
        name = r.choice(NAMES)
        if kind < 3:
            self.line(depth, f"{name} = {self.number()}")
        elif kind == 3:
            self.line(depth, f"{name} {r.choice(['+=', '-=', '*='])} {self.number()}")
        elif kind == 4 and depth < 3:
            self.line(depth, f"if {self.test()}:")
            self.block(depth + 1)
            if r.random() < 0.6:
                self.line(depth, "else:")
                self.block(depth + 1)
        elif kind == 5 and depth < 2:
            self.line(depth, f"for i{depth} in {r.choice([f'range({r.randrange(5)})', self.sequence(1)])}:")
            self.block(depth + 1, loop=True)
        elif kind == 6:
            self.line(depth, f"s.append({self.number()})")
        elif kind == 7:
            self.line(depth, f"m[{self.text(1)}] = {self.number()}")
        elif kind == 8:
            self.line(depth, f"m.update({self.mapping()})")
        elif kind == 9:
            self.line(depth, f"t = {self.text()}")
        elif kind == 10:
            x, y = r.sample(NAMES, 2)
            self.line(depth, f"{x}, {y} = {self.number()}, {self.number()}")
        elif kind == 11:
            self.line(depth, f"box.n = {self.number()}" if self.classes else "pass")
        elif kind == 12 and depth < 2:
            self.line(depth, f"for ch{depth} in (u or ''):")
            self.block(depth + 1, loop=True)
        elif kind == 13 and depth < 2:
            self.line(depth, f"w{depth} = {r.randrange(4)}")
            self.line(depth, f"while w{depth} < {r.randrange(5)}:")
            self.line(depth + 1, f"w{depth} += 1")
            self.block(depth + 1, loop=True)
        elif kind == 14 and depth < 3:
            self.line(depth, "try:")
            self.block(depth + 1)
            self.line(depth + 1, f"{name} = {self.number()} // {r.choice(NAMES)}")
            self.line(depth, f"except {r.choice(['ZeroDivisionError', 'Exception', '(TypeError, ZeroDivisionError)'])}:")
            self.block(depth + 1)
            if r.random() < 0.3:
                self.line(depth, "finally:")
                self.block(depth + 1)
        elif kind == 15 and depth < 2:
            self.line(depth, f"def gen{depth}(n, *rest, k=2, **more):")
            self.line(depth + 1, "for j in range(n):")
            self.line(depth + 2, "yield j * k + len(rest) + len(more)")
            self.line(depth, f"s = list(gen{depth}({r.randrange(4)}, *[1] * {r.randrange(3)}, **{{'x': 1}}))")
        elif kind == 16 and depth < 2:
            self.line(depth, f"def outer{depth}(n):")
            self.line(depth + 1, "total = n")
            self.line(depth + 1, "def inner(k):")
            self.line(depth + 2, "nonlocal total")
            self.line(depth + 2, "total += k")
            self.line(depth + 2, "return total")
            self.line(depth + 1, f"inner({self.number(2)})")
            self.line(depth + 1, "return inner")
            self.line(depth, f"{name} = outer{depth}({self.number(2)})({self.number(2)})")
        elif self.inside and r.random() < 0.5:
            self.line(depth, f"return {self.number()}")
        else:
            self.line(depth, f"s = {self.sequence()}")

    def block(self, depth, loop=False):
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(depth)
        if loop and self.rng.random() < 0.3:
            self.line(depth, f"if {self.test()}:")
            self.line(depth + 1, self.rng.choice(["break", "continue"]))

    def program(self):
        r = self.rng
        self.line(0, "import os")
        self.line(0, 'u = os.environ.get("U")')
        self.line(0, "a, b, c, d = 1, 2, 3, 4")
        self.line(0, "s, m, t = [], {}, ''")
        for i in range(r.randrange(3)):
            count = r.randrange(1, 4)
            params = ["p0"] + [f"p{k}={k}" for k in range(1, count)]
            self.line(0, f"def f{i}({', '.join(params)}):")
            self.line(1, "a, b, c, d = p0, 2, 3, 4")
            self.line(1, "s, m, t = [], {}, ''")
            self.line(1, "box = None" if not self.classes else f"box = {r.choice(self.classes)}(1)")
            self.inside += 1
            self.block(1)
            self.inside -= 1
            self.line(1, f"return {self.number()}")
            self.functions.append((f"f{i}", count))
            if r.random() < 0.6:
                base = f"({r.choice(self.classes)})" if self.classes and r.random() < 0.5 else ""
                name = f"C{i}"
                self.line(0, f"class {name}{base}:")
                self.line(1, f"k = {r.randrange(5)}")
                self.line(1, "def __init__(self, n):")
                self.line(2, "super().__init__(n + 1)" if base else "self.n = n")
                self.line(1, "def get(self):")
                self.line(2, f"return self.n {r.choice(['+', '-', '*'])} self.k")
                self.line(1, "@property")
                self.line(1, "def twice(self):")
                self.line(2, "return self.get() * 2")
                self.classes.append(name)
        self.line(0, f"box = {r.choice(self.classes)}({self.number(2)})" if self.classes else "box = None")
        for _ in range(r.randrange(4, 12)):
            self.statement(0)
        self.line(0, "box_n = box.n if box is not None else None")
        return "\n".join(self.lines) + "\n"


def outcome(text, answer):
    os.environ.pop("U", None)
    if answer is not None:
        os.environ["U"] = answer
    scope = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "program", "exec"), scope)
    except Exception:
        return None
    return {n: repr(scope[n]) for n in ["a", "b", "c", "d", "s", "m", "t", "box_n"]}


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    programs = []
    while len(programs) < count:
        text = Writer(random.Random(seed)).program()
        seed += 1
        runs = [outcome(text, answer) for answer in (None, "", "yes", "no")]
        if any(r is None for r in runs) or any(len(v) > 400 for r in runs for v in r.values()):
            continue
        programs.append({"text": text, "runs": runs})
    json.dump({"python": sys.version.split()[0], "programs": programs}, sys.stdout, indent=1)
    print()


main()
