package source

import (
	"runtime"
	"testing"
)

// TestShelf: a file stays while it is used, is let go of and read again after that, and one that cannot be read is
// tried once.
func TestShelf(t *testing.T) {
	var shelf Shelf
	reads := 0
	open := func() *File {
		reads++
		return New("page.md", make([]byte, 1<<10))
	}
	first := shelf.Get("page.md", open)
	runtime.GC()
	if shelf.Get("page.md", open) != first || reads != 1 {
		t.Errorf("a file in use was read %d times", reads)
	}
	runtime.KeepAlive(first)
	runtime.GC()
	if shelf.Get("page.md", open) == nil || reads != 2 {
		t.Errorf("a file that nobody uses was read %d times, not 2", reads)
	}
	missing := 0
	none := func() *File { missing++; return nil }
	for range 3 {
		if shelf.Get("none.md", none) != nil {
			t.Error("a file out of nothing")
		}
	}
	if missing != 1 {
		t.Errorf("a missing file was looked for %d times", missing)
	}
	put := New("none.md", nil)
	shelf.Put("none.md", put)
	if shelf.Get("none.md", none) != put {
		t.Error("what was put is not there")
	}
}
