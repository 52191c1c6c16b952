package config

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func parse(t *testing.T, name, text string) *Document {
	t.Helper()
	return Parse(source.New(name, []byte(text)))
}

func TestYAMLValues(t *testing.T) {
	tests := []struct{ name, text, path, text2, raw string }{
		{"plain", "a: 1\n", "a", "1", "1"},
		{"nested", "a:\n  b:\n    c: x y\n", "a.b.c", "x y", "x y"},
		{"trailing comment", "a: x # why\n", "a", "x", "x"},
		{"hash inside", "a: x#y\n", "a", "x#y", "x#y"},
		{"no final newline", "a: 1", "a", "1", "1"},
		{"crlf", "a: 1\r\nb:\r\n  c: 2\r\n", "b.c", "2", "2"},
		{"byte-order mark", "\ufeffa: 1\n", "a", "1", "1"},
		{"single quoted", "a: 'it''s' # c\n", "a", "it's", "'it''s'"},
		{"double quoted", `a: "x\ty\u00e9"`, "a", "x\ty\u00e9", `"x\ty\u00e9"`},
		{"escaped line break", "a: \"x\\\n  y\"\n", "a", "xy", "\"x\\\n  y\""},
		{"escaped line break and blank lines", "a: \"x\\\r\n\r\n \t\r\n  y\"\n", "a", "x\n\ny", "\"x\\\r\n\r\n \t\r\n  y\""},
		{"quoted key", "\"a b\": 1\n", `a b`, "1", "1"},
		{"key with dots", "model.lr: 1\n", `["model.lr"]`, "1", "1"},
		{"url", "a: http://x:80/y\n", "a", "http://x:80/y", "http://x:80/y"},
		{"brackets in plain", "split: train[:95%]\n", "split", "train[:95%]", "train[:95%]"},
		{"two lines", "a: one\n  two\nb: 3\n", "a", "one two", "one\n  two"},
		{"literal", "a: |\n  x\n   y\n\nb: 1\n", "a", "x\n y\n", "|\n  x\n   y"},
		{"literal stripped", "a: |-\n  x\n\n\nb: 1\n", "a", "x", "|-\n  x"},
		{"literal kept", "a: |+\n  x\n\nb: 1\n", "a", "x\n\n", "|+\n  x"},
		{"folded", "a: >\n  x\n  y\n\n  z\n", "a", "x y\nz\n", ">\n  x\n  y\n\n  z"},
		{"folded deeper", "a: >-\n  x\n    y\n  z\n", "a", "x\n  y\nz", ">-\n  x\n    y\n  z"},
		{"folded blank lines", "a: >\n    \nb: 1\n", "a", "", ">"},
		{"literal before end", "a:\n- |\n  x: 1\n- b\n", "a[0]", "x: 1\n", "|\n  x: 1"},
		{"sequence", "a:\n  - x\n  - y\n", "a[1]", "y", "y"},
		{"sequence at the key's column", "a:\n- x\n- y\nb: 1\n", "a[1]", "y", "y"},
		{"mapping in sequence", "- a: 1\n  b: 2\n- c: 3\n", "[0].b", "2", "2"},
		{"sequence in sequence", "a:\n- - 1\n  - 2\n- 3\n", "a[0][1]", "2", "2"},
		{"flow", "a: {b: [1, 'x, y'], c: }\n", "a.b[1]", "x, y", "'x, y'"},
		{"flow over lines", "a: [1,\n  2, # two\n  3]\nb: 1\n", "a[2]", "3", "3"},
		{"flow pair", "a: [b: 1]\n", "a[0].b", "1", "1"},
		{"flow key without a value", "a: [? b, c]\n", "a[0].b", "", ""},
		{"flow key after a question mark", "a: [?b : c, {? : d}]\n", "a[0].b", "c", "c"},
		{"flow empty key", "a: [{? : d}, {&x : e}]\n", `a[0][""]`, "d", "d"},
		{"flow key before a bracket", "a: {b:, c:[1]}\n", "a.c[0]", "1", "1"},
		{"json in yaml", "{\"a\":1,\n# c\n \"b\":{\"c\":true}}\n", "b.c", "true", "true"},
		{"tag", "a: !!float 2e-4\n", "a", "2e-4", "2e-4"},
		{"tag with mapping", "m: !new:torch.nn.Linear\n  n: 3\n", "m.n", "3", "3"},
		{"alias", "a: &x 3\nb: *x\n", "b", "3", "3"},
		{"tag and anchor on two lines", "a: !!str\n  &x b\nc: *x\n", "c", "b", "b"},
		{"tag and anchor on two lines of a list", "a: [!!str\n &x b, *x]\n", "a[1]", "b", "b"},
		{"anchor above an anchored key", "a: &x\n  &y b: 1\nc: *x\n", "c.b", "1", "1"},
		{"alias of mapping", "a: &x\n  k: 3\nb: *x\n", "b.k", "3", "3"},
		{"merge", "a: &x {k: 3, l: 4}\nb:\n  <<: *x\n  l: 5\n", "b.k", "3", "3"},
		{"own key beats merge", "a: &x {k: 3, l: 4}\nb:\n  <<: *x\n  l: 5\n", "b.l", "5", "5"},
		{"first of merged wins", "a: &x {k: 1}\nc: &y {k: 2}\nb:\n  <<: [*x, *y]\n", "b.k", "1", "1"},
		{"last duplicate wins", "a: 1\nb: 0\na: 2\n", "a", "2", "2"},
		{"explicit key", "? a\n: 1\nb: 2\n", "a", "1", "1"},
		{"mapping behind an explicit key", "? ''\n: b: 1\n  c: 2\n'0':\n  d: 3\n", "0.d", "3", "3"},
		{"what stands in it", "? a\n: b: 1\n  c: 2\nd: 3\n", "a.c", "2", "2"},
		{"list behind an explicit key", "? a\n: - 1\n  - 2\nb: 3\n", "a[1]", "2", "2"},
		{"document start", "%YAML 1.1\n---\na: 1\n", "a", "1", "1"},
		{"anchored sequence at the key's column", "a: &x\n- 1\nb: *x\n", "b[0]", "1", "1"},
		{"interpolation", "a: ${b.c}/x\n", "a", "${b.c}/x", "${b.c}/x"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := parse(t, "x.yaml", test.text)
			if len(d.Problems) > 0 {
				t.Fatalf("problems: %v", d.Problems)
			}
			n := d.Get(test.path)
			if n == nil {
				t.Fatalf("nothing at %s", test.path)
			}
			if n.Text != test.text2 || n.Raw() != test.raw {
				t.Errorf("%s: text %q raw %q, want %q and %q", test.path, n.Text, n.Raw(), test.text2, test.raw)
			}
		})
	}
}

