package imports_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestPool: a file is parsed once for readers that follow each other and for two at a time, and the oldest makes room.
func TestPool(t *testing.T) {
	opened := 0
	pool := &imports.Pool{Max: 1000}
	finder := func() *imports.Finder {
		return &imports.Finder{Pool: pool, Open: func(path string) *source.File {
			opened++
			return source.New(path, []byte("import os\nname = f('"+strings.Repeat("x", 380)+"')\n"))
		}}
	}
	first, second := finder(), finder()
	m := first.Module("a.py")
	m.Keep("key", func() any { return "an answer" })
	switch other := second.Module("a.py"); {
	case other == m:
		t.Error("two finders have one module at a time")
	case &other.Body[0] != &m.Body[0]:
		t.Error("two finders have two trees of one file")
	case other.Keep("key", func() any { return "its own" }) != "its own":
		t.Error("one finder sees what another was told")
	}
	first.GiveBack(false)
	second.GiveBack(false)
	third := finder()
	m = third.Module("a.py")
	if opened != 1 || m == nil {
		t.Errorf("opened %d times for three readers, want once", opened)
	}
	third.Module("b.py")
	third.Module("c.py")
	third.GiveBack(false)
	if opened = 0; finder().Module("c.py") == nil {
		t.Error("c.py is gone")
	}
	runtime.GC() // nobody holds a.py any more
	for _, file := range []string{"a.py", "b.py"} {
		finder().Module(file)
	}
	if opened == 0 {
		t.Error("the pool keeps more than it may")
	}
	fourth := finder()
	m = fourth.Module("d.py")
	m.Keep("key", func() any { return "an answer" })
	fourth.GiveBack(true)
	opened = 0
	again := finder().Module("d.py")
	if opened != 0 || again == nil || len(again.Body) != len(m.Body) ||
		len(again.AllCalls()) != 1 || len(again.Imports()) != 1 {
		t.Errorf("opened %d times: what was given up over is parsed again", opened)
	}
	if got := again.Keep("key", func() any { return "new" }); got != "new" {
		t.Errorf("%v is remembered of what was given up over", got)
	}
	fifth := finder()
	for _, file := range []string{"e.py", "f.py"} {
		fifth.Module(file).Keep("key", func() any { return "an answer" })
	}
	fifth.GiveBack(false)
	pool.Replace([]*source.File{source.New("e.py", []byte("other = 1\n"))})
	if opened = 0; finder().Module("e.py") == nil || opened != 1 {
		t.Error("a file whose text was replaced is in the pool")
	}
	if again = finder().Module("f.py"); opened != 1 || again.Keep("key", func() any { return "new" }) != "new" {
		t.Errorf("opened %d times, want 1; the other file is still there and has forgotten its answers", opened)
	}
}

// TestNotes: what was noted of a file outlives its tree and is worked out once for all finders, and again when the text
// is another.
func TestNotes(t *testing.T) {
	pool := &imports.Pool{Max: 10}
	finder := func() *imports.Finder {
		return &imports.Finder{Pool: pool, Open: func(path string) *source.File {
			if path == "gone.py" {
				return nil
			}
			return source.New(path, []byte("import os\n"))
		}}
	}
	made := 0
	count := func(m *python.Module) any { made++; return len(m.Body) }
	for range 2 {
		f := finder()
		if got := f.Note("a.py", "key", count); got != 1 {
			t.Errorf("noted %v", got)
		}
		if got := f.Note("gone.py", "key", count); got != nil {
			t.Errorf("noted %v of a file that is not there", got)
		}
		f.GiveBack(false)
	}
	if made != 1 {
		t.Errorf("worked out %d times, want once", made)
	}
	if finder().Note("a.py", "other", count); made != 2 {
		t.Errorf("two keys share a note")
	}
	pool.Replace([]*source.File{source.New("a.py", []byte("import sys\n"))})
	if finder().Note("a.py", "key", count); made != 3 {
		t.Error("a note outlives what it was made of")
	}
}
