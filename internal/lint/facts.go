package lint

import (
	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// facts are what the analyzers know about one file, computed once for all rules.
type facts struct {
	file   *source.File
	python *python.Module
	flow   *flow.Facts
	// broken is the first place that did not parse.
	broken *source.Span
}

// analyse computes the facts of a file. Failing to read it at all is an error;
// a part of it that does not parse is a fact.
func analyse(kind discover.Kind, file *source.File) (*facts, error) {
	f := &facts{file: file}
	if kind.IsPython() {
		module, err := python.Parse(file)
		if err != nil {
			return nil, err
		}
		f.python, f.flow = module, flow.New(module)
		if len(module.Errors) > 0 {
			f.broken = &module.Errors[0]
		}
	}
	return f, nil
}

// show fills in a pass with the facts its rule asks for.
func (f *facts) show(pass *rules.Pass) {
	pass.File = f.file
	pass.Python, pass.Flow = f.python, f.flow
}
