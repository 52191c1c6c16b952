package memory

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// allocatorSettings lists where a program sets the CUDA allocator's variable.
func allocatorSettings(p *rules.Pass) []python.EnvironmentSetting {
	return p.Python.EnvironmentSettings(knowledge.AllocatorVariables()...)
}
