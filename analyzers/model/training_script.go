package model

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// sort parts the models that a script has made into those that an optimizer updates, and others. The gap is why they
// may not be all, or the same in each epoch.
func (t *training) sort(l *library, step *Step) *Gap {
	var trained []*module
	var inputs []string
	for i, mod := range t.models {
		switch updates, inside := t.isUpdated(mod), t.inside(mod); {
		case inside && updates:
			continue // the one that holds it is there
		case !updates && !inside && !mod.moved && mod.bytes() > 0 && !slices.Contains(l.seen, mod):
			return &Gap{Reason: "whether " + mod.object.Class.Name + " lies on the device"}
		case !updates:
			if !inside {
				t.beside = append(t.beside, mod)
			}
			continue
		case !slices.Contains(t.made, mod):
			return &Gap{Reason: "whether " + mod.object.Class.Name + " is made anew in each lap of a loop around"}
		}
		at := t.m.PlaceOf(mod.object.Class)
		r := &run{
			m:      t.m,
			l:      l,
			model:  mod,
			Answer: &Answer{Built: true, Name: mod.object.Class.Name, Path: at.Path, Line: at.Line},
		}
		r.count()
		r.Layers = nil
		trained, inputs = append(trained, mod), append(inputs, t.inputs[i])
		step.Models = append(step.Models, r.Answer)
	}
	t.models, t.inputs = trained, inputs
	return nil
}

// isUpdated reports whether an optimizer updates parameters of a model.
func (t *training) isUpdated(mod *module) (updates bool) {
	mod.tensors(parametersOf, func(_ string, p *tensor.Tensor) { updates = updates || t.updated[p.Storage] })
	return updates
}

// inside reports whether a module is a part of another one that the script has at hand.
func (t *training) inside(mod *module) (inside bool) {
	for _, other := range t.models {
		if other != mod {
			other.all(func(_ string, one *module) { inside = inside || one == mod })
		}
	}
	return inside
}

// trainable counts what is trained of models whose parameters are frozen and thawed as the script goes: what an
// optimizer updates, and gets a gradient in a step.
func (t *training) trainable(step *Step, grown []*tensor.Tensor) {
	gets := map[*tensor.Storage]bool{}
	for _, p := range grown {
		gets[p.Storage] = true
	}
	for i, mod := range t.models {
		a := step.Models[i]
		a.Trainable, a.TrainableBytes = 0, 0
		mod.tensors(parametersOf, func(_ string, p *tensor.Tensor) {
			if t.updated[p.Storage] && gets[p.Storage] {
				a.Trainable += p.Numel()
				a.TrainableBytes += p.Bytes()
			}
		})
	}
}

// modulesIn are the modules that variables name, or that what they name holds.
func modulesIn(m *exact.Machine) []*module {
	var list []*module
	seen := map[exact.Value]bool{}
	m.Held(func(v exact.Value) {
		for next := []exact.Value{v}; len(next) > 0; {
			v := next[len(next)-1]
			next = next[:len(next)-1]
			if o, ok := v.(*exact.Instance); ok && !seen[v] {
				if mod := moduleOf(o); mod != nil {
					seen[v] = true
					list = append(list, mod)
					continue
				}
			}
			if items := heldBy(v); len(items) > 0 && !seen[v] {
				seen[v] = true
				next = append(next, items...)
			}
		}
	})
	return list
}

// kinds are torch's optimizers in the words of configs.
var kinds = map[string]string{
	"Adam":     "adamw",
	"AdamW":    "adamw",
	"SGD":      "sgd",
	"RMSprop":  "rmsprop",
	"Adagrad":  "adagrad",
	"Adadelta": "adadelta",
	"Adamax":   "adamax",
	"NAdam":    "nadam",
	"RAdam":    "radam",
}

// kindOfOptimizer is an optimizer of torch's; "" for one that is not known.
func kindOfOptimizer(m *exact.Machine, v exact.Value) string {
	o, ok := v.(*exact.Instance)
	// the project's own may keep more
	if !ok || o.Class.Node == nil || !strings.HasPrefix(o.Class.Unit.Module.File.Path, "<") {
		return ""
	}
	kind := kinds[o.Class.Name]
	for _, more := range []string{"momentum", "centered"} {
		switch n := o.Attrs.Get("trainlint_" + more).(type) {
		case nil:
		case *exact.Unknown:
			return ""
		default:
			if m.Truth(n) && kind != "" {
				kind += "-" + more
			}
		}
	}
	return strings.Replace(kind, "momentum-centered", "centered-momentum", 1)
}
