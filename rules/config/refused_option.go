package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/run/library"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// RefusedOption is refused-option.
var RefusedOption = &rules.Rule{
	Name:         "refused-option",
	Group:        rules.Config,
	Severity:     rules.Error,
	Raises:       true,
	Page:         page("refused-option"),
	On:           rules.Job,
	Program:      true,
	Words:        []string{"add_argument parse_args", "parse_args_into_dataclasses"},
	WithoutTorch: true,
	Check:        checkRefusedOption,
}

func checkRefusedOption(p *rules.Pass) {
	refused := p.Job.RefusedOptions()
	if len(refused) == 0 {
		return
	}
	first := refused[0]
	at := first.Word.Origin
	d := rules.Diagnostic{
		Severity: rules.Error, File: at.File.Path, Span: at.Span,
		Notes: []rules.NotePlace{p.NoteAt(first.Parser, "the command line is read here")},
	}
	if first.Why != "" {
		d.Message = fmt.Sprintf("the script's parser ends the run at %q: %s", first.Word.Text, first.Why)
	} else {
		option := optionOf(first)
		end := `the run ends with "unrecognized arguments"`
		if first.Dataclasses {
			end = "HfArgumentParser raises ValueError, none of its dataclasses has such a field"
		}
		d.Message = fmt.Sprintf("the script's parser has no option %s: %s", option, end)
		if near := ask.Nearest(option, first.Flags); near != "" {
			d.Message += fmt.Sprintf("; did you mean %s?", near)
		}
	}
	for i, r := range refused[1:] { // one command, one end: what else stands in its way
		if left := len(refused) - 1 - i; i == mostNoted && left > 1 {
			d.Notes = append(d.Notes, rules.NotePlace{Message: fmt.Sprintf("nor are there %d others", left)})
			break
		}
		other := r.Word.Origin
		what := "nor is there an option " + optionOf(r)
		if r.Why != "" {
			what = r.Why
		}
		d.Notes = append(d.Notes, rules.NotePlace{File: other.File.Path, Span: other.Span, Message: what})
	}
	d.Fixes = respelled(refused)
	p.Report(d)
}

// mostNoted bounds the notes of a command that another script was written for.
const mostNoted = 3

// optionOf is the option that a word begins with: --lr of --lr=0.1.
func optionOf(r library.RefusedOption) string {
	option, _, _ := strings.Cut(r.Word.Text, "=")
	return option
}

// respelled writes the options that differ from the parser's in hyphens and underscores alone; nothing where another
// word is refused, too: the command would end all the same.
func respelled(refused []library.RefusedOption) []fixes.Fix {
	var edits []fixes.Edit
	var names []string
	for _, r := range refused {
		at, option := r.Word.Origin, optionOf(r)
		same := sameButHyphens(option, r.Flags)
		if same == "" || !strings.HasPrefix(at.File.Slice(at.Span), option) {
			return nil
		}
		edits = append(edits, fixes.Edit{
			File: at.File.Path, Span: source.Span{Start: at.Span.Start, End: at.Span.Start + len(option)}, New: same,
		})
		names = append(names, same)
	}
	return []fixes.Fix{{Title: "write " + strings.Join(names, ", "), Safety: fixes.Safe, Edits: edits}}
}

// sameButHyphens is the option that differs from another in hyphens and underscores alone.
func sameButHyphens(option string, flags []string) string {
	plain := func(s string) string { return strings.ReplaceAll(s, "-", "_") }
	for _, f := range flags {
		if f != option && plain(f) == plain(option) {
			return f
		}
	}
	return ""
}
