package project

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestTreesAreShared: a text is parsed once for who looks at the file, who judges its edits and who looks at what came
// out; what the edits did not change is not parsed again.
func TestTreesAreShared(t *testing.T) {
	p, _ := open(t, written(t, map[string]string{"a.py": "loss = 1\n", "b.py": "import a\n"}))
	finder := p.Borrow()
	first, other := finder.Module("a.py"), finder.Module("b.py")
	other.Keep("key", func() any { return "an answer about a.py" })
	p.Return(finder, false)
	before := p.Source("a.py")
	tree, err := p.Tree(before)
	if err != nil || tree != first {
		t.Errorf("what was linted is parsed again to judge its edits: %v", err)
	}

	rejected, after := source.New("a.py", []byte("loss = 2\n")), source.New("a.py", []byte("loss = 3\n"))
	for _, file := range []*source.File{rejected, after} {
		if tree, err = p.Tree(file); err != nil || tree.File != file {
			t.Fatalf("%s has the tree of another text: %v", file.Text, err)
		}
	}
	if again, _ := p.Tree(after); again != tree {
		t.Error("the judge of the edited text parses it again")
	}
	q := p.With([]*source.File{after})
	for _, now := range []*Project{q, p} {
		if now == p {
			p.Replace([]*source.File{after})
		}
		finder = now.Borrow()
		m := finder.Parsed(after)
		if m == nil || &m.Body[0] != &tree.Body[0] {
			t.Error("the edited text is parsed again to be linted")
		}
		if b := finder.Module("b.py"); now == p {
			if &b.Body[0] != &other.Body[0] {
				t.Error("a file that nobody edited is parsed again")
			}
			if got := b.Keep("key", func() any { return "new" }); got != "new" {
				t.Errorf("%v is remembered of before the edit", got)
			}
		}
		now.Return(finder, false)
	}
}

// TestTreeOfARejectedEdit: what was only tried is not what a reader gets.
func TestTreeOfARejectedEdit(t *testing.T) {
	p, _ := open(t, written(t, map[string]string{"a.py": "loss = 1\n"}))
	if _, err := p.Tree(source.New("a.py", []byte("loss = 2\n"))); err != nil {
		t.Fatal(err)
	}
	if m := p.Borrow().Module("a.py"); string(m.File.Text) != "loss = 1\n" {
		t.Errorf("a reader gets %q", m.File.Text)
	}
	if m := p.modules.pool.Take("a.py", budget.New()); m == nil || string(m.File.Text) != "loss = 1\n" {
		t.Error("what was tried waits for readers")
	}
}
