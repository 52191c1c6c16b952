package run

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func traceOf(t *testing.T, text string) Trace {
	t.Helper()
	module, err := python.Parse(source.New("script.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Main: module})
	m.Run(module, "script")
	return m.Trace
}

func TestReplacedInstancesAreNoted(t *testing.T) {
	for text, want := range map[string]int{
		"import a\nx = a.First()\nx = a.Second()\n":           1,
		"import a\nx = y = a.First()\nx = y\n":                0,
		"import a\nx = 1\nx = a.First()\nx = 2\n":             0,
		"import a\nx, y = a.First(), 1\nx, y = a.Second(), 2": 1,
	} {
		got := 0
		for _, s := range traceOf(t, text).Stores {
			if s.Kind == StoreName {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: %d names are bound to another instance, not %d", text, got, want)
		}
	}
}

func TestWalksOfComprehensions(t *testing.T) {
	trace := traceOf(t, "import a\nx = a.items()\ny = [i for i in x for j in i]\nz = sum(k for k in x)\n")
	if len(trace.Walks) != 3 {
		t.Errorf("%d clauses were walked through, not 3", len(trace.Walks))
	}
}

func TestKeptByComprehensions(t *testing.T) {
	for text, want := range map[string]int{
		"import a\ny = [i.f() for i in a.items()]\n":                         1,
		"import a\ny = {i.f() for i in a.items()}\n":                         1,
		"import a\ny = [i for x in a.items() for i in x]\n":                  1,
		"import a\nz = sum(i.f() for i in a.items())\n":                      0,
		"import a\nz = {i: i.f() for i in a.items()}\n":                      0,
		"import a\ny = [i.f() for i in (a.b, a.c)]\n":                        0,
		"import a\ny = [i.f() for i in a.items() if i.g() for j in i.all]\n": 1,
	} {
		got := 0
		for _, w := range traceOf(t, text).Walks {
			if w.Kept != nil {
				got++
				if w.Kept.Laps[len(w.Kept.Laps)-1].Entry != w.Seq {
					t.Errorf("%q: what is kept stands in another lap than its clause's", text)
				}
			}
		}
		if got != want {
			t.Errorf("%q: %d clauses keep something, not %d", text, got, want)
		}
	}
}
