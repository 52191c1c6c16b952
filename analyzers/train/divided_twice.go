package train

import (
	"cmp"
	"path"
	"slices"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Twice is a loss that is divided by the number of micro-batches, and once more by what differentiates it.
type Twice struct {
	Backward *Event
	// Divider is the class that divides it again: Accelerator, DeepSpeedEngine.
	Divider string
	Made    *run.Call // the call that made that
}

// DividedTwice are the losses that are divided by the very number of micro-batches that was given to the Accelerator or
// to the engine of DeepSpeed which differentiates them: their backward divides by it, whether or not anything counts
// micro-batches around it.
func (f *Facts) DividedTwice() []Twice {
	set := f.Module.Attributes(func(name string) bool { return name == "gradient_accumulation_steps" })
	if slices.ContainsFunc(set, func(a *python.Attribute) bool { return a.Assignment() != nil }) {
		return nil // the number is another by then
	}
	var list []Twice
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			var made *run.Call
			var n run.Value
			divider := "Accelerator"
			switch {
			case ev.Kind == Backward && ev.By == knowledge.Accelerator:
				made, n = acceleratorsNumber(ev)
			case ev.Kind == Backward && ev.By == knowledge.Engine:
				made, n = f.enginesNumber(ev)
				divider = "DeepSpeedEngine"
			}
			if n == nil {
				continue
			}
			if loss, ok := ev.Loss.(*run.Object); ok && loss.Operator == "/" && len(loss.Operands) == 2 &&
				sameNumber(loss.Operands[1], n, ev) && meantForIt(loss, n, ev) {
				list = append(list, Twice{ev, divider, made})
			}
		}
	}
	return list
}

// meantForIt reports whether a quotient is divided for the sake of accumulation. A number that is written may be the
// same by chance: (real + fake) / 2 is the mean of two losses, and a sum over a batch is divided by its size. A loss
// that is multiplied by the number before is divided by none.
func meantForIt(quotient *run.Object, n run.Value, backward *Event) bool {
	loss, ok := quotient.Operands[0].(*run.Object)
	if !ok {
		return false
	}
	if run.Known(quotient.Operands[1]) {
		one := loss.Operator == "" || loss.Operator == ".loss" || loss.Operator == "[]"
		return one && (loss.Made == nil || calleeName(loss.Made) != "sum" && !setsReduction(loss.Made))
	}
	return loss.Operator != "*" ||
		!slices.ContainsFunc(loss.Operands, func(v run.Value) bool { return sameNumber(v, n, backward) })
}

// acceleratorsNumber is the number of micro-batches that the Accelerator of a backward pass was made with, and the call
// that made it; nil where there is none, it is 1 or it may come from elsewhere.
func acceleratorsNumber(backward *Event) (made *run.Call, n run.Value) {
	m, ok := backward.Call.Callee.(*run.Member)
	if !ok {
		return nil, nil
	}
	o, ok := m.Object.(*run.Object)
	if !ok || o.Made == nil || o.Kind != run.Instance {
		return nil, nil
	}
	n, open := o.Made.Argument("gradient_accumulation_steps", -1)
	if plugin, _ := o.Made.Argument("gradient_accumulation_plugin", -1); open || plugin != nil ||
		n == run.Value(run.Int(1)) ||
		run.IsNone(n) {
		return nil, nil
	}
	return o.Made, n
}

// sameNumber reports whether a divisor is the number of micro-batches that an Accelerator was given, or is asked of the
// Accelerator.
func sameNumber(divisor, n run.Value, backward *Event) bool {
	if divisor == n {
		return true
	}
	if a, ok := run.Number(divisor); ok {
		b, known := run.Number(n)
		return known && a == b && a > 1
	}
	asked, ok := divisor.(*run.Object)
	if !ok || asked.Operator != ".gradient_accumulation_steps" || len(asked.Operands) == 0 {
		return false
	}
	m, _ := backward.Call.Callee.(*run.Member)
	return asked.Operands[0] == m.Object
}

// enginesNumber is the number of micro-batches in the config that a DeepSpeed engine was made with, and the call that
// made the engine; nil where there is none, it is 1 or left to somebody else ("auto").
func (f *Facts) enginesNumber(backward *Event) (made *run.Call, n run.Value) {
	m, ok := backward.Call.Callee.(*run.Member)
	if !ok {
		return nil, nil
	}
	engine, ok := m.Object.(*run.Object)
	if !ok || engine.Made == nil || keywordOf(backward.Call, "scale_wrt_gas") == run.Value(run.Bool(false)) {
		return nil, nil
	}
	config := cmp.Or(keywordOf(engine.Made, "config"), keywordOf(engine.Made, "config_params"))
	switch config := config.(type) {
	case run.Str:
		n = f.numberInFile(string(config))
	case *run.Object:
		if config.Kind == run.Dict {
			n = f.machine.Item(config, "gradient_accumulation_steps")
		}
	}
	if v, ok := run.Number(n); n == nil || ok && v <= 1 || run.IsNone(n) {
		return nil, nil
	}
	if _, text := n.(run.Str); text {
		return nil, nil
	}
	return engine.Made, n
}

// keywordOf is an argument by its name; nil for none.
func keywordOf(c *run.Call, name string) run.Value {
	v, _ := c.Argument(name, -1)
	return v
}

// numberInFile is the number of micro-batches that a config file of DeepSpeed's states, by the path that the program
// gives; nil where the project has no such file, or it leaves the number to somebody else.
func (f *Facts) numberInFile(name string) run.Value {
	if path.IsAbs(name) {
		return nil
	}
	for _, at := range []string{path.Clean(name), path.Join(path.Dir(f.Module.File.Path), name)} {
		d := f.configAt(at)
		if d == nil || d.Root() == nil {
			continue
		}
		stated := d.Root().Get("gradient_accumulation_steps")
		if stated == nil {
			return nil
		}
		if n, err := strconv.Atoi(stated.Text); err == nil {
			return run.Int(n)
		}
	}
	return nil
}
