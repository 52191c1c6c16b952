package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// OOMRetryInHandler finds second tries that run while the first one's tensors are still held.
var OOMRetryInHandler = &rules.Rule{
	Name:     "oom-retry-in-handler",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("oom-retry-in-handler"),
	On:       rules.PythonFile,
	Words:    []string{"OutOfMemoryError", "out of memory"},
	Check:    checkOOMRetryInHandler,
}

func checkOOMRetryInHandler(p *rules.Pass) {
	for _, r := range p.Train.Retries() {
		name := p.File.Slice(r.Again.Func.Span())
		if r.Runs != nil { // in_halves(model, x)
			name = p.File.Slice(r.Runs.Span())
		}
		first := p.Note(r.First, "the first try")
		if fn, holds := r.First.(*python.Function); holds {
			first = rules.NotePlace{File: p.File.Path, Span: fn.NameSpan, Message: "the first try runs in this"}
		}
		p.At(
			r.Again,
			fmt.Sprintf(
				"%s is tried again inside of except: until the handler ends, the exception's traceback holds the frames of the first try and "+
					"every tensor in them, and empty_cache() cannot free these; set a flag and try again behind the handler",
				name,
			),
			[]rules.NotePlace{first},
		)
	}
}
