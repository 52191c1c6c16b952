package library

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// instantiated is what hydra.utils.instantiate(config, name=…) gives: the call that the config's _target_ names, with
// the config's other entries and the names as arguments. What lies below is made first, unless _recursive_ says not to.
func (l Library) instantiated(m *run.Machine, c *run.Call) run.Value {
	config, _ := c.Argument("config", 0)
	b := &builder{l: l, m: m, c: c, target: "_target_", recursive: true}
	for _, a := range c.Args {
		switch {
		case a.Star > 0:
			return nil
		case a.Name == "_recursive_":
			b.recursive = said(a.Value, true)
		case a.Name != "" && a.Name != "config" && !strings.HasPrefix(a.Name, "_"):
			b.given = append(b.given, a)
		}
	}
	if o, ok := run.Bare(m.Here(config)).(*run.Object); ok && o.Kind == run.Dict {
		entries, _ := b.entries(o)
		for _, key := range knowledge.OldTargets() { // as Hydra had it before its 1.1
			if name, ok := run.Bare(entries[key]).(run.Str); ok && entries[b.target] == nil &&
				strings.Contains(string(name), ".") {
				b.target, b.arguments, b.recursive = key, "params", false
			}
		}
	}
	return b.build(config, 0)
}

// builder makes the objects that a config names.
type builder struct {
	l         Library
	m         *run.Machine
	c         *run.Call
	target    string // the key that names a class
	arguments string // the key of its arguments, "" where they stand beside the name
	recursive bool
	given     []run.Argument // the program's own, for the outermost
	first     run.Value      // what the outermost is handed first; nil: nothing
}

// maxBuilt bounds how deep objects are in each other's arguments.
const maxBuilt = 12

func (b *builder) build(config run.Value, depth int) run.Value {
	o, ok := run.Bare(b.m.Here(config)).(*run.Object)
	if !ok || o.Kind != run.Dict || depth > maxBuilt {
		return nil
	}
	entries, exact := b.entries(o)
	name, ok := run.Bare(entries[b.target]).(run.Str)
	if !ok {
		return b.parts(o, depth)
	}
	if !exact {
		return nil
	}
	args, partial := b.argumentsOf(o, entries, depth)
	if depth == 0 {
		args = with(args, b.given)
	}
	if depth == 0 && b.first != nil {
		args = append([]run.Argument{{Value: b.first}}, args...)
	}
	callee := b.m.Imported(string(name), b.c)
	if b.l.Named != nil {
		b.l.Named(callee)
	}
	if partial {
		return b.m.Call(run.Symbol("functools.partial"), append([]run.Argument{{Value: callee}}, args...), b.c)
	}
	return b.m.Call(callee, args, b.c)
}

func (b *builder) entries(o *run.Object) (map[string]run.Value, bool) {
	keys, values, exact := b.m.Entries(o)
	held := map[string]run.Value{}
	for i, k := range keys {
		if key, ok := k.(run.Str); ok {
			held[string(key)] = values[i]
		}
	}
	return held, exact
}

// argumentsOf are the arguments that a config gives, in its order.
func (b *builder) argumentsOf(
	o *run.Object,
	entries map[string]run.Value,
	depth int,
) (args []run.Argument, partial bool) {
	if v := entries["_partial_"]; v != nil {
		partial = said(v, false)
	}
	recursive := b.recursive
	if v := entries["_recursive_"]; v != nil {
		recursive = said(v, true)
	}
	if b.arguments != "" {
		inner, ok := run.Bare(entries[b.arguments]).(*run.Object)
		if !ok || inner.Kind != run.Dict {
			return nil, partial
		}
		o = inner
	}
	keys, values, _ := b.m.Entries(o)
	for i, k := range keys {
		key, ok := k.(run.Str)
		if !ok || strings.HasPrefix(string(key), "_") {
			continue
		}
		v := values[i]
		if recursive {
			v = b.below(v, depth+1)
		}
		args = append(args, run.Argument{Name: string(key), Value: v})
	}
	return args, partial
}

// below is a value of a config with what it names made.
func (b *builder) below(v run.Value, depth int) run.Value {
	o, ok := run.Bare(b.m.Here(v)).(*run.Object)
	if !ok || o.Kind != run.Dict {
		return b.number(v)
	}
	if made := b.build(o, depth); made != nil {
		return made
	}
	return v
}

// number is a word that jsonargparse reads as a number and YAML does not: 1e-4.
func (b *builder) number(v run.Value) run.Value {
	at, ok := v.(*run.Located)
	if !ok || b.arguments == "" {
		return v
	}
	word, ok := at.Value.(run.Str)
	if !ok || !strings.Contains(string(word), "e") {
		return v
	}
	if f, err := strconv.ParseFloat(string(word), 64); err == nil {
		return run.LocatedAt(run.Float(f), at.Origin, at.Default)
	}
	return v
}

