package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/evaluate"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// argument is one keyword argument, flag or key with its value in this run.
type argument struct {
	key   string
	value evaluate.Value
	// span is where it is written, keySpan where its name is.
	file    *source.File
	span    source.Span
	keySpan source.Span
}

// readArguments takes arguments through the tables of a dialect.
func (j *Job) readArguments(name string, list []argument, from func(argument) string) {
	byKey := map[string]argument{}
	var pairs []dialect.Pair
	for _, a := range list {
		byKey[a.key] = a
		pairs = append(pairs, dialect.Pair{Key: a.key, Value: toConfig(a.value), File: a.file, Span: a.span, KeySpan: a.keySpan})
	}
	r := dialect.FromPairs(name, pairs)
	if r == nil {
		return
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
	for _, d := range r.Dialect.Defaults {
		j.assume(d.Field, d.Text, r.Dialect.Name)
	}
}

// rankOf is how binding a value of the script is, by the place that decides it.
func (j *Job) rankOf(v evaluate.Value) rank {
	switch {
	case v.Default:
		return byConvention
	case j.Program == nil || v.Place.File == nil || v.Place.File == j.Program.Module.File:
		return byScript
	case v.Place.File == j.Program.LaunchFile:
		return byFlag
	}
	return byConfig
}

// toConfig gives a script's value the type that dialects read.
func toConfig(v evaluate.Value) config.Value {
	out := config.Value{Bool: v.Bool, Int: v.Int, Float: v.Float, Text: v.Text()}
	switch v.Kind {
	case evaluate.None:
		out.Kind = config.Null
	case evaluate.Bool:
		out.Kind = config.Bool
	case evaluate.Int:
		out.Kind, out.Float = config.Int, float64(v.Int)
	case evaluate.Float:
		out.Kind = config.Float
	case evaluate.String, evaluate.Symbol:
		out.Kind = config.String
	case evaluate.List:
		var words []string
		for _, item := range v.Items {
			if !item.Known() {
				return config.Value{}
			}
			words = append(words, item.Text())
		}
		out.Kind, out.Text = config.String, strings.Join(words, ",")
	}
	return out
}

// keywords are a call's keyword arguments in this run, ** seen through.
func (j *Job) keywords(c *python.Call) []argument {
	p := j.Program
	file := p.Module.File
	var list []argument
	for _, a := range c.Args {
		switch {
		case a.Name != "":
			list = append(list, argument{a.Name, p.Value(a.Value), file, a.Value.Span(), a.NameSpan})
		case a.Star == 2:
			items, _ := j.spread(a, c)
			list = append(list, items...)
		}
	}
	return list
}

func keysOf(v evaluate.Value) []string {
	var keys []string
	switch v.Kind {
	case evaluate.Mapping:
		keys = v.Node.Keys()
	case evaluate.Table:
		for key := range v.Fields {
			keys = append(keys, key)
		}
	}
	return keys
}

// given are the arguments that a dataclass parser is given: the command line's
// flags over the keys of its config file.
func (j *Job) given(spaces []evaluate.Value) []argument {
	var list []argument
	seen := map[string]bool{}
	for _, ns := range spaces {
		for _, layer := range ns.Layers {
			for _, key := range keysOf(layer) {
				if child, _ := layer.Child(key); !seen[key] {
					seen[key] = true
					list = append(list, argument{key, child, child.Place.File, child.Place.Span, child.Place.Span})
				}
			}
		}
	}
	return append(list, flagArguments(j.Program.Arguments, j.Program.LaunchFile)...)
}

// flagArguments are a command line's options and key=value words.
func flagArguments(a launch.Arguments, file *source.File) []argument {
	var list []argument
	for _, f := range a.Flags {
		v := evaluate.Value{Kind: evaluate.Bool, Bool: true, Place: Place{File: file, Span: f.Key, Key: "--" + f.Name}}
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
func ofWord(w launch.Word, f *source.File, flag string) evaluate.Value {
	if !w.Known {
		return evaluate.Value{}
	}
	v := evaluate.Guess(w.Text)
	v.Place = Place{File: f, Span: w.Origin, Key: flag}
	return v
}

// flagName says who gives an argument in messages.
func flagName(a argument) string {
	if a.value.Place.Key != "" {
		return a.value.Place.Key
	}
	return a.key
}
