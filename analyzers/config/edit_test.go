package config

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

type editCase struct {
	name, file, text string
	edit             func(d *Document) ([]Change, error)
	want             string   // the text afterwards
	err              error    // or why it is refused
	paths            []string // the values that changed
}

// entryAt is the entry of the value at a path, as a fix comes by it; nil where there is none.
func entryAt(d *Document, path string) *Entry {
	for place := range d.All() {
		if place.Path == path && place.Entry != nil {
			return place.Entry
		}
	}
	return nil
}

func set(path, raw string) func(*Document) ([]Change, error) {
	return func(d *Document) ([]Change, error) {
		e := entryAt(d, path)
		if e == nil {
			return nil, ErrMissing
		}
		return SetScalar(e.Value, raw)
	}
}

func remove(path string) func(*Document) ([]Change, error) {
	return func(d *Document) ([]Change, error) {
		e := entryAt(d, path)
		if e == nil {
			return nil, ErrMissing
		}
		return Remove(e)
	}
}

func after(path, key, raw string) func(*Document) ([]Change, error) {
	return func(d *Document) ([]Change, error) {
		e := entryAt(d, path)
		if e == nil {
			return nil, ErrMissing
		}
		return InsertAfter(e, key, raw)
	}
}

func into(path, key, raw string) func(*Document) ([]Change, error) {
	return func(d *Document) ([]Change, error) { return InsertInto(d.Get(path), key, raw) }
}

func move(path, to string) func(*Document) ([]Change, error) {
	return func(d *Document) ([]Change, error) {
		e := entryAt(d, path)
		if e == nil {
			return nil, ErrMissing
		}
		return Move(e, d.Get(to))
	}
}

func rename(path, key string) func(*Document) ([]Change, error) {
	return func(d *Document) ([]Change, error) {
		e := entryAt(d, path)
		if e == nil {
			return nil, ErrMissing
		}
		return RenameKey(e, key)
	}
}

func runEdits(t *testing.T, tests []editCase) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := parse(t, test.file, test.text)
			changes, err := test.edit(d)
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if test.err != nil {
				return
			}
			got := apply(test.text, changes)
			if got != test.want {
				t.Fatalf("got  %q\nwant %q", got, test.want)
			}
			edited := parse(t, test.file, got)
			if edited.Broken() {
				t.Fatalf("the edit broke the file: %v", edited.Problems)
			}
			if paths := Diff(d, edited); !slices.Equal(paths, test.paths) {
				t.Errorf("changed %q, want %q", paths, test.paths)
			}
		})
	}
}

