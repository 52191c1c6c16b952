package run

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestDefaultsOfEntries: who enters a function is not seen, and may give anything; a launch gives nothing. A caller that is
// seen gives nothing either way.
func TestDefaultsOfEntries(t *testing.T) {
	const text = "def entered(loader=None, size=3):\n    if loader is None:\n        a()\n    else:\n        b()\n    if size != 3:\n        c()\n    called()\n" +
		"def called(other=None):\n    if other is not None:\n        d()\n"
	module, err := python.Parse(source.New("script.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	for open, want := range map[bool]string{false: "a", true: "abc"} {
		m := New(Options{Main: module, Open: open})
		for _, f := range m.Functions(module, "script", nil) {
			if f.Name() == "entered" {
				m.Enter(f, nil)
			}
		}
		got := ""
		for _, c := range m.Trace.Calls {
			if o, ok := c.Callee.(*Object); ok && c.Node != nil {
				got += o.Word
			}
		}
		if got != want {
			t.Errorf("open %v: it calls %q, want %q", open, got, want)
		}
	}
}
