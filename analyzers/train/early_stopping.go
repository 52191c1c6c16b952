package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// RefusedStopping is a callback for early stopping that ends the training of transformers' Trainer before it begins.
type RefusedStopping struct {
	// Callback is where it is made, Arguments those of the trainer.
	Callback, Arguments *python.Call
	// WithoutEvaluation is set where the trainer never evaluates; else no figure is named to go by.
	WithoutEvaluation bool
}

// RefusedStoppings lists those of the file.
func (f *Facts) RefusedStoppings() []*RefusedStopping {
	if f.Module.SetsAttribute(knowledge.DecidesStopping) || len(f.Module.Attributes(knowledge.SetsEvaluation)) > 0 {
		return nil // args.metric_for_best_model = …
	}
	var list []*RefusedStopping
	for _, trainer := range f.Module.AllCalls() {
		if class := f.Module.Resolve(trainer.Func); !knowledge.IsTrainer(class) || knowledge.NamesFigureItself(class) {
			continue
		}
		callback := f.stopsEarly(trainer)
		args, ok := f.Module.OnlyValue(f.Module.Argument(trainer, "args", 1).Value).(*python.Call)
		if callback == nil || !ok || !knowledge.IsTrainingArguments(f.Module.Resolve(args.Func)) || args.Spreads() {
			continue
		}
		refused := &RefusedStopping{Callback: callback, Arguments: args}
		switch {
		case f.isFalseOrAbsent(args, "load_best_model_at_end") && f.isFalseOrAbsent(args, "metric_for_best_model") &&
			!f.plateaus(args):
			list = append(list, refused)
		case f.isFalseOrAbsent(args, "load_best_model_at_end") && f.evaluatesNever(args):
			refused.WithoutEvaluation = true
			list = append(list, refused)
		}
	}
	return list
}

// stopsEarly is the callback for early stopping that a trainer surely has: one of its list, or one that it is given
// behind it.
func (f *Facts) stopsEarly(trainer *python.Call) *python.Call {
	is := func(e python.Expr) *python.Call {
		if c, ok := f.Module.OnlyValue(e).(*python.Call); ok && f.Module.Resolve(c.Func) == knowledge.StopsEarly {
			return c
		}
		return nil
	}
	given := f.Module.Argument(trainer, "callbacks", -1)
	if given.Presence == python.Given {
		if list, ok := f.Module.OnlyValue(given.Value).(*python.Sequence); ok {
			for _, item := range list.Items {
				if c := is(item); c != nil {
					return c
				}
			}
		}
	}
	for _, add := range f.Module.AllCalls() {
		if add.MethodName() != "add_callback" || len(add.Args) != 1 ||
			len(python.GatesOf(add)) > len(python.GatesOf(trainer)) ||
			python.EnclosingFunction(add) != python.EnclosingFunction(trainer) {
			continue
		}
		if f.Module.OnlyValue(add.Receiver()) == python.Expr(trainer) {
			if c := is(add.Args[0].Value); c != nil {
				return c
			}
		}
	}
	return nil
}

// isFalseOrAbsent reports whether a call surely gives nothing for an argument, or what counts as nothing.
func (f *Facts) isFalseOrAbsent(c *python.Call, name string) bool {
	given := f.Module.Argument(c, name, -1)
	switch given.Presence {
	case python.Absent:
		return true
	case python.Given:
		return python.IsNone(given.Value) || python.IsFalse(given.Value)
	}
	return false
}

// plateaus reports whether the learning rate may go by a figure, for which the trainer takes the loss.
func (f *Facts) plateaus(args *python.Call) bool {
	given := f.Module.Argument(args, "lr_scheduler_type", -1)
	if given.Presence == python.Absent {
		return false
	}
	kind, known := f.text(args, "lr_scheduler_type")
	return !known || knowledge.GoesByFigure(kind)
}

// evaluatesNever reports whether arguments surely leave evaluation during the training off.
func (f *Facts) evaluatesNever(args *python.Call) bool {
	for _, name := range knowledge.WhenToEvaluate {
		if f.isFalseOrAbsent(args, name) {
			continue
		}
		if when, known := f.text(args, name); !known || when != "no" {
			return false
		}
	}
	return true
}
