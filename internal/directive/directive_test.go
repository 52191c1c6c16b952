package directive

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func silenced(t *testing.T, file *source.File, list []Directive) string {
	t.Helper()
	var lines []string
	for n := 1; n <= file.LineCount(); n++ {
		line := file.LineSpan(n)
		mark := "."
		for _, d := range list {
			if d.Malformed == "" && d.Covers(line.Start) {
				mark = d.Names[0].Text
			}
		}
		lines = append(lines, mark)
	}
	return strings.Join(lines, " ")
}

func TestScopes(t *testing.T) {
	for name, c := range map[string]struct {
		path, text, want string
		read             func(*source.File) []Directive
	}{
		"on a statement":         {"a.py", "x = 1\ny = 2  # trainlint: ignore[a] why\nz = 3\n", ". a .", InPython},
		"inside a statement":     {"a.py", "f(\n    x,  # trainlint: ignore[a]\n    y,\n)\ng()\n", "a a a a .", InPython},
		"on the last line":       {"a.py", "f(\n    x,\n)  # trainlint: ignore[a]\ng()\n", "a a a .", InPython},
		"on its own line":        {"a.py", "# trainlint: ignore[a]\n\n# more\nf(\n    x)\ng()\n", ". . . a a .", InPython},
		"own line in a block":    {"a.py", "if x:\n    # trainlint: ignore[a]\n    f()\n    g()\n", ". . a .", InPython},
		"own line in brackets":   {"a.py", "f(\n    # trainlint: ignore[a]\n    x)\ng()\n", "a a a .", InPython},
		"header only":            {"a.py", "for x in y:  # trainlint: ignore[a]\n    f()\n", "a .", InPython},
		"whole file":             {"a.py", "f()\n# trainlint: ignore-file[a] generated\ng()\n", "a a a", InPython},
		"in a string":            {"a.py", "s = '# trainlint: ignore[a]'\n\"\"\"\n# trainlint: ignore[a]\n\"\"\"\n", ". . . .", InPython},
		"behind another comment": {"a.py", "f()  # noqa: E501  # trainlint: ignore[a]\n", "a", InPython},
		"continuation":           {"a.py", "x = 1 + \\\n    2  # trainlint: ignore[a]\n", "a a", InPython},
		"at the end":             {"a.py", "f()\n# trainlint: ignore[a]\n", ". .", InPython},
		"crlf":                   {"a.py", "f()  # trainlint: ignore[a] why\r\ng()\r\n", "a .", InPython},
		"yaml value":             {"a.yaml", "a: 1\nb: 2  # trainlint: ignore[a]\nc: 3\n", ". a .", InConfig},
		"yaml own line":          {"a.yaml", "a: 1\n# trainlint: ignore[a]\n# more\n\nb: 2\nc: 3\n", ". . . . a .", InConfig},
		"yaml string":            {"a.yaml", "a: \"x # trainlint: ignore[a]\"\nb: |\n  # trainlint: ignore[a]\nc: x#trainlint: ignore[a]\n", ". . . .", InConfig},
		"yaml file":              {"a.yaml", "# trainlint: ignore-file[a]\nb: 1\n", "a a", InConfig},
		"toml":                   {"a.toml", "a = 1 # trainlint: ignore[a]\nb = '# trainlint: ignore[a]'\n", "a .", InConfig},
		"json has none":          {"a.json", "{\"a\": 1} // # trainlint: ignore[a]\n", ".", InConfig},
		"shell command":          {"a.sh", "# trainlint: ignore[a]\naccelerate launch \\\n  train.py\necho\n", ". a a .", InShell},
		"shell end of line":      {"a.sh", "echo '# trainlint: ignore[a]'\npython x.py # trainlint: ignore[a]\n", ". a", InShell},
		"shell in a loop":        {"a.sh", "for i in 1 2; do\n  # trainlint: ignore[a]\n  python x.py\n  echo\ndone\n", ". . a . .", InShell},
	} {
		file := source.New(c.path, []byte(c.text))
		if got := silenced(t, file, c.read(file)); got != c.want {
			t.Errorf("%s: silenced %q, want %q\n%s", name, got, c.want, c.text)
		}
	}
}

func TestNamesAndReason(t *testing.T) {
	file := source.New("a.py", []byte("f()  # trainlint: ignore[ a ,b,memory ] - two losses\n"))
	d := InPython(file)[0]
	for i, want := range []string{"a", "b", "memory"} {
		if d.Names[i].Text != want || file.Slice(d.Names[i].Span) != want {
			t.Errorf("name %d is %q at %q, want %q", i, d.Names[i].Text, file.Slice(d.Names[i].Span), want)
		}
	}
	if d.Reason != "two losses" {
		t.Errorf("reason %q", d.Reason)
	}
}

func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"f()  # trainlint: ignore":              "write `# trainlint: ignore[rule-name]",
		"f()  # trainlint: ignore retain-graph": "write `# trainlint: ignore[rule-name]",
		"f()  # trainlint: disable[a]":          "write `# trainlint: ignore[rule-name]",
		"f()  # trainlint: ignore[]":            "no rule is named",
		"f()  # trainlint: ignore[a":            "write `# trainlint: ignore[rule-name]",
		"f()  # trainlint: ignore-file[a]":      "`ignore-file` stands on a line of its own",
	} {
		list := InPython(source.New("a.py", []byte(text+"\n")))
		if len(list) != 1 || !strings.Contains(list[0].Malformed, want) {
			t.Errorf("%s: %+v, want %q", text, list, want)
		}
	}
	for _, text := range []string{"f()  # see trainlint: it is a linter", "f()  # trainlint is a linter", "# type: ignore"} {
		if list := InPython(source.New("a.py", []byte(text+"\n"))); len(list) != 0 {
			t.Errorf("%s: taken for a directive: %+v", text, list)
		}
	}
}

func TestWithout(t *testing.T) {
	for _, c := range []struct {
		text, gone, want string
	}{
		{"f()  # trainlint: ignore[a] why\ng()\n", "a", "f()\ng()\n"},
		{"f()  # trainlint: ignore[a, b] why\n", "a", "f()  # trainlint: ignore[b] why\n"},
		{"f()  # trainlint: ignore[a, b] why\n", "b", "f()  # trainlint: ignore[a] why\n"},
		{"f()  # noqa # trainlint: ignore[a]\n", "a", "f()  # noqa\n"},
		{"if x:\n    # trainlint: ignore[a]\n    f()\n", "a", "if x:\n    f()\n"},
	} {
		file := source.New("a.py", []byte(c.text))
		d := InPython(file)[0]
		var gone []Name
		for _, name := range d.Names {
			if name.Text == c.gone {
				gone = append(gone, name)
			}
		}
		span, text := d.Without(file, gone)
		if got := c.text[:span.Start] + text + c.text[span.End:]; got != c.want {
			t.Errorf("%q without %s is %q, want %q", c.text, c.gone, got, c.want)
		}
	}
}
