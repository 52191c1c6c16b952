"""Asks CPython how values are written into texts, and what sums of floats come to.

    python3 texts.py

writes texts.txt: a program a line, a tab, and what repr says of its x, or the name of the error that it raises.
"""

import itertools
import pathlib
import warnings

warnings.simplefilter("ignore", SyntaxWarning)

NUMBERS = ["0", "7", "-3", "1234567", "True", "0.0", "1.5", "-2.25", "1234.5678", "1e16", "0.00012", "1e-7", "123.0", "float('inf')", "float('nan')"]
VALUES = NUMBERS + ["'ab'", "'é-b'", "None", "(1,)", "[1]"]
SPECS = ["d", "5", "05", "+", "+d", " d", "-d", "<5", ">7", "^7", "=6", "*>8", "x<6", "x", "X", "#x", "#b", "o", "b", ",", "_", ",.2f", "f", ".0f", ".1f", "8.3f", "08.2f", "+.2e",
         "e", ".3g", "g", "G", "%", ".1%", ".3", ".1", "10.4", "s", ".1s", "5s", ">5s", "#06x", "E", "F", "06d", "_x", "+06.1f", ".2g", ".0e", "n5"]
VERBS = ["%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%i", "%u", "%s", "%5s", "%-5s|", "%.1s", "%05s", "%r", "%x", "%X", "%#x", "%o", "%f", "%.2f", "%8.2f", "%-8.2f|", "%08.2f", "%e", "%.3g", "%g", "%%", "a%%b%s", "%", "%s%s", "abc"]
OTHERS = [
    "'%s-%s' % (1, 'a')", "'%s' % (1, 2)", "'%s %s' % (1,)", "'%s' % (1,)", "'%(a)s%(b)d' % {'a': 1, 'b': 2}", "'%(a)s' % {'b': 1}", "'abc' % {'a': 1}", "'%s' % {'a': 1}",
    "'%s' % [1, 2]", "'a' % [1]", "'a' % ()", "'%d%%' % 5", "'%5.1f|%-6s|%03d' % (1.25, 'x', 7)", "'%ld' % 3", "'%2d:%02d' % (1, 2)", "'%s' % None", "'%r' % 'a'", "'%+.1f' % 2", "'%x' % 1.5",
    "f'{1 + 1}'", "f'{\"a\"!r}'", "f'{\"a\"!r:>6}'", "f'{\"a\"!s:>6}'", "f'{3!s:>4}'", "f'{3!a}'", "f'{1.5:>6}'", "f'a\\tb{1}\\n'", "f'a\\rb{1}'", "f'a\\\\b{1}'", "f'a\\'b{1}'", "f'a\\qb{1}'", "f'a\\x41b{1}'",
    "f'a\\u0041{1}'", "rf'a\\n{1}'", "f'{{{1}}}'", "f'{ 1 }'", "f'{(1, 2)[0]}'", "f'{[1][0]:03d}'", "f'''a{1}\\nb'''", "f'{1}' 'b' f'{2}'", "'a' f'{1}'", "f'{1:}'", "f'{1 if 2 else 3}'", "f'{1!r:}'",
    "'{}{}'.format(1, 2)", "'{1}{0}'.format(1, 2)", "'{a}{b}'.format(a=1, b=2)", "'{:>5}|{:<5}|{:^5}'.format(1, 2, 3)", "'{0[1]}'.format([1, 2])", "'{!r}'.format('a')", "'{!s:>4}'.format(3)", "'{{}}'.format()", "'{{{}}}'.format(1)",
    "'{:{}}'.format(1, 5)", "'{'.format(1)", "'}'.format(1)", "'{}'.format()", "'{a}'.format(b=1)", "'{0}{}'.format(1, 2)", "'{:.2f}'.format(1)", "'{:>10.3}'.format('abcdef')", "format(1.5, '.2f')", "format(7)", "format('a', '>3')",
    "str(set())", "str(range(3))", "str(range(1, 5))", "str(range(0, 9, 2))", "repr(-0.0)", "str({1: {'a': (1,)}})", "str([None, True, 1.0, 'a'])", "'\\r\\t'.join(['a', 'b'])", "str(b'a')", "str(...)",
    "round(2.675, 2)", "round(0.15, 1)", "round(1.005, 2)", "round(2.5)", "round(3.5)", "round(-2.5)", "round(0.5)", "round(1234, -2)", "round(1250, -2)", "round(1350, -2)", "round(1234.5, -2)", "round(1.5, 0)", "round(7, 1)", "round(1e300, 2)",
    "round(True)", "round(2.5, None)", "round(float('inf'))", "round(1e18)", "round(1e300)", "int(1e300)", "int(-1.9)", "int('12')", "int(' 12 ')", "int('9' * 30)", "int('1f', 16)", "int('zz', 36)", "int('12', 2)", "int(float('nan'))", "int(2.0 ** 63)",
    "1.0 // 0.1", "1 // 0.1", "-1.0 // 0.1", "1.0 % 0.1", "-1.0 % 1.0", "1.0 % -1.0", "0.0 // 3.0", "-0.0 // 3.0", "5.5 // -2", "-5.5 % 2", "5.5 % -2.0", "7.0 // 2.0", "1e300 // 1e-300", "float('inf') // 2", "5 // float('inf')", "divmod(7.5, 2)",
    "divmod(-7, 2)", "2 ** 1.5", "2 ** 0.5", "1.1 ** 3", "1.2 ** 2", "1.2 ** 8", "1.1 ** -3", "0.9 ** 40", "10 ** -5", "10.0 ** 22", "10.0 ** 400", "7 ** 1e16", "(-8) ** 0.5", "(-8) ** 3.0", "(-2.0) ** -3", "0.0 ** -1", "0 ** -1", "0.0 ** 0",
    "0.0 ** 2", "2.0 ** -1074", "2.0 ** -1080", "2 ** -0.5", "3.0 ** 2.5", "0.999 ** 64", "0.999 ** 64.5", "0.999 ** 100", "float('inf') ** -1", "float('inf') ** 2", "(-1) ** -2.5", "4 ** 0.5", "1.15 ** 7 * 64", "int(64 * 1.1 ** 4)", "pow(2, 1.5)",
    "chr(97)", "chr(-1)", "chr('a')", "chr(1114112)", "chr(233)", "ord('a')",
]

