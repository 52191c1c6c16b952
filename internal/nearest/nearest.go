// Package nearest finds the name that someone probably meant.
package nearest

import "strings"

// Name returns the candidate closest to a mistyped name, "" when none is close
// enough to be worth suggesting.
func Name(typed string, candidates []string) string {
	typed = normal(typed)
	best, distance := "", max(1, len(typed)/3)+1
	for _, candidate := range candidates {
		candidateName := normal(candidate)
		if max(len(typed)-len(candidateName), len(candidateName)-len(typed)) >= distance {
			continue // as many edits at least
		}
		if d := edits(typed, candidateName); d < distance {
			best, distance = candidate, d
		}
	}
	if best != "" {
		return best
	}
	for _, candidate := range candidates {
		if name := normal(candidate); len(typed) >= 4 && (strings.Contains(name, typed) || strings.Contains(typed, name)) {
			return candidate
		}
	}
	return ""
}

// Hint is `, did you mean "x"?` or nothing, to end an error message with.
func Hint(typed string, candidates []string) string {
	if name := Name(typed, candidates); name != "" {
		return `, did you mean "` + name + `"?`
	}
	return ""
}

// HintOr is the hint, or what else tells the names where none comes near: (`trainlint rules` lists them).
func HintOr(typed string, candidates []string, otherwise string) string {
	if hint := Hint(typed, candidates); hint != "" {
		return hint
	}
	return " (" + otherwise + ")"
}

// normal forgives case and the choice between hyphen and underscore.
func normal(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// edits is the optimal string alignment distance: insertions, deletions,
// substitutions and swaps of neighbours that turn a into b.
func edits(a, b string) int {
	previous, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], previous[j-2]+1)
			}
		}
		previous, row = row, next
	}
	return row[len(b)]
}
