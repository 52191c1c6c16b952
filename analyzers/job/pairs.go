package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
)

// argument is one keyword argument, flag or key with its value in this run.
type argument struct {
	key   string
	value Found
	// span is where it is written, keySpan where its name is.
	file    *source.File
	span    source.Span
	keySpan source.Span
}

// readArguments takes arguments through the tables of a dialect, and what holds where they say nothing: defaults, or
// nobody knows what where they are not all of them, as with **options that were not read.
func (j *Job) readArguments(name string, list []argument, whole bool, from func(argument) string) {
	d := j.readWords(name, list, from)
	if d == nil {
		return
	}
	for _, byDefault := range d.Defaults {
		j.assume(byDefault.Field, byDefault.Text, d.Name)
		if !whole {
			j.doubt(byDefault.Field, byUnread)
		}
	}
	if !whole && (name != hfArguments || j.maySharded()) {
		j.doubt(dialect.Sharding, byUnread) // most jobs say nothing of it: that is a default, too
	}
}

// maySharded reports whether the states may be divided by arguments that were not read: several processes, or a word
// for it in anything that the job reads. A program of one process without one hands no such argument on, however it
// puts them together.
func (j *Job) maySharded() bool {
	if j.Launch != nil && (j.Launch.Launcher != launch.Python || j.Launch.Processes().Stated) {
		return true
	}
	texts := [][]byte{}
	if j.Launch != nil {
		texts = append(texts, j.Launch.Command.File.Text)
	}
	if j.Program != nil {
		for _, p := range j.Program.run.modules {
			texts = append(texts, p.File().Text)
		}
		for _, d := range j.Program.run.read {
			texts = append(texts, d.File.Text)
		}
	}
	return slices.ContainsFunc(texts, knowledge.SpeaksOfSharding)
}

// readingOf is what arguments say to a dialect; nil where there is none of that name.
func readingOf(name string, list []argument) *dialect.Reading {
	var pairs []dialect.Pair
	for _, a := range list {
		pairs = append(
			pairs,
			dialect.Pair{Key: a.key, Value: a.value.config(), File: a.file, Span: a.span, KeySpan: a.keySpan},
		)
	}
	return dialect.FromPairs(name, pairs)
}

// readWords takes what arguments say in the words of a dialect.
func (j *Job) readWords(name string, list []argument, from func(argument) string) *dialect.Dialect {
	byKey := map[string]argument{}
	for _, a := range list {
		byKey[a.key] = a
	}
	r := readingOf(name, list)
	if r == nil {
		return nil
	}
	for _, v := range r.Values {
		a := byKey[v.Pair.Key]
		c := fromDialect(v, j.rankOf(a.value), from(a))
		if a.value.Place.File != nil {
			c.Place = a.value.Place
		}
		c.Via = a.value.Via
		if a.value.Default {
			c.Default, c.rank = true, byConvention
		}
		if name == hfArguments && v.Field == dialect.Precision && v.Text == "fp32" {
			// With bf16 and fp16 both off the Trainer takes what accelerate
			// launch passes in the environment.
			c.rank = byConvention
		}
		j.claims = append(j.claims, claim{v.Field, c})
	}
	return r.Dialect
}

// rankOf is how binding a value of the script is, by the place that decides it.
func (j *Job) rankOf(v Found) rank {
	switch {
	case v.Default:
		return byConvention
	case j.Program == nil || v.Place.File == nil || j.Program.isScript(v.Place.File):
		return byScript
	case v.Place.File == j.Program.LaunchFile:
		return byFlag
	}
	return byConfig
}

// given are the arguments that a dataclass parser is given: what its files and the command line say of any of its
// dataclasses, and what these hold by themselves.
func (j *Job) given(spaces []*run.Object) []argument {
	p := j.Program
	flags := p.inFull(flagArguments(p.Arguments, p.LaunchFile), spaces)
	seen := map[string]bool{}
	for _, a := range flags {
		seen[a.key] = true
	}
	var list []argument
	add := func(name string, v run.Value) {
		f := p.run.found(v)
		if seen[name] || !f.Known() && f.Items == nil {
			return
		}
		seen[name] = true
		list = append(list, argument{name, f, f.Place.File, f.Place.Span, f.Place.Span})
	}
	for _, o := range spaces {
		if o.Made != nil {
			for _, a := range o.Made.Args {
				if a.Name != "" {
					add(a.Name, a.Value)
				}
			}
		}
		class, ok := o.Class.(*run.Class)
		if !ok || !holdsArguments(o) {
			continue
		}
		names, _ := class.AllFields()
		for _, name := range names {
			if v := p.run.machine.Get(o, name); v != nil {
				add(name, v)
			}
		}
	}
	return append(list, flags...)
}

// shortest is the shortest beginning of an option that is taken for it.
const shortest = 4

// inFull are options with their whole names: argparse, on which parsers of dataclasses stand, takes
// --per_device_train_batch for the one option that begins so. One that two begin with would end the program (each has a
// form with hyphens besides, so that --learning is one of two), and one that a class has under just that name is that.
func (p *Program) inFull(flags []argument, spaces []*run.Object) []argument {
	d := dialect.Named(hfArguments)
	if d == nil {
		return flags
	}
	whole := map[string]string{}
	add := func(name string) { whole[name], whole[strings.ReplaceAll(name, "_", "-")] = name, name }
	for _, key := range d.Paths() {
		add(key)
	}
	for _, o := range spaces {
		if class, ok := o.Class.(*run.Class); ok {
			names, _ := class.AllFields()
			for _, name := range names {
				add(name)
			}
		}
	}
	for i, a := range flags {
		if name := whole[a.key]; name != "" {
			flags[i].key = name
			continue
		}
		if len(a.key) < shortest {
			continue
		}
		var meant []string
		for written, name := range whole {
			if strings.HasPrefix(written, a.key) {
				meant = append(meant, name)
			}
		}
		if len(meant) == 1 {
			flags[i].key = meant[0]
		}
	}
	return flags
}

// flagArguments are a command line's options and key=value words.
func flagArguments(a launch.Arguments, file *source.File) []argument {
	var list []argument
	for _, f := range a.Flags {
		v := foundAt(run.Bool(true), Place{File: file, Span: f.Key, Key: "--" + f.Name})
		if w, ok := f.Value(); ok {
			v = ofWord(w, file, "--"+f.Name)
		}
		list = append(list, argument{f.Name, v, file, v.Place.Span, f.Key})
	}
	for _, o := range a.Overrides {
		v := ofWord(o.Value, file, o.Key)
		list = append(list, argument{o.Key, v, file, v.Place.Span, o.Span})
	}
	return list
}

// ofWord is a word of a command line, read as the number or boolean it looks
// like.
func ofWord(w launch.Word, f *source.File, flag string) Found {
	if !w.Known {
		return Found{}
	}
	return foundAt(library.Guess(w.Text), Place{File: f, Span: w.Origin, Key: flag})
}

// flagName says who gives an argument in messages.
func flagName(a argument) string {
	if a.value.Place.Key != "" {
		return a.value.Place.Key
	}
	return a.key
}
