package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/run"
)

// configured takes the model that a Python config describes, dict(type='RetinaNet', …), as one of the project's own:
// the classes behind its names stand in the framework's code, where that is checked out.
func (j *Job) configured(p *Program, at string, settings, options, script *layers, engine bool) {
	m := p.run.w.Module(at)
	name := settings.text("model.type")
	if m == nil || name == "" {
		return
	}
	j.source = p
	where := Place{File: m.File}
	if bindings := m.ModuleScope().Bindings("model"); len(bindings) > 0 {
		where.Span = bindings[0].Node.Span()
	}
	given := &Given{Kind: GivenDict}
	for _, one := range options.pairs {
		given.Keys = append(given.Keys, constantGiven(run.Str(one.Key)))
		given.Items = append(given.Items, commandGiven(one.Value, Place{File: one.File, Span: one.Span}))
	}
	own := &Own{
		Name:  name,
		Class: p.run.w.registeredClass(name),
		Held:  []string{""},
		Made:  callGiven("trainlint.openmm.model", where, constantGiven(run.Str(at)), given),
	}
	for _, one := range append(script.opened, script.keys()...) {
		if decidesModel(one.Key) {
			own.Doubt = &Doubt{At: Place{File: one.File, Span: one.Span}, Why: "the script changes the model's config"}
		}
	}
	j.Own = []*Own{own}
	j.Loop = &Loop{At: where, Own: j.Own, Old: !engine,
		Steps: callGiven("trainlint.openmm.Runner", where, own.Made, constantGiven(run.Str(at)), given)}
}

// decidesModel reports whether a key of a config says what a model or its batches are.
func decidesModel(key string) bool {
	root, _, _ := strings.Cut(key, ".")
	switch root {
	case "", "model", "train_cfg", "fp16":
		return true
	case "data", "train_dataloader":
		return strings.Contains(key, "pipeline")
	}
	return false
}

// text is what is said under a key; "" where that is not known.
func (s *layers) text(key string) string {
	for _, p := range s.pairs {
		if p.Key == key && p.Value.Known() {
			return p.Value.Text
		}
	}
	return ""
}

// keys are the keys that are said, with where.
func (s *layers) keys() (list []opened) {
	for _, p := range s.pairs {
		list = append(list, opened{p.Key, Place{File: p.File, Span: p.Span}})
	}
	return list
}

func constantGiven(v run.Value) *Given { return &Given{Kind: GivenConstant, Constant: v} }

func callGiven(name string, at Place, items ...*Given) *Given {
	return &Given{
		Kind:  GivenCall,
		Of:    &Given{Kind: GivenSymbol, Name: name},
		Items: items,
		Names: make([]string, len(items)),
		At:    at,
	}
}

// commandGiven is what a command line says for a key of a config.
func commandGiven(v config.Value, at Place) *Given {
	switch {
	case !v.Known():
		return unknownGiven(at, "what the command line says")
	case v.Kind == config.Bool:
		return constantGiven(run.Bool(v.Bool))
	case v.Kind == config.Int:
		return constantGiven(run.Int(v.Int))
	case v.Kind == config.Float:
		return constantGiven(run.Float(v.Float))
	case v.Kind == config.Null:
		return constantGiven(run.NoneType{})
	}
	return constantGiven(run.Str(v.Text))
}
