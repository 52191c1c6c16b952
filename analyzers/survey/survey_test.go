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

// TestIdle: a function is idle when no word that is asked about stands in it or in what it calls, in whatever file; a
// word that counts only inside says nothing of who calls it.
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

// TestWhoIsMeant: a call means what it is made on: a method of self is that of the class or of one derived from it, a
// function of a module that of the module, one of a library none, and a constructor that is called for a base is the
// base's.
func TestWhoIsMeant(t *testing.T) {
	texts := map[string]string{
		"main": "import other\nimport library\nfrom other import far as near, moved\n" +
			"class Base:\n    def __init__(self):\n        pass\n    def own(self):\n        self.part()\n    def part(self):\n        pass\n" +
			"    def plain(self):\n        self.quiet()\n    def quiet(self):\n        pass\n" +
			"class Heir(Base):\n    def __init__(self):\n        super().__init__()\n    def part(self):\n        deep()\n" +
			"class Stranger:\n    def __init__(self):\n        deep()\n    def quiet(self):\n        deep()\n    def append(self):\n        deep()\n    def go(self):\n        deep()\n" +
			"class Child(Stranger):\n    def __init__(self):\n        super().__init__()\n" +
			"class Orphan(Stranger):\n    pass\n" +
			"def makes_child():\n    Child()\ndef makes_orphan():\n    Orphan()\ndef makes_heir():\n    Heir()\n" +
			"def of_library():\n    library.go()\ndef of_object(x):\n    x.go()\ndef of_list(x):\n    x.append(1)\n" +
			"def of_module():\n    other.far()\ndef of_quiet_module():\n    other.go()\ndef renamed():\n    near()\ndef passed_on():\n    moved()\n",
		"other": "from third import moved\ndef far():\n    deep()\ndef go():\n    pass\n",
		"third": "def moved():\n    deep()\n",
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
		name, ok := n.(*python.Name)
		return survey.If(ok && name.ID == "deep")
	}}, project)
	m := run.New(run.Options{Project: project, Main: project["main"]})
	m.Run(project["main"], "__main__")
	want := map[string]bool{"Base.__init__": true, "Base.own": false, "Base.part": true, "Base.plain": true, "Base.quiet": true,
		"Heir.__init__": true, "Heir.part": false, "Stranger.__init__": false, "Stranger.quiet": false, "Stranger.append": false, "Stranger.go": false,
		"Child.__init__": false, "makes_child": false, "makes_orphan": false, "makes_heir": true, "of_library": true, "of_object": false,
		"of_list": true, "of_module": false, "of_quiet_module": true, "renamed": false, "passed_on": false}
	met := 0
	for _, f := range m.Functions(project["main"], "__main__", nil) {
		name := f.Name()
		if f.Class != nil {
			name = f.Class.Name() + "." + name
		}
		idle, known := want[name]
		if !known {
			t.Errorf("%s is not expected", name)
		}
		met++
		if got := asked.Idle(m, f); got != idle {
			t.Errorf("%s: idle is %v, want %v", name, got, idle)
		}
	}
	if met != len(want) {
		t.Errorf("met %d functions, want %d", met, len(want))
	}
}
