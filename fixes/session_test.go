package fixes_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// project is files in memory, with a linter that rewrites words.
type project struct {
	files map[string]*source.File
	words [][3]string // rule, word, replacement
	lints int
}

func newProject(files map[string]string, words ...[3]string) *project {
	p := &project{files: map[string]*source.File{}, words: words}
	for path, text := range files {
		p.files[path] = source.New(path, []byte(text))
	}
	return p
}

// lint offers one fix for every place where a rule's word stands.
func (p *project) lint(changed []*source.File) ([]fixes.Candidate, error) {
	p.lints++
	for _, f := range changed {
		p.files[f.Path] = f
	}
	var found []fixes.Candidate
	for _, path := range slices.Sorted(keys(p.files)) {
		text := string(p.files[path].Text)
		for _, w := range p.words {
			for at := range len(text) {
				if strings.HasPrefix(text[at:], w[1]) {
					found = append(found, candidate(w[0], edit(path, at, at+len(w[1]), w[2])))
				}
			}
		}
	}
	return found, nil
}

func keys(m map[string]*source.File) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func (p *project) session() *fixes.Session {
	start := map[string]*source.File{}
	for path, f := range p.files {
		start[path] = f
	}
	return &fixes.Session{
		File:  func(path string) *source.File { return start[path] },
		Judge: func(f *source.File) fixes.Judge { return wordJudge{f} },
		Lint:  p.lint,
	}
}

// run lints, fixes and returns the final text of every file.
func (p *project) run(t *testing.T) (map[string]string, *fixes.Result) {
	t.Helper()
	first, _ := p.lint(nil)
	return p.apply(t, p.session(), first)
}

func (p *project) apply(t *testing.T, s *fixes.Session, first []fixes.Candidate) (map[string]string, *fixes.Result) {
	t.Helper()
	texts := map[string]string{}
	for path, f := range p.files {
		texts[path] = string(f.Text)
	}
	r, err := s.Run(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Changes {
		texts[c.Before.Path] = string(c.After.Text)
	}
	return texts, r
}

func edit(path string, start, end int, text string) fixes.Edit {
	return fixes.Edit{File: path, Span: source.Span{Start: start, End: end}, New: text}
}

func candidate(rule string, edits ...fixes.Edit) fixes.Candidate {
	return fixes.Candidate{Rule: rule, Fixes: []fixes.Fix{{Title: "by " + rule, Edits: edits}}}
}

// wordJudge refuses files with "(syntax error)", and lets no patch leave the
// word BROKEN, or two exclamation marks in a row.
type wordJudge struct{ before *source.File }

func (j wordJudge) Refuse([]fixes.Edit) error {
	if strings.Contains(string(j.before.Text), "(syntax error)") {
		return errors.New("the file has a syntax error")
	}
	return nil
}

func (j wordJudge) Check(p fixes.Patch) error {
	for _, bad := range []string{"BROKEN", "!!"} {
		if strings.Contains(string(p.After.Text), bad) {
			return fmt.Errorf("the file holds %s", bad)
		}
	}
	return nil
}

func (j wordJudge) Orphans(after *source.File, names []string) []fixes.Edit {
	var edits []fixes.Edit
	for _, n := range names {
		line := "import " + n + "\n"
		if at := strings.Index(string(after.Text), line); at >= 0 && strings.Count(string(after.Text), n) == 1 {
			edits = append(edits, edit(after.Path, at, at+len(line), ""))
		}
	}
	return edits
}

func TestSessionRunsUntilNothingChanges(t *testing.T) {
	p := newProject(map[string]string{"a": "one one", "b": "two"},
		[3]string{"r1", "one", "two"}, [3]string{"r2", "two", "three"})
	texts, r := p.run(t)
	if texts["a"] != "three three" || texts["b"] != "three" {
		t.Errorf("got %q", texts)
	}
	if r.Passes != 2 || p.lints != 3 || len(r.Applied) != 5 || len(r.Bugs) != 0 {
		t.Errorf("%d passes, %d lints, applied %v, bugs %v", r.Passes, p.lints, r.Applied, r.Bugs)
	}
}

func TestSessionChooses(t *testing.T) {
	both := candidate("both", edit("a", 0, 1, "x"), edit("b", 0, 1, "y"))
	for _, test := range []struct {
		name    string
		first   []fixes.Candidate
		a, b    string
		applied int
	}{
		{"equal insertions are one", []fixes.Candidate{
			candidate("r", edit("a", 0, 0, "import\n"), edit("a", 1, 2, "X")),
			candidate("r", edit("a", 0, 0, "import\n"), edit("a", 2, 3, "Y")),
		}, "import\naXY", "abc", 2},
		{"different insertions at one place wait", []fixes.Candidate{
			candidate("r", edit("a", 1, 1, "x")), candidate("r", edit("a", 1, 1, "y")),
		}, "axbc", "abc", 1},
		{"insertions of one fix keep their order", []fixes.Candidate{
			candidate("r", edit("a", 1, 1, "2"), edit("a", 1, 1, "1"), edit("a", 1, 1, "2")),
		}, "a21bc", "abc", 1},
		{"overlapping edits wait", []fixes.Candidate{
			candidate("r", edit("a", 0, 2, "x")), candidate("r", edit("a", 1, 3, "y")),
		}, "xc", "abc", 1},
		{"an insertion at the end of another edit goes through", []fixes.Candidate{
			candidate("r", edit("a", 0, 2, "x")), candidate("r", edit("a", 2, 2, "y")),
		}, "xyc", "abc", 2},
		{"all edits of a fix or none", []fixes.Candidate{
			candidate("r", edit("b", 0, 2, "z")), both,
		}, "abc", "zc", 1},
		{"a fix over two files", []fixes.Candidate{both}, "xbc", "ybc", 1},
		{"an edit that changes nothing is no fix", []fixes.Candidate{candidate("r", edit("a", 0, 1, "a"))}, "abc", "abc", 0},
		{"shown and unsafe are left alone, the next one is tried", []fixes.Candidate{{Rule: "r", Fixes: []fixes.Fix{
			{Safety: fixes.Shown, Edits: []fixes.Edit{edit("a", 0, 1, "x")}},
			{Safety: fixes.Unsafe, Edits: []fixes.Edit{edit("a", 0, 1, "y")}},
			{Safety: fixes.Safe, Edits: []fixes.Edit{edit("a", 0, 1, "z")}},
		}}}, "zbc", "abc", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProject(map[string]string{"a": "abc", "b": "abc"})
			s := p.session()
			s.Lint = nil
			texts, r := p.apply(t, s, test.first)
			if texts["a"] != test.a || texts["b"] != test.b || len(r.Applied) != test.applied || len(r.Bugs) > 0 {
				t.Errorf("got %q, applied %d, bugs %v", texts, len(r.Applied), r.Bugs)
			}
		})
	}
}

