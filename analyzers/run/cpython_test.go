package run

import (
	"os"
	"strings"
	"testing"
)

// TestValuesAsCPythonHasThem runs the programs of testdata/values.txt: x at the end of each is what CPython says it is.
// `python3 testdata/values.py` asks CPython again.
func TestValuesAsCPythonHasThem(t *testing.T) {
	text, err := os.ReadFile("testdata/values.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		program, want, ok := strings.Cut(paragraph, "\n# → ")
		if !ok {
			continue // a heading
		}
		if got := globals(t, program+"\n", "x")[0]; got != want {
			t.Errorf("%s\nx is %s\nwant %s", program, got, want)
		}
	}
}

// notKnown are expressions whose value is not known: Python raises, the answer would be too long, or it takes something
// that is not followed. A guess would be worse.
var notKnown = []string{
	"1 // 0", "1 % 0", "1 / 0", "1.5 // 0", "1.5 % 0", "0 ** -1", "(-8) ** 0.5", "10.0 ** 400",
	"1 << -1", "1 >> -1", "1 << 5000", "2 ** 5000", "2 ** 4000 * 2 ** 4000", "3 ** (2 ** 70)", "1 << 2 ** 70",
	"1.5 & 1", "1.5 << 1", "1 + 'a'", "'a' + 1", "'a' * 1.5", "None + 1", "-'a'", "~1.5", "+'a'", "'a' * 99999999",
	"int('a')", "int('1.5')", "int(float('nan'))", "int(float('inf'))", "int('10', 2)", "int(None)", "float('a')", "float(None)",
	"float(1, 2)", "int('1' * 2000)", "float('1' * 2000)",
	"round(1.25, 1)", "round(1e16)", "round('a')", "pow(2, 3, 5)", "min([])", "max('a', 1)", "min(1, n)", "max(*n)", "min([2, 1], key=n)",
	"'abc'[5]", "'abc'[-4]", "[1][3]", "[1][-2]", "(1,)[1]", "{'a': 1}['b']", "'abc'[n]", "'abc'[::0]", "'abc'[n:]", "[].pop()",
	"'%.2f' % 1.5", "'%5d' % 1", "'%s %s' % 'a'", "'%s' % n", "'%s' % [1]", "'%s' % ((1, 2),)", "f'{1.5:.2f}'", "f'{n}'", "f'{1!a}'", "f'{1:x}'",
	"f'{1:+d}'", "f'{1:999d}'", "f'{1:>5}'", "f'{(1, 2)}'", "f'{1}' 'b'", "f'{[1]}'", "f'a\\t{1}'", "f'{\"a\":5}'",
	"'{:.2f}'.format(1.5)", "'{}'.format(n)", "'{}'.format()", "'{0.a}'.format(1)", "'{'.format(1)", "'}'.format(1)", "'{!r}'.format(1)", "'{k}'.format(1)",
	"'{:x}'.format(1)", "'{}'.format((1,))",
	"'a'.join([1])", "'a'.join(n)", "'a'.join(['b', n])", "'a b'.split('')", "'a b'.split(n)", "'a'.strip(n)",
	"'a'.startswith(n)", "'a'.startswith(('b', n))", "'abc'.startswith('b', 1)", "'a'.replace('a', n)", "'aa'.replace('a', 'b', 1)", "'a'.count(n)",
	"'abc'.find('c', 1)", "'abc'.count('c', 1)", "'a'.title()", "'a'.center(5)", "'a'.isdigit(n)", "'abc'.removeprefix(n)",
	"len(n)", "sum(n)", "abs(n)", "abs('a')", "[1, 2].index(2)", "[1, 1].count(1)", "n.get('a')", "str(n)", "str([1])", "str((1, 2))",
	"range(n)", "range(1, n)", "range(1, 5, 0)", "1j", "1_0j", "b'a'", "...(n)", "callable(n)", "type(n)", "divmod(7, 2)",
	"getattr(n, 'a')", "getattr(n, m)", "partial()",
}

func TestWhatIsNotKnown(t *testing.T) {
	for _, e := range notKnown {
		got := globals(t, "def f(n, m):\n    global x\n    x = "+e+"\nf(undefined.n, undefined.m)\n", "x")[0]
		if !strings.Contains(got, "unknown") && got != "unbound" {
			t.Errorf("%s is %s, and nobody can know it", e, got)
		}
	}
}
