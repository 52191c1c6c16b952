package library

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// RefusedOption is a word of a command line at which the program's parser ends the run.
type RefusedOption struct {
	Word   Word
	Parser run.Place // parse_args()
	// Why says what argparse has against it.
	Why string
	// Flags are all that the parser takes, where it takes no such option.
	Flags []string
	// Dataclasses: it is an HfArgumentParser, which raises a ValueError of its own.
	Dataclasses bool
}

// refuse notes what a parser has against the words that the program is surely started with: an option that it has not,
// a text that is no number where it wants one, or none of the choices. A parser that is not seen whole refuses nothing.
func (l Library) refuse(m *run.Machine, c *run.Call, parser *run.Object, options []*option) {
	if !l.readsCommand(m, c) {
		return
	}
	found := refusals(m, sortWords(l.Launch.Words, options))
	if len(found) == 0 || !l.whole(m, parser, 0) || handedOut(m, parser, c) {
		return
	}
	flags, all := written(c, parser, options)
	if !all {
		return
	}
	found = slices.DeleteFunc(found, func(r RefusedOption) bool {
		return r.Why == "" && slices.Contains(flags, beforeValue(r.Word.Text))
	})
	for i := range found {
		found[i].Parser = c.Place()
		if found[i].Why == "" {
			found[i].Flags = flags
		}
	}
	l.Launch.Refused = found
}

// readsCommand reports whether a parser surely reads the words that a command starts the program with, and is the first
// that may refuse one.
func (l Library) readsCommand(m *run.Machine, c *run.Call) bool {
	if l.Launch == nil || !l.Launch.Commanded || len(c.Args) > 0 || len(c.Gates) > 0 || len(l.Launch.Refused) > 0 {
		return false
	}
	argv, ok := m.Get(m.State(), argvField).(*run.Object) // the program may have changed it
	if !ok {
		return true
	}
	list, exact := m.Elements(argv)
	return exact && len(list) > 0 && l.asStarted(list[1:])
}

// refuseField does the same for HfArgumentParser, whose options are the fields of its dataclasses, and those that are
// added. What a class of a library took in any of its releases is not refused here.
func (l Library) refuseField(m *run.Machine, c *run.Call, parser *run.Object, classes []run.Value) {
	if !l.readsCommand(m, c) || parser.Class != run.Value(run.Symbol("transformers.HfArgumentParser")) ||
		len(parser.Made.Args) != 1 || handedOut(m, parser, c) {
		return
	}
	words := sortWords(l.Launch.Words, nil)
	if slices.ContainsFunc(words.positional, func(w Word) bool { return isConfigFile(w.Text) }) {
		return // a script that is given a file reads that
	}
	flags := []string{"--help"}
	for _, class := range classes {
		fields, all := optionFields(run.Bare(class))
		if !all {
			return
		}
		for _, name := range fields {
			flags = append(flags, "--"+name, "--no_"+name)
		}
	}
	if m.Get(parser, optionsField) != nil || m.Get(parser, commandsField) != nil {
		return
	}
	for _, g := range words.others {
		option := strings.ReplaceAll(beforeValue(g.key.Text), "-", "_")
		option = "--" + strings.TrimLeft(option, "_") // each field is an option with hyphens, too
		if !g.key.Known || !strings.HasPrefix(g.key.Text, "--") ||
			slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, option) }) {
			continue
		}
		refused := RefusedOption{Word: g.key, Parser: c.Place(), Flags: flags, Dataclasses: true}
		l.Launch.Refused = append(l.Launch.Refused, refused)
	}
	slices.SortFunc(l.Launch.Refused, inOrder)
}

// optionFields are the fields of a dataclass of the project or of transformers or trl, with those that it inherits; all
// is false where others may be among them.
func optionFields(class run.Value) (names []string, all bool) {
	switch class := class.(type) {
	case *run.Class:
		if namesOptions(class) {
			return nil, false
		}
		names, _ = class.AllFields()
		for _, base := range class.Line() {
			if s, ok := base.(run.Symbol); ok && s != "object" {
				more, known := optionFields(s)
				if !known {
					return nil, false
				}
				names = append(names, more...)
			} else if own, ok := base.(*run.Class); !ok && s != "object" || ok && namesOptions(own) {
				return nil, false
			}
		}
		return names, len(names) > 0
	case run.Symbol:
		library, _, _ := strings.Cut(string(class), ".")
		taken := knowledge.TakenBy(library)
		if taken == nil {
			return nil, false
		}
		name := run.LastPart(string(class))
		for _, a := range taken.Arguments(name) {
			if a.Name != "" && !strings.HasPrefix(a.Name, "*") {
				names = append(names, a.Name)
			}
		}
		for _, base := range taken.Bases(name) {
			for _, a := range knowledge.TakenBy("transformers").Arguments(base) {
				names = append(names, a.Name)
			}
		}
		return names, len(names) > 20 // the classes whose releases were read; others would be empty
	}
	return nil, false
}

// namesOptions reports whether the options of a dataclass may be called by other names than those of its fields: by
// what metadata={"aliases": ["--rows"]} says, or a function that makes a field with such words, or by annotations that
// are added.
func namesOptions(class *run.Class) bool {
	return slices.ContainsFunc([]string{"aliases", "__annotations__"}, func(word string) bool {
		return bytes.Contains(class.Unit.Module.File.Text, []byte(word))
	}) || python.MentionsIn(class.Node, func(word string) bool { return strings.HasPrefix(word, "-") })
}

