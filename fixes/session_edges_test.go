package fixes_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// A pass in which every fix was dropped is no pass, and nobody lints again.
func TestSessionWithoutAFixThatStands(t *testing.T) {
	p := newProject(map[string]string{"a": "abc"})
	texts, r := p.apply(t, p.session(), []fixes.Candidate{candidate("guilty", edit("a", 0, 1, "BROKEN"))})
	if texts["a"] != "abc" || r.Passes != 0 || p.lints != 0 || len(r.Applied) != 0 || len(r.Changes) != 0 || len(r.Bugs) != 1 {
		t.Errorf("got %q after %d passes and %d lints, applied %v, bugs %v", texts, r.Passes, p.lints, r.Applied, r.Bugs)
	}
}

// What a guilty rule does to other files stays, and so does what others do to this one.
func TestSessionBlamesARuleInOneFile(t *testing.T) {
	p := newProject(map[string]string{"a": "abcdef", "b": "abc"})
	s := p.session()
	s.Lint = nil
	texts, r := p.apply(t, s, []fixes.Candidate{
		candidate("guilty", edit("a", 0, 1, "BROKEN")), candidate("guilty", edit("b", 0, 1, "x")), candidate("good", edit("a", 2, 3, "z")),
		candidate("guilty", edit("a", 4, 5, "y")),
	})
	if texts["a"] != "abzdef" || texts["b"] != "xbc" || len(r.Bugs) != 1 || len(r.Applied) != 2 {
		t.Errorf("got %q, applied %v, bugs %v", texts, r.Applied, r.Bugs)
	}
}

// Edits that undo each other are no fix.
func TestSessionReportsEditsThatChangeNothing(t *testing.T) {
	p := newProject(map[string]string{"a": "aa"})
	texts, r := p.apply(t, p.session(), []fixes.Candidate{candidate("idle", edit("a", 0, 1, ""), edit("a", 2, 2, "a"))})
	if texts["a"] != "aa" || r.Passes != 0 || len(r.Bugs) != 1 || !strings.Contains(r.Bugs[0].Error(), "change nothing") {
		t.Errorf("got %q, bugs %v", texts, r.Bugs)
	}
}

// An edit outside of its file is the rule's fault, and leaves the file as it is.
func TestSessionWithAnEditOutsideOfItsFile(t *testing.T) {
	p := newProject(map[string]string{"a": "abc", "b": "abc"})
	texts, r := p.apply(t, p.session(), []fixes.Candidate{candidate("guilty", edit("a", 2, 9, "x")), candidate("good", edit("b", 0, 1, "x"))})
	if texts["a"] != "abc" || texts["b"] != "xbc" || len(r.Bugs) != 1 || !strings.Contains(r.Bugs[0].Error(), "bytes 2 to 9 of 3") {
		t.Errorf("got %q, bugs %v", texts, r.Bugs)
	}
}

// Edits of one fix that overlap are told apart from those that cannot be made for another reason.
func TestSessionSaysThatEditsOverlap(t *testing.T) {
	p := newProject(map[string]string{"a": "abc"})
	_, r := p.apply(t, p.session(), []fixes.Candidate{candidate("r", edit("a", 0, 2, "x"), edit("a", 1, 3, "y"))})
	if len(r.Bugs) != 1 || r.Bugs[0].Err.Error() != `"by r" has edits that overlap` {
		t.Errorf("bugs are %v", r.Bugs)
	}
}

// Without a judge, or with none for the file, nothing is checked and nothing is orphaned.
func TestSessionWithoutAJudge(t *testing.T) {
	for name, judge := range map[string]func(*source.File) fixes.Judge{
		"no judge": nil, "none for the file": func(*source.File) fixes.Judge { return nil },
	} {
		p := newProject(map[string]string{"a": "import amp\namp"})
		s := p.session()
		s.Judge = judge
		c := candidate("r", edit("a", 11, 14, "BROKEN"))
		c.Fixes[0].Orphans = []fixes.Orphan{{File: "a", Name: "amp"}}
		if texts, r := p.apply(t, s, []fixes.Candidate{c}); texts["a"] != "import amp\nBROKEN" || len(r.Bugs) > 0 {
			t.Errorf("%s: got %q, bugs %v", name, texts, r.Bugs)
		}
	}
}

// orphanJudge removes what it is told to.
type orphanJudge struct {
	wordJudge
	edits []fixes.Edit
	asked *[]string
}