# What stands in front of an expression, and the expressions.
LIBRARY = {
    "import math": ["math.isclose(1.0, 1.01)", "math.isclose(1.0, 1.01, rel_tol=0.1)", "math.isclose(0.0, 1e-12)", "math.isclose(0.0, 1e-12, abs_tol=1e-9)", "math.isclose(1, 1)", "math.gcd(12, 18)", "math.gcd(-4, 6, 10)", "math.gcd()", "math.gcd(0, 5)",
                    "math.prod([1, 2, 3])", "math.prod([])", "math.log(8, 2)", "math.log(1)", "math.log2(8)", "math.log10(1000)", "math.log(0)", "math.sqrt(2)", "math.sqrt(-1)", "math.pow(2, 3)", "math.floor(-1.5)", "math.ceil(1.2)", "math.ceil(-1.5)",
                    "math.trunc(-1.5)", "math.floor(3)", "math.isnan(float('nan'))", "math.isinf(-math.inf)", "math.hypot(3, 4)", "math.fabs(-2)", "math.exp(0)", "math.pi", "math.copysign(1, -0.0)", "math.comb(5, 2)", "math.factorial(5)", "math.isqrt(10)",
                    "math.cos(0)", "math.degrees(math.pi)", "math.radians(180)", "math.fmod(-7, 3)", "math.lcm(4, 6)", "math.modf(1.5)", "math.atan2(1, 1)", "math.dist([0, 0], [3, 4])", "math.fsum([0.1] * 10)"],
    "import itertools": ["list(itertools.chain([1], (2,), 'a'))", "list(itertools.chain.from_iterable([[1], [2, 3]]))", "list(itertools.product([1, 2], 'ab'))", "list(itertools.product([0, 1], repeat=2))", "list(itertools.islice(range(9), 3))", "list(itertools.islice(range(9), 2, 8, 3))",
                         "list(itertools.accumulate([1, 2, 3]))", "list(itertools.repeat(1, 3))", "list(itertools.combinations([1, 2, 3], 2))", "list(itertools.permutations([1, 2, 3], 2))", "list(itertools.zip_longest([1, 2], 'a'))", "list(itertools.starmap(pow, [(2, 3)]))",
                         "list(itertools.takewhile(lambda y: y < 2, [1, 2, 1]))", "list(itertools.dropwhile(lambda y: y < 2, [1, 2, 1]))", "next(itertools.cycle([1, 2]))", "list(itertools.count(2, 3).__next__() for _ in range(2))", "[(k, list(v)) for k, v in itertools.groupby('aab')]",
                         "list(itertools.compress('abc', [1, 0, 1]))", "list(itertools.filterfalse(None, [0, 1]))", "list(itertools.pairwise([1, 2, 3]))"],
    "import collections": ["dict(collections.Counter('aab'))", "collections.Counter('aab').most_common(1)", "collections.Counter('aab')['c']", "list(collections.deque([1, 2, 3], maxlen=2))", "collections.OrderedDict(a=1)['a']", "dict(collections.ChainMap({'a': 1}, {'a': 2, 'b': 3}))",
                           "collections.namedtuple('P', ['a', 'b'])(1, 2).b", "collections.namedtuple('P', 'a, b')(1, b=3)[1]", "collections.defaultdict(int)['a']", "len(collections.deque())"],
    "import functools, operator": ["functools.reduce(operator.mul, [1, 2, 3])", "functools.reduce(lambda a, b: a - b, [1, 2], 10)", "functools.partial(int, base=2)('101')", "operator.itemgetter(1)([1, 2])", "operator.itemgetter(1, 0)([1, 2])", "operator.attrgetter('real')(3)", "operator.add(1, 2)",
                                   "operator.neg(3)", "operator.contains([1], 1)", "operator.getitem({'a': 1}, 'a')", "operator.eq(1, 1.0)", "operator.not_(0)", "functools.reduce(operator.add, [])"],
    "import json": ["json.loads('[1, 2.0, true, null, \"a\"]')", "json.loads('{\"a\": {\"b\": []}}')", "json.loads('1e3')", "json.loads('{} {}')", "json.loads('{')", "json.loads('[1]', object_pairs_hook=dict)", "json.loads('{\"a\": 1}', object_pairs_hook=dict)", "json.dumps({'a': [1, None, True]})", "json.loads('\"\\\\u0041\"')"],
    "import os.path as p": ["p.join('a', 'b')", "p.join('a', '/b')", "p.basename('a/b.c')", "p.dirname('a/b.c')", "p.splitext('a/b.tar.gz')", "p.splitext('.a')", "p.split('a/b')", "p.normpath('a//b/../c')", "p.isabs('/a')", "p.basename('a/')", "p.join('')"],
    "y = [3, 1, 2]": ["1 in y", "4 in y", "1 in {1, 2}", "3 in {1, 2}", "'a' in {'a': 1}", "(1, 2) in {(1, 2)}", "[1] in [[1]]", "1.0 in {1}", "True in [1]", "None in [None]", "'b' in 'abc'", "'' in 'abc'", "1 in (1,)", "1 not in range(0, 5, 2)", "4 in range(0, 5, 2)", "2.0 in range(3)",
                      "y[-1]", "y[1:]", "y[::-1]", "y[5:]", "y[-2:5]", "y + [4]", "y * 2", "(1,) + (2,)", "(1,) * 2", "'ab' * 2", "2 * 'ab'", "'ab' * -1", "y == [3, 1, 2]", "y < [3, 2]", "(1, 2) < (1, 3)", "'a' < 'b'", "[1] == (1,)", "{1: 2} == {1: 2.0}", "{1, 2} == {2, 1}", "1 == True",
                      "y.__len__()", "(1, 2).__getitem__(0)", "{'a': 1}.__contains__('a')", "sorted(y)", "sorted(y, reverse=True)", "sorted(['b', 'A'], key=str.lower)", "sorted(y, key=lambda v: -v)", "list(reversed(y))", "list(enumerate(y, 1))", "list(zip(y, 'ab'))", "dict(zip('ab', y))",
                      "list(map(lambda a, b: a + b, y, y))", "list(filter(lambda a: a > 1, y))", "max(y, key=lambda v: -v)", "min(y, default=0)", "min([], default=0)", "max('a', 'b')", "sum(y, 10)", "sum([[1], [2]], [])", "any(v > 2 for v in y)", "all(v > 0 for v in y)", "len({1, 1})",
                      "isinstance(1, (int, str))", "isinstance(True, int)", "isinstance([], (tuple, dict))", "issubclass(bool, int)", "type(1) is int", "type('a') == str", "callable(len)", "callable(1)", "getattr(y, 'zz', 5)", "hasattr(y, 'append')", "divmod(7, 3)", "abs(-2)", "abs(-2.5)", "bool([])",
                      "int(True)", "float('1e3')", "float('x')", "float('inf')", "str(1.0)", "list('ab')", "tuple([1])", "set([1, 1]) == {1}", "frozenset([1]) == {1}", "{1, 2} | {3} == {1, 2, 3}", "{1, 2} & {2} == {2}", "{1, 2} - {2} == {1}", "{1, 2} ^ {2, 3} == {1, 3}", "{1} <= {1, 2}", "{1} < {1}",
                      "{1, 2}.issuperset({1})", "{'a': 1} | {'b': 2}", "{**{'a': 1}, 'a': 2}", "[*y, *(4, 5)]", "dict([('a', 1)], b=2)", "dict.fromkeys('ab', 0)", "{'a': 1}.pop('b', 2)", "{'a': 1}.items() == {'a': 1}.items()", "list({'a': 1}.items())", "'a,b,,c'.split(',')", "' a  b '.split()", "'a b c'.split(' ', 1)",
                      "'a.b.c'.rsplit('.', 1)", "'abc'.find('c')", "'abc'.replace('b', '')", "'aaa'.replace('a', 'b', 2)", "'Ab'.lower()", "'ab'.upper()", "'ab'.capitalize()", "'a-b c'.title()", "'  a '.strip()", "'xax'.strip('x')", "'abc'.lstrip('ab')", "'abc'.startswith(('x', 'a'))", "'abc'.endswith('c')", "'a1'.isalnum()", "'12'.isdigit()",
                      "''.isdigit()", "'a'.isalpha()", "'A'.isupper()", "'a_b'.partition('_')", "'a_b_c'.rpartition('_')", "'ab'.center(5, '*')", "'7'.zfill(3)", "'-7'.zfill(4)", "'a\\nb'.splitlines()", "'a'.join(['x', 'y'])", "'abc'.index('c')", "'abc'.index('z')", "'abca'.count('a')", "'abc'[::-1]", "'abc'[1]", "'abc'[-4:2]",
                      "[a for a in y if a > 1]", "{a: b for a, b in zip('ab', y)}", "[(a, b) for a in (1, 2) for b in (3, 4) if a + b != 5]", "[[b for b in range(a)] for a in y]", "next(iter(y))", "next(iter([]), 7)", "(lambda *a, **k: (a, k))(1, b=2)", "1 if y else 2", "y and 5", "[] or 'd'", "not y", "1 < 2 < 3", "3 > 2 > 2", "None is None", "y is y",
                      "-7 // 2", "-7 % 3", "7 // -2", "2 ** 10", "2 ** -1", "1 << 4", "-1 >> 1", "5 & 3", "5 | 3", "5 ^ 3", "~5", "True + True", "True & False", "True | 2", "1 / 3", "3 / 1", "1e308 * 10", "0.1 + 0.2", "1 // 0", "1 % 0", "9223372036854775807 + 1", "-9223372036854775808 - 1", "3037000500 * 3037000500", "2 ** 63", "-5 // 1", "+True"],
}


