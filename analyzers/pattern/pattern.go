// Package pattern is what texts are searched by: words, and regular expressions that are compiled when somebody first
// asks one of them. There are hundreds, and a run over one file asks few: compiling all of them took longer than many
// such a run.
package pattern

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// Pattern is a regular expression in Go's syntax.
type Pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
	looked   sync.Once
	words    *literals // nil where it is more than a choice of words
}

// all are the patterns of the program, for Check.
var all []*Pattern

// New prepares a pattern, for a variable of a package: it is not safe to call it once the program runs.
func New(text string) *Pattern {
	p := &Pattern{text: text}
	all = append(all, p)
	return p
}

// Check compiles the patterns of all packages of the program, and says which of them is none, or which one's words are
// found where the automaton finds nothing or the other way round: a test calls it, so that no user comes upon one.
func Check() error {
	for _, p := range all {
		compiled, err := regexp.Compile(p.text)
		if err != nil {
			return err
		}
		if words := literalsOf(p.text); words != nil {
			for _, text := range words.examples() {
				if found, known := in(words, text); known && found != compiled.MatchString(text) {
					return fmt.Errorf("%s: %q is found: %v", p.text, text, found)
				}
			}
		}
	}
	return nil
}

// examples are texts with the words of a pattern, and such that nearly have them.
func (l *literals) examples() (texts []string) {
	for _, list := range l.by {
		for _, w := range list {
			texts = append(texts, w.text[1:], w.text[:len(w.text)-1])
			for _, text := range []string{w.text, strings.ToUpper(w.text)} {
				for _, before := range []string{"", "a", "_", "7", ".", "é", "\xff"} {
					for _, after := range []string{"", "s", "_", "7", ".", "é", "\n"} {
						texts = append(texts, before+text+after)
					}
				}
			}
		}
	}
	return texts
}

// Regexp is the compiled pattern.
func (p *Pattern) Regexp() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	return p.compiled
}

func (p *Pattern) literals() *literals {
	p.looked.Do(func() { p.words = literalsOf(p.text) })
	return p.words
}

// MatchString reports whether a text has a match.
func (p *Pattern) MatchString(text string) bool {
	if words := p.literals(); words != nil {
		if found, known := in(words, text); known {
			return found
		}
	}
	return p.Regexp().MatchString(text)
}

// Match reports whether a text has a match.
func (p *Pattern) Match(text []byte) bool {
	if words := p.literals(); words != nil {
		if found, known := in(words, text); known {
			return found
		}
	}
	return p.Regexp().Match(text)
}
