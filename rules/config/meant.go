package config

import (
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules/ask"
)

// meant is what a message says of a key that is close to one of some names, and the fix that renames it; "" where it is
// close to none. The fix needs the entry that holds the key as it is.
func meant(e *config.Entry, key string, names []string) (words string, fix []fixes.Fix) {
	near := ask.Nearest(key, names)
	if near == "" {
		return "", nil
	}
	if e != nil && e.Key == key {
		fix = configedit.Rename(e, near).Fixes("rename it to "+near, fixes.Unsafe)
	}
	return "; did you mean " + near + "?", fix
}
