package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readNeMo takes what NeMo's models are told by methods: how their data come, setup_training_data(config), and which
// optimizer they make, setup_optimization(config).
func (j *Job) readNeMo() {
	if !j.usesOther("nemo") {
		return
	}
	for _, c := range j.Program.run.ran().Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok {
			continue
		}
		words, parameter := knowledge.ToldNeMo(method.Name)
		if words == nil {
			continue
		}
		given, _ := c.Argument(parameter, 0)
		if given == nil {
			continue
		}
		keys, values := j.Program.entries(j.Program.run.found(given))
		for i, key := range keys {
			if word := words[key]; word != "" {
				at := values[i].Place
				j.readWords(hfArguments, []argument{{word, values[i], at.File, at.Span, at.Span}}, func(argument) string {
					return strings.TrimPrefix(method.Name, "setup_") + "." + key
				})
			}
		}
	}
}
