package job

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// maxBases bounds how deep Python configs stand on others.
const maxBases = 6

// layers are the settings of a Python config by dotted keys. A pair whose value is not known stands for what only the
// run knows.
type layers struct {
	pairs []dialect.Pair
	// replaced are the keys below which nothing of a lower layer is left.
	replaced []string
	// opened are keys at and below which something is not known, with where.
	opened []opened
}

// opened is a key, and where it is made unknown.
type opened struct {
	Key string
	Place
}

func below(key, name string) bool {
	return name == "" || key == name || strings.HasPrefix(key, name+".")
}

// set says one key, which takes away what was at it and below it, and a plain value above it.
func (s *layers) set(key string, v config.Value, at Place) {
	s.pairs = slices.DeleteFunc(
		s.pairs,
		func(p dialect.Pair) bool { return below(p.Key, key) || strings.HasPrefix(key, p.Key+".") },
	)
	s.pairs = append(s.pairs, dialect.Pair{Key: key, Value: v, File: at.File, Span: at.Span, KeySpan: at.Span})
}

// assign sets a key to a plain value; one that is not known may be a dictionary.
func (s *layers) assign(key string, v config.Value, at Place) {
	if !v.Known() {
		s.open(key, at)
		return
	}
	s.set(key, v, at)
	s.replaced = append(s.replaced, key)
}

// open makes unknown what is said by a key and below it; by "" everything.
func (s *layers) open(name string, at Place) {
	s.opened = append(s.opened, opened{name, at})
	s.pairs = slices.DeleteFunc(s.pairs, func(p dialect.Pair) bool { return below(p.Key, name) })
	for _, key := range dialect.Named("mmengine").Paths() {
		if below(key, name) && !slices.ContainsFunc(s.pairs, func(p dialect.Pair) bool { return p.Key == key }) {
			s.pairs = append(s.pairs, dialect.Pair{Key: key, File: at.File, Span: at.Span, KeySpan: at.Span})
		}
	}
}

// lay puts others over these.
func (s *layers) lay(over *layers) {
	s.pairs = slices.DeleteFunc(s.pairs, func(p dialect.Pair) bool {
		return slices.ContainsFunc(over.replaced, func(name string) bool { return below(p.Key, name) })
	})
	for _, p := range over.pairs {
		s.set(p.Key, p.Value, Place{File: p.File, Span: p.Span})
		s.pairs[len(s.pairs)-1] = p
	}
	s.replaced = append(s.replaced, over.replaced...)
}

// beside takes in bases of one config, of which no two say the same name: what one of them leaves open is not what
// another says.
func (s *layers) beside(bases []*layers) {
	for _, b := range bases {
		for _, p := range b.pairs {
			if !p.Value.Known() {
				s.open(p.Key, Place{File: p.File, Span: p.Span})
			}
		}
	}
	for _, b := range bases {
		for _, known := range b.pairs {
			if !known.Value.Known() {
				continue
			}
			root, _, _ := strings.Cut(known.Key, ".")
			s.pairs = slices.DeleteFunc(s.pairs, func(p dialect.Pair) bool { return below(p.Key, root) })
			for _, p := range b.pairs {
				if below(p.Key, root) {
					s.pairs = append(s.pairs, p)
				}
			}
		}
	}
}

// of are the pairs that MMEngine reads, or what was there before it: the names of the other are the file's own.
func (s *layers) of(engine bool) (list []dialect.Pair) {
	wraps := slices.ContainsFunc(s.pairs, func(p dialect.Pair) bool { return below(p.Key, "optim_wrapper") })
	for _, p := range s.pairs {
		root, _, _ := strings.Cut(p.Key, ".")
		if engine && root == "optimizer" && !wraps { // as MMEngine's first versions took it
			list = append(list, p)
		}
		if isEngine := root == "optim_wrapper" || root == "train_dataloader" || root == "train_cfg"; isEngine == engine {
			list = append(list, p)
		}
	}
	return list
}

