package lint

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/core"
)

// tooComplex is the one finding about a file that is given up.
func (p *pipeline) tooComplex(text *source.File, held policy, why *budget.Exceeded) []rules.Diagnostic {
	p.GiveUp(text.Path, why)
	if !held.on(core.FileTooComplex) {
		return nil
	}
	line := text.LineSpan(text.LineOf(why.At))
	d := rules.Diagnostic{
		Rule: core.FileTooComplex, Severity: core.FileTooComplex.Severity, File: text.Path,
		Span:    source.Span{Start: min(why.At, line.End), End: line.End},
		Message: why.Why + ": nothing in this file was looked at",
	}
	held.weigh(&d)
	return []rules.Diagnostic{d}
}

// ofGivenUp are the findings about files that only turned out to be too complex when
// jobs were looked for in them.
func (p *pipeline) ofGivenUp() []rules.Diagnostic {
	var found []rules.Diagnostic
	for _, path := range p.TooComplex() {
		said := slices.ContainsFunc(p.byFile[path], func(d rules.Diagnostic) bool { return d.Rule == core.FileTooComplex })
		text := p.Source(path)
		held, err := p.policyOf(p.Full(path))
		if said || text == nil || err != nil {
			continue
		}
		for _, d := range p.tooComplex(text, held, p.GivenUp(path)) {
			d.Message = p.GivenUp(path).Why + ": not all jobs that it takes part in were looked at"
			found = append(found, d)
		}
	}
	return found
}
