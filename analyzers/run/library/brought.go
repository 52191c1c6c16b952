package library

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// broughtParser is a parser that a library's function makes, with the options that it gives it: a program may add its
// own.
func broughtParser(m *run.Machine, c *run.Call, options []knowledge.BroughtOption) run.Value {
	parser := m.NewObject(run.Instance, c)
	parser.Class, parser.Made = run.Symbol("argparse.ArgumentParser"), c
	for _, o := range options {
		adds := *c
		adds.Args = []run.Argument{{Value: run.Str(o.Name)}}
		say := func(name string, v run.Value) { adds.Args = append(adds.Args, run.Argument{Name: name, Value: v}) }
		switch {
		case o.Switch:
			say("action", run.Str("store_true"))
		case o.Rest:
			say("nargs", run.Symbol("argparse.REMAINDER"))
			say("default", run.None)
		case o.Host:
			say("default", m.Unknown("the machine decides it"))
		case o.Number:
			say("type", run.Symbol("int"))
			if n, err := strconv.ParseInt(o.Default, 10, 64); err == nil {
				say("default", run.Int(n))
			}
		default:
			say("default", run.Str(o.Default))
		}
		option := m.NewObject(run.Result, c)
		option.Made = &adds
		keep(m, parser, optionsField, c).add(m, option, c)
	}
	return parser
}
