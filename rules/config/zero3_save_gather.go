package config

import (
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// ZeRO3SaveGather is zero3-save-gather.
var ZeRO3SaveGather = &rules.Rule{
	Name:     "zero3-save-gather",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("zero3-save-gather"),
	On:       rules.Job,
	Words:    []string{"get_state_dict", "save_pretrained", "save_model"},
	Check:    checkZeRO3SaveGather,
}

func checkZeRO3SaveGather(p *rules.Pass) {
	j := p.Job
	stage, ok := j.Get(dialect.Sharding)
	gather, decided := j.Get(dialect.GatherOnSave)
	if j.Program == nil || !ok || stage.Text != "zero3" || decided && gather.Text != "false" || stage.Place.File == nil {
		return
	}
	m := j.Program.Module()
	if len(m.Calls("deepspeed.zero.GatheredParameters")) > 0 || j.Text(dialect.Method) != "full" {
		return
	}
	for _, c := range m.AllCalls() {
		switch c.MethodName() {
		case "get_state_dict":
			if m.TypeOf(c.Receiver()) == "accelerate.Accelerator" {
				reportSave(
					p,
					c,
					rules.Error,
					"accelerator.get_state_dict raises ValueError under ZeRO-3 unless "+gatherKey(
						j,
					)+" is true: the first save ends the run",
				)
				return
			}
		case "save_pretrained":
			if unwraps(c.Receiver()) && c.Keyword("state_dict") == nil && !c.Spreads() {
				reportSave(
					p,
					c,
					rules.Error,
					"save_pretrained writes empty tensors under ZeRO-3: pass state_dict=accelerator.get_state_dict(model) and set "+gatherKey(
						j,
					)+" to true",
				)
				return
			}
		case "save_model":
			if len(m.Calls("transformers.Trainer", "trl.SFTTrainer")) > 0 {
				reportSave(
					p,
					c,
					rules.Warning,
					"the Trainer saves DeepSpeed shards instead of a model unless "+gatherKey(
						j,
					)+" is true: they must be put together with zero_to_fp32.py",
				)
				return
			}
		}
	}
}

// gatherKey is the key that the job's own config has for gathering.
func gatherKey(j *job.Job) string {
	if j.DeepSpeed == nil {
		return "zero3_save_16bit_model"
	}
	return "stage3_gather_16bit_weights_on_model_save"
}

// unwraps reports whether a model is taken out of its DeepSpeed engine: what comes
// out has slices for weights.
func unwraps(e python.Expr) bool {
	c, ok := e.(*python.Call)
	return ok && c.MethodName() == "unwrap_model"
}

func reportSave(p *rules.Pass, c *python.Call, severity rules.Severity, message string) {
	stage, _ := p.Job.Get(dialect.Sharding)
	notes := []rules.NotePlace{{File: stage.Place.File.Path, Span: stage.Place.Span, Message: "stage 3 is chosen here"}}
	if gather, ok := p.Job.Get(dialect.GatherOnSave); ok && gather.Place.File != nil {
		notes = append(
			notes,
			rules.NotePlace{File: gather.Place.File.Path, Span: gather.Place.Span, Message: "gathering is switched off here"},
		)
	}
	p.Report(
		rules.Diagnostic{Severity: severity, File: p.Job.Program.File().Path, Span: c.Span(), Message: message, Notes: notes},
	)
}
