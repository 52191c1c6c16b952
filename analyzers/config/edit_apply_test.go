package config

import (
	"slices"
	"strings"
)

// apply is the text after the changes, which must not overlap.
func apply(text string, changes []Change) string {
	ordered := slices.SortedStableFunc(slices.Values(changes), inOrder)
	var b strings.Builder
	at := 0
	for _, c := range ordered {
		b.WriteString(text[at:c.Span.Start])
		b.WriteString(c.New)
		at = c.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}
