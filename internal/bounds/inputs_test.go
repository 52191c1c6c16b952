// Package bounds holds trainlint to what it promises about time and memory: inputs made
// to be hard, each run as a user would run it, and fuzz targets for each input language.
package bounds

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// input is a file that was made to be hard, and the files beside it.
type input struct {
	name  string // language/what is hard
	path  string
	text  string
	extra map[string]string // by path
}

// write puts the files of an input into a folder.
func (in input) write(t testing.TB, dir string) {
	t.Helper()
	files := map[string]string{in.path: in.text}
	for path, text := range in.extra {
		files[path] = text
	}
	for path, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// repeat is a unit as often as it fits.
func repeat(size int, unit string) string { return strings.Repeat(unit, max(1, size/len(unit))) }

// nest wraps a core until the text has the size.
func nest(size int, open, core, closing string) string {
	n := max(1, size/(len(open)+len(closing)))
	return strings.Repeat(open, n) + core + strings.Repeat(closing, n)
}

// numbered repeats a format with 0, 1, 2, …
func numbered(size int, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// numberedFrom repeats a format with (1, 0), (2, 1), …
func numberedFrom(size int, format string) string {
	var b strings.Builder
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}

// numberedTimes repeats a format with (1, 0) to (n, n-1).
func numberedTimes(n int, format string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}

// depthFor is how deep blocks can stand in each other in a text of size bytes: the
// indentation makes the size quadratic.
func depthFor(size, line int) int {
	depth := 1
	for total := 0; total < size; depth++ {
		total += depth + line
	}
	return depth
}

// indented puts blocks into each other, one space each.
func indented(size int, header string) string { return indentedBy(size, header, " ") }

func indentedBy(size int, header, by string) string {
	return indentedWith(depthFor(size, len(header)), header, by)
}

func indentedDeep(depth int, header string) string { return indentedWith(depth, header, " ") }

func indentedWith(depth int, header, by string) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(by, i) + header + "\n")
	}
	b.WriteString(strings.Repeat(by, depth) + "pass\n")
	return b.String()
}
