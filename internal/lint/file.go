package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
)

// lintFile runs the rules of one file that may fire there.
func (p *project) lintFile(file discover.File) {
	text, err := p.sources.read(file)
	if err != nil {
		p.Warn(fmt.Sprintf("%s: %v", file.Path, err))
		return
	}
	active := p.active(subjects(file.Kind), text)
	if len(active) == 0 {
		return
	}
	var found []rules.Diagnostic
	facts := rules.Pass{File: text}
	if file.Kind.IsPython() {
		if facts.Python, err = python.Parse(text); err != nil {
			p.Warn(err.Error())
			return
		}
		facts.Flow = flow.New(facts.Python)
	}
	for _, rule := range active {
		pass := rules.NewPass(rule, func(d rules.Diagnostic) { found = append(found, d) })
		pass.File, pass.Python, pass.Flow = facts.File, facts.Python, facts.Flow
		p.check(pass, text)
	}
	if len(found) > 0 {
		p.sources.keep(text)
		p.report(found)
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
		if slices.Contains(on, rule.On) && p.selection.on(rule) && p.words.mayFire(rule, found) {
			active = append(active, rule)
		}
	}
	return active
}

// check runs one rule. A panic is trainlint's own fault: it is reported, and
// the rest of the run goes on.
func (p *project) check(pass *rules.Pass, file *source.File) {
	defer func() {
		if fault := recover(); fault != nil {
			p.fail(fmt.Errorf("internal error in rule %s on %s: %v (this is a bug of trainlint, please report it)", pass.Rule.Name, file.Path, fault))
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
