package training

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// BoolOption finds options of the command line that are true whatever they are told.
var BoolOption = &rules.Rule{
	Name:       "bool-option",
	Group:      rules.Training,
	Severity:   rules.Note,
	Page:       page("bool-option"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"argparse add_argument bool"},
	Check:      checkBoolOption,
}

func checkBoolOption(p *rules.Pass) {
	if p.Python.ImportsFrom(func(module string) bool { return module == "jsonargparse" || module == "tap" }) {
		return // their parsers read the word
	}
	var always, seldom []python.Option
	for _, o := range p.Python.Options() {
		kind := o.Node.Keyword("type")
		if kind == nil || p.Python.Resolve(kind.Value) != "bool" && p.Python.Resolve(kind.Value) != "builtins.bool" {
			continue
		}
		if of := p.Python.TypeOf(o.Node.Receiver()); of != "" && of != "argparse.ArgumentParser" {
			continue
		}
		switch {
		case !o.Known:
			seldom = append(seldom, o)
		case o.Default.Kind == python.BoolValue && o.Default.Bool:
			always = append(always, o)
		}
	}
	reportBoolOptions(p, rules.Warning, always, "it is on by default, and no word of the command line switches it off")
	reportBoolOptions(p, rules.Note, seldom, "who switches it off by that word switches it on")
}

// reportBoolOptions tells of several options of one file at the first.
func reportBoolOptions(p *rules.Pass, severity rules.Severity, options []python.Option, therefore string) {
	if len(options) == 0 {
		return
	}
	slices.SortFunc(options, func(a, b python.Option) int { return cmp.Compare(a.Node.Span().Start, b.Node.Span().Start) })
	var notes []rules.NotePlace
	plan := pyedit.Plan{}
	edit := pyedit.New(p.Python)
	for i, o := range options {
		kind := o.Node.Keyword("type").Value
		plan.Edits = append(plan.Edits,
			edit.ReplaceExpression(kind, `lambda word: word.lower() in ("true", "1", "yes", "on")`).Edits...)
		if i > 0 {
			notes = append(notes, p.Note(kind, "so is "+flagOf(o)))
		}
	}
	first := options[0]
	p.Report(rules.Diagnostic{
		Severity: severity, File: p.File.Path, Span: first.Node.Keyword("type").Value.Span(), Notes: notes,
		Message: fmt.Sprintf(`%s False is True: bool() of every word is, "False" too; %s`, flagOf(first), therefore),
		Fixes:   plan.Fixes("read the word", fixes.Unsafe),
	})
}

// flagOf is an option as the command line has it.
func flagOf(o python.Option) string {
	flag := ""
	for _, a := range o.Node.Args {
		s, ok := a.Value.(*python.String)
		if !ok || a.Name != "" {
			break
		}
		if flag = s.Text; strings.HasPrefix(flag, "--") {
			break
		}
	}
	if flag == "" {
		return o.Name
	}
	return flag
}
