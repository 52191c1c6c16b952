package source

import (
	"strings"
	"testing"
)

func TestDiskLine(t *testing.T) {
	raw := "{\"cells\": [\n {\"cell_type\": \"code\", \"source\": \"a = 1\"},\n {\"cell_type\": \"code\", \"source\": [\n  \"b = 2\\n\",\n  \"c = 3\"\n ]}\n],\n\"nbformat\": 4}"
	notebook, err := OpenNotebook("n.ipynb", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"a = 1": 2, "b = 2": 4, "c = 3": 5} {
		offset := strings.Index(string(notebook.File.Text), text)
		if got := notebook.File.DiskLine(offset + 2); got != want {
			t.Errorf("%s: line %d on disk, want %d", text, got, want)
		}
	}
	if got := New("a.py", []byte("x\ny\n")).DiskLine(2); got != 2 {
		t.Errorf("ordinary file: line %d, want 2", got)
	}
}
