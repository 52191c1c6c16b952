package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
)

// ParallelDegrees finds degrees of model parallelism that do not divide the number of processes.
var ParallelDegrees = &rules.Rule{
	Name:     "parallel-degrees",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("parallel-degrees"),
	On:       rules.Job,
	Words: []string{
		"tensor_model_parallel_size",
		"tensor-model-parallel-size",
		"pipeline_model_parallel_size",
		"pipeline-model-parallel-size",
	},
	WithoutTorch: true,
	Check:        checkParallelDegrees,
}

func checkParallelDegrees(p *rules.Pass) {
	l := p.Job.Launch
	if l == nil || l.Command.OfPage {
		return
	}
	processes := l.Processes()
	if !processes.Known || !processes.Stated || processes.Value <= 0 {
		return
	}
	if nodes := l.Nodes(); nodes.Value <= 1 {
		if _, several := l.Option("node_rank", "master_addr", "rdzv_endpoint", "rdzv_backend"); several {
			return // one machine stands there until somebody fills in how many there are
		}
	}
	product, terms := 1, []string{}
	at := processes.Span
	for _, name := range knowledge.ModelParallelSizes() {
		flag, given := l.Arguments.Flag(name)
		if !given {
			continue
		}
		word, has := flag.Value()
		n, err := strconv.Atoi(word.Text)
		if !has || !word.Known || err != nil || n <= 0 {
			return
		}
		if n > 1 {
			product, terms, at = product*n, append(terms, fmt.Sprintf("%s=%d", name, n)), word.Span
		}
	}
	if processes.Value%product == 0 {
		return
	}
	started := rules.NotePlace{
		File:    l.Command.File.Path,
		Span:    processes.Span,
		Message: fmt.Sprintf("%d processes are started here", processes.Value),
	}
	p.Report(
		rules.Diagnostic{Severity: rules.Error, File: l.Command.File.Path, Span: at, Notes: []rules.NotePlace{started},
			Message: fmt.Sprintf(
				"one copy of the model takes %d processes (%s), and %d are no multiple of that: Megatron raises RuntimeError at the start",
				product,
				strings.Join(terms, " × "),
				processes.Value,
			)},
	)
}
