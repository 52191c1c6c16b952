package training

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// scalesByItself are the frameworks that make the GradScaler when the precision is
// fp16: no GradScaler stands in the script.
var scalesByItself = []job.Framework{job.Accelerate, job.Diffusers, job.HFTrainer, job.TRL}

// checkScaledWeightsOfJob finds the same where the framework owns the scaler and
// several files decide the dtypes.
func checkScaledWeightsOfJob(p *rules.Pass, d unscalable) {
	j := p.Job
	weights, ok := j.Get(dialect.Weights)
	precision, scaled := j.Get(dialect.Precision)
	if !ok || !scaled || weights.Text != d.name || precision.Text != "amp-fp16" || j.Text(dialect.Method) != "full" ||
		weights.Place.File == nil || precision.Place.File == nil {
		return
	}
	sharding := j.Text(dialect.Sharding)
	engine := strings.HasPrefix(sharding, "zero") || strings.HasPrefix(sharding, "fsdp") // they scale for themselves
	if engine || j.Program == nil || !slices.Contains(scalesByItself, j.Framework) ||
		train.NamesOtherDtype(j.Program.Module()) {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: weights.Place.File.Path, Span: weights.Place.Span,
		Message: fmt.Sprintf(
			"the weights themselves become %s here, and mixed precision fp16 steps through a GradScaler: unscaling raises "+
				"%q; %s",
			d.name,
			d.raises,
			jobRemedies[d.name],
		),
		Notes: []rules.NotePlace{
			{File: precision.Place.File.Path, Span: precision.Place.Span, Message: "fp16 mixed precision is chosen here"},
		},
	})
}

var jobRemedies = map[string]string{
	"fp16": "keep the weights in fp32 under autocast, or use bf16",
	"bf16": "use mixed precision bf16, or keep the weights in fp32",
}
