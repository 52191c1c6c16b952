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
lines = [program.replace("\\", "\\\\").replace("\n", "\\n") for program in programs]
pathlib.Path(__file__).with_name("texts.txt").write_text(
    "".join(line + "\t" + answer(program) + "\n" for line, program in zip(lines, programs)), encoding="utf-8")
