// Package pattern is what texts are searched by: words, and regular expressions that are compiled when somebody first
// asks one of them. There are hundreds, and a run over one file asks few: compiling all of them took longer than many
// such a run.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression in Go's syntax.
type Pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// all are the patterns of the program, for Check.
var all []*Pattern

// New prepares a pattern, for a variable of a package: it is not safe to call it once the program runs.
func New(text string) *Pattern {
	p := &Pattern{text: text}
	all = append(all, p)
	return p
}

// Check compiles the patterns of all packages of the program, and says which of them is none: a test calls it, so that
// no user comes upon one.
func Check() error {
	for _, p := range all {
		if _, err := regexp.Compile(p.text); err != nil {
			return err
		}
	}
	return nil
}

// Regexp is the compiled pattern.
func (p *Pattern) Regexp() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	return p.compiled
}

// MatchString reports whether a text has a match.
func (p *Pattern) MatchString(text string) bool { return p.Regexp().MatchString(text) }

// Match reports whether a text has a match.
func (p *Pattern) Match(text []byte) bool { return p.Regexp().Match(text) }