func TestSessionUnsafe(t *testing.T) {
	c := fixes.Candidate{Rule: "r", Fixes: []fixes.Fix{
		{Safety: fixes.Shown, Edits: []fixes.Edit{edit("a", 0, 1, "x")}},
		{Safety: fixes.Unsafe, Edits: []fixes.Edit{edit("a", 0, 1, "y")}},
	}}
	for unsafe, want := range map[bool]string{true: "ybc", false: "abc"} {
		p := newProject(map[string]string{"a": "abc"})
		s := p.session()
		s.Unsafe = unsafe
		if texts, _ := p.apply(t, s, []fixes.Candidate{c}); texts["a"] != want {
			t.Errorf("unsafe %v: got %q, want %q", unsafe, texts["a"], want)
		}
	}
}

func TestSessionDropsOnlyTheGuiltyRule(t *testing.T) {
	p := newProject(map[string]string{"a": "one two one bad bad two", "b": "bad one"},
		[3]string{"good", "one", "1"}, [3]string{"guilty", "bad", "BROKEN"}, [3]string{"fine", "two", "2"})
	texts, r := p.run(t)
	if texts["a"] != "1 2 1 bad bad 2" || texts["b"] != "bad 1" {
		t.Errorf("got %q", texts)
	}
	if len(r.Bugs) != 2 || r.Bugs[0].Rule != "guilty" || r.Bugs[0].File != "a" || r.Bugs[1].File != "b" {
		t.Errorf("bugs are %v", r.Bugs)
	}
	if want := "a: guilty: the file holds BROKEN; this is a bug in trainlint, the fix was dropped"; r.Bugs[0].Error() != want {
		t.Errorf("message is %q", r.Bugs[0].Error())
	}
}

// A broken edit of one file takes its fix's edits of other files with it.
func TestSessionDropsAFixInEveryFile(t *testing.T) {
	p := newProject(map[string]string{"a": "abc", "b": "abc"})
	texts, r := p.apply(t, p.session(), []fixes.Candidate{
		candidate("guilty", edit("a", 0, 1, "x"), edit("b", 0, 1, "BROKEN")), candidate("good", edit("a", 2, 3, "z")),
	})
	if texts["a"] != "abz" || texts["b"] != "abc" || len(r.Bugs) != 1 || r.Bugs[0].File != "b" {
		t.Errorf("got %q, bugs %v", texts, r.Bugs)
	}
}

