package compat

import "strings"

// doc writes markdown in a Go raw string: a tilde stands for the backtick.
func doc(text string) string { return strings.ReplaceAll(text, "~", "`") }
