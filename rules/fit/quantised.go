package fit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// QuantizedFullFinetune finds quantised weights that are trained themselves.
var QuantizedFullFinetune = &rules.Rule{
	Name:     "quantized-full-finetune",
	Group:    rules.Fit,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("quantized-full-finetune"),
	On:       rules.Job,
	Words:    []string{"load_in_4bit", "load_in_8bit", "quantization_bit", "BitsAndBytesConfig", "quantize"},
	Check:    checkQuantizedFull,
}

// QLoRAUnprepared finds adapters on a quantised model that was not prepared.
var QLoRAUnprepared = &rules.Rule{
	Name:     "qlora-unprepared",
	Group:    rules.Fit,
	Severity: rules.Warning,
	Page:     page("qlora-unprepared"),
	On:       rules.Job,
	Program:  true,
	Words:    []string{"load_in_4bit", "load_in_8bit", "BitsAndBytesConfig"},
	Check:    checkUnprepared,
}

var quantised = []string{"nf4", "nf4-dq", "fp4", "int8", "int4"}

func checkQuantizedFull(p *rules.Pass) {
	j := p.Job
	q, ok := j.Get(dialect.Quantisation)
	if !ok || !slices.Contains(quantised, q.Text) || j.Text(dialect.Method) != "full" {
		return
	}
	place := q.Place
	if place.File == nil || j.Program != nil && takesAdapters(j.Program.Module()) {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf(
			"%s is loaded with %s weights and trained without adapters: quantised weights have no gradient, and the Trainer refuses to start; add LoRA or load it unquantised",
			modelName(j),
			q.Text,
		),
		Notes: provenance(j, place),
	})
}

// takesAdapters reports whether a script puts adapters that exist already on a model:
// PeftModel.from_pretrained(model, path, is_trainable=True), model.load_adapter(path).
func takesAdapters(m *python.Module) bool {
	return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		method, ok := c.Func.(*python.Attribute)
		if !ok {
			return false
		}
		return method.Attr == "load_adapter" || method.Attr == "add_adapter" ||
			method.Attr == "from_pretrained" && strings.Contains(python.PathText(method.Value), "PeftModel")
	})
}

func modelName(j *job.Job) string {
	if name := j.Text(dialect.Model); name != "" {
		return name
	}
	return "the model"
}

func checkUnprepared(p *rules.Pass) {
	j := p.Job
	if j.Program == nil || j.Framework == job.TRL || j.Framework == job.Unsloth {
		return
	}
	for _, l := range j.Loads {
		if !slices.Contains(quantised, l.Quantised) || preparesByHand(j.Program.Module()) {
			continue
		}
		m := l.In.Module() // the script's own, or a file that puts its models together
		if l.In != j.Program && preparesByHand(m) {
			continue
		}
		for _, c := range m.Calls("peft.get_peft_model") {
			if runs, known := l.In.Runs(c); !known || !runs || len(c.Args) == 0 ||
				python.PathText(c.Args[0].Value) != l.Variable {
				continue
			}
			p.Report(rules.Diagnostic{
				Severity: rules.Warning, File: m.File.Path, Span: c.Span(),
				Message: fmt.Sprintf(
					"%s is loaded with %s weights and gets adapters without prepare_model_for_kbit_training: norms and head stay in 16 bits, and with gradient checkpointing the adapters may get no gradient; prepare it first",
					l.Variable,
					l.Quantised,
				),
				Notes: []rules.NotePlace{{File: m.File.Path, Span: l.Call().Span(), Message: "loaded quantised here"}},
			})
		}
	}
}

// preparesByHand reports whether anything in the file looks like a preparation,
// its own or the library's.
func preparesByHand(m *python.Module) bool {
	freezes := slices.ContainsFunc(
		m.Attributes(func(name string) bool { return name == "requires_grad" }),
		func(a *python.Attribute) bool {
			return a.Assignment() != nil
		},
	)
	return freezes || slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		name := c.MethodName()
		if n, ok := c.Func.(*python.Name); ok {
			name = n.ID
		}
		return strings.HasPrefix(name, "prepare_model_for") || strings.Contains(name, "kbit") ||
			name == "enable_input_require_grads"
	})
}
