"""Asks CPython what expressions give: every operator, builtin and method over operands that differ in what they are.

    python3 expressions.py

writes expressions.txt: an expression a line, a tab, and what repr says of it, or the name of the error that it raises.
Of each kind a share is kept, chosen by the expression's own hash, so that the file stays one that can be looked through.
"""

import itertools
import pathlib
import warnings
import zlib

warnings.simplefilter("ignore", SyntaxWarning)

OPERANDS = [
    "0", "1", "-1", "2", "7", "True", "False", "None", "1.5", "0.0", "-2.5", "1e16", "2 ** 70", "''", "'a'", "'ab'", "'b a'", "'10'",
    "[]", "[1]", "[1, 2]", "['a', None]", "()", "(1,)", "(1, 2)", "{}", "{'a': 1}", "{1: 'a', 2: 'b'}", "{1}", "...",
]
BINARY = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not", "and", "or"]
UNARY = ["-{}", "+{}", "~{}", "not {}", "1 if {} else 2", "[{}]", "({},)", "{{'k': {}}}", "f'{{{}}}'", "str({})", "repr({})", "bool({})", "int({})", "float({})",
         "len({})", "list({})", "tuple({})", "dict({})", "set({})", "sorted({})", "sum({})", "min({})", "max({})", "abs({})", "round({})", "any({})", "all({})",
         "list(range({}))", "list(enumerate({}))", "list(reversed({}))", "list(zip({0}, {0}))", "isinstance({}, int)", "isinstance({}, str)",
         "isinstance({}, (list, tuple))", "isinstance({}, (float, bool))", "callable({})", "hash({}) == hash({})", "type({}) is int", "type({}) == list",
         "[y for y in {}]", "[y for y in {} if y]", "{{y: 1 for y in {}}}", "{{y for y in {}}}", "[*{}]", "(*{}, 1)", "next(iter({}))", "next(iter({}), 9)",
         "[y for y in {} for z in (1, 2)]", "hasattr({}, 'append')", "list(map(str, {}))", "list(filter(None, {}))", "{}[0]", "{}[-1]", "{}[1:]", "{}[:1]", "{}[::2]", "{}[::-1]",
         "{}[-1:]", "{}[0:9]", "'%s' % {}", "'%d' % {}", "'{{}}'.format({})", "print({})", "{0} == {0}", "{0} in [{0}]", "(lambda y: y)({})", "(lambda y=3, *z: (y, z))({})",
         "(lambda *y, **k: (y, k))(1, k={})", "(lambda a, b=2: (a, b))(b={0}, a=1)", "(lambda y: [y, y])({})[1]", "[1, 2, 3].index({})", "[1, 2, 1].count({})", "{{'a': 1}}.get({})",
         "{{'a': 1}}.get({}, 5)", "[0, 1, 2][{}]", "'abc'[{}]", "range(5)[{}]", "[0, 1, 2][{}:]", "[0, 1, 2][:{}]", "round(2.5678, {})", "pow(2, {})", "max({}, 1)", "min({}, 1)",
         "max({}, default=4)", "sum({}, 10)", "sorted({}, reverse=True)", "int({}, 2)", "bool([{}])", "str({}) + 'x'", "[{}] * 2", "[] + [{}]", "chr({})", "ord({})", "divmod({}, 3)", "bin({})", "hex({})"]
