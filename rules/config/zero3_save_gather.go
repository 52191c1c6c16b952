package config

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
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
	Program:  true,
	Words:    []string{"get_state_dict", "save_pretrained", "save_model", "torch save module"},
	Check:    checkZeRO3SaveGather,
}

func checkZeRO3SaveGather(p *rules.Pass) {
	j := p.Job
	stage, ok := j.Get(dialect.Sharding)
	gather, decided := j.Get(dialect.GatherOnSave)
	if j.Program == nil || !ok || stage.Text != "zero3" || stage.Place.File == nil {
		return
	}
	gathers := j.Undecided(dialect.GatherOnSave) || decided && gather.Text != "false"
	if slices.ContainsFunc(programsOf(j), func(q *job.Program) bool {
		return len(q.Module().Calls("deepspeed.zero.GatheredParameters")) > 0
	}) {
		return
	}
	for q, c := range callsOf(j) {
		if judgeSave(p, q, c, gathers) {
			return
		}
	}
}

// judgeSave reports whether a call saves what ZeRO-3 does not let it, and says so.
func judgeSave(p *rules.Pass, q *job.Program, c *python.Call, gathers bool) bool {
	j, m := p.Job, q.Module()
	if writes := savesFromEngine(m, c); writes != "" {
		reportSave(
			p,
			q,
			c,
			rules.Error,
			writes+" writes empty tensors under ZeRO-3: what stands in engine.module are placeholders; save with "+
				"engine.save_checkpoint(), or with engine.save_16bit_model() and stage3_gather_16bit_weights_on_model_save",
		)
		return true
	}
	if gathers || j.Text(dialect.Method) != "full" {
		return false
	}
	switch c.MethodName() {
	case "get_state_dict":
		if !isAccelerator(q, c.Receiver()) {
			return false
		}
		reportSave(
			p,
			q,
			c,
			rules.Error,
			"accelerator.get_state_dict raises ValueError under ZeRO-3 unless "+gatherKey(j)+
				" is true: the first save ends the run",
		)
	case "save_pretrained":
		if !unwraps(c.Receiver()) || c.Keyword("state_dict") != nil || c.Spreads() {
			return false
		}
		reportSave(
			p,
			q,
			c,
			rules.Error,
			"save_pretrained writes empty tensors under ZeRO-3: pass state_dict=accelerator.get_state_dict(model) and set "+
				gatherKey(j)+" to true",
		)
	case "save_model":
		if len(m.Calls("transformers.Trainer", "trl.SFTTrainer")) == 0 {
			return false
		}
		reportSave(
			p,
			q,
			c,
			rules.Warning,
			"the Trainer saves DeepSpeed shards instead of a model unless "+gatherKey(j)+
				" is true: they must be put together with zero_to_fp32.py",
		)
	default:
		return false
	}
	return true
}

// savesFromEngine is the function by which a call saves the weights of the model in a DeepSpeed engine, with or without
// what is around them; "" where it does not.
func savesFromEngine(m *python.Module, c *python.Call) string {
	switch {
	case c.MethodName() == "save_pretrained" && leavesEngine(m, c.Receiver()) &&
		c.Keyword("state_dict") == nil && !c.Spreads():
		return "save_pretrained"
	case m.Resolve(c.Func) != "torch.save" || len(c.Args) == 0:
		return ""
	}
	saved := []python.Expr{c.Args[0].Value}
	if d, ok := saved[0].(*python.Dict); ok {
		for _, item := range d.Items {
			saved = append(saved, item.Value)
		}
	}
	if slices.ContainsFunc(saved, func(e python.Expr) bool { return leavesEngine(m, stateOf(e)) }) {
		return "torch.save"
	}
	return ""
}

// stateOf is whose state_dict() an expression is; nil for any other.
func stateOf(e python.Expr) python.Expr {
	c, ok := e.(*python.Call)
	if !ok || c.MethodName() != "state_dict" || len(c.Args) > 0 {
		return nil
	}
	return c.Receiver()
}

// leavesEngine reports whether an expression is the model in a DeepSpeed engine: engine.module.
func leavesEngine(m *python.Module, e python.Expr) bool {
	a, ok := e.(*python.Attribute)
	return ok && a.Attr == "module" && m.TypeOf(a.Value) == knowledge.DeepSpeedEngine
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

func reportSave(p *rules.Pass, q *job.Program, c *python.Call, severity rules.Severity, message string) {
	stage, _ := p.Job.Get(dialect.Sharding)
	notes := []rules.NotePlace{{File: stage.Place.File.Path, Span: stage.Place.Span, Message: "stage 3 is chosen here"}}
	if gather, ok := p.Job.Get(dialect.GatherOnSave); ok && gather.Text == "false" && gather.Place.File != nil {
		notes = append(
			notes,
			rules.NotePlace{File: gather.Place.File.Path, Span: gather.Place.Span, Message: "gathering is switched off here"},
		)
	}
	p.Report(
		rules.Diagnostic{Severity: severity, File: q.File().Path, Span: c.Span(), Message: message, Notes: notes},
	)
}
