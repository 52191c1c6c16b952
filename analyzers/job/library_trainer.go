package job

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// libraryTraining is the library whose object a call tells to train, and the call that made the object where the file shows it;
// "" for any other call.
func libraryTraining(m *python.Module, c *python.Call) (library string, made *python.Call) {
	method := c.MethodName()
	if !knowledge.MayTrainInLibrary(method) {
		return "", nil
	}
	class := m.TypeOf(c.Receiver())
	if own := m.ClassOf(c.Receiver()); own != nil {
		i := slices.IndexFunc(m.BaseNames(own), func(base string) bool { return knowledge.LibraryTrainer(base, method) })
		if i < 0 {
			return "", nil
		}
		class = m.BaseNames(own)[i]
	}
	if made, _ = m.OnlyValue(c.Receiver()).(*python.Call); class == "" && made != nil {
		class = m.Resolve(made.Func)
	}
	if !knowledge.LibraryTrainer(class, method) {
		if class != "" || !knowledge.StarTrainer(method) || !bytes.Contains(m.File.Text, []byte("fastai")) {
			return "", nil
		}
		class = "fastai."
	}
	library, _, _ = strings.Cut(class, ".")
	return library, made
}

func trainsInLibrary(m *python.Module, c *python.Call) bool {
	library, _ := libraryTraining(m, c)
	return library != ""
}

// readLibraryTraining takes what the call that starts a library's training says, and the constructor of its object. What is not
// said there is the library's to decide.
func (j *Job) readLibraryTraining(p *Program) {
	for _, c := range p.Module.AllCalls() {
		library, made := libraryTraining(p.Module, c)
		if library == "" {
			continue
		}
		if runs, known := p.Runs(c); known && !runs {
			continue
		}
		for _, call := range []*python.Call{made, c} {
			if call == nil {
				continue
			}
			list, _ := p.keywords(call)
			for _, a := range list {
				field := dialect.Field(knowledge.LibraryField(library, a.key))
				if n, ok := a.value.Number(); field != "" && ok && n > 0 {
					j.claim(field, a.value.Text(), j.rankOf(a.value), library, a.value)
				}
			}
		}
	}
}

// libraryFramework is the library that trains for the script, "" where none does.
func libraryFramework(m *python.Module) Framework {
	for _, c := range m.AllCalls() {
		if library, _ := libraryTraining(m, c); library != "" {
			return Framework(library)
		}
	}
	return ""
}
