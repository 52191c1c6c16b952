package training

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// SamplerSetEpoch finds distributed samplers that shuffle alike in every epoch.
var SamplerSetEpoch = &rules.Rule{
	Name:     "sampler-set-epoch",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("sampler-set-epoch"),
	On:       rules.PythonFile,
	Words:    []string{"DistributedSampler"},
	Check:    checkSamplerSetEpoch,
}

func checkSamplerSetEpoch(p *rules.Pass) {
	if bytes.Contains(code(p), []byte("set_epoch")) {
		return
	}
	for _, c := range p.Python.Calls("torch.utils.data.DistributedSampler") {
		shuffle := p.Python.Argument(c, "shuffle", 3)
		if shuffle.Presence != python.Absent && !p.Python.IsTrue(shuffle.Value) {
			continue
		}
		loader, made := loaderOf(p, c)
		if loader == "" {
			continue
		}
		_, epochs := trainingLoop(p, loader, made)
		if epochs == nil {
			continue
		}
		message := fmt.Sprintf("the DistributedSampler of %s is never told the epoch: every epoch has the order of the first; call set_epoch at the top of the loop at line %d", loader, p.File.LineOf(epochs.Node.Span().Start))
		p.At(c, message, []rules.NotePlace{p.Note(loopHead{epochs.Node}, "the epoch loop")}, setEpochFix(p, c, epochs.Node, epochs.Body)...)
	}
}

// loaderOf is the name of the loader that a sampler is given to.
func loaderOf(p *rules.Pass, sampler *python.Call) (name string, made python.Node) {
	for _, c := range p.Python.Calls("torch.utils.data.DataLoader") {
		assign, ok := c.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 {
			continue
		}
		target := python.PathText(assign.Targets[0])
		given := p.Python.Argument(c, "sampler", 3).Value
		if target != "" && given != nil && (given == python.Expr(sampler) || p.Flow.ValueOf(given) == python.Expr(sampler)) {
			return target, assign
		}
	}
	return "", nil
}

func setEpochFix(p *rules.Pass, c *python.Call, loop python.Stmt, body []python.Stmt) []fixes.Fix {
	assign, named := c.Parent().(*python.Assign)
	epochs, ok := loop.(*python.For)
	if !named || !ok || len(assign.Targets) != 1 {
		return nil
	}
	epoch, ok := epochs.Target.(*python.Name)
	if !ok {
		return nil
	}
	edit := pyedit.New(p.Python)
	return edit.InsertBefore(body[0], edit.Text(assign.Targets[0])+".set_epoch("+epoch.ID+")").Fixes("tell the sampler the epoch", fixes.Shown)
}