func TestYAMLEmptyValues(t *testing.T) {
	d := parse(t, "x.yaml", "a:\nb: # c\nc: ~\nd: null\ne: ''\n")
	for path, want := range map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": false} {
		if got := d.Get(path).IsNull(); got != want {
			t.Errorf("%s null: %v, want %v", path, got, want)
		}
	}
	if at := d.Get("a").Span; at.Start != 2 || at.End != 2 {
		t.Errorf("an empty value stands right after its colon, not at %v", at)
	}
}

func TestYAMLProblems(t *testing.T) {
	tests := []struct{ name, text, message, still string }{
		{"second colon", "a: b: c\nz: 1\n", "a second ':'", "z"},
		{"tab", "a:\t1\nz: 1\n", "a tab", "z"},
		{"tab indentation", "a:\n\tb: 1\nz: 1\n", "a tab", "a.b"},
		{"unclosed bracket", "a: [1, 2\nz: 1\n", "'[' is never closed", "z"},
		{"unclosed quote", "a: 'x\nz: 1\n", "quote is never closed", "z"},
		{"deeper line", "a: 1\n   b: 2\nz: 1\n", "not indented like", "z"},
		{"shallower line", "m:\n    a: 1\n  b: 2\nz: 1\n", "not indented like", "z"},
		{"stray text", "a: 1\nstray\nz: 1\n", "expected a key", "z"},
		{"after quoted", "a: 'x' y\nz: 1\n", "nothing may follow", "z"},
		{"reserved", "a: @x\nz: 1\n", "cannot start a value", "z"},
		{"undefined alias", "a: *x\nz: 1\n", "no anchor &x", "z"},
		{"unknown escape", `a: "C:\path"` + "\nz: 1\n", "unknown escape", "z"},
		{"template value", "a: {{ lr }}\nz: 1\n", "template expression", "z"},
		{"template line", "{% if x %}\na: 1\n{% endif %}\nz: 1\n", "template line", "z"},
		{"flow colon without a key", "a: [:b]\nz: 1\n", "a ':' without a key", "z"},
		{"flow second colon", "a: {b: :c}\nz: 1\n", "a ':' without a key", "z"},
		{"name of an anchor", "a: &x.y 2\nz: 1\n", "the name of an anchor", "z"},
		{"name of an alias", "a: [&x 2, *x:y]\nz: 1\n", "the name of an anchor", "z"},
		{"anchor without a name", "a: & 2\nz: 1\n", "the name of an anchor", "z"},
		{"tag before a comma", "a: [!x, b]\nz: 1\n", "white space is missing behind the tag !x", "z"},
		{"blank line longer than the text", "a: |\n    \n  x\nz: 1\n", "expected a key", "z"},
		{"two anchors", "a: &x &y b\nz: 1\n", "a second anchor", "z"},
		{"two anchors on two lines", "a: &x\n  &y b\nz: 1\n", "one anchor", "z"},
		{"two tags on two lines of a list", "a: [!x\n !y b]\nz: 1\n", "one tag", "z"},
		{"colon without a key", "a:\n  : 2\nz: 1\n", "a ':' without a key", "z"},
		{"colon without a key at the top", ": 2\nz: 1\n", "a ':' without a key", "z"},
		{"line separator", "# a\u2028b\nz: 1\n", "ends a line for PyYAML", "z"},
		{"list on the key's line", "a: - b\nz: 1\n", "a list cannot start", "z"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := parse(t, "x.yaml", test.text)
			if len(d.Problems) == 0 || !strings.Contains(d.Problems[0].Message, test.message) {
				t.Fatalf("problems %v, want %q", d.Problems, test.message)
			}
			if n := d.Get(test.still); n == nil || n.Text != "1" {
				t.Errorf("%s below the problem was lost: %v", test.still, n)
			}
		})
	}
}

