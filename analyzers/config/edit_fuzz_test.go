package config

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// FuzzEdit: an edit of a file that is whole leaves it whole, and changes no value
// but its own.
func FuzzEdit(f *testing.F) {
	for _, seed := range []string{
		"a: 1 # c\nb:\n  - c: [1, {d: e}]\n    f: |+\n      x\n\n  - g\n",
		"a: &x {k: 1}\nb:\n  <<: *x\n  k: 2\n? q\n: r\n", "{\"a\": 1, // c\n \"b\": {\"c\": [1, 2]},\n\"d\": {}}\n",
		"[a.b]\nc = \"\"\"x\"\"\" # c\n[[d]]\ne = {g = 1, h = 2}\n", "a:\r\n- b: >-\r\n    t\r\n  c:\r\nd: ''",
		"--- !t &a\nx: \"a\\\n  b\"\n---\ny: two\n  lines\n", "{a: 1,\n b: 2}\n", "- - a: 1\n    b: 2\n  - c\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []Format{YAML, JSON, TOML} {
			d := ParseAs(source.New("x", []byte(text)), format)
			if d.editable() != nil {
				continue
			}
			left := 12
			for _, root := range d.Roots {
				for place := range root.All() {
					if place.Entry == nil || place.Borrowed {
						continue
					}
					if left--; left < 0 {
						return
					}
					fuzzEntry(t, d, root, place)
				}
			}
		}
	})
}

func fuzzEntry(t *testing.T, d *Document, root *Node, place Place) {
	edits := map[string]func() ([]Change, error){
		"set":    func() ([]Change, error) { return SetScalar(place.Value, "77") },
		"after":  func() ([]Change, error) { return InsertAfter(place.Entry, "fresh", "77") },
		"into":   func() ([]Change, error) { return InsertInto(place.Value, "fresh", "77") },
		"remove": func() ([]Change, error) { return Remove(place.Entry) },
		"rename": func() ([]Change, error) { return RenameKey(place.Entry, "fresh") },
	}
	for kind, edit := range edits {
		changes, err := edit()
		if err != nil {
			continue
		}
		got := apply(d.text, changes)
		edited := ParseAs(source.New("x", []byte(got)), d.Format)
		if edited.Broken() {
			t.Fatalf("%v %s %s broke %q into %q: %v", d.Format, kind, place.Path, d.text, got, edited.Problems)
		}
		for _, path := range Diff(d, edited) {
			if !strings.Contains(path, "fresh") && !declaredBy(path, place.Path, len(d.Roots) > 1) {
				t.Fatalf("%v %s %s changed %s\n%q\n%q", d.Format, kind, place.Path, path, d.text, got)
			}
		}
	}
}

// declaredBy reports whether a changed path lies at or below the edited one; with
// several documents the number in front may be any.
func declaredBy(path, own string, many bool) bool {
	if many {
		if number, rest, ok := strings.Cut(path, ":"); ok && strings.Trim(number, "0123456789") == "" {
			path = rest
		}
	}
	rest, ok := strings.CutPrefix(path, own)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