// parts is a config that names nothing itself, with what its entries name made.
func (b *builder) parts(o *run.Object, depth int) run.Value {
	keys, values, exact := b.m.Entries(o)
	if !exact {
		return nil
	}
	made := make([]run.Value, len(values))
	changed := false
	for i, v := range values {
		made[i] = b.below(v, depth+1)
		changed = changed || made[i] != v
	}
	if !changed {
		return o
	}
	return b.l.byName(b.m, b.c, b.m.Dict(keys, made, b.c))
}

// with lays the program's arguments over those of a config.
func with(args, given []run.Argument) []run.Argument {
	var list []run.Argument
	for _, a := range args {
		own := false
		for _, g := range given {
			own = own || g.Name == a.Name
		}
		if !own {
			list = append(list, a)
		}
	}
	return append(list, given...)
}

// commanded is Lightning's command line: it reads --config, lays the dotted flags over it, makes the data and the
// model, of the classes that the program gives or that the config names, the optimizer and the Trainer, and starts it.
func (l Library) commanded(m *run.Machine, c *run.Call) run.Value {
	if l.Launch == nil {
		return nil
	}
	p := sortWords(l.Launch.Words, nil)
	b := &builder{l: l, m: m, c: c, target: "class_path", arguments: "init_args", recursive: true}
	entries := map[string]run.Value{}
	var said run.Value
	for _, word := range configWords(p) {
		o, ok := run.Bare(l.document(m, c, run.Str(word.Text), nil)).(*run.Object)
		if !word.Known || !ok || o.Kind != run.Dict {
			return nil // what stands there decides all
		}
		said = l.over(m, c, said, o)
	}
	if o, ok := said.(*run.Object); ok {
		entries, _ = b.entries(o)
	}
	part := func(name, parameter string, position int) run.Value {
		b.given = dotted(p, name)
		class, open := c.Argument(parameter, position)
		if _, own := run.Bare(class).(*run.Class); !own || open {
			return b.build(entries[name], 0)
		}
		if l.Named != nil {
			l.Named(class)
		}
		return m.Call(class, with(b.written(entries[name]), b.given), c)
	}
	data := part("data", "datamodule_class", 1)
	model := part("model", "model_class", 0)
	if config := entries["optimizer"]; config != nil && model != nil { // as configure_optimizers of the command line does
		b.first = m.Call(&run.Member{Object: model, Name: "parameters"}, nil, c)
	}
	b.given = dotted(p, "optimizer")
	b.build(entries["optimizer"], 0)
	b.first = nil
	args := with(b.written(entries["trainer"]), dotted(p, "trainer"))
	fits := len(p.positional) > 0 && p.positional[0].Text == "fit" && model != nil
	if len(args) == 0 && !fits {
		return nil
	}
	trainer := m.Call(run.Symbol(knowledge.LightningTrainer), args, c)
	if fits {
		given := []run.Argument{{Name: "model", Value: model}}
		if data != nil {
			given = append(given, run.Argument{Name: "datamodule", Value: data})
		}
		m.Call(&run.Member{Object: trainer, Name: "fit"}, given, c)
	}
	return nil
}

// configWords are the words behind --config in their order: each file is laid over those before it.
func configWords(p passed) (words []Word) {
	for _, flag := range []string{"config", "c"} {
		g, ok := p.others[flag]
		for one := &g; ok && one != nil; one = one.before {
			if len(one.words) > 0 {
				words = append(words, one.words[0])
			}
		}
	}
	slices.Reverse(words)
	return words
}

// written are the entries of a dictionary as arguments, with what they name made.
func (b *builder) written(v run.Value) (args []run.Argument) {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Kind != run.Dict {
		return nil
	}
	keys, values, _ := b.m.Entries(o)
	for i, k := range keys {
		if key, ok := k.(run.Str); ok {
			args = append(args, run.Argument{Name: string(key), Value: b.below(values[i], 1)})
		}
	}
	return args
}

// dotted are the flags of a command line that set entries of a part: --trainer.devices 2.
func dotted(p passed, part string) (args []run.Argument) {
	for _, name := range slices.Sorted(maps.Keys(p.others)) {
		entry, ok := strings.CutPrefix(name, part+".")
		g := p.others[name]
		if !ok || strings.Contains(entry, ".") || len(g.words) != 1 {
			continue
		}
		var v run.Value
		if w := g.words[0]; w.Known {
			v = run.LocatedAt(Guess(w.Text), w.Origin, false)
		}
		args = append(args, run.Argument{Name: entry, Value: v})
	}
	return args
}

// said is a switch of a config, standard where it is not known.
func said(v run.Value, standard bool) bool {
	if b, ok := run.Bare(v).(run.Bool); ok {
		return bool(b)
	}
	return standard
}