func TestYAMLDocuments(t *testing.T) {
	d := parse(t, "x.yaml", "a: 1\n---\nb: 2\n...\n---\n---\nc: 3\n")
	if len(d.Roots) != 4 || d.Roots[1].Get("b").Text != "2" || d.Roots[3].Get("c").Text != "3" {
		t.Errorf("%d documents", len(d.Roots))
	}
	if d := parse(t, "x.yaml", "# nothing\n"); len(d.Roots) != 0 || d.Root().Get("a") != nil {
		t.Error("a file of comments holds no document")
	}
}

func TestEntrySpans(t *testing.T) {
	text := "a: &x 1  # one\nb:\n  c: !!str 2\nd: [1]\n"
	d := parse(t, "x.yaml", text)
	want := map[string]string{"a": "a: &x 1", "b": "b:\n  c: !!str 2", "b.c": "c: !!str 2", "d": "d: [1]"}
	for place := range d.All() {
		if place.Entry == nil {
			continue
		}
		if got := d.File.Slice(place.Entry.Span); got != want[place.Path] {
			t.Errorf("%s: %q, want %q", place.Path, got, want[place.Path])
		}
		if got := place.Entry.Path(); got != place.Path {
			t.Errorf("Path %q, walked as %q", got, place.Path)
		}
	}
}

func TestDuplicates(t *testing.T) {
	d := parse(t, "x.yaml", "a: 1\nm:\n  k: 1\n  k: 2\n  k: 3\na: 2\n")
	if len(d.Duplicates) != 2 || d.Duplicates[0].Path != "a" || d.Duplicates[1].Path != "m.k" || len(d.Duplicates[1].Entries) != 3 {
		t.Fatalf("duplicates %+v", d.Duplicates)
	}
	if d.Broken() {
		t.Error("PyYAML takes duplicate keys")
	}
	first, last := d.Duplicates[0].Entries[0], d.Duplicates[0].Entries[1]
	if !first.Shadowed || last.Shadowed {
		t.Error("the first place is shadowed, the last is not")
	}
}

// TestKeys: keys in brackets, in quotes, with a name, and behind a question mark are keys.
func TestKeys(t *testing.T) {
	for text, entries := range map[string]int{
		"[a, b]: 1\nz: 1\n": 2, "{a: b}: 1\nz: 1\n": 2, "? a\n: 1\nz: 1\n": 2, "? [a]\n: 1\nz: 1\n": 2, "'a b': 1\nz: 1\n": 2, "&x a: 1\nb: *x\nz: 1\n": 3, "!!str 1: 2\nz: 1\n": 2, "? a\nz: 1\n": 2, "? a\n": 1,
	} {
		d := parse(t, "x.yaml", text)
		if len(d.Problems) > 0 || len(d.Root().Entries) != entries {
			t.Errorf("%q: %v and %d entries", text, d.Problems, len(d.Root().Entries))
		}
	}
}

// TestHoldsItself: an anchor within what it names ends there.
func TestHoldsItself(t *testing.T) {
	for text, want := range map[string]string{"a: &x {k: *x}\nz: 1\n": "a a.k z", "a: &x\n  - *x\nz: 1\n": "a a[0] z", "a: &x {k: 1}\nb: [*x, *x]\n": "a a.k b b[0] b[0].k b[1] b[1].k", "a: *none\n": "a"} {
		var paths []string
		for place := range parse(t, "x.yaml", text).All() {
			paths = append(paths, place.Path)
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestSharedValues(t *testing.T) {
	d := parse(t, "x.yaml", "a: &x\n  k: 1\nb: *x\nc: &unused 2\nd:\n  <<: *x\n")
	for path, want := range map[string]bool{"a.k": true, "c": false} {
		if got := d.Get(path).Shared(); got != want {
			t.Errorf("%s shared: %v", path, got)
		}
	}
	borrowed := map[string]bool{}
	for place := range d.All() {
		borrowed[place.Path] = place.Borrowed
	}
	if !borrowed["b.k"] || !borrowed["d.k"] || borrowed["a.k"] || borrowed["b"] {
		t.Errorf("borrowed: %v", borrowed)
	}
}
