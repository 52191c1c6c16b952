package run

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestDefaultsOfEntries: who enters a function is not seen, and may give anything; a launch gives nothing. A caller
// that is seen gives nothing either way.
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

// A method that was run to see what it assigns is none that the trace shows.
func TestShown(t *testing.T) {
	text := `class Trainer:
    def save(self):
        return self.last

    def step(self):
        return 1

    def train(self):
        self.last = self.step()
`
	module := parsed(t, "script.py", text)
	m := New(Options{Main: module})
	find := map[string]*Function{}
	for _, f := range m.Functions(module, "__main__", nil) {
		find[f.Name()] = f
	}
	m.Enter(find["save"], m.SelfOf(find["save"]))
	for name, shown := range map[string]bool{"save": true, "train": false, "step": false} {
		if f := find[name]; m.Visited(f.Node) != 1 || m.Shown(f.Node) != shown {
			t.Errorf("%s: run %d times, shown %v", name, m.Visited(f.Node), m.Shown(f.Node))
		}
	}
	m.Enter(find["train"], m.SelfOf(find["train"]))
	if !m.Shown(find["train"].Node) || !m.Shown(find["step"].Node) {
		t.Error("what is entered is shown")
	}
}
