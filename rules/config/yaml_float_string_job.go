package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// numberTakers are callables that compute with their arguments, by the start of
// their names, and the arguments that must be numbers.
var numberTakers = []struct {
	prefix, suffix string
	arguments      []string
	second         string // what the second argument is, when it is given by position
}{
	{
		"torch.optim.lr_scheduler.",
		"",
		[]string{"eta_min", "gamma", "max_lr", "base_lr", "factor", "start_factor", "end_factor"},
		"",
	},
	{"torch.optim.", "", optimizerNumbers, "lr"},
	{"bitsandbytes.optim.", "", optimizerNumbers, "lr"},
	{"apex.optimizers.", "", optimizerNumbers, "lr"},
	{"torch.nn.utils.clip_grad_norm_", "", []string{"max_norm"}, "max_norm"},
	{"transformers.", "TrainingArguments", trainingNumbers, ""},
	{"trl.", "Config", trainingNumbers, ""},
}

var (
	optimizerNumbers = []string{"lr", "eps", "weight_decay", "momentum", "alpha", "rho"}
	trainingNumbers  = []string{
		"learning_rate",
		"weight_decay",
		"adam_epsilon",
		"max_grad_norm",
		"adam_beta1",
		"adam_beta2",
	}
)

// checkNumbersOfScript looks at the calls of a job's script that need numbers, with
// the values that the job's own config gives them.
func checkNumbersOfScript(p *rules.Pass) {
	program := p.Job.Program
	if program == nil || !slices.ContainsFunc(p.Job.Documents(), holdsNumberAsText) {
		return
	}
	checkFileOfArguments(p)
	for _, c := range program.Module().AllCalls() {
		path := program.Module().Resolve(c.Func)
		for _, taker := range numberTakers {
			if !strings.HasPrefix(path, taker.prefix) || !strings.HasSuffix(path, taker.suffix) {
				continue
			}
			for _, name := range taker.arguments {
				position := -1
				if name == taker.second {
					position = 1
				}
				if a := program.Module().Argument(c, name, position); a.Presence == python.Given {
					checkNumber(p, program, c, name, a.Value)
				}
			}
			break
		}
	}
}

// holdsNumberAsText reports whether a YAML file has such a number at all: asking the script what it is given costs a
// run.
func holdsNumberAsText(d *config.Document) bool {
	if d.Format == config.YAML {
		for place := range d.All() {
			if place.Value.Kind == config.Scalar && floatAsText(place.Value) {
				return true
			}
		}
	}
	return false
}

func checkNumber(p *rules.Pass, program *job.Program, c *python.Call, name string, value python.Expr) {
	v := program.Value(value)
	text, ok := v.Str()
	if !ok || v.Default {
		return
	}
	n := p.Job.Node(v.Place)
	if n == nil || n.Kind != config.Scalar || !floatAsText(n) || n.Text != text {
		return
	}
	if program.NeverRuns(c) {
		return
	}
	callee := program.Module().Resolve(c.Func)
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: v.Place.File.Path, Span: n.Span,
		Message: fmt.Sprintf(
			"%s: %s is the text %q to yaml.safe_load, and %s computes with it as %s: the run ends in a TypeError; write %s",
			lastPart(v.Place.Key),
			n.Text,
			n.Text,
			callee,
			name,
			withPoint(n.Text),
		),
		Notes: []rules.NotePlace{
			{File: program.File().Path, Span: value.Span(), Message: "handed over here without float(…)"},
		},
		Fixes: configedit.Set(n, withPoint(n.Text)).Fixes("write "+withPoint(n.Text), fixes.Safe),
	})
}

// checkFileOfArguments looks at the YAML file that HfArgumentParser.parse_yaml_file makes training arguments of: it
// hands on what PyYAML gives, and nothing converts it before the optimizer compares it with a number.
func checkFileOfArguments(p *rules.Pass) {
	program, r := p.Job.Program, p.Job.Config
	if r == nil || r.Document == nil || r.Document.Format != config.YAML || r.Dialect.Name != "hf-arguments" {
		return
	}
	var parses *python.Call
	for _, c := range program.Module().AllCalls() {
		if c.MethodName() == "parse_yaml_file" && program.Module().TypeOf(c.Receiver()) == "transformers.HfArgumentParser" &&
			!program.NeverRuns(c) {
			parses = c
		}
	}
	if parses == nil {
		return
	}
	for _, name := range trainingNumbers {
		pair, ok := r.Pair(name)
		if !ok || pair.Entry == nil || !floatAsText(pair.Entry.Value) || handlesItself(program, name) {
			continue
		}
		n := pair.Entry.Value
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: r.Document.File.Path, Span: n.Span,
			Message: fmt.Sprintf("%s: %s is the text %q to yaml.safe_load, and parse_yaml_file hands it to the training arguments as it is: "+
				"the optimizer ends the run in a TypeError; write %s", name, n.Text, n.Text, withPoint(n.Text)),
			Notes: []rules.NotePlace{{File: program.File().Path, Span: parses.Span(), Message: "the file is read here"}},
			Fixes: configedit.Set(n, withPoint(n.Text)).Fixes("write "+withPoint(n.Text), fixes.Safe),
		})
	}
}

// handlesItself reports whether a program may make a number of an argument on the way, or hand another one over: its
// files have the name of the argument somewhere, set attributes by names that they compute, or teach PyYAML what a
// number is.
func handlesItself(program *job.Program, argument string) bool {
	has := func(m *python.Module) bool {
		return m.Mentions(func(word string) bool { return word == argument || word == "add_implicit_resolver" })
	}
	return has(program.Module()) || program.Module().SetsAttribute(func(name string) bool { return name == argument }) ||
		slices.ContainsFunc(program.Others(), func(other *job.Program) bool { return has(other.Module()) })
}
