// Package ask holds judgements that several rules share.
package ask

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// LossInput is a call of a loss of PyTorch and what its input has been through.
type LossInput struct {
	*train.LossCall
	// Site is where the input is given: the loss's own call, or that of the project's criterion around it.
	Site  *run.Call
	Input train.Activated
	// Measured is set where the loss is nowhere differentiated from this place: it is only a number that somebody reads.
	Measured bool
}

// LossInputs lists the calls of losses whose input has been through something that matters to a loss, one for each
// place and what it has been through, and those whose input nothing is known of, one for each place.
func LossInputs(p *rules.Pass) []LossInput {
	var list []LossInput
	places := map[python.Node][]int{}
	for _, e := range p.Train.Entries() {
		for _, c := range e.LossCalls() {
			site := c.Site()
			if calledByUnitTest(site) {
				continue
			}
			inputs := c.Activated()
			if len(inputs) == 0 {
				inputs = []train.Activated{{}}
			}
			for _, input := range inputs {
				in := LossInput{c, site, input, c.OnlyMeasured()}
				at := places[site.At]
				same := slices.IndexFunc(at, func(i int) bool { return list[i].Input.By == input.By })
				switch {
				case same >= 0:
					list[at[same]].Measured = list[at[same]].Measured && in.Measured
				case len(at) == 1 && list[at[0]].Input.By == knowledge.NoActivation:
					list[at[0]] = in
				case len(at) == 0 || input.By != knowledge.NoActivation:
					places[site.At] = append(at, len(list))
					list = append(list, in)
				}
			}
		}
	}
	return list
}

// calledByUnitTest reports whether a call is made in a unit test, or by what one calls: a criterion of the project's
// own.
func calledByUnitTest(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if c.At != nil && inUnitTest(c.Place()) {
			return true
		}
	}
	return false
}

// inUnitTest reports whether a place stands in a test function of a test file: what a loss gives is compared there,
// whatever it is fed, and nothing learns from it. A script's own test(model, loader) is none.
func inUnitTest(at run.Place) bool {
	file, fn := path.Base(at.File()), python.EnclosingFunction(at.Node)
	return fn != nil && strings.HasPrefix(fn.Name, "test_") &&
		(strings.HasPrefix(file, "test_") || strings.HasSuffix(file, "_test.py"))
}

// Report files a finding about the input: a loss that nothing learns from is measured as something else, and that is
// all. learns and measures say what it comes to.
func (l LossInput) Report(p *rules.Pass, wrong, learns, measures string, fix []fixes.Fix) {
	at, severity, comes := l.Site.Place(), p.Rule.Severity, learns
	if l.Measured {
		severity, comes = rules.Warning, measures
	}
	p.Report(
		rules.Diagnostic{
			Severity: severity,
			File:     at.File(),
			Span:     at.Node.Span(),
			Message:  wrong + ": " + comes,
			Notes:    l.Notes(p),
			Fixes:    fix,
		},
	)
}

// Notes points at the activation, unless it stands in the loss's own argument.
func (l LossInput) Notes(p *rules.Pass) []rules.NotePlace {
	if l.Inline() || l.Input.Call == nil {
		return nil
	}
	return []rules.NotePlace{p.NoteAt(l.Input.Call.Place(), "the input comes from here")}
}

// From is where the input comes from, in words.
func (l LossInput) From() string { return Where(l.Input.Call.Place(), l.Site.Unit) }

// Inline reports whether the activation stands in the loss's own argument.
func (l LossInput) Inline() bool {
	at := l.Input.Call
	return at != nil && at.Node != nil && at.Unit == l.Site.Unit && l.Site.Node.Span().Contains(at.Node.Span())
}

// WithoutActivation is the fix that takes an activation in the loss's own argument away.
func (l LossInput) WithoutActivation() []fixes.Fix {
	at := l.Input.Call
	if !l.Inline() {
		return nil
	}
	inner := innerOf(at)
	if inner == nil {
		return nil
	}
	module := at.Unit.Module
	return pyedit.New(module).
		ReplaceExpression(at.Node, module.File.Slice(inner.Span())).
		Fixes("give the loss the logits", fixes.Unsafe)
}

// innerOf is what an activation is applied to, as its call writes it; nil when it does not show.
func innerOf(c *run.Call) python.Expr {
	if _, method := c.Callee.(*run.Member); method {
		return c.Node.Receiver()
	}
	if path, _ := c.Callee.(run.Symbol); !strings.HasPrefix(string(path), "torch.") {
		return nil
	}
	for i, a := range c.Node.Args {
		if a.Star == 0 && (a.Name == "input" || a.Name == "" && i == 0) {
			return a.Value
		}
	}
	return nil
}
