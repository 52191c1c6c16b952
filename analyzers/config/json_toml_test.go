package config

import (
	"slices"
	"strings"
	"testing"
)

func TestJSONValues(t *testing.T) {
	d := parse(t, "x.json", "{\n  \"a\": [1, -2.5e3, true, null],\n  \"b\": {\"c\": \"x\\n\\u00e9\\ud83d\\ude00\"}\n}\n")
	if len(d.Problems) > 0 {
		t.Fatal(d.Problems)
	}
	for path, raw := range map[string]string{"a[1]": "-2.5e3", "a[3]": "null", "b.c": `"x\n\u00e9\ud83d\ude00"`} {
		if got := d.Get(path).Raw(); got != raw {
			t.Errorf("%s: %q, want %q", path, got, raw)
		}
	}
	if got := d.Get("b.c").Text; got != "x\né😀" {
		t.Errorf("text %q", got)
	}
}

func TestJSONProblems(t *testing.T) {
	tests := []struct {
		text    string
		kind    ProblemKind
		message string
	}{
		{`{"z": 1, // c` + "\n}", Relaxed, "a comment"},
		{`{"z": 1, # c` + "\n}", Relaxed, "a comment"},
		{`{"z": 1, /* c */ "b": 2}`, Relaxed, "a comment"},
		{`{"z": 1,}`, Relaxed, "after the last value"},
		{`{z: 1}`, Relaxed, "a key without quotes"},
		{`{'z': 1}`, Relaxed, "single quotes"},
		{`{"b": nan, "z": 1}`, Relaxed, "nan is no JSON value"},
		{`{"b": 01, "z": 1}`, Relaxed, "01 is no JSON value"},
		{`{"b": "it\'s", "z": 1}`, Relaxed, `\' is no escape`},
		{`{"b": ${X}, "z": 1}`, Template, "${X} is a placeholder"},
		{`{"b": <LR>, "z": 1}`, Template, "<LR> is a placeholder"},
		{`{"b": {{ x }}, "z": 1}`, Template, "template expression"},
		{`{"b": {noise}, "z": 1}`, Template, "{noise} is a placeholder"},
		{`{"b": {noise 2}, "z": 1}`, Syntax, "expected \"key\""},
		{`{"b": 2 "z": 1}`, Syntax, "a comma is missing"},
		{`{"b": , "z": 1}`, Syntax, "a value is missing"},
		{`{"b" 2, "z": 1}`, Syntax, "expected \"key\""},
		{`{"z": 1`, Syntax, "never closed"},
		{`{"z": 1}}`, Syntax, "more text"},
		{"{\"b\": \"x\n, \"z\": 1}", Syntax, "quote is never closed"},
		{`{"b": [1}, "z": 1}`, Syntax, "closes a bracket"},
		{`{"b": "\q", "z": 1}`, Syntax, "unknown escape"},
	}
	for _, test := range tests {
		d := parse(t, "x.json", test.text)
		found := false
		for _, p := range d.Problems {
			found = found || p.Kind == test.kind && strings.Contains(p.Message, test.message)
		}
		if !found {
			t.Errorf("%s: %v, want %q", test.text, d.Problems, test.message)
		}
		if n := d.Get("z"); n == nil || n.Text != "1" {
			t.Errorf("%s: z was lost", test.text)
		}
	}
}

// Records of a data set are no broken configuration.
func TestJSONStream(t *testing.T) {
	for text, broken := range map[string]bool{
		"{\"a\": 1}\n{\"a\": 2}\n":    false,
		"{\n \"a\": 1\n}\n[1]\n":      false,
		"{\"a\": 1}\n{\"a\": }\n":     true,
		"{\"a\": 1}\n\"b\": 2\n}\n":   true,
		"{\"a\": 1}\n{\"a\": 2}\n3\n": true,
	} {
		d := parse(t, "records.json", text)
		if got := len(d.Problems) > 0; got != broken {
			t.Errorf("%q is broken: %v (%v), want %v", text, got, d.Problems, broken)
		}
		if !broken && d.Get("a") != nil {
			t.Errorf("%q: a record is read as a configuration", text)
		}
	}
}