func (j orphanJudge) Orphans(_ *source.File, names []string) []fixes.Edit {
	*j.asked = append(*j.asked, names...)
	return j.edits
}

// Taking an import out is checked as a fix is, and left alone where that fails.
func TestSessionChecksWhatOrphansDo(t *testing.T) {
	for name, test := range map[string]struct {
		edits []fixes.Edit
		want  string
		bugs  int
	}{
		"nothing":     {nil, "import amp\n1 1", 0},
		"the import":  {[]fixes.Edit{edit("a", 0, 11, "")}, "1 1", 0},
		"one byte":    {[]fixes.Edit{edit("a", 0, 1, "")}, "mport amp\n1 1", 0},
		"two of them": {[]fixes.Edit{edit("a", 7, 11, ""), edit("a", 0, 7, "")}, "1 1", 0},
		"overlapping": {[]fixes.Edit{edit("a", 0, 11, ""), edit("a", 3, 12, "")}, "import amp\n1 1", 1},
		"broken":      {[]fixes.Edit{edit("a", 0, 11, "BROKEN")}, "import amp\n1 1", 1},
	} {
		p := newProject(map[string]string{"a": "import amp\na a", "b": "a"})
		s := p.session()
		s.Lint = nil
		var asked []string
		s.Judge = func(f *source.File) fixes.Judge { return orphanJudge{wordJudge{f}, test.edits, &asked} }
		var first []fixes.Candidate
		for _, at := range []int{11, 13} {
			c := candidate("r", edit("a", at, at+1, "1"))
			c.Fixes[0].Orphans = []fixes.Orphan{{File: "a", Name: "amp"}, {File: "b", Name: "other"}}
			first = append(first, c)
		}
		texts, r := p.apply(t, s, first)
		if texts["a"] != test.want || len(r.Bugs) != test.bugs || !slices.Equal(asked, []string{"amp"}) {
			t.Errorf("%s: got %q, asked for %q, bugs %v", name, texts["a"], asked, r.Bugs)
		}
	}
	p := newProject(map[string]string{"a": "abc"})
	s := p.session()
	var asked []string
	s.Judge = func(f *source.File) fixes.Judge { return orphanJudge{wordJudge{f}, nil, &asked} }
	p.apply(t, s, []fixes.Candidate{candidate("r", edit("a", 0, 1, "x"))})
	if asked != nil {
		t.Errorf("nothing is orphaned, and the judge is asked for %q", asked)
	}
}

// A linter that fails ends the session; what was reached is told and not to be written.
func TestSessionWhenLintingFails(t *testing.T) {
	failure := errors.New("out of memory")
	p := newProject(map[string]string{"a": "abc"})
	s := p.session()
	s.Lint = func([]*source.File) ([]fixes.Candidate, error) { return nil, failure }
	r, err := s.Run([]fixes.Candidate{candidate("r", edit("a", 0, 1, "x"))})
	if !errors.Is(err, failure) || !strings.Contains(err.Error(), "linting the fixed files again") || len(r.Changes) != 1 || string(r.Changes[0].After.Text) != "xbc" {
		t.Errorf("result %v, error %v", r, err)
	}
	// At the limit, the linter is told of the files that got their first text back.
	p = newProject(map[string]string{"a": "a"}, [3]string{"grows", "a", "ba"})
	s = p.session()
	passes := 0
	s.Lint = func(changed []*source.File) ([]fixes.Candidate, error) {
		if passes++; passes > fixes.MaxPasses {
			if len(changed) != 1 || string(changed[0].Text) != "a" {
				t.Errorf("told of %v", changed)
			}
			return nil, failure
		}
		return p.lint(changed)
	}
	first, _ := p.lint(nil)
	if r, err = s.Run(first); !errors.Is(err, failure) || !strings.Contains(err.Error(), "linting the restored files again") || len(r.Changes) != 0 {
		t.Errorf("result %v, error %v", r, err)
	}
}

// A judge parses a file once a pass, whatever is asked of it.
func TestSessionMakesAJudgeOnce(t *testing.T) {
	p := newProject(map[string]string{"a": "abc"})
	s := p.session()
	s.Lint = nil
	made := 0
	s.Judge = func(f *source.File) fixes.Judge { made++; return wordJudge{f} }
	p.apply(t, s, []fixes.Candidate{candidate("r", edit("a", 0, 1, "x")), candidate("r", edit("a", 1, 2, "y")), candidate("q", edit("a", 2, 3, "z"))})
	if made != 1 {
		t.Errorf("%d judges were made", made)
	}
}
