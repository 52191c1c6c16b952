package fit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DefaultDtypeFP32 finds large models that are loaded without a dtype.
var DefaultDtypeFP32 = &rules.Rule{
	Name:     "default-dtype-fp32",
	Group:    rules.Fit,
	Severity: rules.Warning,
	Page:     page("default-dtype-fp32"),
	On:       rules.Job,
	Words:    []string{"from_pretrained"},
	Check:    checkDefaultDtype,
}

func checkDefaultDtype(p *rules.Pass) {
	j := p.Job
	if j.Program == nil || strings.HasPrefix(j.Text(dialect.Sharding), "zero") || j.DeepSpeed != nil {
		return
	}
	for _, l := range j.Loads {
		if l.Trained && l.Quantised == "" && l.DType.IsNone() && l.Call().MethodName() == "from_pretrained" &&
			strings.HasPrefix(l.Class, "transformers.") {
			checkLoad(p, j, l)
		}
	}
}

func checkLoad(p *rules.Pass, j *job.Job, l job.Load) {
	name, _ := l.Name.Str()
	model, _ := estimator.LookupModel(name)
	if model.Params < 1_000_000_000 || isCast(j, l) || ownCode(l) || knowledge.NamesPackedWeights(name) {
		return
	}
	keyword, severity := "torch_dtype", rules.Warning
	if j.Text(dialect.Method) == "full" && strings.HasPrefix(j.Text(dialect.Precision), "amp-") {
		severity = rules.Note // autocast over fp32 weights is often what is meant
	}
	message := fmt.Sprintf(
		"%s is loaded without a dtype: transformers < 5 makes its %s parameters fp32, %s instead of %s in bf16, transformers 5 keeps the checkpoint's dtype; say which one is meant",
		name,
		billions(model.Params),
		estimator.FormatBytes(4*model.Params),
		estimator.FormatBytes(2*model.Params),
	)
	if p.Versions.Requires("transformers", ">=5") {
		keyword, severity = "dtype", rules.Warning
		if stored := strings.ToLower(model.FromHub); !strings.Contains(stored, "bf16") &&
			!strings.Contains(stored, "float16") ||
			j.Text(dialect.Method) != "full" {
			return
		}
		message = fmt.Sprintf(
			"%s is loaded without a dtype: transformers 5 keeps the checkpoint's %s, so all %s parameters train in 16 bits, Adam's states too; say which dtype is meant",
			name,
			model.FromHub,
			billions(model.Params),
		)
	}
	p.Report(rules.Diagnostic{
		Severity: severity, File: l.In.File().Path, Span: l.Call().Span(), Message: message, Fixes: dtypeFix(j, l, keyword),
	})
}

// isCast reports whether the script gives the weights a dtype afterwards.
func isCast(j *job.Job, l job.Load) bool {
	return slices.ContainsFunc(j.Said(dialect.Weights), func(v job.Value) bool {
		return !v.Default && v.Place.File == l.In.File() && v.Place.Span != l.Call().Span()
	})
}

// ownCode reports whether the repository's own code may make the model: that of
// Qwen-7B, for one, chooses bf16 by itself where nothing is said.
func ownCode(l job.Load) bool {
	arg := l.Call().Keyword("trust_remote_code")
	return arg != nil && l.In.Module().IsTrue(arg.Value)
}

// dtypeFix loads weights in bf16 that stay as they are. Weights that are trained may be meant to be fp32: in bf16, what
// AdamW changes them by is mostly less than half of what lies between two numbers, and is lost, autocast or not.
func dtypeFix(j *job.Job, l job.Load, keyword string) []fixes.Fix {
	if method := j.Text(dialect.Method); method == "" || method == "full" {
		return nil
	}
	edit := pyedit.New(l.In.Module())
	bf16, plan := edit.DType(l.Call(), "bfloat16")
	return plan.And(edit.AddKeyword(l.Call(), keyword, bf16)).Fixes("load the weights in bf16", fixes.Unsafe)
}
