package training

import (
	"bytes"
	"fmt"
	"slices"

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
	for _, c := range p.Python.Calls(checkpoints...) {
		if p.Python.Argument(c, "use_reentrant", -1).Presence == python.Absent && !p.Python.Guarded(c) {
			reportReentrant(p, c, python.LastName(c.Func)+"()")
		}
	}
	for _, c := range p.Python.Calls("functools.partial") { // recompute = partial(checkpoint, preserve_rng_state=False)
		args, ok := c.Positional()
		if ok && len(args) > 0 && slices.Contains(checkpoints, p.Python.Resolve(args[0].Value)) &&
			p.Python.Argument(c, "use_reentrant", -1).Presence == python.Absent && !p.Python.Guarded(c) && !saidWhereCalled(p) {
			reportReentrant(p, c, "partial("+python.LastName(args[0].Value)+")")
		}
	}
}

var checkpoints = []string{"torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential"}

// saidWhereCalled reports whether the project says use_reentrant anywhere: a call of the partial may.
func saidWhereCalled(p *rules.Pass) bool {
	return bytes.Contains(p.File.Text, []byte("use_reentrant")) ||
		p.AnyElsewhere != nil && p.AnyElsewhere("use_reentrant")
}

func reportReentrant(p *rules.Pass, c *python.Call, what string) {
	edit := pyedit.New(p.Python)
	fix := edit.AddKeyword(c, "use_reentrant", "True").
		Need("torch>=1.11").
		Fixes("say use_reentrant=True, today's default", fixes.Safe)
	fix = append(
		fix,
		edit.AddKeyword(c, "use_reentrant", "False").
			Need("torch>=1.11").
			Fixes("use the recommended use_reentrant=False", fixes.Unsafe)...)
	p.At(c, fmt.Sprintf("%s leaves use_reentrant unset: PyTorch warns at every start and means to raise one day; "+
		"say True (today's default) or False (recommended)", what), nil, fix...)
}
