package config

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// FP16OverflowModel is fp16-overflow-model.
var FP16OverflowModel = &rules.Rule{
	Name:     "fp16-overflow-model",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("fp16-overflow-model"),
	On:       rules.PythonFile | rules.ConfigFile,
	Words:    []string{"fp16"},
	Check:    checkFP16OverflowModel,
}

func checkFP16OverflowModel(p *rules.Pass) {
	for _, a := range hfArguments(p) {
		fp16, on := a.on("fp16")
		name, place := a.model()
		if !on || name == "" {
			continue
		}
		switch {
		case knowledge.OverflowsInHalf(name):
			report(
				p,
				rules.Error,
				fp16,
				fmt.Sprintf(
					"%s was trained in bf16 and overflows in fp16: the loss turns nan; use bf16, or fp32 on a card without it",
					name,
				),
				place,
			)
		case knowledge.MayOverflowInHalf(name):
			report(
				p,
				rules.Warning,
				fp16,
				fmt.Sprintf("%s often overflows in fp16, and the loss turns nan; use bf16, or fp32 on a card without it", name),
				place,
			)
		}
	}
}

// model is the name of the one model that is trained with the arguments.
func (a *arguments) model() (string, rules.NotePlace) {
	if a.call == nil {
		v, ok := a.reading.Get(dialect.Model)
		if !ok || !v.Known {
			return "", rules.NotePlace{}
		}
		return v.Text, note(v.Pair, "the model")
	}
	name := ""
	var place rules.NotePlace
	for _, c := range a.pass.Python.AllCalls() {
		if c.MethodName() != "from_pretrained" || !knowledge.GeneratesText(a.pass.Python.Resolve(c.Receiver())) {
			continue
		}
		if read, ok := c.Parent().(*python.Attribute); ok && read.Attr == "config" {
			continue // of which a new model is made, with weights of its own
		}
		v, ok := a.pass.Python.Const(firstValue(c))
		if !ok || v.Kind != python.StringValue || v.Default || (name != "" && name != v.Str) {
			return "", place
		}
		name, place = v.Str, a.pass.Note(c, "the model")
	}
	return name, place
}

func firstValue(c *python.Call) python.Expr {
	if args, ok := c.Positional(); ok && len(args) > 0 {
		return args[0].Value
	}
	if a := c.Keyword("pretrained_model_name_or_path"); a != nil {
		return a.Value
	}
	return nil
}