// Two fixes that are each fine but do not go together: the second waits, and is
// nobody's bug.
func TestSessionDefersWhatDoesNotGoTogether(t *testing.T) {
	p := newProject(map[string]string{"a": "abc"})
	s := p.session()
	s.Lint = nil
	texts, r := p.apply(t, s, []fixes.Candidate{candidate("r", edit("a", 0, 1, "!")), candidate("r", edit("a", 1, 2, "!")), candidate("r", edit("a", 2, 3, "C"))})
	if texts["a"] != "!bC" || len(r.Bugs) != 0 {
		t.Errorf("got %q, bugs %v", texts, r.Bugs)
	}
}

func TestSessionRestoresACycle(t *testing.T) {
	p := newProject(map[string]string{"a": "one", "b": "two", "c": "three"},
		[3]string{"r1", "one", "two"}, [3]string{"r2", "two", "one"}, [3]string{"r3", "three", "3"})
	texts, r := p.run(t)
	if texts["a"] != "one" || texts["b"] != "two" || texts["c"] != "3" {
		t.Errorf("got %q", texts)
	}
	if len(r.Bugs) != 2 || r.Bugs[0].Rule != "r1, r2" || !strings.Contains(r.Bugs[0].Error(), "circle") {
		t.Errorf("bugs are %v", r.Bugs)
	}
	if len(r.Applied) != 1 || r.Applied[0].Rule != "r3" {
		t.Errorf("applied is %v", r.Applied)
	}
}

// The text that a file began with counts as seen: a rule that makes it again is caught
// at once, not a turn later.
func TestSessionNoticesTheFirstTextAgain(t *testing.T) {
	p := newProject(map[string]string{"a": "one"}, [3]string{"r1", "one", "two"}, [3]string{"r2", "two", "one"})
	texts, r := p.run(t)
	if texts["a"] != "one" || len(r.Bugs) != 1 || p.lints > 3 {
		t.Errorf("got %q after %d lints, bugs %v", texts, p.lints, r.Bugs)
	}
}

// countingJudge counts the checks of a file.
type countingJudge struct {
	wordJudge
	checks map[string]int
}

func (j countingJudge) Check(p fixes.Patch) error {
	j.checks[p.After.Path]++
	return j.wordJudge.Check(p)
}

// A file that stands its check is not made again because another one does not.
func TestSessionChecksAFileOnce(t *testing.T) {
	p := newProject(map[string]string{"a": "abc", "b": "abc"})
	s := p.session()
	checks := map[string]int{}
	s.Judge = func(f *source.File) fixes.Judge { return countingJudge{wordJudge{f}, checks} }
	p.apply(t, s, []fixes.Candidate{candidate("good", edit("a", 0, 1, "x")), candidate("guilty", edit("b", 0, 1, "BROKEN"))})
	if checks["a"] != 1 || checks["b"] == 0 {
		t.Errorf("checks are %v", checks)
	}
}

func TestSessionRestoresAtTheLimit(t *testing.T) {
	p := newProject(map[string]string{"a": "a", "b": "b"}, [3]string{"grows", "a", "ba"}, [3]string{"r", "b", "c"})
	texts, r := p.run(t)
	if texts["a"] != "a" || texts["b"] != "c" || r.Passes != fixes.MaxPasses {
		t.Errorf("got %q after %d passes", texts, r.Passes)
	}
	if len(r.Bugs) != 1 || !strings.Contains(r.Bugs[0].Error(), "after 10 passes") {
		t.Errorf("bugs are %v", r.Bugs)
	}
}

// Restoring a file restores the files that share a fix with it.
func TestSessionRestoresTogether(t *testing.T) {
	p := newProject(map[string]string{"a": "one", "b": "x", "c": "x"}, [3]string{"r1", "one", "two"}, [3]string{"r2", "two", "one"})
	texts, r := p.apply(t, p.session(), []fixes.Candidate{
		candidate("joint", edit("a", 0, 0, "two "), edit("b", 0, 1, "y")), candidate("alone", edit("c", 0, 1, "y")),
	})
	if texts["a"] != "one" || texts["b"] != "x" || texts["c"] != "y" {
		t.Errorf("got %q, bugs %v", texts, r.Bugs)
	}
}