func TestSetScalar(t *testing.T) {
	runEdits(t, []editCase{
		{"quote a word", "x.yaml", "a: no  # off\nb: 1\n", set("a", "'no'"), "a: 'no'  # off\nb: 1\n", nil, []string{"a"}},
		{"crlf", "x.yaml", "a: 1\r\nb: 2\r\n", set("b", "3"), "a: 1\r\nb: 3\r\n", nil, []string{"b"}},
		{"no final newline", "x.yaml", "a: 1", set("a", "2"), "a: 2", nil, []string{"a"}},
		{"empty", "x.yaml", "a: # later\nb:\n", set("b", "2"), "a: # later\nb: 2\n", nil, []string{"b"}},
		{"empty with comment", "x.yaml", "a: # later\nb:\n", set("a", "2"), "a: 2 # later\nb:\n", nil, []string{"a"}},
		{"in flow", "x.yaml", "a: {b: 1, c: 2}\n", set("a.b", "3"), "a: {b: 3, c: 2}\n", nil, []string{"a.b"}},
		{"unused anchor", "x.yaml", "a: &x 1\n", set("a", "2"), "a: &x 2\n", nil, []string{"a"}},
		{"last duplicate", "x.yaml", "a: 1\na: 2\n", set("a", "3"), "a: 1\na: 3\n", nil, []string{"a"}},
		{"json", "x.json", "{\"a\": \"8\", \"b\": 1}", set("a", "8"), "{\"a\": 8, \"b\": 1}", nil, []string{"a"}},
		{"toml", "x.toml", "[t]\na = 'x' # c\n", set("t.a", "1"), "[t]\na = 1 # c\n", nil, []string{"t.a"}},
		{"alias", "x.yaml", "a: &x 1\nb: *x\n", set("b", "2"), "", ErrBorrowed, nil},
		{"used anchor", "x.yaml", "a: &x 1\nb: *x\n", set("a", "2"), "", ErrShared, nil},
		{"inside a used anchor", "x.yaml", "a: &x {k: 1}\nb: *x\n", set("a.k", "2"), "", ErrShared, nil},
		{"through an alias", "x.yaml", "a: &x {k: 1}\nb: *x\n", set("b.k", "2"), "", ErrShared, nil},
		{"through a merge", "x.yaml", "a: &x {k: 1}\nb:\n  <<: *x\n", set("b.k", "2"), "", ErrShared, nil},
		{"interpolation", "x.yaml", "a: ${b}\nb: 1\n", set("a", "2"), "", ErrInterpolated, nil},
		{"mandatory", "x.yaml", "a: ???\n", set("a", "2"), "", ErrInterpolated, nil},
		{"tag", "x.yaml", "a: !ref <b>\n", set("a", "2"), "", ErrTagged, nil},
		{"block text", "x.yaml", "a: |\n  x\n", set("a", "2"), "", ErrShape, nil},
		{"mapping", "x.yaml", "a:\n  b: 1\n", set("a", "2"), "", ErrShape, nil},
		{"broken file", "x.yaml", "a: 1\nb: [\n", set("a", "2"), "", ErrBroken, nil},
		{"template", "x.yaml", "a: 1\nb: {{ x }}\n", set("a", "2"), "", ErrTemplated, nil},
		{"missing", "x.yaml", "a: 1\n", set("b", "2"), "", ErrMissing, nil},
	})
}

func TestRenameKey(t *testing.T) {
	runEdits(t, []editCase{
		{"yaml", "x.yaml", "a: 1 # c\nb: 2\n", rename("a", "z"), "z: 1 # c\nb: 2\n", nil, []string{"a", "z"}},
		{"json", "x.json", `{"a": 1}`, rename("a", "z"), `{"z": 1}`, nil, []string{"a", "z"}},
		{"taken", "x.yaml", "a: 1\nz: 2\n", rename("a", "z"), "", ErrExists, nil},
		{"boolean word", "x.yaml", "a: 1\n", rename("a", "on"), "'on': 1\n", nil, []string{"a", "on"}},
	})
}