// YAML under a name that ends in .json is no broken JSON: a script dumped it, and reads it with yaml.load. What begins
// as JSON is.
func TestYAMLNamedJSON(t *testing.T) {
	for text, broken := range map[string]bool{
		"S001: 2.5\nS002: 3.5\n":         false,
		"- S001\n- S002\n":               false,
		"S001:\n- 86680\n- 19648\n":      false,
		"S001: 2.5\nS002: [1\n":          true,
		"{\"a\": 1}\nb: 2\n":             true,
		"\"a\": 1,\n\"b\": 2\n":          true,
		"see the other file\nfor more\n": true,
	} {
		d := parse(t, "scenes.json", text)
		if got := slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Kind == Syntax }); got != broken {
			t.Errorf("%q is broken: %v (%v), want %v", text, got, d.Problems, broken)
		}
	}
}

const tomlText = `# c
title = "a # b"
lr = 1e-4 # rate
x.y = 3
[train]
batch = 1_000
names = [
  "a", # first
  'b\n',
]
inline = { k = 1, "q r".s = true }
[train.opt]
text = """
one \
   two"""
date = 2024-01-01
[[data]]
path = 'C:\x'
[[data]]
path = "e\u00e9"
[data.sub]
n = 0x10
`

func TestTOMLValues(t *testing.T) {
	for _, text := range []string{tomlText, strings.ReplaceAll(tomlText, "\n", "\r\n"), "\ufeff" + tomlText, strings.TrimSuffix(tomlText, "\n")} {
		d := parse(t, "x.toml", text)
		if len(d.Problems) > 0 {
			t.Fatal(d.Problems)
		}
		for path, want := range map[string]string{
			"title": "a # b", "lr": "1e-4", "x.y": "3", "train.batch": "1_000", "train.names[1]": `b\n`,
			`train.inline["q r"].s`: "true", "train.opt.text": "one two", "train.opt.date": "2024-01-01",
			"data[0].path": `C:\x`, "data[1].path": "eé", "data[1].sub.n": "0x10",
		} {
			n := d.Get(path)
			if n == nil || n.Text != want {
				t.Errorf("%s: %+v, want %q", path, n, want)
			}
		}
	}
}

// What tomllib makes of escapes.
func TestTOMLEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`"b\tc"`: "b\tc", `"\n\\ \" \r\f\b"`: "\n\\ \" \r\f\b", `"\u00e9\U0001f600"`: "é😀", `'\t'`: `\t`, "\"\"\"x \\\n   y\"\"\"": "x y", "\"\"\"x\\ \t\r\n\n  y\"\"\"": "xy", `"plain"`: "plain",
	} {
		d := parse(t, "x.toml", "a = "+text+"\n")
		if got := d.Get("a").Text; len(d.Problems) > 0 || got != want {
			t.Errorf("%s: %q %v, want %q", text, got, d.Problems, want)
		}
	}
}

func TestTOMLProblems(t *testing.T) {
	tests := []struct{ text, message string }{
		{"a = \nz = 1\n", "a value is missing"},
		{"a\nz = 1\n", "expected key = value"},
		{"a = 1 b = 2\nz = 1\n", ""},
		{"a = 'x\nz = 1\n", "quote is never closed"},
		{"a = \"x\" y\nz = 1\n", "end of the line"},
		{"a = {b = 1\nz = 1\n", "inline table must close"},
		{"z = 1\na = [1, 2\n", "'[' is never closed"},
		{"z = 1\n[a]\n[a]\n", "defined twice"},
		{"z = 1\na = 1\n[a]\n", "already has a value"},
		{"z = 1\n[a\n", "expected a table name"},
		{"z = 1\na = 1\na.b = 2\n", "not a table"},
		{"a = \"\\q\"\nz = 1\n", "unknown escape"},
	}
	for _, test := range tests {
		d := parse(t, "x.toml", test.text)
		if test.message != "" && (len(d.Problems) == 0 || !strings.Contains(d.Problems[0].Message, test.message)) {
			t.Errorf("%q: %v, want %q", test.text, d.Problems, test.message)
		}
		if n := d.Get("z"); n == nil || n.Text != "1" {
			t.Errorf("%q: z was lost", test.text)
		}
	}
}

func TestTOMLDuplicateKey(t *testing.T) {
	d := parse(t, "x.toml", "[a]\nk = 1\nk = 2\n[a.b]\nc = 1\n")
	if len(d.Duplicates) != 1 || d.Duplicates[0].Path != "a.k" || d.Get("a.k").Text != "2" {
		t.Errorf("%+v", d.Duplicates)
	}
}
