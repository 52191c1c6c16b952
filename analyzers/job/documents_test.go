package job

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestDocuments: what is used is read once; what nobody uses is let go of when there is much of it.
func TestDocuments(t *testing.T) {
	opened := 0
	w := &Workspace{Open: func(path string) *source.File {
		if path == "none.json" {
			return nil
		}
		opened++
		return source.New(path, []byte(`{"a": "`+strings.Repeat("x", maxDocuments/4)+`"}`))
	}}
	w.prepare()
	used := w.config("used.json")
	for i := range 4 {
		if w.config(fmt.Sprintf("%d.json", i)) == nil || w.config("none.json") != nil {
			t.Fatal("not read")
		}
	}
	if w.config("0.json"); opened != 5 {
		t.Errorf("opened %d files while few were read, want 5", opened)
	}
	w.endTurn()
	runtime.GC()
	if w.config("used.json") != used || opened != 5 {
		t.Errorf("what is used is read again")
	}
	if w.config("0.json") == nil || opened != 6 {
		t.Errorf("opened %d files, want 6: what nobody uses is kept", opened)
	}
	w.configs.remove("used.json")
	if w.config("used.json") == used {
		t.Error("what was removed is still there")
	}
	var nothing documents
	if d, known := nothing.get("a"); d != (*config.Document)(nil) || known {
		t.Error("nothing was read")
	}
}