METHODS = {
    "'b a'": ["upper()", "lower()", "split()", "split('a')", "split(' ', 1)", "rsplit(' ', 1)", "strip()", "strip('b')", "lstrip('b')", "rstrip('a')", "replace('a', 'c')", "startswith('b')",
              "startswith(('x', 'b'))", "endswith('a')", "endswith('b')", "find('a')", "find('z')", "index('a')", "rfind('b')", "count('a')", "count('')", "title()", "capitalize()", "swapcase()", "isdigit()", "isalpha()",
              "islower()", "isupper()", "isspace()", "zfill(5)", "ljust(5)", "rjust(5)", "join(['x', 'y'])", "join('xy')", "join([])", "join(('x',))", "partition(' ')", "rpartition(' ')", "splitlines()", "encode()", "format()",
              "removeprefix('b')", "removesuffix('a')", "removeprefix('z')", "expandtabs()", "isidentifier()", "casefold()", "isnumeric()"],
    "[3, 1, 2]": ["index(1)", "count(3)", "copy()", "pop()", "append(4)", "sort()", "reverse()", "extend([1])", "insert(0, 1)", "remove(1)", "clear()", "pop(0)", "__len__()"],
    "{'a': 1, 'b': 2}": ["keys()", "values()", "items()", "get('a')", "get('c')", "get('c', 3)", "pop('a')", "pop('c', 4)", "setdefault('a', 5)", "setdefault('c', 5)", "copy()", "update(c=1)"],
    "(1, 2, 1)": ["index(2)", "count(1)"],
    "{1, 2}": ["union({3})", "difference({1})", "intersection({2})", "issubset({1, 2, 3})", "copy()", "isdisjoint({3})"],
    "7": ["bit_length()"],
    "2.0": ["is_integer()"],
}
# What a method leaves behind in its object.
LEFT = ["[3, 1, 2]", "{'a': 1, 'b': 2}", "{1, 2}"]
# Statements around an x that is an operand.
STATEMENTS = [
    "x = 0\nfor y in {}:\n    x = y", "x = 0\nfor y in {}:\n    x += 1\nelse:\n    x = -1 - x", "x = 5\nif {}:\n    x = 6", "x = 5\nwhile not {}:\n    x = 7\n    break",
    "x = [1, 2]\nx += {}", "x = 3\nx *= {}", "x = 3\nx -= {}", "x = 17\nx //= {}", "x = 17\nx %= {}", "x = 'a'\nx += {}", "a, *x = {}", "*x, b = {}", "(a, b) = {}\nx = b, a", "x = [0, 0]\nx[{}] = 1", "x = {{}}\nx[{}] = 1",
    "x = {{'a': 0}}\nx.update({})", "x = [9]\nx.extend({})", "x = [9]\nx.append({})", "x = [1, 2, 3]\nx.insert({}, 0)", "x = [1, 2, 3]\nx.pop({})", "x = [1, 2, 3]\ndel x[{}]", "x = [1, 2, 'a']\nx.remove({})",
    "def f(a, b=2, *c, d=4, **e):\n    return a, b, c, d, e\nx = f({})", "def f(a, b=2, *c, d=4, **e):\n    return a, b, c, d, e\nx = f(*{})", "def f(a, b=2, *c, d=4, **e):\n    return a, b, c, d, e\nx = f(1, d={})",
    "def f(n):\n    if n:\n        return 1\n    return 2\nx = f({})", "def f(n):\n    try:\n        return n + 1\n    except TypeError:\n        return 'no'\nx = f({})",
    "class A:\n    k = {0}\n    def __init__(self, v):\n        self.v = v\nx = A.k, A({0}).v, A(1).k", "def f():\n    yield {}\n    yield 2\nx = list(f())", "x = [y for y in [{}] if y is not None]", "x = {} or 'default'", "x = {} if {} is not None else 'default'",
    "x = 1\nwhile x < 4:\n    x += 1\n    if {}:\n        break", "x = 0\nfor y in range(5):\n    if y == {}:\n        continue\n    x += y", "x = 0\nfor y in range(5):\n    if y == {}:\n        break\n    x += y\nelse:\n    x = -x",
    "x = 1\nassert x\nif not {}:\n    x = 2\nelif {}:\n    x = 3", "g = {}\ndef f():\n    global g\n    g = 1, g\nf()\nx = g", "def f():\n    v = {}\n    def h():\n        nonlocal v\n        v = [v]\n    h()\n    return v\nx = f()",
]


def answer(program):
    names = {"__name__": "__main__", "print": lambda *a: None}
    try:
        exec(compile(program, "program", "exec"), names)
        said = repr(names["x"])
    except SyntaxError:
        return None
    except Exception as error:
        return "raises " + type(error).__name__
    if said.startswith("dict_"):  # keys(), values() and items() are lists for us
        said = said[said.index("(") + 1 : -1]
    return said if len(said) < 200 and "0x" not in said.replace("'0x", "") and "object" not in said else None


def programs():
    for left, op, right in itertools.product(OPERANDS, BINARY, OPERANDS):
        if op in ("is", "is not") and not {left, right} & {"None", "True", "False", "..."} or op in ("**", "<<") and (left, right) == ("2 ** 70", "2 ** 70"):
            continue
        yield f"x = ({left}) {op} ({right})", 14
    for form, operand in itertools.product(UNARY, OPERANDS):
        yield "x = " + form.format(f"({operand})" if form[0] not in "[(" else operand, operand), 2
    for receiver, methods in METHODS.items():
        for method in methods:
            yield f"x = {receiver if receiver != '7' else '(7)'}.{method}", 1
            if receiver in LEFT:
                yield f"x = {receiver}\nx.{method}", 1
    for form, operand in itertools.product(STATEMENTS, OPERANDS):
        yield form.format(operand, operand), 2


lines = []
for program, share in programs():
    if zlib.crc32(program.encode()) % share == 0:
        said = answer(program)
        if said is not None:
            lines.append(repr(program)[1:-1].replace("\\'", "'") + "\t" + said + "\n")
pathlib.Path(__file__).with_name("expressions.txt").write_text("".join(dict.fromkeys(lines)), encoding="utf-8")
