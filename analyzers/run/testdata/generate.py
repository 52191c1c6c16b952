"""Writes random programs of several files and what CPython makes of them.

    python generate.py SEED COUNT > programs.json

The programs draw from many kinds of statement: imports in every form, classes with properties, operators and class methods,
several bases, dataclasses, enums, match, with, try, generators, decorators, closures, del, stars, slices that are assigned to,
returns out of loops, sorted, zip, collections, functools, itertools, json, re, paths. Each program is run once for every answer that its one
unknown, os.environ.get("U"), can give. The test of package run holds the interpreter to what CPython computed.
"""
import contextlib
import importlib
import io
import json
import os
import pathlib
import random
import signal
import sys
import tempfile

INTS = ["a", "b", "c", "d"]
KNOWN = [*INTS, "s", "m", "t", "q", "g"]
IMPORTS = ["os", "functools", "itertools", "collections", "copy", "types", "dataclasses", "enum", "typing", "importlib",
           "contextlib", "json", "math", "operator", "pathlib", "re"]
sys.dont_write_bytecode = True

# What a program is made of: each kind is a method of Writer that adds itself here. SIMPLE statements hold no others.
SIMPLE, DEEP, DEFINITIONS, COLLECTIONS, CLASSES = [], [], [], [], []


def kind(of, times=1):
    def add(method):
        of.extend([method] * times)
        return method
    return add


