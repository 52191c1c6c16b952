package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// enterTraining are the names of this program's own with which preludes say what is not known, or happens on the
// device.
func enterTraining(l *library) {
	set := l.named
	enterSizes(l)
	set("known", func(_ *exact.Machine, a exact.Args) exact.Value {
		_, unknown := a.Pos[0].(*exact.Unknown)
		return !unknown
	})
	set("listed", func(_ *exact.Machine, a exact.Args) exact.Value {
		u, unknown := a.Pos[0].(*exact.Unknown)
		return unknown && (u.Listed || u.Each != nil)
	})
	set("leniently", func(m *exact.Machine, a exact.Args) exact.Value {
		before := m.Lenient
		m.Lenient = true
		defer func() { m.Lenient = before }()
		m.Attempted(func() { m.Call(a.Pos[0], exact.Positional(a.Pos[1:]...)) })
		return exact.None
	})
	set("defaults", func(*exact.Machine, exact.Args) exact.Value {
		l.tookDefaults = l.defaults
		return l.defaults
	})
	set("whole", func(_ *exact.Machine, a exact.Args) exact.Value {
		u, unknown := a.Pos[0].(*exact.Unknown)
		return unknown && u.Whole
	})
	set("as_tensor", func(m *exact.Machine, a exact.Args) exact.Value {
		if o, ok := a.Pos[0].(*exact.Instance); ok {
			if t := l.fromGiven(m, o); t != nil {
				return t
			}
		}
		return m.Unknown("data of a shape that somebody said")
	})
	set("open", func(*exact.Machine, exact.Args) exact.Value {
		return l.training != nil && l.training.open && l.training.ways == nil
	})
	set("attempted", func(m *exact.Machine, a exact.Args) (made exact.Value) {
		do := func() { made = m.Call(a.Pos[0], exact.Positional(a.Pos[1:]...)) }
		if l.training == nil || !l.training.open || l.training.ways != nil {
			do()
			return made
		}
		if u := m.Attempted(do); u != nil {
			return u
		}
		return made
	})
	set("precision", func(*exact.Machine, exact.Args) exact.Value {
		if l.precision == "" {
			return exact.None
		}
		return l.precision
	})
	set("unknown", func(m *exact.Machine, a exact.Args) exact.Value { return m.Unknown("%s", m.Text(a.Pos[0])) })
	set("perhaps", func(m *exact.Machine, a exact.Args) exact.Value {
		if n, ok := exact.Integer(a.Pos[0]); ok && n > 0 {
			l.tape.Perhaps += n
		}
		return exact.None
	})
	set("full", func(*exact.Machine, exact.Args) exact.Value {
		if l.tape.Picks == nil {
			l.tape.Picks = &tensor.Picks{}
		}
		l.tape.Picks.Taken, l.tape.Picks.All = true, true
		return exact.None
	})
	set("casts", func(*exact.Machine, exact.Args) exact.Value { return l.tape.Autocast != tensor.NoDType })
	set("undated", func(*exact.Machine, exact.Args) exact.Value { return l.tape.Undated })
	set("stop", func(m *exact.Machine, a exact.Args) exact.Value {
		m.Stop("%s", m.Text(a.Pos[0]))
		return nil
	})
	set("holds_alike", func(_ *exact.Machine, a exact.Args) exact.Value {
		u, unknown := a.Pos[0].(*exact.Unknown)
		return unknown && u.Each != nil
	})
	set("many", func(m *exact.Machine, a exact.Args) exact.Value {
		return exact.Many(m.Text(a.Pos[0]), m.Place(), a.Pos[1])
	})
	set("plain", func(m *exact.Machine, a exact.Args) exact.Value {
		if u, ok := a.Pos[0].(*exact.Unknown); ok {
			return &exact.Unknown{Why: u.Why, At: u.At}
		}
		return a.Pos[0]
	})
	set("padded", func(m *exact.Machine, a exact.Args) exact.Value {
		u, ok := a.Pos[0].(*exact.Unknown)
		if !ok {
			return a.Pos[0]
		}
		out := &exact.Unknown{Why: u.Why, At: u.At}
		m.Derived(out, u) // who says how long one sequence is says how long they are together
		return out
	})
	set("each", func(_ *exact.Machine, a exact.Args) exact.Value { return a.Pos[0].(*exact.Unknown).Each })
	set("real", func(_ *exact.Machine, a exact.Args) exact.Value {
		u, unknown := a.Pos[0].(*exact.Unknown)
		return unknown && (u.Real || u.Share)
	})
	set("number", func(m *exact.Machine, a exact.Args) exact.Value {
		u := m.Unknown("%s", m.Text(a.Pos[0]))
		u.Real = true
		return u
	})
	set("share", func(m *exact.Machine, a exact.Args) exact.Value {
		u := m.Unknown("%s", m.Text(a.Pos[0]))
		u.Share = true
		return u
	})
	set("choose", func(m *exact.Machine, a exact.Args) exact.Value {
		list := m.Items(a.Pos[0])
		return list[l.way(m, len(list), "which of several it is")]
	})
	set("chance", func(m *exact.Machine, _ exact.Args) exact.Value { return l.way(m, 2, "whether it happens") == 0 })
	set("same", func(m *exact.Machine, a exact.Args) exact.Value {
		list := m.Items(a.Pos[0])
		for _, v := range list[1:] {
			if kindOf(m, v) != kindOf(m, list[0]) {
				return m.Unknown("which of several datasets an item is of")
			}
		}
		return list[0]
	})
	set("batch", func(_ *exact.Machine, a exact.Args) exact.Value {
		if l.training != nil && l.training.batch > 0 {
			return l.training.batch
		}
		return a.Pos[0]
	})
	set("most_tokens", func(_ *exact.Machine, a exact.Args) exact.Value {
		if n, ok := exact.Integer(a.Pos[0]); ok {
			l.tokens = max(l.tokens, n)
		}
		return a.Pos[0]
	})
	set("making_item", func(m *exact.Machine, _ exact.Args) exact.Value {
		return m.Collecting() || l.training != nil && l.training.ways != nil
	})
	set("item", func(m *exact.Machine, a exact.Args) exact.Value { return l.item(m, a.Pos[0]) })
	set("drop", func(m *exact.Machine, a exact.Args) exact.Value {
		if l.training != nil {
			l.hold()
			l.tape.Drop(l.training.parametersIn(m, a.Pos[0]))
		}
		return exact.None
	})
	set("update", func(m *exact.Machine, a exact.Args) exact.Value {
		if l.training != nil {
			l.hold()
			held := l.training.parametersIn(m, a.Pos[0])
			for _, p := range held {
				l.training.updated[p.Storage] = true
			}
			var decayed []*tensor.Tensor
			if len(a.Pos) > 2 {
				decayed = l.training.parametersIn(m, a.Pos[2])
			}
			l.tape.Update(held, decayed)
			l.training.updates++
			if len(a.Pos) > 1 {
				l.training.kinds[kindOfOptimizer(m, a.Pos[1])] = true
			}
			l.training.repeats()
		}
		return exact.None
	})
}

