// Package memory holds the rules about memory that is kept longer than it is used.
package memory

import "strings"

// doc writes markdown in a Go raw string: a tilde stands for the backtick.
func doc(text string) string { return strings.ReplaceAll(text, "~", "`") }
