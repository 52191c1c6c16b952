package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
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
	On:       rules.PythonFile | rules.ConfigFile | rules.Job,
	Words:    []string{"fp16"},
	Check:    checkFP16OverflowModel,
}

func checkFP16OverflowModel(p *rules.Pass) {
	if p.Job != nil {
		overflowsInJob(p)
		return
	}
	for _, a := range hfArguments(p) {
		fp16, on := a.on("fp16")
		name, place := a.model()
		if !on || name == "" {
			continue
		}
		if severity, message := overflow(name); message != "" {
			report(p, severity, fp16, message, place)
		}
	}
}

// overflow is what to say of a model that is trained in fp16; "" where nothing is.
func overflow(model string) (severity rules.Severity, message string) {
	switch {
	case knowledge.OverflowsInHalf(model):
		return rules.Error, fmt.Sprintf(
			"%s was trained in bf16 and overflows in fp16: the loss turns nan; use bf16, or fp32 on a card without it",
			model,
		)
	case knowledge.MayOverflowInHalf(model):
		return rules.Warning, fmt.Sprintf(
			"%s often overflows in fp16, and the loss turns nan; use bf16, or fp32 on a card without it",
			model,
		)
	}
	return rules.Note, ""
}

// overflowsInJob looks at a job whose precision or model is said elsewhere than in a call of TrainingArguments or in a
// file of its keys: by a launcher, by a config of the project's own, in another file than the model's.
func overflowsInJob(p *rules.Pass) {
	j := p.Job
	precision, said := j.Get(dialect.Precision)
	model, known := j.Get(dialect.Model)
	if !said || !known || precision.Text != "amp-fp16" || precision.Default || precision.Place.File == nil ||
		!hasTrainer(j) ||
		model.Place.File == nil || !slices.ContainsFunc(j.Loads, func(l job.Load) bool {
		return l.Trained && knowledge.GeneratesText(l.Class)
	}) {
		return
	}
	if precision.Place.File.Path == model.Place.File.Path && statesArguments(j, model.Place.File.Path) {
		return // the file itself says both
	}
	severity, message := overflow(model.Text)
	if message == "" {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: severity, File: precision.Place.File.Path, Span: precision.Place.Span, Message: message,
		Notes: pointer(model, "the model"),
	})
}

// statesArguments reports whether a file is one of those that checkFP16OverflowModel looks at by themselves: Python, or
// a file of TrainingArguments' own keys.
func statesArguments(j *job.Job, path string) bool {
	for _, d := range j.Documents() {
		if d.File.Path == path {
			r := dialect.Read(d)
			return r != nil && r.Dialect.Name == "hf-arguments"
		}
	}
	return strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".ipynb")
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
