package pytoken_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/fixes/pytoken"
)

// show writes the tokens of a text: kind letter, text, and block for the first of a line.
func show(text string, tokens []pytoken.Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if t.Line == i {
			fmt.Fprintf(&b, "%d:", t.Block)
		}
		if t.Kind == pytoken.Newline {
			b.WriteString("|")
			continue
		}
		fmt.Fprintf(&b, "%c%s ", "nisfoc"[t.Kind], text[t.Start:t.End])
	}
	return b.String()
}

func TestScan(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"x = 1e-5 # c\n", "0:nx o= i1e-5 c# c |"},
		{"a=0x1e+1.5j", "0:na o= i0x1e o+ i1.5j |"},
		{"if a:\n\tb\n\n# top\nc", "0:nif na o: |1:nb |1:c# top 0:nc |"},
		{"if a: b; c\n", "0:nif na o: nb o; nc |"},
		{"f(\n  a, # c\n)\r\ng", "0:nf o( na o, c# c o) |0:ng |"},
		{"a + \\\n  b\n", "0:na o+ nb |"},
		{"\ufeffé = rb'\\''", "0:né o= srb'\\'' |"},
		{"s = '''a\n# b\n  '''", "0:ns o= s'''a\n# b\n  ''' |"},
		{`f"{a["b"]} {{ {c:{d}}}}" + e`, `0:ff"{a["b"]} {{ {c:{d}}}}" o+ ne |`},
		{`f'{x:">9}' 'b'`, `0:ff'{x:">9}' s'b' |`},
		{"a:=b->c**=d...", "0:na o:= nb o-> nc o**= nd o... |"},
		{"", ""}, {"  \n\f\n", ""},
	} {
		tokens, err := pytoken.Scan([]byte(test.text))
		if got := show(test.text, tokens); err != nil || got != test.want {
			t.Errorf("%q: got %s, %v, want %s", test.text, got, err, test.want)
		}
	}
}

func TestScanFindsFaults(t *testing.T) {
	for text, want := range map[string]string{
		"def f():\n":              "expected an indented block",
		"def f():\nx":             "expected an indented block",
		"def f(): # c\n    # d\n": "expected an indented block",
		"prune(net):\n\nstep()\n": "invalid syntax at byte 10",
		"x = 1\nmatch y:\nz":      "expected an indented block",
		"x\n  y":                  "unexpected indent",
		"if a:\n    b\n  c":       "unindent does not match",
		"if a:\n\tb\n        c":   "inconsistent use of tabs",
		"f(a":                     "'(' was never closed",
		"f(a]":                    "unmatched ']'",
		"a)":                      "unmatched ')'",
		"s = 'a\nb'":              "unterminated string",
		"s = '''a":                "unterminated string",
		"a \\ b":                  "line continuation",
		"a ? b":                   "invalid character '?'",
		"print 'a'":               "invalid syntax at byte 6",
		"f(a b)":                  "invalid syntax",
		"f(a) b":                  "invalid syntax",
		"a = 1 'b'":               "invalid syntax",
		"if a: print b":           "invalid syntax",
		"ur'a'":                   "invalid syntax",
		"f(async=True)":           "invalid syntax",
		"a.async()":               "invalid syntax",
		"x = 10L":                 "invalid number",
		"os.chmod(a, 0755)":       "invalid number",
	} {
		if _, err := pytoken.Scan([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error is %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"if a: b", "x = {1:\n2}", "if a:\n    b\n# c\n    c\n  # d\nelse:\n  e", "x: int\n", "match a:\n    case 'b': type\n", "type A = b; type B = c",
		"'a' f'b' # c\n'd'", "x = (1 # c\n if a else not b)", "print", "print(0o755, 0, 00, 0.5, 09.5, 0e1, 0xF)", "lambda a: b", "from . import a", "from .. import (a)", "1. if a else b", "async def f(): await a", "lambda: (\n)"} {
		if _, err := pytoken.Scan([]byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestScanIsBounded: what is open in what is open is not read again at each level, nor to any depth.
func TestScanIsBounded(t *testing.T) {
	for _, unit := range []string{`f'{f"{`, `f"{`, `f'{`, `f"""{`, `f"{("`, `f'{{{`, `f'{\f"{`} {
		start := time.Now()
		_, _ = pytoken.Scan([]byte("x = " + strings.Repeat(unit, 100_000/len(unit))))
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%q many times takes %v", unit, took)
		}
	}
}

// TestFaultOfAnEmptyContinuedLine: such a line has no token.
func TestFaultOfAnEmptyContinuedLine(t *testing.T) {
	for _, text := range []string{"\\\n\n", "\\\n\nx = 1\n"} {
		if fault := pytoken.Fault([]byte(text)); fault != nil {
			t.Errorf("%q: %v", text, fault)
		}
	}
}

func TestScanKnowsDepthAndOwner(t *testing.T) {
	text := "for a in b:\n  if c: \n    f([d])\n  e\n"
	tokens, err := pytoken.Scan([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, tok := range tokens {
		word := text[tok.Start:tok.End]
		want, ok := map[string][3]int{"for": {0, 0, -1}, "if": {0, 1, 0}, "f": {0, 2, 4}, "[": {1, 2, 4}, "d": {2, 2, 4}, "]": {1, 2, 4}, "e": {0, 1, 0}}[word]
		owner := tok.Owner
		if owner >= 0 {
			owner = tokens[owner].Start // "for" at 0, "if" at 14
			owner = map[int]int{0: 0, 14: 4}[owner]
		}
		if got := [3]int{tok.Depth, tok.Block, owner}; ok && got != want {
			t.Errorf("%q has depth, block, owner %v, want %v", word, got, want)
		}
	}
}