func TestInsert(t *testing.T) {
	runEdits(t, []editCase{
		{"yaml", "x.yaml", "a: 1 # c\nc: 3\n", after("a", "b", "2"), "a: 1 # c\nb: 2\nc: 3\n", nil, []string{"b"}},
		{"yaml nested", "x.yaml", "m:\n    a: 1\n\nc: 3\n", after("m.a", "b", "2"), "m:\n    a: 1\n    b: 2\n\nc: 3\n", nil, []string{"m.b"}},
		{"after a mapping", "x.yaml", "m:\n  a: 1\nc: 3\n", after("m", "b", "2"), "m:\n  a: 1\nb: 2\nc: 3\n", nil, []string{"b"}},
		{"crlf without final newline", "x.yaml", "a: 1\r\nc: 3", after("c", "b", "2"), "a: 1\r\nc: 3\r\nb: 2", nil, []string{"b"}},
		{"first of an item", "x.yaml", "- a: 1\n  c: 2\n", after("[0].a", "b", "2"), "- a: 1\n  b: 2\n  c: 2\n", nil, []string{"[0].b"}},
		{"yaml flow", "x.yaml", "m: {a: 1}\n", after("m.a", "b", "2"), "m: {a: 1, b: 2}\n", nil, []string{"m.b"}},
		{"kept blank lines", "x.yaml", "a: |+\n  x\n\nc: 1\n", after("a", "b", "2"), "", ErrShape, nil},
		{"text without final newline", "x.yaml", "a: |\n  x", after("a", "b", "2"), "", ErrShape, nil},
		{"below a used anchor", "x.yaml", "m: &x\n  a: 1\nn: *x\n", after("m.a", "b", "2"), "", ErrShared, nil},
		{"already there", "x.yaml", "a: 1\n", after("a", "a", "2"), "", ErrExists, nil},
		{"json last", "x.json", "{\n  \"a\": 1\n}\n", after("a", "b", "2"), "{\n  \"a\": 1,\n  \"b\": 2\n}\n", nil, []string{"b"}},
		{"json middle", "x.json", "{\n  \"a\":1,\n  \"c\":3\n}", after("a", "b", "2"), "{\n  \"a\":1,\n  \"b\":2,\n  \"c\":3\n}", nil, []string{"b"}},
		{"json last with comment", "x.json", "{\n  \"a\": 1 // c\n}", after("a", "b", "2"), "{\n  \"a\": 1, // c\n  \"b\": 2\n}", nil, []string{"b"}},
		{"json middle with comment", "x.json", "{\n  \"a\": 1, // c\n  \"d\": 1\n}", after("a", "b", "2"), "{\n  \"a\": 1, // c\n  \"b\": 2,\n  \"d\": 1\n}", nil, []string{"b"}},
		{"json one line", "x.json", "{\"a\": 1, \"c\": 2}", after("a", "b", "2"), "{\"a\": 1, \"b\": 2, \"c\": 2}", nil, []string{"b"}},
		{"json two on a line", "x.json", "{\n\"a\": 1, \"c\": 2\n}", after("a", "b", "2"), "{\n\"a\": 1,\n\"b\": 2, \"c\": 2\n}", nil, []string{"b"}},
		{"json empty", "x.json", "{\"m\": {}}", into("m", "b", "2"), "{\"m\": {\"b\": 2}}", nil, []string{"m.b"}},
		{"yaml empty", "x.yaml", "m: # c\nn: 1\n", into("m", "b", "2"), "m: # c\n  b: 2\nn: 1\n", nil, []string{"m.b"}},
		{"toml", "x.toml", "[t]\na=1 # c\n[u]\n", after("t.a", "b", "2"), "[t]\na=1 # c\nb=2\n[u]\n", nil, []string{"t.b"}},
		{"toml before a subtable", "x.toml", "[t]\na = 1\n[t.u]\nc = 1\n", into("t", "b", "2"), "[t]\na = 1\nb = 2\n[t.u]\nc = 1\n", nil, []string{"t.b"}},
		{"toml header only", "x.toml", "[t]\n[t.u]\nc = 1\n", into("t", "b", "2"), "[t]\nb = 2\n[t.u]\nc = 1\n", nil, []string{"t.b"}},
		{"toml inline", "x.toml", "t = {a = 1}\n", after("t.a", "b", "2"), "t = {a = 1, b = 2}\n", nil, []string{"t.b"}},
		{"toml empty", "x.toml", "t = {}\n", into("t", "b", "2"), "t = {b = 2}\n", nil, []string{"t.b"}},
		{"toml dotted", "x.toml", "t.a = 1\n", after("t.a", "b", "2"), "", ErrShape, nil},
	})
}

