package lint

import "testing"

func TestBalanced(t *testing.T) {
	for _, text := range []string{
		"", "f(a, [b, {c: d}])\n", "'(' \"[\" '''\n(\n''' r'\\\\' b\"\\\"\"\n", "# an open ( in a comment\nx = 1", "# last line (", "''", `""`, `'\''`,
	} {
		if !balanced([]byte(text)) {
			t.Errorf("%q is balanced", text)
		}
	}
	for _, text := range []string{"def f(a:\n", "x = 'open\n", "x = '''open\n''", "]", "(]", "'\\'", "\"\"\""} {
		if balanced([]byte(text)) {
			t.Errorf("%q is not balanced", text)
		}
	}
}