func TestSessionSkips(t *testing.T) {
	one := [3]string{"r", "one", "1"}
	for name, test := range map[string]struct{ text, reason string }{
		"syntax error":        {"one (syntax error)", "syntax error"},
		"generated":           {"# Code generated by protoc. DO NOT EDIT.\none", "generated"},
		"generated docstring": {"\xef\xbb\xbf\"\"\"@generated by x\"\"\"\none", "generated"},
		"not UTF-8":           {"one \xff", "not UTF-8"},
	} {
		p := newProject(map[string]string{"a": test.text}, one)
		texts, r := p.run(t)
		if texts["a"] != test.text || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0].Err.Error(), test.reason) {
			t.Errorf("%s: got %q, skipped %v", name, texts["a"], r.Skipped)
		}
	}
	p := newProject(map[string]string{"a": "print('DO NOT EDIT')\none"}, one)
	if texts, _ := p.run(t); !strings.HasSuffix(texts["a"], "\n1") {
		t.Errorf("a string that says DO NOT EDIT stopped the fix: %q", texts["a"])
	}
}

func TestSessionReportsSenselessEdits(t *testing.T) {
	outside := map[string]bool{"out of bounds": true, "before it": true, "backwards": true}
	for name, c := range map[string]fixes.Candidate{
		"out of bounds": candidate("r", edit("a", 2, 9, "")),
		"before it":     candidate("r", edit("a", -1, 1, "")),
		"backwards":     candidate("r", edit("a", 2, 1, "")),
		"overlap":       candidate("r", edit("a", 0, 2, "x"), edit("a", 1, 3, "y")),
		"unknown file":  candidate("r", edit("nowhere", 0, 0, "x")),
	} {
		p := newProject(map[string]string{"a": "abc"})
		texts, r := p.apply(t, p.session(), []fixes.Candidate{c})
		if texts["a"] != "abc" || len(r.Bugs) != 1 {
			t.Errorf("%s: got %q, bugs %v", name, texts["a"], r.Bugs)
		} else if s := r.Bugs[0].Err.Error(); strings.Contains(s, "edits bytes") != outside[name] {
			t.Errorf("%s: the reason is %s", name, s)
		}
	}
}

func TestSessionKeepsNewlines(t *testing.T) {
	p := newProject(map[string]string{"a": "x\r\none\r\n"}, [3]string{"r", "one", "1\n2\r\n3"})
	if texts, _ := p.run(t); texts["a"] != "x\r\n1\r\n2\r\n3\r\n" {
		t.Errorf("got %q", texts["a"])
	}
}

// The import goes when the last of several fixes took its last use away, and
// stays when a use is left.
func TestSessionRemovesOrphans(t *testing.T) {
	for text, want := range map[string]string{
		"import amp\namp amp":    "1 1",
		"import amp\namp (amp)X": "import amp\n1 (amp)X",
	} {
		p := newProject(map[string]string{"a": text})
		p.words = nil
		var first []fixes.Candidate
		for at := len("import amp\n"); at < len(text); at += 4 {
			if text[at] == 'a' {
				c := candidate("r", edit("a", at, at+3, "1"))
				c.Fixes[0].Orphans = []fixes.Orphan{{File: "a", Name: "amp"}}
				first = append(first, c)
			}
		}
		if texts, r := p.apply(t, p.session(), first); texts["a"] != want || len(r.Bugs) > 0 {
			t.Errorf("got %q, want %q, bugs %v", texts["a"], want, r.Bugs)
		}
	}
}

func TestSessionFixesNotebooks(t *testing.T) {
	raw := `{"cells":[{"source":["%cd one\n","one"],"cell_type":"code"},{"source":"one\n!one","cell_type":"code"}]}`
	n, err := source.OpenNotebook("a", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	p := newProject(nil, [3]string{"r", "one", "1"}, [3]string{"magic", "    ", "x"})
	p.files["a"] = n.File
	_, r := p.run(t)
	want := `{"cells":[{"source":["%cd one\n","1"],"cell_type":"code"},{"source":"1\n!one","cell_type":"code"}]}`
	if len(r.Changes) != 1 || string(r.Changes[0].After.Disk()) != want {
		t.Errorf("got %v", r.Changes)
	}
	if len(r.Skipped) == 0 || !strings.Contains(r.Skipped[0].Err.Error(), "Python does not read") {
		t.Errorf("skipped %v", r.Skipped)
	}
}