class Writer:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.serial = 0
        self.functions = []  # name, most arguments
        self.classes = []
        self.asked = []  # classes that are asked for items
        self.files = {}
        self.depth = 0
        self.in_function = False

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def pick(self, *options):
        return self.rng.choice(options)

    def new(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    @contextlib.contextmanager
    def inside(self, head):
        self.line(head)
        self.depth += 1
        yield
        self.depth -= 1

    # expressions: each picks one of its ways, and only that one is written

    def one(self, *ways):
        return self.rng.choice(ways)()

    def int(self, d=0):
        if d > 2 or self.rng.random() < 0.3:
            return self.pick(*INTS, *INTS, *INTS, "0", "1", "2", "3", "5", "-4", "10", "2**31", "10**12")
        e, l = lambda: self.int(d + 1), lambda: self.list(d + 1)
        ways = [
            lambda: f"({e()} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {e()})",
            lambda: f"len({self.pick(self.list, self.dict, self.str, self.tuple)(d + 1)})",
            lambda: f"({e()} if {self.test(d + 1)} else {e()})",
            lambda: f"{self.dict(d + 1)}.get({self.str(d + 1)}, {e()})",
            lambda: f"{self.pick('min', 'max')}({e()}, {e()})",
            lambda: f"sum({l()})",
            lambda: f"({l()} or [{e()}])[{self.pick('0', '-1')}]",
            lambda: f"int({self.test(d + 1)})",
            lambda: f"abs({e()})",
            lambda: f"{l()}.count({e()})",
            lambda: f"(lambda p, q=2, *r: p * q + len(r))({', '.join(e() for _ in range(self.rng.randrange(1, 4)))})",
            lambda: f"next((i for i in {l()} if i > {e()}), {e()})",
            lambda: f"functools.reduce(lambda p, q: p {self.pick('+', '-', '*')} q, {l()}, {e()})",
            lambda: f"{self.tuple(d + 1)}[{self.pick('0', '1', '-1', '-2')}]",
            lambda: f"divmod({e()}, {self.pick('3', '-3', '7')})[{self.pick('0', '1')}]",
            lambda: f"functools.partial(lambda p, q=1: p - q, q={e()})({e()})",
            lambda: f"{self.str(d + 1)}.{self.pick('find', 'count', 'rfind')}({self.str(2)})",
            lambda: f"len({{{e()}, {e()}, {e()}}})",
            lambda: f"round({self.float(d + 1)})",
            lambda: f"max({l()}, default={e()})",
            lambda: f"math.{self.pick('ceil', 'floor', 'trunc')}({self.float(d + 1)})",
            lambda: f"operator.{self.pick('add', 'sub', 'mul', 'or_')}({e()}, {e()})",
            lambda: f"len({self.str(d + 1)}.{self.pick('split()', 'splitlines()', 'encode()', 'zfill(4)')})",
            lambda: f"(-{e()}) ** {self.pick('0', '1', '2', '3')}",
        ]
        if self.functions:
            ways.append(lambda: self.call(d))
        if self.classes:
            ways.append(lambda: self.of_class(e))
        return self.one(*ways)

    def of_class(self, e):
        cls = self.pick(*self.classes)
        return self.pick("o.n", "o.get()", "o.twice", "o.k", f"{cls}({e()}).get()", f"{cls}.make({e()}).n", f"{cls}.k",
                         f"getattr({cls}, {self.pick(repr('k'), repr('none'))}, {e()})", *[f"{c}[{e()}].n" for c in self.asked])

    def float(self, d=0):
        if d > 2:
            return self.pick("0.5", "1.5", "2.0", "-0.25", "g")
        e = lambda: self.float(d + 1)
        return self.one(lambda: self.float(3), lambda: f"({e()} {self.pick('+', '-', '*')} {e()})", lambda: f"({self.int(d + 1)} / 4)",
                        lambda: f"float({self.int(d + 1)})", lambda: f"max({e()}, {e()})", lambda: f"abs({e()})",
                        lambda: f"round({e()}, {self.pick('0', '1', '2')})", lambda: f"float({self.pick(repr('1e-3'), repr('2'), repr(' .5 '))})")

    def call(self, d):
        name, most = self.rng.choice(self.functions)
        args = [self.int(d + 1) for _ in range(self.rng.randrange(1, most + 1))]
        return self.one(
            lambda: f"{name}({', '.join(args)})",
            lambda: f"{name}({', '.join(args if len(args) == most else [*args, f'p{most - 1}={self.int(d + 1)}'])})",
            lambda: f"{name}(*[{', '.join(args)}])",
            lambda: f"{name}({args[0]}" + (f", **{{'p{most - 1}': {self.int(d + 1)}}})" if most > 1 else ")"),
        )

    def str(self, d=0):
        if d > 2 or self.rng.random() < 0.35:
            return self.pick("t", "''", "'x'", "'yz'", "'adam'", "'a-b-c'", "'k1'", "'k2'", '"it\'s"')
        e = lambda: self.str(d + 1)
        return self.one(
            lambda: f"({e()} + {e()})",
            lambda: f"f'{{{self.pick(*INTS, 't', 'q')}}}-{{{self.pick(*INTS, 't')}!r}}'",
            lambda: f"f'{{{self.pick(*INTS)}:{self.pick('03d', '>5', ',', '+', 'x')}}}/{{{self.pick('g', *INTS)}:.{self.pick('1', '2')}f}}'",
            lambda: f"{e()}.{self.pick('upper()', 'lower()', 'strip()', 'title()', 'capitalize()', 'swapcase()')}",
            lambda: f"{e()}.{self.pick('lstrip', 'rstrip', 'removeprefix', 'removesuffix')}({self.pick(repr('a'), repr('-c'), repr('x'))})",
            lambda: f"str({self.pick(self.int, self.list, self.tuple, self.dict)(d + 1)})",
            lambda: f"{self.pick(repr('-'), repr(''), repr(', '))}.join([{e()}, {e()}])",
            lambda: f"{e()}[{self.pick('1:', ':2', '-2:', '::-1', ':-1')}]",
            lambda: f"{e()}.replace({self.str(2)}, {self.str(2)})",
            lambda: f"({e()} if {self.test(d + 1)} else {e()})",
            lambda: f"'%s:%d' % ({e()}, {self.int(d + 1)})",
            lambda: f"'{{}}/{{:>4}}'.format({self.int(d + 1)}, {e()})",
            lambda: f"'{{0}}{{k}}{{0}}'.format({e()}, k={self.int(d + 1)})",
            lambda: f"{e()}.split('-')[{self.pick('0', '-1')}]",
            lambda: f"{e()}.{self.pick('partition', 'rpartition')}('-')[{self.pick('0', '1', '2')}]",
            lambda: f"{e()} * {self.pick('0', '2', '-1')}",
            lambda: f"json.dumps({self.pick(self.int, self.list, self.dict, self.str)(d + 1)})",
            lambda: f"os.path.join({e()}, {e()})",
            lambda: f"os.path.{self.pick('basename', 'dirname')}({self.pick(repr('a/b.pt'), repr('/x/'), repr('y'), repr(''))})",
            lambda: f"str(pathlib.PurePosixPath({self.pick(repr('a/b'), repr('a'), repr('c/d.tar.gz'))}) / {self.pick(repr('e.yaml'), repr('/f'), repr('g/h'))})",
            lambda: f"pathlib.PurePosixPath({self.pick(repr('a/b.pt'), repr('a'), repr('c/d.tar.gz'))}).{self.pick('name', 'stem', 'suffix', 'parent.name')}",
            lambda: f"re.sub({self.pick(repr('[a-c]'), repr('-'), repr('x*$'))}, {self.pick(repr('_'), repr(''))}, {e()})",
        )

    def list(self, d=0):
        e, l = lambda: self.int(d + 1), lambda: self.list(d + 1)
        plain = lambda: "[" + ", ".join(e() for _ in range(self.rng.randrange(4))) + "]"
        if d > 2:
            return plain()
        return self.one(
            plain,
            lambda: "s",
            lambda: f"[i * {e()} for i in {l()} if i % 2 == {self.pick('0', '1')}]",
            lambda: f"({l()} + {l()})",
            lambda: f"list({self.dict(d + 1)}.values())",
            lambda: f"{l()}[{self.pick('1:', ':-1', '::2', '::-1', '-2:')}]",
            lambda: f"sorted({l()}{self.pick('', ', reverse=True', ', key=lambda i: -i', ', key=abs')})",
            lambda: f"[*{l()}, {e()}]",
            lambda: f"[i + j for i, j in zip({l()}, {l()})]",
            lambda: f"[i * j for i, j in enumerate({l()}{self.pick('', ', 1', ', start=2')})]",
            lambda: f"list(map(lambda i: i {self.pick('+', '-', '*')} {e()}, {l()}))",
            lambda: f"list(filter({self.pick('None', 'lambda i: i > 1')}, {l()}))",
            lambda: f"list(itertools.chain({l()}, {l()}))",
            lambda: f"list(range({self.pick('3', '1, 4', '5, 0, -2', 'len(s)')}))",
            lambda: f"sorted(set({l()}))",
            lambda: f"[i + j for i in {l()}[:2] for j in {l()}[:2] if i != j]",
            lambda: f"[i for part in [{l()}, {l()}] for i in part]",
            lambda: f"list(itertools.accumulate({l()}))",
            lambda: f"[p - r for p, r in itertools.product({l()}[:2], repeat=2)]",
            lambda: f"[(p or 0) + (r or 0) for p, r in itertools.zip_longest({l()}, {l()})]",
            lambda: f"list(map(operator.{self.pick('neg', 'abs')}, {l()}))",
            lambda: f"json.loads(json.dumps({l()}))",
            lambda: f"[len(w) for w in re.{self.pick('findall', 'split')}({self.pick(repr('[a-z]'), repr('-'))}, {self.str(2)})]",
            lambda: f"[int(w) for w in {self.pick(repr('1,2,3'), repr('7'), repr('0,-4'))}.split(',')]",
        )

    def tuple(self, d=0):
        return self.pick("q", f"({self.int(d + 1)}, {self.int(d + 1)})", f"divmod({self.int(d + 1)}, 7)",
                         f"(q + ({self.int(d + 1)},))", f"tuple({self.list(d + 1)} + [1, 2])", f"(*q, {self.int(d + 1)})")

    def dict(self, d=0):
        i, s = lambda: self.int(d + 1), lambda: self.str(max(d + 1, 2))
        plain = lambda: "{" + ", ".join(f"{s()}: {i()}" for _ in range(self.rng.randrange(3))) + "}"
        if d > 2:
            return plain()
        return self.one(
            plain, plain,
            lambda: "m",
            lambda: f"{{**{self.dict(d + 1)}, {s()}: {i()}}}",
            lambda: f"dict({self.dict(d + 1)}, k1={i()})",
            lambda: f"({self.dict(d + 1)} | {self.dict(d + 1)})",
            lambda: f"{{str(i): i for i in {self.list(d + 1)}}}",
            lambda: f"{{k: v + 1 for k, v in {self.dict(d + 1)}.items() if v != {i()}}}",
            lambda: f"dict(zip('pqr', {self.list(d + 1)}))",
            lambda: f"dict.fromkeys({self.str(2)}, {i()})",
            lambda: f"dict(sorted({self.dict(d + 1)}.items(), key=operator.itemgetter({self.pick('0', '1')})))",
            lambda: f"json.loads(json.dumps({self.dict(d + 1)}))",
        )

    def test(self, d=0):
        compared = lambda: f"{self.int(d + 1)} {self.pick('<', '>', '<=', '>=', '==', '!=')} {self.int(d + 1)}"
        asked = lambda: self.pick("u", "not u", "u is None", "u is not None", "u == 'yes'", "u != 'yes'", "u in ('yes', 'no')", "(u or 'no') == 'no'")
        if d > 2:
            return compared()
        return self.one(
            compared, asked, asked,
            lambda: f"({self.test(d + 1)} {self.pick('and', 'or')} {self.test(d + 1)})",
            lambda: f"{self.str(d + 1)} {self.pick('in', 'not in')} {self.dict(d + 1)}",
            lambda: f"not {self.test(d + 1)}",
            lambda: f"isinstance({self.pick(*INTS, 't', 's', 'u')}, {self.pick('int', 'str', '(int, str)', 'list', 'type(None)')})",
            lambda: self.list(d + 1),
            lambda: self.str(d + 1),
            lambda: f"{self.int(d + 1)} < {self.int(d + 1)} <= {self.int(d + 1)}",
            lambda: f"{self.int(d + 1)} in {self.list(d + 1)}",
            lambda: f"{self.pick('any', 'all')}(i {self.pick('>', '<')} {self.int(d + 1)} for i in {self.list(d + 1)})",
            lambda: f"{self.str(d + 1)}.{self.pick('startswith', 'endswith')}({self.pick(self.str(2), repr(('a', 'x')))})",
            lambda: f"{self.list(d + 1)} {self.pick('==', '<', '>=')} {self.list(d + 1)}",
            lambda: f"{self.str(d + 1)}.{self.pick('isdigit', 'isalpha', 'islower', 'isidentifier')}()",
            lambda: f"re.{self.pick('match', 'search', 'fullmatch')}({self.pick(repr('[a-z]+'), repr('.*-'), repr('k(.)'))}, {self.str(d + 1)})",
            lambda: f"hasattr({self.pick('o', 's', 't')}, {self.pick(repr('n'), repr('append'), repr('none'))})",
            lambda: f"{self.pick(*INTS)} is {self.pick('None', 'not None')}" if self.rng.random() < 0.5 else f"callable({self.pick('len', 'o', 'o.get', 'a')})",
            lambda: f"{{{self.int(d + 1)}, 1}} {self.pick('<=', '&', '==')} set({self.list(d + 1)})",
        )

    # statements

    @kind(SIMPLE, 3)
    def assign(self):
        number = lambda: f"{self.pick(*INTS)} = {self.int()}"
        self.line(self.one(number, number, number, lambda: f"{self.pick(*INTS)} {self.pick('+=', '-=', '*=')} {self.int()}", lambda: f"s = {self.list()}",
                           lambda: f"m = {self.dict()}", lambda: f"t = {self.str()}", lambda: f"q = {self.tuple()}", lambda: f"g = {self.float()}"))

    def body(self, n=3, loop=False):
        for _ in range(self.rng.randrange(1, n + 1)):
            self.statement()
        if loop and self.rng.random() < 0.4:
            with self.inside(f"if {self.test(1)}:"):
                self.line(self.pick("break", "continue"))

    def statement(self):
        self.rng.choice(SIMPLE if self.depth > 2 else SIMPLE + DEEP)(self)

    @kind(SIMPLE)
    def return_(self):
        if not self.in_function:
            return self.assign()
        self.line(f"return {self.int(1)}")

    @kind(SIMPLE)
    def unpack(self):
        x, y, z = self.rng.sample(INTS, 3)
        self.line(self.pick(f"{x}, {y} = {self.int()}, {self.int()}", f"{x}, *s = [{self.int()}, {self.int()}, {self.int()}]",
                            f"({x}, {y}), {z} = ({self.int()}, {self.int()}), {self.int()}", f"*s, {x} = {self.list()} + [{self.int()}]",
                            f"{x} = {y} = {self.int()}", f"[{x}, {y}] = sorted([{y}, {x}])", f"{x}, {y} = {y}, {x}", f"{x}, {y} = q[:2]",
                            f"q = {x}, {y}"))

    @kind(SIMPLE)
    def store(self):
        x = self.pick(*INTS)
        self.line(self.pick(f"m[{self.str(1)}] = {self.int()}", f"m.setdefault({self.str(1)}, {self.int()})", f"m.update({self.dict()})",
                            f"m['k1'] = m.get('k1', 0) + {self.int()}", f"m |= {self.dict()}", f"m.update(k2={self.int()})",
                            f"{x} = m.pop('k1', {self.int()})", f"{x} = m.setdefault('k2', {self.int()})",
                            f"o.n = {self.int()}", f"o.n += {self.int()}", f"setattr(o, 'n', {self.int()})", f"o.twice = {self.int()}",
                            f"{x} = getattr(o, {self.pick(repr('n'), repr('none'))}, {self.int()})", f"o.__dict__.update(n={self.int()})",
                            f"{x} = o.up({self.int()}).n", f"type(o).k = {self.int()}"))

    @kind(SIMPLE)
    def change(self):
        self.line(self.pick(f"s.append({self.int()})", f"s.extend({self.list()})", f"s.insert({self.pick('0', '1', '-1')}, {self.int()})",
                            "s.reverse()", "s.sort()", "s.sort(key=lambda i: -i)", f"s += {self.list()}", f"s[:1] = {self.list(2)}",
                            f"s[1:2] = [{self.int()}]", "s = s.copy()", "s *= 2", f"s[len(s):] = {self.list(2)}", "s.clear()",
                            f"s = [{self.int()}] * 2", f"{self.pick(*INTS)} = s.pop() if s else {self.int()}",
                            f"{self.pick(*INTS)} = s.pop(0) if s else {self.int()}", "del s[:1]", f"s[:] = {self.list(2)}"))

    @kind(SIMPLE)
    def delete(self):
        name = self.new("z")
        self.line(f"{name} = {self.int()}")
        k = self.rng.randrange(3)
        if k == 0:
            with self.inside(f"if {self.test(1)}:"):
                self.line(f"del {name}")
            with self.inside("try:"):
                self.line(f"{self.pick(*INTS)} = {name}")
            with self.inside("except NameError:"):
                self.line(f"{self.pick(*INTS)} = {self.int()}")
        elif k == 1:
            self.line(f"m['k1'] = {name}")
            self.line(self.pick("del m['k1']", "m.pop('k1', None)"))
        else:
            self.line(f"s = [{name}, {self.int()}]")
            self.line(f"del s[{self.pick('0', '-1')}]")

    @kind(SIMPLE)
    def walrus(self):
        x, y = self.rng.sample(INTS, 2)
        self.line(self.pick(f"{x} = ({y} := {self.int()}) + 1", f"s = [{y} := {self.int()}, {y} + 1]",
                            f"{x} = {y} if ({y} := {self.int()}) > 2 else -1", f"s = [{y} := i + 1 for i in {self.list()}]"))

    @kind(DEEP, 2)
    def if_(self):
        with self.inside(f"if {self.test()}:"):
            self.body()
        if self.rng.random() < 0.3:
            with self.inside(f"elif {self.test()}:"):
                self.body()
        if self.rng.random() < 0.5:
            with self.inside("else:"):
                self.body()

    @kind(DEEP)
    def for_(self):
        i, j = self.new("i"), self.new("j")
        heads = [f"for {i} in {self.list()}:", f"for {i} in range({self.pick('2', '4', '40', 'len(s)')}):", f"for {j}, {i} in enumerate({self.list()}):",
                 f"for {j}, {i} in {self.dict()}.items():", f"for {j} in (u or ''):", f"for {i}, {j} in zip({self.list()}, {self.str()}):",
                 f"for {j} in {self.str()}:", f"for {j} in {self.dict()}:", f"for {i} in reversed({self.list()}):"]
        head = self.rng.choice(heads)
        with self.inside(head):
            if self.rng.random() < 0.7:
                x = self.pick(*INTS)
                self.line(f"{x} {self.pick('=', '+=', '-=')} {i}" if f" {i}" in head.split(" in ")[0] else f"t += {j}")
            self.body(2, loop=True)
        if self.rng.random() < 0.3:
            with self.inside("else:"):
                self.body(2)

    @kind(DEEP)
    def while_(self):
        w = self.new("w")
        self.line(f"{w} = {self.pick('0', '1', '2')}")
        with self.inside(f"while {w} < {self.pick('2', '3', '4')}{self.pick('', '', ' and ' + self.test(2))}:"):
            self.line(f"{w} += 1")
            self.body(2, loop=True)
        if self.rng.random() < 0.3:
            with self.inside("else:"):
                self.body(2)

    @kind(DEEP)
    def try_(self):
        risky = [f"{self.pick(*INTS)} = {self.int()} // {self.pick(*INTS)}", f"{self.pick(*INTS)} = m[{self.str(1)}]",
                 f"{self.pick(*INTS)} = {self.list()}[{self.pick('0', '1', '5')}]", f"{self.pick(*INTS)} = int({self.str(1)})",
                 f"raise {self.pick('ValueError', 'KeyError', 'RuntimeError')}({self.str(1)})", f"assert {self.test()}, {self.str(1)}",
                 f"{self.pick(*INTS)} = o.missing", f"{self.pick(*INTS)} = {self.int()} + t", f"{self.pick(*INTS)}, {self.pick(*INTS)} = {self.list()}"]
        with self.inside("try:"):
            self.body(2) if self.rng.random() < 0.6 else None
            self.line(self.rng.choice(risky))
            if self.in_function and self.rng.random() < 0.4:
                with self.inside(f"if {self.test(1)}:"):
                    self.return_()
            self.body(1) if self.rng.random() < 0.5 else None
        caught = self.pick("ZeroDivisionError", "KeyError", "LookupError", "ArithmeticError", "(ValueError, TypeError)", "AttributeError", "AssertionError", "IndexError")
        if self.rng.random() < 0.7:
            with self.inside(f"except {caught}{self.pick('', ' as e')}:"):
                if "as e" in self.lines[-1] and self.rng.random() < 0.6:
                    self.line(self.pick("t = type(e).__name__", "c = len(e.args)"))
                self.body(2)
        with self.inside(self.pick("except Exception as e:", "except Exception:")):
            self.line("t = type(e).__name__" if "as e" in self.lines[-1] else "t = 'caught'")
            self.body(1)
        if self.rng.random() < 0.3:
            with self.inside("else:"):
                self.body(1)
        if self.rng.random() < (0.6 if self.in_function else 0.3):
            with self.inside("finally:"):
                self.body(1)

    @kind(DEEP)
    def with_(self):
        name = self.new("Guard")
        with self.inside(f"class {name}:"):
            with self.inside("def __enter__(self):"):
                self.line(f"self.n = {self.int(2)}" if self.depth < 3 else "self.n = 3")
                self.line("return self")
            with self.inside("def __exit__(self, kind, value, trace):"):
                self.line("s.append(self.n)")
                self.line(self.pick("return True", "return False", "return kind is KeyError", "pass"))
        with self.inside("try:"):
            with self.inside(f"with {name}() as w:"):
                self.body(2)
                self.line(self.pick("w.n += 1", "raise KeyError('k')", f"{self.pick(*INTS)} = m['none']", f"{self.pick(*INTS)} = w.n"))
                self.line(f"{self.pick(*INTS)} = 8")
        with self.inside("except KeyError:"):
            self.line(f"{self.pick(*INTS)} = 9")

    @kind(DEEP)
    def match_(self):
        x = self.pick(*INTS)
        kind = self.rng.randrange(4)
        if kind == 0:
            with self.inside(f"match {self.int()}:"):
                for p in self.rng.sample(["0", "1", "2 | 3", f"{x} if {x} > 2", "-4"], 3):
                    with self.inside(f"case {p}:"):
                        self.body(1)
                if self.rng.random() < 0.6:
                    with self.inside("case _:"):
                        self.body(1)
        elif kind == 1:
            with self.inside(f"match {self.list()}:"):
                for p in self.rng.sample(["[]", f"[{x}]", f"[{x}, *_]", "[1, *s]", f"[*_, {x}]", f"[_, {x}]"], 3):
                    with self.inside(f"case {p}:"):
                        self.body(1)
        elif kind == 2:
            with self.inside(f"match {self.dict()}:"):
                for p in self.rng.sample([f"{{'k1': {x}}}", "{'k2': _, **m}", "{'x': int()}", "{}"], 2):
                    with self.inside(f"case {p}:"):
                        self.body(1)
        else:
            with self.inside(f"match {self.pick('u', 't', 'q')}:"):
                for p in self.rng.sample(["None", "'yes'", "'yes' | 'no'", "str()", "'' | 'x'", "(a, b)", "(_, *s)", "int()"], 3):
                    with self.inside(f"case {p}:"):
                        self.body(1)

    @kind(DEEP)
    def generator(self):
        name = self.new("gen")
        with self.inside(f"def {name}(n, *rest, k=2, **more):"):
            with self.inside("for j in range(n):"):
                if self.rng.random() < 0.4:
                    with self.inside("if j == 2:"):
                        self.line(self.pick("return", "continue", "yield 100"))
                self.line(self.pick("yield j * k + len(rest) + len(more)", "yield from [j] * k", "yield j"))
        call = f"{name}({self.pick('0', '2', '4')}{self.pick('', ', 1', ', *[1, 2]')}{self.pick('', ', k=3', ', k=1, x=5')})"
        self.line(self.pick(f"s = list({call})", f"{self.pick(*INTS)} = sum({call})", f"{self.pick(*INTS)} = next({call}, -1)",
                            f"s = [i for i in {call} if i]", f"{self.pick(*INTS)}, *s = *{call}, 7", f"s = list(itertools.islice({call}, 2))",
                            f"s = [i for pair in zip({call}, {call}) for i in pair]"))

    @kind(DEEP)
    def closure(self):
        outer = self.new("outer")
        with self.inside(f"def {outer}(n):"):
            self.line("total = n")
            with self.inside("def inner(k, *, by=1):"):
                self.line("nonlocal total")
                self.line(f"total {self.pick('+=', '-=', '*=')} k * by")
                self.line("return total")
            self.line(self.pick("inner(2)", "inner(1, by=3)", "pass"))
            self.line(self.pick("return inner", "return lambda k: inner(k) + total", "return inner"))
        f = self.new("f")
        self.line(f"{f} = {outer}({self.int()})")
        self.line(f"{f}({self.int()})")
        self.line(f"{self.pick(*INTS)} = {f}({self.int()})")

    @kind(DEEP)
    def decorated(self):
        d, f = self.new("deco"), self.new("f")
        with self.inside(f"def {d}(by):"):
            with self.inside("def wrap(fn):"):
                if self.rng.random() < 0.5:
                    self.line("@functools.wraps(fn)")
                with self.inside("def called(*args, **kw):"):
                    self.line(self.pick("return fn(*args, **kw) + by", "return fn(*args[:1], **kw) * by", "return by if args else fn(*args, **kw)"))
                self.line("called.by = by")
                self.line("return called")
            self.line("return wrap")
        self.line(f"@{d}({self.int(2)})")
        if self.rng.random() < 0.3:
            self.line(f"@{d}(2)")
        with self.inside(f"def {f}(p0=1, p1=2):"):
            self.line(f"return p0 {self.pick('+', '-', '*')} p1")
        self.line(f"{self.pick(*INTS)} = {f}({self.pick('', self.int(), self.int() + ', p1=' + self.int())})")
        self.line(self.pick(f"{self.pick(*INTS)} = {f}.by", f"t = {f}.__name__"))

    @kind(DEEP)
    def collections_(self):
        self.rng.choice(COLLECTIONS)(self, self.new("v"), self.pick(*INTS))

    @kind(COLLECTIONS)
    def default_dict(self, v, x):
        made = self.pick("int", "list")
        self.line(f"{v} = collections.defaultdict({made})")
        with self.inside(f"for i in {self.list()}:"):
            self.line(f"{v}[i % 3] += {'1' if made == 'int' else '[i]'}")
        self.line(f"s = sorted({v})")
        self.line(f"{x} = len({v})")

    @kind(COLLECTIONS)
    def counted(self, v, x):
        self.line(f"{v} = collections.Counter({self.pick(self.str(), self.list())})")
        self.line(f"{x} = len({v}) + sum({v}.values())")

    @kind(COLLECTIONS)
    def ordered_dict(self, v, x):
        self.line(f"{v} = collections.OrderedDict(p={self.int()}, q={self.int()})")
        self.line(f"{v}['r'] = {self.int()}")
        self.line(self.pick(f"s = list({v}.values())", f"{x} = {v}.popitem()[1]", f"{v}.move_to_end('p'); t = ''.join({v})"))

    @kind(COLLECTIONS)
    def named_tuple(self, v, x):
        self.line(f"{v} = collections.namedtuple('{v}', 'p q')({self.int()}, q={self.int()})")
        self.line(self.pick(f"{x} = {v}.q - {v}[0]", f"q = tuple({v}._replace(p=1))", f"m = {v}._asdict()"))

    @kind(COLLECTIONS)
    def deque(self, v, x):
        self.line(f"{v} = collections.deque({self.list()}{self.pick('', ', maxlen=2')})")
        self.line(f"{v}.{self.pick('append', 'appendleft')}({self.int()})")
        self.line(f"{v}.rotate({self.pick('1', '-1')})" if self.rng.random() < 0.3 else f"{x} = len({v})")
        self.line(f"s = list({v})")

    @kind(COLLECTIONS)
    def set_(self, v, x):
        self.line(f"{v} = {{{self.int()}, {self.int()}}}")
        self.line(self.pick(f"{v}.add({self.int()})", f"{v} |= {{{self.int()}}}", f"{v}.discard({self.int()})", f"{v} -= {{1, 2}}", f"{v} &= {{0, 1, 2}}"))
        self.line(f"s = sorted({v})")

    @kind(COLLECTIONS)
    def namespace(self, v, x):
        self.line(f"{v} = types.SimpleNamespace(p={self.int()}, **{{'q': {self.int()}}})")
        self.line(f"{v}.r = {v}.p + 1")
        self.line(self.pick(f"{x} = {v}.r", f"m = vars({v})", f"m = dict(**vars({v}))"))

    @kind(COLLECTIONS)
    def grouped(self, v, x):
        self.line(f"{v} = {{}}")
        with self.inside(f"for i in {self.list()}:"):
            self.line(f"{v}.setdefault(str(i % 2), []).append(i)")
        self.line(self.pick(f"m = {{k: sum(of) for k, of in {v}.items()}}", f"s = {v}.get('1', [])", f"{x} = max(map(len, {v}.values()), default=0)"))

    @kind(COLLECTIONS)
    def nested(self, v, x):
        self.line(f"{v} = {{'a': {{'b': {self.int()}, 'c': {self.list()}}}, 'd': [{{'e': {self.int()}}}, {self.int()}]}}")
        self.line(self.pick(f"{v}['a']['b'] += {self.int()}", f"{v}['a']['c'].append({self.int()})", f"{v}['d'][0]['e'] = {self.int()}",
                            f"{v}['a'].update({self.dict()})", f"{v}['d'] += [{self.int()}]"))
        self.line(self.pick(f"{x} = {v}['a']['b']", f"s = {v}['a']['c']", f"{x} = {v}['d'][0]['e'] + {v}['d'][-1]", f"t = json.dumps({v})",
                            f"{x} = {v}.get('a', {{}}).get('b', 0) + len({v}.get('z', {{}}))"))

    @kind(DEEP)
    def alias(self):
        v = self.new("v")
        of = self.pick("s", "m")
        self.line(f"{v} = {self.pick(of, of, f'{of}.copy()', f'type({of})({of})', f'copy.deepcopy({of})')}")
        if self.rng.random() < 0.5:
            with self.inside(f"if {self.test(1)}:"):
                self.line(f"{v} = {'[]' if of == 's' else '{}'}")
        self.line(f"{v}.append({self.int()})" if of == "s" else f"{v}['k1'] = {self.int()}")
        self.line(f"{self.pick(*INTS)} = len({v}) + ({v} is {of})")

    @kind(DEEP)
    def views(self):
        v, x = self.new("v"), self.pick(*INTS)
        self.line(f"{v} = m.{self.pick('keys', 'values', 'items')}()")
        with self.inside(f"if {self.test(1)}:"):
            self.line(f"m[{self.str(1)}] = {self.int()}")
        self.line(self.pick(f"{x} = len({v})", f"s = [len(str(i)) for i in {v}]", "s = [len(k) for k in list(m)]",
                            "m = {k: i + 1 for k, i in m.items()}", "t = ''.join(m)", "s = list(m.values())", "q = tuple(m.values()) + (1, 2)",
                            f"{x} = max(m.values(), default=0)"))

    @kind(DEEP)
    def local_class(self):
        if self.depth > 1:
            return self.assign()
        self.rng.choice(CLASSES)(self, self.new("D"), self.pick(*INTS))

    @kind(CLASSES)
    def dataclass(self, name, x):
        self.line(self.pick("@dataclasses.dataclass", "@dataclasses.dataclass(frozen=True)", "@dataclasses.dataclass(order=True)"))
        with self.inside(f"class {name}:"):
            self.line("p: int")
            self.line(f"q: int = {self.int(2)}")
            self.line("r: list = dataclasses.field(default_factory=list)")
            with self.inside("def both(self):"):
                self.line("return self.p + self.q + len(self.r)")
        v = self.new("v")
        self.line(f"{v} = {name}({self.int()}{self.pick('', ', ' + self.int(), ', r=[1]')})")
        self.line(self.pick(f"{x} = {v}.both()", f"m = {{k: i for k, i in dataclasses.asdict({v}).items() if k != 'r'}}", f"t = repr({v})",
                            f"{x} = dataclasses.replace({v}, p={self.int()}).p", f"{x} = int({v} == {name}({self.int()}))",
                            f"s = [len(f.name) for f in dataclasses.fields({v})]"))

    @kind(CLASSES)
    def enum(self, name, x):
        with self.inside(f"class {name}(enum.{self.pick('Enum', 'IntEnum')}):"):
            self.line(f"one = {self.pick('1', '4')}")
            self.line("two = 2")
            self.line("three = enum.auto()")
        self.line(self.pick(f"{x} = {name}.two.value", f"t = {name}(2).name", f"s = [e.value for e in {name}]", f"{x} = {name}['one'].value",
                            f"{x} = int({name}.one is {name}.two)", f"{x} = len({name})", f"t = str({name}.two.name) + {name}.three.name"))

    @kind(CLASSES)
    def typed_tuple(self, name, x):
        with self.inside(f"class {name}(typing.NamedTuple):"):
            self.line("p: int")
            self.line(f"q: int = {self.int(2)}")
        self.line(self.pick(f"q = tuple({name}({self.int()}))", f"{x} = {name}({self.int()}, {self.int()}).q", f"{x}, _ = {name}({self.int()})"))

    @kind(CLASSES)
    def dict_class(self, name, x):
        with self.inside(f"class {name}(dict):"):
            with self.inside("def __getattr__(self, key):"):
                self.line("return self.get(key, -1)")
            with self.inside("def __setattr__(self, key, value):"):
                self.line("self[key] = value")
        v = self.new("v")
        self.line(f"{v} = {name}({self.dict()})")
        self.line(f"{v}.k1 = {self.int()}")
        self.line(self.pick(f"{x} = {v}.k1 + {v}.k2", f"m = dict({v})", f"{x} = len({v})"))

    @kind(CLASSES)
    def operators(self, name, x):
        with self.inside(f"class {name}:"):
            with self.inside("def __init__(self, *n):"):
                self.line("self.n = list(n)")
            for head, ways in [
                ("__add__(self, other)", [f"{name}(*self.n, *other.n)", "NotImplemented"]), ("__radd__(self, other)", [f"{name}(other, *self.n)"]),
                ("__iadd__(self, other)", [f"{name}(other)"]), ("__getitem__(self, i)", ["self.n[i]"]), ("__contains__(self, i)", ["i in self.n", "True"]),
                ("__iter__(self)", ["iter(self.n)", "(i + 1 for i in self.n)"]), ("__bool__(self)", ["len(self.n) > 1", "False"]),
                ("__call__(self, *p)", ["sum(p) + len(self.n)"]), ("__repr__(self)", [f"f'{name}{{len(self.n)}}'"]), ("__neg__(self)", ["-len(self.n)"]),
                ("__lt__(self, other)", ["self.n < other.n"]),
            ]:
                with self.inside(f"def {head}:"):
                    self.line(f"return {self.pick(*ways)}")
        v = self.new("v")
        self.line(f"{v} = {name}({self.int()}, {self.pick('1', '*' + self.list())})")
        self.line(self.pick(f"{v} += 7", f"{v} = 3 + {v}", f"{v} = {name}() if not {v} else {v}", f"{v} = max([{v}, {name}(1)])", f"{v}.n.append(2)"))
        self.line(self.pick(f"{x} = {v}(1, 2)", f"s = list({v})", f"t = f'{{{v}}}'", f"{x} = -{v}", f"{x} = int({self.int()} in {v})", f"{x} = 1 if {v} else 2",
                            f"s = [*{v}]", f"s = [i * 2 for i in {v}]", f"s = sorted({v}, reverse=True)", f"{x}, *s = *{v}, 9", f"{x} = sum({v})"))

    @kind(CLASSES)
    def diamond(self, name, x):
        for n, bases in [("A", ""), ("B", f"({name}A)"), ("C", f"({name}A)"), ("", f"({name}B, {name}C)")]:
            with self.inside(f"class {name}{n}{bases}:"):
                with self.inside(f"def __init__(self, by={self.pick('1', '2')}, **kw):"):
                    self.line(f"self.seen = [] if not hasattr(self, 'seen') else self.seen" if n == "A" else "super().__init__(**kw)" if n else f"super().__init__({self.int(2)})")
                    self.line(f"self.seen.append({n!r})")
                    self.line(f"self.by{n} = by")
                if self.rng.random() < 0.5:
                    with self.inside("def told(self):"):
                        self.line(f"return {n!r}" if n == "A" or self.rng.random() < 0.3 else f"return {n!r} + super().told()")
                elif n == "A":
                    with self.inside("def told(self):"):
                        self.line("return type(self).__name__[:1]")
        v = self.new("v")
        self.line(f"{v} = {name}()")
        self.line(self.pick(f"t = {v}.told()", f"t = ''.join({v}.seen)", f"{x} = {v}.byB + len({v}.seen)", f"s = [len(k.__name__) for k in type({v}).__mro__]",
                            f"m = {{k: v for k, v in vars({v}).items() if k != 'seen'}}", f"{x} = int(isinstance({v}, {name}A) and issubclass({name}C, {name}B))"))

    @kind(CLASSES)
    def counting_class(self, name, x):
        self.line("@functools.total_ordering" if self.rng.random() < 0.2 else "@(lambda c: c)")
        with self.inside(f"class {name}:"):
            self.line("made = 0")
            self.line(f"table = {{i: i * {self.pick('2', '3')} for i in range(3)}}")
            with self.inside("def __init__(self, n=1):"):
                self.line(self.pick(f"{name}.made += 1", "type(self).made += n", "self.made += n"))
                self.line("self.n = n")
            with self.inside("def __lt__(self, other):"):
                self.line("return self.n < other.n")
            with self.inside("def __eq__(self, other):"):
                self.line("return self.n == other.n")
            self.line("@staticmethod")
            with self.inside("def of(n):"):
                self.line(f"return {name}(n + 1)")
            self.line("@functools.cached_property" if self.rng.random() < 0.5 else "@property")
            with self.inside("def once(self):"):
                self.line("self.n += 1")
                self.line("return self.n")
        v, w = self.new("v"), self.new("v")
        self.line(f"{v}, {w} = {name}(), {name}.of({self.int()})")
        self.line(self.pick(f"{x} = {name}.made + {v}.made", f"{x} = {v}.once + {v}.once", f"{x} = min({v}, {w}).n", f"s = list({name}.table.values())",
                            f"{x} = int({v} == {w})", f"s = [i.n for i in sorted([{w}, {v}])]"))

    @kind(DEEP)
    def endless(self):
        w, x = self.new("w"), self.pick(*INTS)
        self.line(f"{w} = 0")
        with self.inside("while True:"):
            self.line(f"{w} += 1")
            self.body(1)
            with self.inside(f"if {w} >= {self.pick('1', '2', '3')}{self.pick('', ' or ' + self.test(2))}:"):
                self.line("break")
        self.line(f"{x} = {w}")

    @kind(DEEP)
    def managed(self):
        name, x = self.new("managed"), self.pick(*INTS)
        self.line("@contextlib.contextmanager")
        with self.inside(f"def {name}(n):"):
            self.line("s.append(n)")
            if self.rng.random() < 0.5:
                with self.inside("try:"):
                    self.line("yield n + 1")
                with self.inside(self.pick("finally:", "except KeyError:")):
                    self.line("s.append(-n)")
            else:
                self.line("yield n + 1")
                self.line("s.append(-n)")
        with self.inside(f"with {name}({self.int()}) as {x}{self.pick('', f', {name}(3)')}:"):
            self.body(2)

    @kind(DEEP)
    def suppressed(self):
        with self.inside(f"with contextlib.suppress({self.pick('KeyError', 'LookupError', 'Exception')}):"):
            self.line(f"{self.pick(*INTS)} = {self.int()}")
            self.line(self.pick("a = m['none']", "raise KeyError('n')", "b = m.get('none', 4)"))
            self.line(f"{self.pick(*INTS)} = {self.int()}")

    @kind(DEEP)
    def forwarded(self):
        f, g = self.new("f"), self.new("f")
        with self.inside(f"def {f}(p, /, q=2, *rest, k=1, **more):"):
            self.line(self.pick("return p + q * k + len(rest) + len(more)", "return [p, q, *rest, k, *more.values()]", "return sum(rest, p) - k"))
        with self.inside(f"def {g}(*args, **kw):"):
            self.line(self.pick("kw.setdefault('k', 5)", "args = args[::-1]", "kw = {**kw, 'x': 1}", "kw.pop('k', None)", "pass"))
            self.line(f"return {f}(*args, **kw)")
        given = f"{self.int()}{self.pick('', ', ' + self.int(), ', *[1, 2, 3]')}{self.pick('', ', k=' + self.int(), ', **{' + repr('y') + ': 3}')}"
        self.line(f"{g}_got = {g}({given})")
        self.line(f"s = {g}_got if isinstance({g}_got, list) else [{g}_got]")

    @kind(DEEP)
    def global_(self):
        f, n = self.new("f"), self.new("n")
        if self.depth:
            return self.assign()
        self.line(f"{n} = {self.int()}")
        with self.inside(f"def {f}(by=1):"):
            self.line(f"global {n}")
            with self.inside(f"if {self.test(1)}:"):
                self.line(f"{n} {self.pick('+=', '=', '-=')} by")
            self.line(f"return {n}")
        self.line(f"{f}({self.int()})")
        self.line(f"{self.pick(*INTS)} = {n} + {f}()")

    @kind(DEEP)
    def remembered(self):
        f, x = self.new("f"), self.pick(*INTS)
        self.line(self.pick("@functools.lru_cache(maxsize=None)", "@functools.cache", "@functools.lru_cache"))
        with self.inside(f"def {f}(n):"):
            self.line("s.append(n)")
            self.line(f"return n if n < 2 else {self.pick(f'{f}(n - 2) + 1', 'n * 2')}")
        self.line(f"{x} = {f}({self.pick('3', '2', '1')}) + {f}({self.pick('3', '0')})")

    @kind(DEEP)
    def dispatched(self):
        table, x = self.new("table"), self.pick(*INTS)
        self.line(f"{table} = {{}}")
        with self.inside(f"def add_{table}(name, **options):"):
            with self.inside("def add(f):"):
                self.line(f"{table}[name] = {self.pick('f', 'functools.partial(f, **options)')}")
                self.line("return f")
            self.line("return add")
        for name in ["x", "adam"]:
            self.line(f"@add_{table}('{name}', by={self.int(2)})")
            with self.inside(f"def {table}_{name}(n, by=1):"):
                self.line(f"return n {self.pick('+', '*', '-')} by")
        self.line(f"{x} = {table}[{self.pick(repr('x'), repr('adam'), repr('adam') + ' if u else ' + repr('x'))}]({self.int()})")
        self.line(self.pick(f"{x} += {table}.get({self.str(2)}, lambda n: -1)(2)", f"s = [f(1) for f in {table}.values()]", f"t = ','.join({table})"))

    # definitions

    @kind(DEFINITIONS)
    def function(self):
        name, most = self.new("f"), self.rng.randrange(1, 4)
        params = ["p0"] + [f"p{k}={self.int(3)}" for k in range(1, most)]
        with self.inside(f"def {name}({', '.join(params)}):"):
            kind = self.rng.randrange(3)
            if kind == 0:
                self.line(f"return p0 {self.pick('+', '-', '*')} {self.pick('p' + str(most - 1), '2')}")
            else:
                self.line("a, b, c, d, s, m, t, q, g = p0, 2, 3, 4, [], {}, '', (1, 2), 0.5")
                self.line("o = Plain(p0)")
                if kind == 1 and self.rng.random() < 0.5:
                    with self.inside(f"if {self.test(1)}:"):
                        self.line(f"return {self.int(1)}")
                self.in_function = True
                self.body()
                self.in_function = False
                self.line(f"return {self.int(1)}")
        self.functions.append((name, most))

    @kind(DEFINITIONS)
    def class_(self):
        name = self.new("C")
        bases = [self.rng.choice(self.classes)] if self.classes and self.rng.random() < 0.6 else ["Plain"]
        with self.inside(f"class {name}({', '.join(bases)}):"):
            if self.rng.random() < 0.6:
                self.line(f"k = {self.pick('1', '7')}")
            if self.rng.random() < 0.6:
                with self.inside("def __init__(self, n, *rest):"):
                    self.line(self.pick(f"super().__init__(n + {self.pick('1', '2')})", "self.n = n * 2", f"{bases[0]}.__init__(self, n)"))
            if self.rng.random() < 0.5:
                with self.inside("def get(self):"):
                    self.line(self.pick("return super().get() + 1", "return self.n - self.k", "return type(self).k"))
            if self.rng.random() < 0.4:
                self.line("@property")
                with self.inside("def twice(self):"):
                    self.line("return self.get() * 2")
                self.line("@twice.setter")
                with self.inside("def twice(self, value):"):
                    self.line("self.n = value // 2")
            if self.rng.random() < 0.3:
                with self.inside("def __setattr__(self, name, value):"):
                    self.line(self.pick("object.__setattr__(self, name, value)", "self.__dict__[name] = value",
                                        "super().__setattr__(name, value + 1 if isinstance(value, int) else value)"))
            if self.rng.random() < 0.2:
                with self.inside("def __class_getitem__(cls, key):"):
                    self.line("return cls(key)")
                self.asked.append(name)
            if self.rng.random() < 0.3:
                with self.inside("def __len__(self):"):
                    self.line("return 0")
            if self.rng.random() < 0.3:
                with self.inside("def __getattr__(self, name):"):
                    with self.inside("if name == 'missing':"):
                        self.line("return 77")
                    self.line("raise AttributeError(name)")
        self.classes.append(name)

    @kind(DEFINITIONS)
    def module(self):
        name = self.new("mod")
        n, f, cls = self.new("n"), self.new("fn"), self.new("K")
        text = [f"{n} = {self.int_literal()}", f"_hidden = {self.int_literal()}", f"shared = {self.int_literal()}", f"def {f}(p0, p1=2):", f"    return p0 + p1 * {n}",
                f"class {cls}:", f"    k = {self.int_literal()}", "def change(to):", f"    global {n}", f"    {n} = to", f"    return {n}"]
        package = self.rng.random() < 0.4
        if package:
            self.files[f"{name}/parts.py"] = f"{n}_part = {self.int_literal()}\nshared = {self.int_literal()}\n"
            text.append(self.pick("from .parts import *", f"from .parts import {n}_part", "from . import parts", f"from {name}.parts import {n}_part"))
        if self.rng.random() < 0.3:
            text.insert(0, f"__all__ = ['{n}', '{f}', '{cls}', 'change']")
        if self.files and self.rng.random() < 0.3:
            other = self.rng.choice(sorted(self.files)).replace("/__init__.py", "").replace("/parts.py", "").replace(".py", "")
            text.insert(0, f"from {other} import *" if other != name else "pass")
        self.files[f"{name}/__init__.py" if package else f"{name}.py"] = "\n".join(text) + "\n"
        x = self.pick(*INTS)
        k = self.rng.randrange(8)
        if k == 0:
            self.line(f"import {name}")
            self.line(f"{x} = {name}.{n} + {name}.{f}({self.int(2)})")
            if self.rng.random() < 0.5:
                self.line(f"{name}.{n} = {self.int(2)}")
                self.line(f"{self.pick(*INTS)} = {name}.{f}(1)")
        elif k == 1:
            self.line(f"import {name} as al{name}")
            self.line(f"al{name}.change({self.int(2)})")
            self.line(f"{x} = al{name}.{n} + al{name}.{cls}.k")
        elif k == 2:
            self.line(f"from {name} import {n}, {f} as other{name}, change")
            self.line(f"change({self.int(2)})")
            self.line(f"{x} = {n} + other{name}(1)")
        elif k == 3:
            self.line(f"shared = 5")
            self.line(f"from {name} import *")
            self.line(f"{x} = shared + {n}")
        elif k == 4:
            with self.inside("try:"):
                self.line(f"from {name} import {self.pick('shared', 'missing', n)} as got{name}")
            with self.inside("except ImportError:"):
                self.line(f"got{name} = {self.int(2)}")
            self.line(f"from {name} import *")
            self.line(f"{x} = got{name}")
        elif k == 5:
            self.line(f"{x} = getattr(importlib.import_module('{name}'), '{self.pick(n, 'missing')}', {self.int(2)})")
        elif k == 6:
            with self.inside(f"if {self.test(1)}:"):
                self.line(f"from {name} import {f} as via{name}")
            with self.inside("else:"):
                with self.inside(f"def via{name}(p0):"):
                    self.line("return p0")
            self.line(f"{x} = via{name}({self.int(2)})")
        else:
            with self.inside(f"def load{name}(p0):"):
                self.line(f"from {name} import {f}")
                self.line(f"return {f}(p0)")
            self.line(f"{x} = load{name}({self.int(2)})")

    def int_literal(self):
        return str(self.rng.randrange(10))

    def program(self):
        for name in IMPORTS:
            self.line(f"import {name}")
        self.line('u = os.environ.get("U")')
        self.line("a, b, c, d = 1, 2, 3, 4")
        self.line("s, m, t, q, g = [], {}, '', (1, 2), 0.5")
        self.lines += ["class Plain:", "    k = 3", "    def __init__(self, n, *rest):", "        self.n = n", "    def get(self):", "        return self.n + self.k",
                       "    @property", "    def twice(self):", "        return self.n * 2", "    @twice.setter", "    def twice(self, value):",
                       "        self.n = value", "    @classmethod", "    def make(cls, n):", "        return cls(n + 1)", "    def up(self, by):",
                       "        self.n += by", "        return self"]
        self.classes.append("Plain")
        self.line("o = Plain(1)")
        for _ in range(self.rng.randrange(4)):
            self.rng.choice(DEFINITIONS)(self)
        self.line(f"o = {self.pick(*self.classes)}({self.int(2)})")
        for _ in range(self.rng.randrange(3, 9)):
            self.statement()
        self.line("o_n = o.n")
        self.line("o_get = o.get()")
        return "\n".join(self.lines) + "\n"


def outcome(folder, answer):
    os.environ.pop("U", None)
    if answer is not None:
        os.environ["U"] = answer
    scope = {"__name__": "__main__"}
    modules = set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.1)  # a loop over a list that it makes longer never ends
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile((folder / "main.py").read_text(encoding="utf-8"), "program", "exec"), scope)
    except (Exception, TooLongError):
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.path.pop(0)
        for name in set(sys.modules) - modules:
            if name.startswith("mod"):
                del sys.modules[name]
    return {n: repr(scope[n]) for n in [*KNOWN, "o_n", "o_get"]}


class TooLongError(BaseException):
    pass


def too_long(*_):
    raise TooLongError


def main():
    signal.signal(signal.SIGALRM, too_long)
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    programs = []
    while len(programs) < count:
        writer = Writer(random.Random(seed))
        text = writer.program()
        seed += 1
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for path, content in {"main.py": text, **writer.files}.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(content, encoding="utf-8")
            runs = [outcome(folder, answer) for answer in (None, "", "yes", "no")]
        if any(r is None for r in runs) or any(len(v) > 200 for r in runs for v in r.values()):
            continue
        text += "".join(f"--- {path}\n{content}" for path, content in writer.files.items())
        programs.append({"text": text, "runs": runs})
    print(f'{{"python": "{sys.version.split()[0]}", "programs": [')
    print(",\n".join(json.dumps(p) for p in programs))
    print("]}")


main()
