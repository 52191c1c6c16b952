package project

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestTextsAreShared: a text that somebody holds is not read again, and what replaces it is.
func TestTextsAreShared(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("x = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Open(Options{Dir: dir, Warn: func(string) {}})
	if err != nil || len(p.Files) != 1 {
		t.Fatal(err, len(p.Files))
	}
	first, err := p.Read(p.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	if again, err := p.Read(p.Files[0]); err != nil || again != first {
		t.Errorf("it was read once more (%v)", err)
	}
	if p.Source("a.py") != first {
		t.Error("a report would read it once more")
	}
	p.Replace([]*source.File{source.New("a.py", []byte("x = 2\n"))})
	if now, err := p.Read(p.Files[0]); err != nil || string(now.Text) != "x = 2\n" {
		t.Errorf("%q, %v", now.Text, err)
	}
}
