package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

var remembersName = pattern.New(`(?i)(memory|memories|replay|buffer|experience)`)

// NamesReplay reports whether something, by its name, holds what an agent has met so far, of which it draws batches.
func NamesReplay(name string) bool { return remembersName.MatchString(name) }
