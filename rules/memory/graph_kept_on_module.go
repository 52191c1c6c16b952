package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// GraphKeptOnModule finds activations that forward stores with their graph.
var GraphKeptOnModule = &rules.Rule{
	Name:     "graph-kept-on-module",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("graph-kept-on-module"),
	On:       rules.PythonFile,
	Words:    []string{"forward"},
	Check:    checkGraphKept,
}

func checkGraphKept(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, k := range p.Train.KeptActivations() {
		looksKept := knowledge.NamesActivation(k.Attribute) || knowledge.NamesKeptItem(k.Attribute, k.Key) ||
			k.Attention && !knowledge.NamesLossPart(k.Attribute)
		if !looksKept || usedElsewhere(p, k) {
			continue
		}
		what, cost := "the activation", "the activation and its graph stay until the next forward pass has replaced them"
		if k.Value != nil {
			what = named(k.Value, what)
		}
		if k.Grows {
			cost = "it grows by one graph with every forward pass"
		}
		p.At(k.Node, fmt.Sprintf("%s keeps %s with its autograd graph on the module: %s; store the detached value",
			k.Target, what, cost), nil, storeDetached(editor, k)...)
	}
}

// usedElsewhere reports whether another file of the project may read what is kept, such
// as a training loop that adds it to the loss.
func usedElsewhere(p *rules.Pass, k *train.KeptActivation) bool {
	if p.Elsewhere == nil {
		return true
	}
	if strings.Contains(k.Target, ".") {
		return p.Elsewhere("." + k.Attribute)
	}
	return p.Elsewhere(k.Attribute)
}

func storeDetached(editor *pyedit.Editor, k *train.KeptActivation) []fixes.Fix {
	if k.Value == nil || !k.Tensor {
		return nil
	}
	text := editor.Text(k.Value)
	switch k.Value.(type) {
	case *python.Name, *python.Attribute, *python.Call, *python.Subscript:
	default:
		text = "(" + text + ")"
	}
	return editor.ReplaceExpression(k.Value, text+".detach()").Fixes("add .detach()", fixes.Unsafe)
}