func TestRemove(t *testing.T) {
	runEdits(t, []editCase{
		{"yaml", "x.yaml", "a: 1\nb: 2 # c\nc: 3\n", remove("b"), "a: 1\nc: 3\n", nil, []string{"b"}},
		{"yaml mapping", "x.yaml", "a: 1\nm:\n  b: 2\n  c: 3\nd: 4\n", remove("m"), "a: 1\nd: 4\n", nil, []string{"m.b", "m.c"}},
		{"last without final newline", "x.yaml", "a: 1\r\nb: 2", remove("b"), "a: 1", nil, []string{"b"}},
		{"below text", "x.yaml", "a: |\n  x\nb: 2", remove("b"), "a: |\n  x\n", nil, []string{"b"}},
		{"byte-order mark", "x.yaml", "\ufeffa: 1\nb: 2\n", remove("a"), "\ufeffb: 2\n", nil, []string{"a"}},
		{"first of an item", "x.yaml", "- a: 1\n  b: 2\n", remove("[0].a"), "- b: 2\n", nil, []string{"[0].a"}},
		{"only key", "x.yaml", "m:\n  a: 1\n", remove("m.a"), "", ErrOnlyKey, nil},
		{"needed anchor inside", "x.yaml", "m:\n  a: &x 1\nb: *x\n", remove("m"), "", ErrShared, nil},
		{"flow first", "x.yaml", "m: {a: 1, b: 2}\n", remove("m.a"), "m: {b: 2}\n", nil, []string{"m.a"}},
		{"flow last", "x.yaml", "m: {a: 1, b: 2}\n", remove("m.b"), "m: {a: 1}\n", nil, []string{"m.b"}},
		{"flow only", "x.yaml", "m: {a: 1}\n", remove("m.a"), "m: {}\n", nil, []string{"m.a"}},
		{"json first", "x.json", "{\n  \"a\": 1,\n  \"b\": 2\n}", remove("a"), "{\n  \"b\": 2\n}", nil, []string{"a"}},
		{"json last", "x.json", "{\n  \"a\": 1,\n  \"b\": 2\n}", remove("b"), "{\n  \"a\": 1\n}", nil, []string{"b"}},
		{"json last after comment", "x.json", "{\n  \"a\": 1, // c\n  \"b\": 2\n}", remove("b"), "{\n  \"a\": 1 // c\n}", nil, []string{"b"}},
		{"json object", "x.json", "{\n  \"a\": {\n    \"c\": 1\n  },\n  \"b\": 2\n}", remove("a"), "{\n  \"b\": 2\n}", nil, []string{"a.c"}},
		{"toml", "x.toml", "[t]\na = 1\nb = [\n 1,\n]\n", remove("t.b"), "[t]\na = 1\n", nil, []string{"t.b[0]"}},
		{"toml table", "x.toml", "[t]\na = 1\n", remove("t"), "", ErrShape, nil},
	})
	for text, want := range map[string]bool{"a: 1 # c\nb: 2\n": true, "a: 1\nb: 2 # c\n": false, "a:\n  # c\n  x: 1\nb: 2\n": true, "a: '#'\n": false} {
		if got := LosesComment(parse(t, "x.yaml", text).Root().Find("a")); got != want {
			t.Errorf("%q loses a comment: %v", text, got)
		}
	}
}

func TestMove(t *testing.T) {
	runEdits(t, []editCase{
		{"scalar", "x.yaml", "zero_stage: 3 # why\nds:\n  a: 1\nb: 2\n", move("zero_stage", "ds"),
			"ds:\n  a: 1\n  zero_stage: 3 # why\nb: 2\n", nil, []string{"ds.zero_stage", "zero_stage"}},
		{"mapping", "x.yaml", "m:\n  a: 1\n  c:\n  - x\n  - y\nds:\n    b: 1\n", move("m", "ds"),
			"ds:\n    b: 1\n    m:\n      a: 1\n      c:\n      - x\n      - y\n", nil, []string{"ds.m.a", "ds.m.c[0]", "ds.m.c[1]", "m.a", "m.c[0]", "m.c[1]"}},
		{"mapping of one key", "x.yaml", "m:\n  a: 1\nds:\n  b: 1\n", move("m", "ds"), "ds:\n  b: 1\n  m:\n    a: 1\n", nil, []string{"ds.m.a", "m.a"}},
		{"to an empty value", "x.yaml", "z: 3\nds:\n", move("z", "ds"), "ds:\n  z: 3\n", nil, []string{"ds.z", "z"}},
		{"json", "x.json", "{\n  \"z\": 3,\n  \"ds\": {\n    \"a\": 1\n  }\n}\n", move("z", "ds"),
			"{\n  \"ds\": {\n    \"a\": 1,\n    \"z\": 3\n  }\n}\n", nil, []string{"ds.z", "z"}},
		{"last line without newline", "x.yaml", "ds:\n  a: 1\nz: 3", move("z", "ds"), "ds:\n  a: 1\n  z: 3", nil, []string{"ds.z", "z"}},
		{"toml", "x.toml", "z = 3 # c\n[ds]\na = 1\n", move("z", "ds"), "[ds]\na = 1\nz = 3 # c\n", nil, []string{"ds.z", "z"}},
		{"into itself", "x.yaml", "m:\n  a: 1\nb: 1\n", move("m", "m"), "", ErrShape, nil},
		{"alias", "x.yaml", "x: &x 1\nz: *x\nds:\n  a: 1\n", move("z", "ds"), "", ErrShape, nil},
	})
}

