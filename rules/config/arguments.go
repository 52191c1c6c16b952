// Package config holds the rules about configuration: values that a framework
// rejects, ignores or reads as something else, wherever they are written.
package config

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// arguments are what one place gives transformers.TrainingArguments: a file for
// HfArgumentParser or TrlParser, or the keywords of a call.
type arguments struct {
	pass    *rules.Pass
	reading *dialect.Reading
	// call is the constructor; nil for a file.
	call *python.Call
	// open: there may be more than is seen, such as **kwargs. An absent key then
	// says nothing.
	open bool
	// trl: TRL's own classes change some defaults.
	trl bool
}

// hfArguments lists the arguments that the file at hand gives.
func hfArguments(p *rules.Pass) []*arguments {
	if p.Config != nil {
		r := dialect.Read(p.Config)
		if r == nil || r.Dialect.Name != "hf-arguments" || r.Confidence < dialect.Likely {
			return sectionArguments(p)
		}
		if ownArguments(p) {
			return nil
		}
		return []*arguments{{pass: p, reading: r}}
	}
	if p.Python == nil {
		return nil
	}
	var list []*arguments
	for _, c := range p.Python.AllCalls() {
		if a := callArguments(p, c); a != nil {
			list = append(list, a)
		}
	}
	return list
}

// ownArguments reports whether a project has a class of its own whose constructor takes what TrainingArguments take,
// and uses no library that has them: its files are read by that class.
func ownArguments(p *rules.Pass) bool {
	const known = "per_device_train_batch_size"
	return p.OneElsewhere != nil &&
		p.OneElsewhere(func(m *python.Module) bool { return m.ConstructorTakes(known) }, known) &&
		!slices.ContainsFunc(knowledge.HaveTrainingArguments(), func(library string) bool {
			return p.OneElsewhere(func(m *python.Module) bool {
				return m.ImportsFrom(func(module string) bool {
					return module == library || strings.HasPrefix(module, library+".")
				})
			}, library)
		})
}

// sectionArguments are those in a section of the project's own config, to which the program may add others.
func sectionArguments(p *rules.Pass) []*arguments {
	var list []*arguments
	for _, r := range dialect.Sections(p.Config) {
		list = append(list, &arguments{pass: p, reading: r, open: true})
	}
	return list
}

func callArguments(p *rules.Pass, c *python.Call) *arguments {
	path := p.Python.Resolve(c.Func)
	trl := strings.HasPrefix(path, "trl.") && strings.HasSuffix(path, "Config") && !strings.HasSuffix(path, "ModelConfig")
	if !trl && !(strings.HasPrefix(path, "transformers.") && strings.HasSuffix(path, "TrainingArguments")) {
		return nil
	}
	a := &arguments{pass: p, call: c, trl: trl}
	var pairs []dialect.Pair
	for _, arg := range c.Args {
		if arg.Star > 0 {
			spread, all := spreadPairs(p, c, arg)
			pairs, a.open = append(pairs, spread...), a.open || !all
			continue
		}
		if arg.Name != "" {
			pairs = append(pairs, keywordPairs(p, arg.Name, arg.NameSpan, arg.Value)...)
		}
	}
	a.reading = dialect.FromPairs("hf-arguments", pairs)
	return a
}

// keywordPairs is a keyword argument as pairs; a written-out dictionary is one pair
// for each of its items.
func keywordPairs(p *rules.Pass, key string, keySpan source.Span, value python.Expr) []dialect.Pair {
	if value == nil {
		return nil
	}
	pairs := []dialect.Pair{{Key: key, Value: valueOf(p, value), File: p.File, Span: value.Span(), KeySpan: keySpan}}
	if dict, fixed := p.Python.DictOf(value); dict != nil && fixed {
		for _, item := range dict.Items {
			pairs = append(pairs, keywordPairs(p, key+"."+item.Key, item.Node.Span(), item.Value)...)
		}
	}
	return pairs
}

// valueOf is a Python expression as a loader would have given it; a default that
// the command line can replace is not known.
func valueOf(p *rules.Pass, e python.Expr) config.Value {
	v, ok := p.Python.Const(e)
	if !ok || v.Default {
		return config.Value{}
	}
	text := p.File.Slice(e.Span())
	switch v.Kind {
	case python.BoolValue:
		return config.Value{Kind: config.Bool, Bool: v.Bool, Text: text}
	case python.IntValue:
		return config.Value{Kind: config.Int, Int: v.Int, Float: float64(v.Int), Text: text}
	case python.FloatValue:
		return config.Value{Kind: config.Float, Float: v.Float, Text: text}
	case python.StringValue:
		return config.Value{Kind: config.String, Text: v.Str}
	}
	return config.Value{Kind: config.Null}
}

// get is the first of the keys that is written. ok is false when none is.
func (a *arguments) get(keys ...string) (dialect.Pair, bool) {
	for _, key := range keys {
		if pair, ok := a.reading.Pair(key); ok {
			return pair, true
		}
	}
	return dialect.Pair{}, false
}

// word is a key's text, or the default where it is absent; sure is false when it
// is decided elsewhere. An unquoted no, which PyYAML reads as False, is "no".
func (a *arguments) word(fallback string, keys ...string) (text string, pair dialect.Pair, sure bool) {
	pair, ok := a.get(keys...)
	switch {
	case !ok || pair.Value.Kind == config.Null:
		return fallback, pair, !a.open && !a.namedElsewhere(keys...)
	case pair.Value.Kind == config.Bool && !pair.Value.Bool:
		return "no", pair, true
	case pair.Value.Kind == config.String:
		return strings.ToLower(pair.Value.Text), pair, true
	}
	return "", pair, false
}

// namedElsewhere reports whether what a file leaves out is named in a program of the project: one that reads the file
// by itself, and gives it there.
func (a *arguments) namedElsewhere(keys ...string) bool {
	if a.call != nil || a.pass.OneElsewhere == nil {
		return false
	}
	return slices.ContainsFunc(keys, func(key string) bool {
		return a.pass.OneElsewhere(func(*python.Module) bool { return true }, key)
	})
}

// on reports whether a key is written and true.
func (a *arguments) on(key string) (dialect.Pair, bool) {
	pair, ok := a.get(key)
	return pair, ok && pair.Value.Bool
}

// count is a key's number, or the default where it is absent.
func (a *arguments) count(fallback float64, key string) (n float64, pair dialect.Pair, sure bool) {
	pair, ok := a.get(key)
	switch {
	case !ok || pair.Value.Kind == config.Null:
		return fallback, pair, !a.open && !a.namedElsewhere(key)
	case pair.Value.IsNumber():
		return pair.Value.Float, pair, true
	}
	return 0, pair, false
}

// span is where a pair is written: its key and value.
func span(pair dialect.Pair) source.Span {
	return source.Span{Start: min(pair.KeySpan.Start, pair.Span.Start), End: max(pair.KeySpan.End, pair.Span.End)}
}

// note points at a pair.
func note(pair dialect.Pair, message string) rules.NotePlace {
	return rules.NotePlace{File: pair.File.Path, Span: span(pair), Message: message}
}

// report files a finding at a pair.
func report(p *rules.Pass, severity rules.Severity, at dialect.Pair, message string, notes ...rules.NotePlace) {
	p.Report(rules.Diagnostic{Severity: severity, File: at.File.Path, Span: span(at), Message: message, Notes: notes})
}

// lastPart is a dotted path without what holds it.
func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
