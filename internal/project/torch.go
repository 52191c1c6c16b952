package project

import (
	"github.com/trainlint/trainlint/analyzers/framework"
	"github.com/trainlint/trainlint/internal/discover"
)

// UsesTorch reports whether the tensors of a Python file of this text are PyTorch's, as far as the imports of the files
// around it in the project show it.
func (p *Project) UsesTorch(path string, text []byte) bool {
	full := p.Full(path)
	r := p.RootOf(full)
	return r != nil && r.imports().UsesTorch(r.Path(full), text)
}

// importsOf reads the imports of all Python files of a project.
func (p *Project) importsOf(r *Root) *framework.Project {
	byPath := map[string]discover.File{}
	var paths []string
	for _, file := range p.FilesOf(r) {
		if file.Kind.IsPython() {
			path := r.Path(file.Full)
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
