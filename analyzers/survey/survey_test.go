package survey_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// files are a project of single modules.
type files map[string]*python.Module

func (f files) Find(dotted, _ string) (*python.Module, string) { return f[dotted], dotted }

func (f files) Locate(dotted, _ string) string {
	if f[dotted] == nil {
		return ""
	}
	return dotted + ".py"
}

func (f files) Note(file string, _ any, make func(*python.Module) any) any {
	return make(f[strings.TrimSuffix(file, ".py")])
}

// TestIdle: a function is idle when no word that is asked about stands in it or in what it calls, in whatever file; a word
// that counts only inside says nothing of who calls it.
func TestIdle(t *testing.T) {
	texts := map[string]string{
		"main": "from other import far, nothing\nimport other\ndef direct():\n    deep()\ndef through():\n    direct()\ndef abroad():\n    far()\n" +
			"def dotted():\n    other.far()\ndef local():\n    inside()\ndef caller():\n    local()\ndef idle():\n    nothing()\n" +
			"def starts():\n    mp.spawn(direct, args=(1,))\ndef gives():\n    keep(direct)\n" +
			"class C:\n    def __init__(self):\n        deep()\ndef makes():\n    C()\n",
		"other": "def far():\n    deep()\ndef nothing():\n    pass\n",
	}
	project := files{}
	for name, text := range texts {
		m, err := python.Parse(source.New(name+".py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		project[name] = m
	}
	asked := survey.New(&survey.Purpose{Does: func(n python.Node, _ bool) survey.Interest {
		if name, ok := n.(*python.Name); ok && name.ID == "deep" {
			return survey.Deep
		} else if ok && name.ID == "inside" {
			return survey.Inside
		}
		return survey.None
	}}, project)
	m := run.New(run.Options{Project: project, Main: project["main"]})
	m.Run(project["main"], "__main__")
	want := map[string]bool{"idle": true, "caller": true, "gives": true, "starts": false, "direct": false, "through": false, "abroad": false, "dotted": false, "local": false,
		"makes": false, "__init__": false}
	met := 0
	for _, f := range m.Functions(project["main"], "__main__", nil) {
		idle, known := want[f.Name()]
		if !known {
			t.Errorf("%s is not expected", f.Name())
		}
		met++
		if got := asked.Idle(m, f); got != idle {
			t.Errorf("%s: idle is %v, want %v", f.Name(), got, idle)
		}
	}
	if met != len(want) {
		t.Errorf("met %d functions, want %d", met, len(want))
	}
}
