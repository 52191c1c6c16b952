package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointReentrantUnset finds checkpoint calls that leave the variant to the version.
var CheckpointReentrantUnset = &rules.Rule{
	Name:     "checkpoint-reentrant-unset",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("checkpoint-reentrant-unset"),
	On:       rules.PythonFile,
	Words:    []string{"checkpoint"},
	Version:  "torch>=2.1",
	Check:    checkReentrantUnset,
}

func checkReentrantUnset(p *rules.Pass) {
	for _, c := range p.Python.Calls("torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential") {
		if p.Python.Argument(c, "use_reentrant", -1).Presence != python.Absent || p.Python.Guarded(c) {
			continue
		}
		edit := pyedit.New(p.Python)
		fix := edit.AddKeyword(c, "use_reentrant", "True").
			Need("torch>=1.11").
			Fixes("say use_reentrant=True, today's default", fixes.Safe)
		fix = append(
			fix,
			edit.AddKeyword(c, "use_reentrant", "False").
				Need("torch>=1.11").
				Fixes("use the recommended use_reentrant=False", fixes.Unsafe)...)
		p.At(c, fmt.Sprintf("%s() leaves use_reentrant unset: PyTorch warns at every start and means to raise one day; "+
			"say True (today's default) or False (recommended)", python.LastName(c.Func)), nil, fix...)
	}
}
