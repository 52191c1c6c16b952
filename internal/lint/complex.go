package lint

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/core"
)

// gaveUp remembers a file that is too complex: it is not looked at again, in no job
// either.
func (p *project) gaveUp(path string, why *budget.Exceeded) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.givenUp == nil {
		p.givenUp = map[string]*budget.Exceeded{}
	}
	if p.givenUp[path] == nil {
		p.givenUp[path] = why
	}
}

func (p *project) isGivenUp(path string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.givenUp[path] != nil
}

// tooComplex is the one finding about a file that is given up.
func (p *project) tooComplex(text *source.File, held policy, why *budget.Exceeded) []rules.Diagnostic {
	p.gaveUp(text.Path, why)
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
func (p *project) ofGivenUp() []rules.Diagnostic {
	var found []rules.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(p.givenUp)) {
		said := slices.ContainsFunc(p.byFile[path], func(d rules.Diagnostic) bool { return d.Rule == core.FileTooComplex })
		text := p.sources.get(path)
		held, err := p.policyOf(p.full(path))
		if said || text == nil || err != nil {
			continue
		}
		for _, d := range p.tooComplex(text, held, p.givenUp[path]) {
			d.Message = p.givenUp[path].Why + ": not all jobs that it takes part in were looked at"
			found = append(found, d)
		}
	}
	return found
}

// warnOfGivenUp says it to those who only asked for jobs.
func (p *project) warnOfGivenUp() {
	for _, path := range slices.Sorted(maps.Keys(p.givenUp)) {
		p.Warn(path + ": " + p.givenUp[path].Why + ": not all jobs that it takes part in were looked at")
	}
}
