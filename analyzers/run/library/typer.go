package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// commandName is how a command line calls a function with @app.command("name") or @cli.command(): the name that is
// given, else the function's own; "" for one that is the whole program.
func commandName(fn *run.Function) string {
	for i, d := range fn.Decorators {
		if !knowledge.MakesSubcommand(string(d)) {
			continue
		}
		if made := fn.Decorated[i]; made != nil {
			if name, _ := made.Argument("name", 0); name != nil {
				if s, ok := run.Bare(name).(run.Str); ok {
					return string(s)
				}
			}
		}
		return strings.ReplaceAll(fn.Name(), "_", "-")
	}
	return ""
}

// withoutCommand are the words of a command line without the one that chose the function: python cli.py train --n 3.
// An application with one command takes no such word.
func withoutCommand(words []Word, fn *run.Function) []Word {
	name := commandName(fn)
	if name == "" || len(words) == 0 || !words[0].Known || strings.ReplaceAll(words[0].Text, "_", "-") != name {
		return words
	}
	return words[1:]
}

// typerNames are the options that fill a parameter with typer.Option(7, "--n", "-n"), by their names as options are
// kept; nil where typer names the option after the parameter. operand: it is a typer.Argument, which has none.
func typerNames(standard run.Value) (names []string, operand bool) {
	o, ok := standard.(*run.Object)
	if !ok || o.Made == nil {
		return nil, false
	}
	s, ok := o.Made.Callee.(run.Symbol)
	if !ok || !strings.HasPrefix(string(s), "typer.") {
		return nil, false
	}
	position := 0
	for _, a := range o.Made.Args {
		if a.Name != "" {
			continue
		}
		text, ok := run.Bare(a.Value).(run.Str)
		if position++; position == 1 || !ok || !strings.HasPrefix(string(text), "-") {
			continue // the first one is the default
		}
		on, _, _ := strings.Cut(string(text), "/") // a switch: --amp/--no-amp
		names = append(names, flagName(on))
	}
	return names, s == "typer.Argument"
}
