// Package speed holds the rules about what makes training slower than it has to
// be: data loading, synchronisation with the GPU, debugging aids left on.
package speed

import (
	"embed"

	"github.com/trainlint/trainlint/rules"
)

//go:embed *.md
var pages embed.FS

// page is the page of one of this group's rules, NAME.md beside its code.
func page(rule string) rules.Page { return rules.ReadPage(pages, rule) }
