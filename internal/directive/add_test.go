package directive

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func TestAdd(t *testing.T) {
	type adder func(*source.File, int, string) (source.Span, string, error)
	type reader func(*source.File) []Directive
	for _, c := range []struct {
		path, text, want string // @ marks the finding
		add              adder
		read             reader
	}{
		{"a.py", "x = 1\ny = @f()\n", "x = 1\ny = f()  # trainlint: ignore[r]\n", AddInPython, InPython},
		{"a.py", "f(\n    @x,\n)\ng()\n", "f(\n    x,\n)  # trainlint: ignore[r]\ng()\n", AddInPython, InPython},
		{"a.py", "@f()  # noqa", "f()  # noqa  # trainlint: ignore[r]", AddInPython, InPython},
		{"a.py", "@f()  # trainlint: ignore[a] why\n", "f()  # trainlint: ignore[a, r] why\n", AddInPython, InPython},
		{"a.py", "# trainlint: ignore-file[a]\n@f()\n", "# trainlint: ignore-file[a]\nf()  # trainlint: ignore[r]\n", AddInPython, InPython},
		{"a.py", "@x = 1 + \\\n    2\r\n", "x = 1 + \\\n    2  # trainlint: ignore[r]\r\n", AddInPython, InPython},
		{"a.py", "@s = '''\na\n'''\n", "s = '''\na\n'''  # trainlint: ignore[r]\n", AddInPython, InPython},
		{"a.yaml", "a: 1\nb: @2\n", "a: 1\nb: 2  # trainlint: ignore[r]\n", AddInConfig, InConfig},
		{"a.yaml", "a:\n  @b: |\n    text\n", "a:\n  # trainlint: ignore[r]\n  b: |\n    text\n", AddInConfig, InConfig},
		{"a.yaml", "@a: \"one\n  two\"\n", "# trainlint: ignore[r]\na: \"one\n  two\"\n", AddInConfig, InConfig},
		{"a.toml", "[t]\n@a = 1 # c\n", "[t]\na = 1 # c  # trainlint: ignore[r]\n", AddInConfig, InConfig},
		{"a.sh", "if x; then\n  @run \\\n    b\nfi\n", "if x; then\n  # trainlint: ignore[r]\n  run \\\n    b\nfi\n", AddInShell, InShell},
	} {
		offset := strings.Index(c.text, "@")
		text := strings.Replace(c.text, "@", "", 1)
		file := source.New(c.path, []byte(text))
		span, added, err := c.add(file, offset, "r")
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		got := text[:span.Start] + added + text[span.End:]
		if got != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.text, got, c.want)
		}
		after := source.New(c.path, []byte(got))
		moved := offset
		if span.End <= offset {
			moved += len(added)
		}
		silenced := false
		for _, d := range c.read(after) {
			for _, name := range d.Names {
				silenced = silenced || name.Text == "r" && d.Covers(moved)
			}
		}
		if !silenced {
			t.Errorf("%q does not silence the finding", got)
		}
	}
	if _, _, err := AddInConfig(source.New("a.json", []byte("{}")), 0, "r"); err == nil {
		t.Error("JSON took a comment")
	}
}
