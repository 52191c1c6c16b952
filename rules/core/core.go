// Package core holds the rules about trainlint's own reading: files it cannot
// parse and directives it cannot obey. The pipeline reports them; they have no
// check of their own.
package core

import "github.com/trainlint/trainlint/rules"

// Rules returns the rules of the group, sorted by name.
func Rules() []*rules.Rule {
	return []*rules.Rule{DirectiveMalformed, DirectiveUnknownRule, DirectiveUnused, FileTooComplex, SyntaxError}
}
