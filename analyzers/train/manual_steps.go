package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// ManualClash is an option of Lightning's Trainer for steps that it makes itself, given to one that fits a module which
// makes its own.
type ManualClash struct {
	Trainer  *run.Call
	Argument *run.Argument
	// Manual is where the module says that it steps by itself.
	Manual *run.Store
}

// ManualClashes lists the options that are surely given and refused when fit() begins: clipping, and an accumulation of
// other than one batch.
func (e *Entry) ManualClashes() []*ManualClash {
	var list []*ManualClash
	for _, c := range e.Calls {
		trainer, model := fits(c)
		if trainer == nil || model == nil || len(c.Gates) > 0 {
			continue
		}
		manual := stepsByItself(e, model, c)
		if manual == nil {
			continue
		}
		for _, name := range []string{"accumulate_grad_batches", "gradient_clip_val"} {
			given, uncertain := trainer.Made.Passed(name, -1)
			if given == nil || uncertain {
				continue
			}
			n, ok := run.Number(run.Bare(given.Value))
			if !ok || name == "gradient_clip_val" && n <= 0 || name == "accumulate_grad_batches" && n == 1 {
				continue
			}
			list = append(list, &ManualClash{trainer.Made, given, manual})
		}
	}
	return list
}

// fits are Lightning's Trainer and the module of a call of fit(); nil for any other call.
func fits(c *run.Call) (trainer, model *run.Object) {
	m, ok := c.Callee.(*run.Member)
	if !ok || m.Name != "fit" || c.Node == nil {
		return nil, nil
	}
	trainer, ok = m.Object.(*run.Object)
	if !ok || trainer.Made == nil {
		return nil, nil
	}
	class, ok := trainer.Class.(run.Symbol)
	if !ok || !knowledge.IsLightningTrainer(string(class)) {
		return nil, nil
	}
	given, _ := c.Argument("model", 0)
	model, _ = run.Bare(given).(*run.Object)
	return trainer, model
}

// stepsByItself is where a module is last told, before a call and whatever happens, that it steps by itself; nil where
// it is not, or may be told otherwise.
func stepsByItself(e *Entry, model *run.Object, before *run.Call) *run.Store {
	var last *run.Store
	for _, s := range e.Stores {
		if s.Target != model || s.Name != knowledge.StepsByItself || s.Seq > before.Seq {
			continue
		}
		if len(s.Gates) > 0 || s.New != run.Value(run.Bool(false)) {
			return nil
		}
		last = s
	}
	return last
}
