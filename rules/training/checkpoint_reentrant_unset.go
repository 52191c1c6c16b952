package training

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
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
		if keyword := handedByName(p, c); keyword != nil {
			reportKeyword(p, c, keyword)
			continue
		}
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

// handedByName is the first argument that checkpoint has to hand to the function by its name, where it surely is the
// reentrant variant, which cannot; nil when there is none.
func handedByName(p *rules.Pass, c *python.Call) *python.Arg {
	said := p.Python.Argument(c, "use_reentrant", -1)
	reentrant := said.Presence == python.Absent || said.Presence == python.Given && p.Python.IsTrue(said.Value)
	if p.Python.Resolve(c.Func) != checkpoints[0] || !reentrant {
		return nil
	}
	for _, a := range c.Args {
		if a.Name != "" && !knowledge.OptionOfCheckpoint(a.Name) {
			return a
		}
	}
	return nil
}

func reportKeyword(p *rules.Pass, c *python.Call, keyword *python.Arg) {
	edit, said := pyedit.New(p.Python), "use_reentrant is True"
	if c.Keyword("use_reentrant") == nil {
		said = "use_reentrant is unset"
	}
	p.Report(rules.Diagnostic{Severity: rules.Error, File: p.File.Path, Span: c.Span(),
		Message: fmt.Sprintf("in its reentrant variant checkpoint() hands no keyword arguments on, and %s: %s= raises "+
			"ValueError whenever this runs; say use_reentrant=False", said, keyword.Name),
		Fixes: edit.SetKeyword(c, "use_reentrant", "False").Need("torch>=1.11").
			Fixes("say use_reentrant=False", fixes.Unsafe)})
}

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