// wholeOf is a whole number that is not known, and why.
func wholeOf(m *exact.Machine, why string) exact.Value {
	u := m.Unknown("%s", why)
	u.Whole = true
	return u
}

// named enters a function under a name of this program's own.
func (l *library) named(name string, do func(m *exact.Machine, a exact.Args) exact.Value) {
	l.names["trainlint."+name] = exact.NewFunction(name, do)
}

// enterSizes are the names for sizes that stand in files which nobody sees, or that somebody said.
func enterSizes(l *library) {
	set := l.named
	set("index", func(m *exact.Machine, _ exact.Args) exact.Value { return sample(m) })
	set("whole_number", func(m *exact.Machine, a exact.Args) exact.Value {
		return wholeOf(m, m.Text(a.Pos[0]))
	})
	set("asked_for", func(m *exact.Machine, a exact.Args) exact.Value {
		if one, ok := l.spoken[m.Text(a.Pos[0])]; ok {
			if one.Taken != nil {
				one.Taken()
			}
			return one.Shape[0]
		}
		return wholeOf(m, m.Text(a.Pos[1]))
	})
	set("length", func(m *exact.Machine, a exact.Args) exact.Value {
		u := m.Unknown("%s", m.Text(a.Pos[0]))
		u.Whole, u.Large = true, true
		return u
	})
	set("side", func(m *exact.Machine, a exact.Args) exact.Value {
		if l.sides != nil && l.sides.Of != [2]int64{} {
			if l.sides.Taken != nil {
				l.sides.Taken()
			}
			i, _ := exact.Integer(a.Pos[0])
			return l.sides.Of[i]
		}
		if l.sides != nil {
			l.sides.Asked = true
		}
		return wholeOf(m, sideOfFile)
	})
	// which end of what a library makes of an image whose size lies in its file
	set("bound", func(_ *exact.Machine, a exact.Args) exact.Value {
		if l.sides == nil {
			return ""
		}
		for i := range l.sides.Cap {
			l.sides.Cap[i], _ = exact.Integer(a.Pos[i])
		}
		return l.sides.End
	})
	// how many samples a recording has, in a file that nobody sees: few and many, as an image is small or large
	set("lasting", func(m *exact.Machine, _ exact.Args) exact.Value {
		if n, ok := l.sides.lasting(); ok {
			return n
		}
		return wholeOf(m, "how long a recording is lies in its file")
	})
	// the third side of a volume
	set("depth", func(m *exact.Machine, _ exact.Args) exact.Value {
		if n, ok := l.sides.depth(); ok {
			return n
		}
		return wholeOf(m, "the size of a volume lies in its file")
	})
	set("between", func(m *exact.Machine, a exact.Args) exact.Value {
		if n, ok := l.between(a.Pos[0], a.Pos[1]); ok {
			return n
		}
		return m.Unknown("how far one number lies behind another")
	})
}
