package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/run"
)

// clicked is a main with @click.option("--n", default=3) for each parameter, or with plain defaults.
func (l Library) clicked(m *run.Machine, c *run.Call, fn *run.Function) run.Value {
	words, known := l.wordsFor(m, &run.Call{})
	words = withoutCommand(words, fn)
	var options []*option
	for i, d := range fn.Decorators {
		if (d == "click.option" || d == "click.argument") && fn.Decorated[i] != nil {
			if o := declared(m, fn.Decorated[i]); o != nil {
				o.dest = clickName(o)
				if b, ok := argument(o.call, "is_flag", -1).(run.Bool); ok && bool(b) {
					o.action = "store_true"
				}
				o.clickSwitch()
				o.clickType()
				if v, uncertain := o.call.Argument("default", -1); v == nil && !uncertain && o.most() == 0 {
					o.standard = run.LocatedAt(run.Bool(false), o.call.Place().Origin(), true)
				}
				options = append(options, o)
			}
		}
	}
	f := &filling{l: l, m: m, c: c, known: known, passed: sortWords(words, options)}
	args := f.parameters(fn)
	space := m.NewObject(run.Namespace, c)
	r := &parsing{l: l, m: m, c: c, space: space, known: known}
	operands := f.passed.positional
	for i := len(options) - 1; i >= 0; i-- { // the decorator at the top is the first operand
		o := options[i]
		for j := range args {
			if args[j].Name == o.dest {
				args[j].Value = r.value(o, f.passed, &operands)
			}
		}
	}
	c.Filled = args
	return m.Invoke(fn, args, c)
}

// clickType reads click's types and multiple=True: what is given several times is not put together here, and what is
// not given at all is an empty tuple.
func (o *option) clickType() {
	if named, ok := o.typ.(*run.Object); ok && named.Class != nil {
		o.typ = clickTypes[named.Class]
	} else if named, ok := clickTypes[o.typ]; ok {
		o.typ = named
	} else if o.typ == nil || run.IsNone(o.typ) {
		o.typ = typeOfDefault(run.Bare(o.standard))
	}
	if b, ok := argument(o.call, "multiple", -1).(run.Bool); ok && bool(b) {
		o.action = unknownAction
		if v, uncertain := o.call.Argument("default", -1); v == nil && !uncertain {
			o.standard = run.LocatedAt(&run.Tuple{}, o.call.Place().Origin(), true)
		}
	}
}

// typeOfDefault is the type that click takes for an option that says none: that of its default; nil leaves the text as
// it is.
func typeOfDefault(standard run.Value) run.Value {
	switch standard.(type) {
	case run.Int:
		return run.Symbol("int")
	case run.Float:
		return run.Symbol("float")
	case run.Bool:
		return run.Symbol("click.BOOL") // "no" is False to it
	}
	return nil
}

// clickSwitch reads click's --on/--off.
func (o *option) clickSwitch() {
	for i, flag := range o.flags {
		if on, off, ok := strings.Cut(flag, "/"); ok {
			o.flags[i], o.off, o.action = strings.TrimSpace(on), strings.TrimSpace(off), boolean
		}
	}
}

// clickName is the parameter that an option fills: a name without dashes, else that of its longest flag.
func clickName(o *option) string {
	for _, a := range o.call.Args {
		if s, ok := run.Bare(a.Value).(run.Str); ok && a.Name == "" && !strings.HasPrefix(string(s), "-") {
			return strings.ReplaceAll(string(s), "-", "_")
		}
	}
	name := ""
	for _, flag := range o.flags {
		flag, _, _ = strings.Cut(flag, "/")
		if len(flagName(flag)) > len(name) {
			name = flagName(flag)
		}
	}
	return name
}
