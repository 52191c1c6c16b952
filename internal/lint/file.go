package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/core"
)

// lintFile runs the rules of one file that may fire there.
func (p *project) lintFile(file discover.File) {
	text, err := p.sources.read(file)
	if err != nil {
		p.Warn(fmt.Sprintf("%s: %v", file.Path, err))
		return
	}
	active := p.active(subjects(file.Kind), text)
	if len(active) == 0 && !p.suspect(file, text) {
		p.report(file.Path, nil)
		return
	}
	found, err := p.judge(file.Kind, text, active)
	if err != nil {
		p.fail(fmt.Errorf("%s: %w", file.Path, err))
	}
	if len(found) > 0 {
		p.sources.keep(text)
	}
	p.report(file.Path, found)
}

// suspect reports whether a file that no rule asks for is parsed all the same,
// to find out whether it is broken.
func (p *project) suspect(file discover.File, text *source.File) bool {
	return file.Kind.IsPython() && p.selection.on(core.SyntaxError) && (file.Named || !balanced(text.Text))
}

// judge analyses a file and runs the rules on it.
func (p *project) judge(kind discover.Kind, text *source.File, active []*rules.Rule) (found []rules.Diagnostic, err error) {
	known, err := analyse(kind, text)
	if err != nil {
		return nil, err
	}
	report := func(d rules.Diagnostic) { found = append(found, d) }
	if known.broken != nil && p.selection.on(core.SyntaxError) {
		report(syntaxError(text, *known.broken))
	}
	for _, rule := range active {
		pass := rules.NewPass(rule, report)
		known.show(pass)
		p.check(pass, text.Path)
	}
	return found, nil
}

// syntaxError is the one finding that says where a file stopped making sense.
func syntaxError(text *source.File, at source.Span) rules.Diagnostic {
	line := text.LineSpan(text.LineOf(at.Start))
	at.End = max(at.Start, min(at.End, line.End))
	return rules.Diagnostic{
		Rule: core.SyntaxError, Severity: core.SyntaxError.Severity, File: text.Path, Span: at,
		Message: "this does not parse: the rules saw only the rest of the file, and no fix is offered here",
	}
}

// subjects are what the rules of one file of this kind look at.
func subjects(kind discover.Kind) []rules.Subject {
	switch {
	case kind.IsPython():
		return []rules.Subject{rules.PythonFile}
	case kind.IsConfig():
		return []rules.Subject{rules.ConfigFile}
	default:
		return nil
	}
}

// active lists the rules that are on, look at such files, and may fire in this
// text. A file without any is not parsed.
func (p *project) active(on []rules.Subject, text *source.File) []*rules.Rule {
	if len(on) == 0 {
		return nil
	}
	found := p.words.scan(text.Text)
	var active []*rules.Rule
	for _, rule := range p.Rules {
		if slices.Contains(on, rule.On) && rule.Check != nil && p.selection.on(rule) && p.words.mayFire(rule, found) {
			active = append(active, rule)
		}
	}
	return active
}

// check runs one rule. A panic is trainlint's own fault: it is reported, and
// the rest of the run goes on.
func (p *project) check(pass *rules.Pass, subject string) {
	defer func() {
		if fault := recover(); fault != nil {
			p.fail(fmt.Errorf("internal error in rule %s on %s: %v (this is a bug of trainlint, please report it)", pass.Rule.Name, subject, fault))
		}
	}()
	pass.Rule.Check(pass)
}

func sortDiagnostics(found []rules.Diagnostic) {
	slices.SortStableFunc(found, func(a, b rules.Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Rule.Name, b.Rule.Name),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
