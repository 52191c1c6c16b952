package library

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// isLightning reports whether an object is an instance of a class of the project that inherits from one of Lightning's.
func isLightning(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	return ok && o.Kind == run.Instance && slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		base, ok := v.(run.Symbol)
		return ok && knowledge.IsLightningBase(string(base))
	})
}

// savedArguments is self.save_hyperparameters(…) in a constructor: its arguments are attributes of self.hparams from
// then on.
func (l Library) savedArguments(m *run.Machine, c *run.Call, o *run.Object) run.Value {
	if c.Caller == nil {
		return nil
	}
	var init *run.Function
	switch callee := c.Caller.Callee.(type) {
	case *run.Function:
		init = callee
	case *run.Method: // super().__init__(…)
		init = callee.Func
	}
	if init == nil || init.Name() != "__init__" {
		return nil
	}
	var keys, values []run.Value
	// a base class has saved its own
	if before, ok := run.Bare(m.Get(o, hparams)).(*run.Object); ok && before.Kind == run.Dict {
		keys, values, _ = m.Entries(before)
		keys, values = slices.Clone(keys), slices.Clone(values)
	}
	only, whole := named(m, c.Args)
	if whole != nil {
		if dict, ok := run.Bare(whole).(*run.Object); ok && dict.Kind == run.Dict {
			whole = l.byName(m, c, dict)
		}
		m.Set(o, hparams, whole)
		return run.None
	}
	left := ignored(m, c)
	m.Paid(perNode * (len(keys) + len(init.Params())))
	for i, p := range init.Params() {
		if p.Star == 2 { // what they hold is saved by its own names
			if more, ok := run.Bare(m.Local(p.Name)).(*run.Object); ok && more.Kind == run.Dict {
				names, given, _ := m.Entries(more)
				for at, key := range names {
					if name, ok := key.(run.Str); ok && (only == nil || only[string(name)]) && !left[string(name)] {
						keys, values = append(keys, key), append(values, given[at])
					}
				}
			}
		}
		if i == 0 || p.Star > 0 || only != nil && !only[p.Name] || left[p.Name] {
			continue
		}
		if v := m.Local(p.Name); v != nil {
			keys, values = append(keys, run.Str(p.Name)), append(values, v)
		}
	}
	m.Set(o, hparams, l.byName(m, c, m.Dict(keys, values, c)))
	return run.None
}

const hparams = "hparams"

// named are the names that are to be saved, nil for all of them; whole is a namespace that is saved as it is.
func named(m *run.Machine, args []run.Argument) (only map[string]bool, whole run.Value) {
	for _, a := range args {
		if a.Name != "" || a.Star > 0 {
			continue
		}
		switch v := run.Bare(m.Here(a.Value)).(type) {
		case run.Str:
			if only == nil {
				only = map[string]bool{}
			}
			only[string(v)] = true
		case *run.Object:
			whole = a.Value
		}
	}
	return only, whole
}

// ignored are the names in ignore=[…].
func ignored(m *run.Machine, c *run.Call) map[string]bool {
	left := map[string]bool{}
	v, _ := c.Argument("ignore", -1) // what has no name are names to save
	switch v := run.Bare(v).(type) {
	case run.Str:
		left[string(v)] = true
	case *run.Object:
		list, _ := m.Elements(v)
		for _, one := range list {
			if s, ok := run.Bare(one).(run.Str); ok {
				left[string(s)] = true
			}
		}
	}
	return left
}

// configured is what self.optimizers() and self.lr_schedulers() give in a class of Lightning's: what its
// configure_optimizers() returned, which Lightning called once; nil where that is not seen.
func configured(m *run.Machine, c *run.Call, o *run.Object, asked string) run.Value {
	const memo = "<configured>"
	made := m.Get(o, memo)
	if made == nil {
		class, _ := o.Class.(*run.Class)
		method, ok := m.ClassMember(class, knowledge.ConfiguresOptimizers).(*run.Function)
		if !ok {
			return nil
		}
		if made = m.Call(&run.Method{Func: method, Self: o}, nil, c); made == nil {
			return nil
		}
		m.Set(o, memo, made)
	}
	optimizers, schedulers := made, run.Value(nil)
	if pair, exact := m.Elements(made); exact && len(pair) == 2 && isSequence(pair[0]) && isSequence(pair[1]) {
		optimizers, schedulers = pair[0], pair[1]
	}
	if asked == "optimizers" {
		return oneOrMore(m, optimizers, "optimizer")
	}
	if schedulers == nil {
		schedulers = optimizers
	}
	return oneOrMore(m, schedulers, "lr_scheduler")
}

// isSequence reports whether a value is a list or a tuple.
func isSequence(v run.Value) bool {
	switch v := run.Bare(v).(type) {
	case *run.Tuple:
		return true
	case *run.Object:
		return v.Kind == run.List
	}
	return false
}

// oneOrMore are the optimizers, or the schedulers, of what configure_optimizers() returned: one that stands alone or in
// a list is given alone, several as a list. Each may stand in a dictionary with what belongs to it. nil where one is
// not seen.
func oneOrMore(m *run.Machine, of run.Value, key string) run.Value {
	list := []run.Value{of}
	if isSequence(of) {
		items, exact := m.Elements(of)
		if !exact || len(items) == 0 {
			return nil
		}
		list = slices.Clone(items)
	}
	for i, v := range list {
		// {"optimizer": …, "lr_scheduler": {"scheduler": …, "interval": "step"}}
		for _, inner := range []string{key, "scheduler"} {
			if held, ok := run.Bare(v).(*run.Object); ok && held.Kind == run.Dict {
				if one := m.Item(held, inner); one != nil {
					v = one
				}
			}
		}
		if role := RoleOf(v); role != knowledge.Optimizer && role != knowledge.Scheduler ||
			(role == knowledge.Optimizer) != (key == "optimizer") {
			return nil
		}
		list[i] = v
	}
	if len(list) == 1 {
		return list[0]
	}
	return &run.Tuple{Items: list}
}

// trainerOf is self.trainer in a class of Lightning's: what runs it, and holds it as its model.
func trainerOf(m *run.Machine, o *run.Object) run.Value {
	t := m.NewObject(run.Instance, &run.Call{})
	t.Class = run.Symbol(knowledge.LightningTrainer)
	if class, ok := o.Class.(*run.Class); ok && ModuleClass(class) {
		m.Begin(t, "model", o)
		m.Begin(t, "lightning_module", o)
	}
	m.Begin(o, "trainer", t)
	return t
}
