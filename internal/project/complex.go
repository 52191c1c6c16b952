package project

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// GiveUp remembers a file that is too complex: it is not looked at again, in no job
// either.
func (p *Project) GiveUp(path string, why *budget.Exceeded) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.givenUp == nil {
		p.givenUp = map[string]*budget.Exceeded{}
	}
	if p.givenUp[path] == nil {
		p.givenUp[path] = why
	}
}

// GivenUp is why a file is not looked at; nil when it is.
func (p *Project) GivenUp(path string) *budget.Exceeded {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.givenUp[path]
}

// TooComplex are the files that were given up, sorted.
func (p *Project) TooComplex() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.givenUp))
}
