package python

import "strings"

// option is one argument that the file's parser takes.
type option struct {
	value Value
	known bool
}

// Option is what an argparse parser, click or a similar declaration in this file
// says about one command line option.
type Option struct {
	Name    string // as an attribute of the namespace
	Default Value
	Known   bool // Default is the default
	Node    *Call
}

// Options lists the options that this file's parsers take, by attribute name. An
// option that is declared twice with different defaults is not known.
func (m *Module) Options() map[string]Option {
	list := map[string]Option{}
	for _, c := range m.calls {
		if c.MethodName() != "add_argument" {
			continue
		}
		name := destination(m, c)
		if name == "" {
			continue
		}
		o := Option{Name: name, Node: c}
		o.Default, o.Known = m.declaredDefault(c)
		if earlier, ok := list[name]; ok && (!o.Known || !earlier.Known || !sameValue(o.Default, earlier.Default)) {
			o.Known = false
		}
		list[name] = o
	}
	return list
}

func sameValue(a, b Value) bool {
	a.From, b.From = nil, nil
	return a == b
}

// destination is the attribute under which argparse stores an option.
func destination(m *Module, c *Call) string {
	if dest := c.Keyword("dest"); dest != nil {
		v, _ := m.Const(dest.Value)
		return v.Str
	}
	name := ""
	for _, a := range c.Args {
		s, ok := a.Value.(*String)
		if a.Name != "" || !ok || !s.Known {
			continue
		}
		if strings.HasPrefix(s.Text, "--") {
			name = strings.TrimPrefix(s.Text, "--")
			break // the first long flag names it
		}
		if name == "" {
			name = strings.TrimPrefix(s.Text, "-")
		}
	}
	return strings.ReplaceAll(name, "-", "_")
}

func (m *Module) declaredDefault(c *Call) (Value, bool) {
	if d := c.Keyword("default"); d != nil {
		v, ok := m.Const(d.Value)
		v.Default = true
		return v, ok
	}
	if c.Spreads() {
		return Value{}, false
	}
	if action := c.Keyword("action"); action != nil {
		v, ok := m.Const(action.Value)
		switch {
		case !ok:
			return Value{}, false
		case v.Str == "store_true":
			return Value{Kind: BoolValue, Default: true, From: c}, true
		case v.Str == "store_false":
			return Value{Kind: BoolValue, Bool: true, Default: true, From: c}, true
		}
	}
	if required := c.Keyword("required"); required != nil {
		return Value{}, false
	}
	return Value{Kind: NoneValue, Default: true, From: c}, true
}

// optionDefault is the default behind `args.name`, where args is what a parser of
// this file returned.
func (m *Module) optionDefault(e *Attribute) (Value, bool) {
	if !m.isNamespace(e.Value) {
		return Value{}, false
	}
	f := m.load()
	if !f.parsed {
		f.parsed = true
		f.parser = map[string]*option{}
		for name, o := range m.Options() {
			f.parser[name] = &option{o.Default, o.Known}
		}
	}
	o := f.parser[e.Attr]
	if o == nil || !o.known {
		return Value{}, false
	}
	return o.value, true
}

// isNamespace reports whether e holds parsed command line options: bound by a
// parse call, or a parameter, global or attribute called args, opt, hparams or
// the like in a file that has a parser.
func (m *Module) isNamespace(e Expr) bool {
	switch e := e.(type) {
	case *Name:
		scope, bindings := m.Lookup(e.ID, e)
		if scope == nil || len(bindings) == 0 {
			return false
		}
		for _, b := range bindings {
			if b.Kind == Parameter && namespaceNames[e.ID] {
				continue
			}
			call, ok := b.Value.(*Call)
			if !ok || !m.parsesOptions(call) {
				return false
			}
		}
		return true
	case *Attribute:
		return namespaceNames[e.Attr] && m.ClassOf(e.Value) != nil
	}
	return false
}

var namespaceNames = map[string]bool{
	"args":    true,
	"opt":     true,
	"opts":    true,
	"hparams": true,
	"options": true,
	"config":  true,
	"cfg":     true,
	"flags":   true,
}

func (m *Module) parsesOptions(c *Call) bool {
	switch c.MethodName() {
	case "parse_args", "parse_known_args", "parse_args_and_config", "parse_intermixed_args":
		return true
	}
	f, ok := m.Definition(c.Func).(*Function)
	if !ok {
		return false
	}
	returns := Returns(f)
	if len(returns) == 0 {
		return false
	}
	value := returns[0].Value
	if name, ok := value.(*Name); ok {
		if _, bindings := m.Lookup(name.ID, name); len(bindings) > 0 {
			value = bindings[0].Value
		}
	}
	call, ok := value.(*Call)
	return ok && strings.HasPrefix(call.MethodName(), "parse_")
}
