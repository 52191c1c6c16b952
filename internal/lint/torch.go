package lint

import (
	"slices"
	"sync"

	"github.com/trainlint/trainlint/analyzers/framework"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// usesTorch asks whether the tensors of a Python file are PyTorch's, as far as imports show it: its own,
// or those of the files around it in the project. Those are read at once where a rule will ask, since
// reading them is not part of the time that the file may take.
func (p *project) usesTorch(path string, text *source.File) func() bool {
	around := sync.OnceValue(func() bool {
		full := p.full(path)
		r := p.rootOf(full)
		return r != nil && r.imports().UsesTorch(r.path(full), text.Text)
	})
	torchs, known := framework.Shows(text.Text)
	switch {
	case known:
		return func() bool { return torchs }
	case p.mayNeedTorch(text):
		around()
	}
	return around
}

// mayNeedTorch reports whether a rule about PyTorch may fire in a text, by its words.
func (p *project) mayNeedTorch(text *source.File) bool {
	found := p.words.scan(text.Text)
	return slices.ContainsFunc(p.Rules, func(rule *rules.Rule) bool {
		return rule.On&rules.PythonFile != 0 && rule.NeedsTorch() && rule.Check != nil && p.words.mayFire(rule, found)
	})
}

// importsOf reads the imports of all Python files of a project.
func (p *project) importsOf(r *root) *framework.Project {
	byPath := map[string]discover.File{}
	var paths []string
	for _, file := range p.filesOf(r) {
		if file.Kind.IsPython() {
			path := r.path(file.Full)
			byPath[path] = file
			paths = append(paths, path)
		}
	}
	return framework.NewProject(paths, func(path string) []byte {
		file, err := p.sources.read(byPath[path])
		if err != nil {
			return nil
		}
		return file.Text
	})
}