// settingsIn are the settings of a Python config: those of its bases, and its own over them. above are the configs that
// stand on it.
func (f *finder) settingsIn(at string, above []string) *layers {
	s := &layers{}
	m := f.w.Module(at)
	if m == nil || len(above) > maxBases || slices.Contains(above, at) {
		s.open("", Place{})
		return s
	}
	p := f.program(m, &Job{})
	machine := p.run.ran()
	unit := machine.Unit(m, p.name())
	scope := m.ModuleScope()
	if bindings := scope.Bindings("_base_"); len(bindings) > 0 {
		bases, whole := basesOf(p.run.found(machine.Global(unit, "_base_")))
		if !whole {
			s.open("", p.Place(bindings[0].Node))
		}
		var list []*layers
		for i, base := range bases {
			if !slices.Contains(bases[:i], base) {
				list = append(list, f.settingsIn(path.Join(path.Dir(at), base), append(slices.Clone(above), at)))
			}
		}
		s.beside(list)
		s.replaced = nil
		s.lay(f.changedBases(p, m))
		s.replaced = nil
	}
	own := &layers{}
	for name, from := range f.namesIn(m, own, 0) {
		if name == "_base_" {
			continue
		}
		v := machine.Global(unit, name)
		bindings := scope.Bindings(name)
		// under a test that only the run knows
		perhaps := len(bindings) > 0 && !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
			runs, known := p.Runs(b.Node)
			return runs && known
		})
		deleted := slices.ContainsFunc(bindings, func(b *python.Binding) bool { return b.Kind == python.Deleted })
		switch {
		case deleted || perhaps || v == nil:
			own.open(name, from)
		default:
			own.value(p, name, p.run.found(v), from)
		}
	}
	s.lay(own)
	return s
}

// changedBases is what a config changes in its bases by their own name: _base_.optim_wrapper.type = "AmpOptimWrapper".
func (f *finder) changedBases(p *Program, m *python.Module) *layers {
	s := &layers{}
	for _, st := range m.Body {
		a, ok := st.(*python.Assign)
		if !ok || a.Value == nil {
			continue
		}
		for _, target := range a.Targets {
			steps := chain(m, target)
			if len(steps) < 2 || steps[0] != "_base_" {
				continue
			}
			key := steps[1:]
			if i := slices.Index(key, "*"); i >= 0 {
				s.open(strings.Join(key[:i], "."), p.Place(a))
				continue
			}
			v := p.Value(a.Value)
			if _, dict := v.Value.(*run.Object); dict {
				s.assign(strings.Join(key, "."), config.Value{Kind: config.String}, p.Place(a))
			}
			s.value(p, strings.Join(key, "."), v, p.Place(a))
		}
	}
	return s
}

// namesIn are the names of a config's module, in no order, with where they are bound first: its own, and those of the
// modules from which it imports everything.
func (f *finder) namesIn(m *python.Module, own *layers, depth int) map[string]Place {
	names := map[string]Place{}
	for _, star := range m.ModuleScope().Stars() {
		from := f.w.imported(star, m.File.Path)
		if from == nil || depth > maxBases {
			own.open("", Place{File: m.File})
			continue
		}
		for name, at := range f.namesIn(from, own, depth+1) {
			names[name] = at
		}
	}
	for name := range m.ModuleScope().Names() {
		names[name] = Place{File: m.File, Span: m.ModuleScope().Bindings(name)[0].Node.Span()}
	}
	return names
}

// value takes in what a name of a config is at the end of the file.
func (s *layers) value(p *Program, key string, v Found, from Place) {
	at := v.Place
	if at.File == nil {
		at = from
	}
	o, ok := v.Value.(*run.Object)
	if !ok || o.Kind != run.Dict {
		plain := v.config()
		if symbol := v.Symbol(); symbol != "" { // type=AmpOptimWrapper
			plain.Text = symbol[strings.LastIndexByte(symbol, '.')+1:]
		}
		if ok && o.Kind == run.List { // replaces what is below, whatever is in it
			plain.Kind = config.String
		}
		s.assign(key, plain, at)
		return
	}
	if _, _, exact := p.run.ran().Entries(o); !exact {
		s.open(key, at)
	}
	keys, values := p.entries(v)
	for i, name := range keys {
		if name != "_delete_" {
			if strings.Count(key, ".") >= deepestKey { // a dictionary may hold itself
				s.open(key, at)
				return
			}
			s.value(p, key+"."+name, values[i], at)
			continue
		}
		switch deletes, known := values[i].Truth(); {
		case !known:
			s.open(key, at)
		case deletes:
			s.replaced = append(s.replaced, key)
		}
	}
}

// deepestKey bounds how deep dictionaries lie in each other in a config.
const deepestKey = 24

// basesOf are the configs that a config stands on: one, or a list of them; whole is false where there may be others.
func basesOf(v Found) (list []string, whole bool) {
	if one, ok := v.Str(); ok {
		return []string{one}, true
	}
	for _, item := range v.Items {
		one, ok := item.Str()
		if !ok {
			return list, false
		}
		list = append(list, one)
	}
	return list, v.Items != nil
}
