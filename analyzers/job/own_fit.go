package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Fit is what Lightning's Trainer is given to fit: the loop is the trainer's.
type Fit struct {
	Model *Given
	// Data is a data module, Loaders are what takes its place; nil: none.
	Data, Loaders *Given

	job *Job
}

// Autocast is the dtype to which Lightning casts a step, as torch calls it, "" where it does not; known says whether it
// is one of these.
func (f *Fit) Autocast() (dtype string, known bool) {
	dtypes := map[string]string{"fp32": "", "amp-fp16": "torch.float16", "amp-bf16": "torch.bfloat16"}
	dtype, known = dtypes[f.job.Text(dialect.Precision)]
	return dtype, known
}

// Accelerated is what accelerate calls the job's precision, no, fp16 or bf16; "" where it has no word for it, or that
// is not known.
func (j *Job) Accelerated() string {
	return map[string]string{"fp32": "no", "amp-fp16": "fp16", "amp-bf16": "bf16"}[j.Text(dialect.Precision)]
}

// Every is after how many batches the optimizer steps, 0 where that is not known.
func (f *Fit) Every() int { return f.job.Int(dialect.Accumulation) }

// fit finds the one call by which Lightning's Trainer trains the one model of the job; nil where there is none, or
// where something of the project stands in the trainer's way.
func (w *owning) fit() *Loop {
	if len(w.list) != 1 {
		return nil
	}
	var found *run.Call
	for _, c := range w.m.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok || method.Name != "fit" || !tellsTrainer(c) {
			continue
		}
		if found != nil && found.Node == c.Node {
			continue // each fold of a cross-validation trains its own model, made in the same way
		}
		if found != nil {
			return nil
		}
		found = c
	}
	if found == nil {
		return nil
	}
	model, _ := found.Argument("model", 0)
	o, ok := run.Bare(model).(*run.Object)
	if !ok || o != w.objects[0] && !w.hands(o, w.objects[0]) || ownsStep(o) {
		return nil
	}
	module := w.j.Program.peer(found.Unit.Module)
	if module == nil {
		return nil
	}
	g := newGiver(w.m, found.Seq)
	g.models, g.inside = map[*run.Object]*Given{w.objects[0]: w.list[0].Made}, w.inside
	out := &Loop{
		At:     module.Place(found.At),
		Own:    w.list,
		Names:  map[string]*Given{},
		Inside: true,
		Fit:    &Fit{Model: w.list[0].Made, job: w.j},
	}
	if o != w.objects[0] {
		made := newGiver(w.m, o.Seq)
		made.models, made.inside = g.models, g.inside
		out.Fit.Model = made.kept(o, made.made(o))
		g.models[o] = out.Fit.Model
	}
	for _, name := range []string{"train_dataloaders", "train_dataloader"} {
		if v, _ := found.Argument(name, 1); v != nil && !run.IsNone(v) && out.Fit.Loaders == nil {
			out.Fit.Loaders = g.of(v)
			if isDataModule(v) {
				out.Fit.Data, out.Fit.Loaders = out.Fit.Loaders, nil
			}
		}
	}
	if v, _ := found.Argument("datamodule", 3); v != nil && !run.IsNone(v) {
		out.Fit.Data = g.of(v)
	}
	return out
}

// hands reports whether a Lightning module is handed the network that its optimizer holds, and is a model beside that:
// it is made of it.
func (w *owning) hands(module, network *run.Object) bool {
	if !isLightningModule(module) || module.Made == nil || module.Seq < network.Seq {
		return false
	}
	return slices.ContainsFunc(
		module.Made.Args,
		func(a run.Argument) bool { return run.Bare(a.Value) == run.Value(network) },
	)
}

// isLightningModule reports whether an object is one of a class of the project that is a Lightning module.
func isLightningModule(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	return ok && slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		base, ok := v.(run.Symbol)
		return ok && knowledge.IsLightningModule(string(base))
	})
}

// ownsStep reports whether a module of the project does itself what Lightning does around a training step.
func ownsStep(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	return !ok || slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		own, ok := v.(*run.Class)
		return ok && slices.ContainsFunc(knowledge.AroundLightningsStep(), func(name string) bool {
			return len(own.Unit.Module.Member(own.Node, name)) > 0
		})
	})
}

// isDataModule reports whether a value is one of Lightning's data modules.
func isDataModule(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return false
	}
	class, ok := o.Class.(*run.Class)
	return ok && slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		base, ok := v.(run.Symbol)
		return ok && knowledge.IsDataModule(string(base))
	})
}
