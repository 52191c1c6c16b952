package configedit

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// patch replaces the first old in before, and declares the path of a value.
func patch(t *testing.T, before, old, text, declared string) fixes.Patch {
	t.Helper()
	f := source.New("a.yaml", []byte(before))
	at := strings.Index(before, old)
	e := fixes.Edit{File: "a.yaml", Span: source.Span{Start: at, End: at + len(old)}, New: text}
	after, err := f.Replace([]source.Replacement{{Span: e.Span, New: e.New}})
	if err != nil || at < 0 {
		t.Fatalf("%q in %q: %v", old, before, err)
	}
	fix := fixes.Fix{Title: "t", Edits: []fixes.Edit{e}, ConfigPaths: []string{"a.yaml:" + declared}}
	return fixes.Patch{Before: f, After: after, Edits: fix.Edits, Fixes: []fixes.Fix{fix}}
}

// TestWitnesses asks the two readers alone: what they object to does not depend on
// whether our own reader sees it too.
func TestWitnesses(t *testing.T) {
	for _, test := range []struct{ name, before, old, text, declared, want string }{
		{"declared", "a:\n  b: 1\n", "1", "2", "a.b", ""},
		{"another value", "a: 1\nb: 2\n", "1\nb: 2", "2\nb: 3", "a", "another value at b"},
		{"in a later document", "a: 1\n---\na: 2\n", "2", "3", "a", "another value at 1:a"},
		{"declared in a later document", "a: 1\n---\na: 2\n", "2", "3", "1:a", ""},
		{"a document more", "a: 1\n", "1\n", "1\n---\nb: 2\n", "a", "another value at 1:"},
		{"a value appears", "a: 1\n", "1\n", "1\nb: 2\n", "a", "another value at b"},
		{"a value vanishes", "a: 1\nb: 2\n", "1\nb: 2\n", "1\n", "a", "another value at b"},
		{"an item moves up", "a: [1, 2]\n", "1, ", "", "b", "another value at a.0"},
		{"quotes", "a: 1\nb: no\n", "no", "'no'", "a", "another value at b"},
		{"quotes of a key", "a: 1\nno: 2\n", "no", "'no'", "a", "another value at no"},
		{"a tag", "a: 1\nb: !x 2\n", "!x", "!y", "a", "another value at b"},
		{"a tag of a mapping", "a: 1\nb: !x {c: 1}\n", "!x", "!y", "a", "another value at b"},
		{"an anchor", "a: 1\nb: &x 2\n", "&x", "&y", "a", "another value at b"},
		{"an alias", "a: &x 1\nb: &y 1\nc: *x\n", "*x", "*y", "a", "another value at c"},
		{"a merge", "a: &x {k: 1}\nb: &y {k: 1}\nc:\n  <<: *x\n", "*x", "*y", "c.k", "another value at c.<<"},
		{"a merge becomes a key", "a: &x {k: 1}\nc:\n  <<: *x\n", "<<", "'<<'", "a", "another value at c.<<"},
		{"the first of two keys", "a: 1\nb: 2\na: 3\n", "2\na: 3", "2\na: 4", "b", "another value at a"},
		{"the order of two keys", "a: 1\na: 2\nb: 3\n", "1\na: 2", "2\na: 1", "b", "another value at a"},
		{"the order of other keys", "a: 1\nb: 2\n", "a: 1\nb: 2", "b: 2\na: 1", "c", ""},
		{"a comment", "a: 1\nb: |\n  x # c\n", "1", "1 # c", "c", ""},
		{"a comment in a value", "a: 1\nb: |\n  x\n", "x", "x # c", "a", "another value at b"},
		{"a key in an empty value", "a:\nb: 1\n", "a:\n", "a:\n  c: 1\n", "a.c", ""},
		{"a list in an empty value", "a:\nb: 1\n", "a:\n", "a: [1]\n", "a.0", "another value at a"},
		{"a key in place of a value", "a: 2\nb: 1\n", "a: 2\n", "a:\n  c: 1\n", "a.c", "another value at a"},
		{"all keys taken out", "a:\n  c: 1\nb: 1\n", "\n  c: 1", "", "a.c", "another value at a"},
		{"a key in another empty value", "a:\nb:\n", "b:\n", "b:\n  c: 1\n", "a.c", "another value at b,"},
		{"below an alias as a key", "a: &x k\nb:\n  *x : 1\n  c: 2\n", "1", "3", "b.c", "another value at b.*x"},
		{"no YAML any more", "a: 1\nb: 2\n", "1", "[1", "a", "no longer takes the file"},
		{"a mapping as a key", "? {a: 1}\n: 1\nb: 2\n", "2", "3", "b", ""},
		{"inside a mapping as a key", "? {a: 1}\n: 1\nb: 2\n", "1", "3", "b", "another value"},
		// yaml.v3 wants letters and digits in an anchor's name, the grammar does not.
		{"the grammar alone", "a: &x.y 1\nb: 2\n", "2", "3", "b", ""},
		// A bracket that closes at the margin is a fault for the grammar alone, and it begins at the head of the file.
		{"the grammar finds other faults", "a: [\n]\n", "", "c: 1\n", "c", ""},
		{"the grammar alone objects", "a: &x.y 1\nb: 2\n", "2", "]", "b", "grammar no longer reads"},
	} {
		p := patch(t, test.before, test.old, test.text, test.declared)
		err := witnessesOf(p.Before.Text).disagree(p, declaredPaths(p))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error is %v, want %q", test.name, err, test.want)
		}
	}
}

// TestFaultsMove: what the grammar could not read before may be unreadable after.
func TestFaultsMove(t *testing.T) {
	const broken = "a: 1\nb: ]\nc: 2\n"
	for _, test := range []struct{ old, text, want string }{
		{"1", "100", ""}, {"1", "1\nd: 3", ""}, {"2", "3", ""}, {"1", "]", "grammar no longer reads"},
	} {
		p := patch(t, broken, test.old, test.text, "a")
		w := witnessesOf(p.Before.Text)
		if len(w.faults) == 0 || w.valuesErr == nil || !w.blind() {
			t.Fatalf("faults %v, %v: the text is meant to be unreadable", w.faults, w.valuesErr)
		}
		err := w.disagree(p, nil)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q for %q: error is %v, want %q", test.text, test.old, err, test.want)
		}
	}
}

func TestOneReaderIsEnough(t *testing.T) {
	for text, blind := range map[string]bool{"a: 1\n": false, "a: &x.y 1\n": false, "a: ]\n": true} {
		if got := witnessesOf([]byte(text)).blind(); got != blind {
			t.Errorf("%q: blind is %v", text, got)
		}
	}
}

// TestTheJudgeAsksTheWitnesses gives the judge an older reading than the text has, as
// if the reader had missed a line.
func TestTheJudgeAsksTheWitnesses(t *testing.T) {
	p := patch(t, "a: 1\nb: 2\n", "1", "3", "a")
	j := &judge{before: Judge(p.Before).(*judge).before, seen: witnessesOf([]byte("a: 1\nb: 2\nc: 4\n"))}
	if err := j.Check(p); err == nil || !strings.Contains(err.Error(), "another value at c") {
		t.Errorf("error is %v", err)
	}
	j.seen = witnessesOf([]byte("a: ]\n"))
	if err := j.Refuse(nil); err == nil || !strings.Contains(err.Error(), "neither") {
		t.Errorf("error is %v", err)
	}
}