// TestEveryEntry edits every entry of files full of peculiarities: an edit that
// is not refused must change its own value and nothing else.
func TestEveryEntry(t *testing.T) {
	files := map[string]string{
		"x.yaml": "# top\r\na: 1 # one\r\nb: 'x'\r\nm:\r\n    c: &u 2\r\n    d: [1, {e: f}]\r\n    g: {h: 1, i: 2,\r\n      j: 3}\r\nk:\r\n- l: 1\r\n  m: |\r\n    text\r\n\r\n- n: >-\r\n    folded\r\n  o:\r\np: *u\r\nq: ${a}\r\nr: two\r\n  lines\r\n\"s t\": !!float 2e-4\r\nv: last",
		"x.json": "{\n  \"a\": 1, // one\n  \"b\": [1, {\"c\": 2}],\n  \"d\": {\"e\": 1, \"f\": 2},\n  \"g\": {\n    \"h\": {},\n    \"i\": \"x\"\n  }, \"j\": 3\n}\n",
		"x.toml": "a = 1 # one\nb.c = 2\n[m]\nd = [1, 2]\ne = {f = 1, g = 2}\n\n[m.n]\nh = '''x\ny'''\n[[k]]\ni = 1\n[[k]]\nj = 2",
	}
	for name, text := range files {
		d := parse(t, name, text)
		if d.Broken() {
			t.Fatal(name, d.Problems)
		}
		done := 0
		for place := range d.All() {
			if place.Entry == nil || place.Borrowed {
				continue
			}
			for kind, edit := range map[string]func() ([]Change, error){
				"set":    func() ([]Change, error) { return SetScalar(place.Value, "77") },
				"after":  func() ([]Change, error) { return InsertAfter(place.Entry, "new", "77") },
				"remove": func() ([]Change, error) { return Remove(place.Entry) },
			} {
				if checkEdit(t, d, place, kind, edit) {
					done++
				}
			}
		}
		if done < 15 {
			t.Errorf("%s: only %d edits were made", name, done)
		}
	}
}

func checkEdit(t *testing.T, d *Document, place Place, kind string, edit func() ([]Change, error)) bool {
	t.Helper()
	changes, err := edit()
	if err != nil {
		return false
	}
	got := apply(string(d.File.Text), changes)
	edited := Parse(source.New(d.File.Path, []byte(got)))
	if edited.Broken() {
		t.Errorf("%s %s: broke the file: %v\n%s", kind, place.Path, edited.Problems, got)
	}
	own := place.Path
	if kind == "after" {
		own = strings.TrimSuffix(place.Entry.Owner().Path()+".new", "")
		own = strings.TrimPrefix(own, ".")
	}
	for _, path := range Diff(d, edited) {
		if path != own && !strings.HasPrefix(path, own+".") && !strings.HasPrefix(path, own+"[") {
			t.Errorf("%s %s changed %s\n%s", kind, place.Path, path, got)
		}
	}
	return true
}