def answer(program):
    names = {}
    try:
        exec(compile(program, "program", "exec"), names)
    except Exception as error:
        return "raises " + type(error).__name__
    return repr(names["x"])


programs = [f"x = format({value}, {spec!r})" for value, spec in itertools.product(VALUES, SPECS)]
programs += [f"x = {verb!r} % {value}" for value, verb in itertools.product(NUMBERS + ["'ab'", "None", "[1]"], VERBS)]
programs += ["x = " + other for other in OTHERS]
programs += ["n = 3\nx = f'{n=}'", "n = 1.5\nx = f'{n = :.2f}'", "n = 'a'\nx = f'{n=!s}'", "n = 'a'\nx = f'{n=!r:>5}'", "n = 3\nx = f'{n + 1 = }'", "n = 5\nx = f'{3:>{n}}'", "n = 3\nx = f'{n:>5}{n:<5}|'",
             "class A:\n    def __str__(self): return 'a'\nx = f'{A()}', '%s' % A(), '{}'.format(A()), '%4s' % A()"]
programs += [f"{first}\nx = {other}" for first, others in LIBRARY.items() for other in others]
lines = [program.replace("\\", "\\\\").replace("\n", "\\n") for program in programs]
pathlib.Path(__file__).with_name("texts.txt").write_text(
    "".join(line + "\t" + answer(program) + "\n" for line, program in zip(lines, programs)), encoding="utf-8")