// written are the flags that stand in an add_argument of the files which have a part in a parser: its own, and any that
// the program may have added where the run did not go. all is false where the name of one that the run did not see is
// none that is written there: a loop over a configuration adds it.
func written(c *run.Call, parser *run.Object, options []*option) (flags []string, all bool) {
	seen := map[python.Node]bool{}
	units := []*run.Unit{c.Unit, parser.Made.Unit}
	for _, o := range options {
		seen[o.call.Node] = true
		flags = append(flags, o.flags...)
		if !slices.Contains(units, o.call.Unit) {
			units = append(units, o.call.Unit)
		}
	}
	for _, u := range units {
		for _, call := range u.Module.AllCalls() {
			if seen[call] || call.MethodName() != "add_argument" {
				continue
			}
			for _, a := range call.Args {
				if a.Name != "" {
					continue
				}
				s, ok := a.Value.(*python.String)
				if !ok || !s.Known {
					return nil, false
				}
				flags = append(flags, s.Text)
			}
		}
	}
	return flags, true
}

// beforeValue is the option that a word begins with: --lr of --lr=0.1.
func beforeValue(word string) string {
	option, _, _ := strings.Cut(word, "=")
	return option
}

// refusals are the words that options do not take; Why is empty where there is no such option.
func refusals(m *run.Machine, p passed) (found []RefusedOption) {
	for _, g := range p.others {
		if g.key.Known && strings.HasPrefix(g.key.Text, "--") && g.key.Text != "--help" {
			found = append(found, RefusedOption{Word: g.key})
		}
	}
	for _, g := range p.flags {
		o := g.of
		if o == nil || o.action != "store" || o.nargs != nil || len(g.words) != 1 || !g.words[0].Known {
			continue
		}
		if why := o.refuses(m, g.words[0].Text); why != "" {
			found = append(found, RefusedOption{Word: g.words[0], Why: why})
		}
	}
	slices.SortFunc(found, inOrder)
	return found
}

// inOrder is the order of two words in the command.
func inOrder(a, b RefusedOption) int { return a.Word.Origin.Span.Start - b.Word.Origin.Span.Start }

// refuses is what an option has against a text; "" for nothing that is known.
func (o *option) refuses(m *run.Machine, text string) string {
	typ, _ := run.Bare(o.typ).(run.Symbol)
	switch {
	case typ == "int" && !isInt(text):
		return "invalid int value"
	case typ == "float" && !isFloat(text):
		return "invalid float value"
	case o.typ != nil && typ != "str":
		return ""
	}
	choices, _ := o.call.Argument("choices", -1)
	if choices == nil {
		return ""
	}
	list, exact := m.Elements(run.Bare(choices))
	if !exact || len(list) == 0 {
		return ""
	}
	var words []string
	for _, v := range list {
		s, ok := run.Bare(v).(run.Str)
		if !ok || string(s) == text {
			return ""
		}
		words = append(words, string(s))
	}
	return "invalid choice, it takes " + strings.Join(words, ", ")
}

// isInt reports whether int() takes a text, which may have a sign and, between digits, underscores.
func isInt(text string) bool {
	_, err := strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(text), "_", ""), 10, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// isFloat reports whether float() may take a text: what Go writes otherwise, hexadecimal numbers and underscores,
// counts as one.
func isFloat(text string) bool {
	_, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), "_", ""), 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// whole reports whether all options of a parser are seen: it is argparse's own, made with nothing that changes how it
// reads, and each of its options and parents is known.
func (l Library) whole(m *run.Machine, parser *run.Object, depth int) bool {
	if parser.Class != run.Value(run.Symbol("argparse.ArgumentParser")) || parser.Made == nil || depth > 3 {
		return false
	}
	for _, a := range parser.Made.Args {
		if a.Star > 0 || slices.Contains([]string{"prefix_chars", "fromfile_prefix_chars", "exit_on_error"}, a.Name) {
			return false
		}
	}
	if parents, uncertain := parser.Made.Argument("parents", -1); uncertain {
		return false
	} else if parents != nil {
		list, exact := m.Elements(run.Bare(parents))
		if !exact {
			return false
		}
		for _, p := range list {
			if o, ok := isParser(run.Bare(p)); !ok || !l.whole(m, o, depth+1) {
				return false
			}
		}
	}
	if m.Get(parser, commandsField) != nil || m.Get(parser, classesField) != nil {
		return false
	}
	kept, ok := m.Get(parser, optionsField).(*run.Object)
	if !ok {
		return false
	}
	list, exact := m.Elements(kept)
	for _, v := range list {
		o, ok := v.(*run.Object)
		if !ok || o.Made == nil {
			return false
		}
		opt := declared(m, o.Made)
		if opt == nil || opt.takesRest() { // --wd behind the first operand is one of these
			return false
		}
	}
	return exact
}

// handedOut reports whether a parser was given to something before a call that is not followed, and may have added
// options: deepspeed.add_config_arguments(parser), Trainer.add_argparse_args(parser).
func handedOut(m *run.Machine, parser *run.Object, until *run.Call) bool {
	return slices.ContainsFunc(m.Trace.Calls, func(c *run.Call) bool {
		if _, followed := c.Callee.(*run.Function); followed || c == until {
			return false
		}
		return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return run.Bare(a.Value) == run.Value(parser) })
	})
}
