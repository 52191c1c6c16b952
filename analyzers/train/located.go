package train

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Kept is a run of the file that has kept what each expression was: of the script, and of a function that the script
// does not call, nil for none. It is for whoever asks about one line; the rules' run keeps what happens, not each
// value.
func (f *Facts) Kept(fn *python.Function) *run.Machine {
	f.Entries() // surveys the project
	m := f.machineWith(func(o *run.Options) { o.Locate, o.Brief = true, false })
	m.Run(f.Module, "__main__")
	if fn == nil {
		return m
	}
	if called, _ := m.Called(fn); called {
		return m
	}
	steps, _, _ := stepsFor(f.Module.File.Path)
	for _, each := range m.Functions(f.Module, "__main__", func(g *python.Function) bool { return g == fn }) {
		m.Renew(steps)
		m.Enter(each, m.SelfOf(each))
	}
	return m
}
