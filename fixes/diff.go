package fixes

import (
	"fmt"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// UnifiedDiff shows how a file at path changes, as `git apply` and `patch -p1`
// take it: CRLF, a missing final newline and odd file names come through bit for
// bit. It is empty when nothing changes. The path is relative, with '/'.
func UnifiedDiff(path string, before, after []byte) string {
	if string(before) == string(after) {
		return ""
	}
	from, to := gitName("a/"+path), gitName("b/"+path)
	hunks := udiff.Unified(labelEnd(from), labelEnd(to), string(before), string(after))
	return "diff --git " + from + " " + to + "\n" + hunks
}

// Diff is the change as a unified diff.
func (c Change) Diff() string {
	return UnifiedDiff(c.Before.Path, c.Before.Disk(), c.After.Disk())
}

// labelEnd adds the tab that ends a name with a space in it: without one, what
// follows the space reads as a time stamp.
func labelEnd(name string) string {
	if strings.Contains(name, " ") && !strings.HasPrefix(name, `"`) {
		return name + "\t"
	}
	return name
}

// gitName quotes a path as git does with core.quotePath set, its default: in
// double quotes as soon as a byte is a control character, a quote, a backslash or not ASCII.
func gitName(path string) string {
	const letters = "\a\b\t\n\v\f\r\"\\"
	const escapes = `abtnvfr"\`
	var b strings.Builder
	quoted := false
	for i := range len(path) {
		c := path[i]
		switch at := strings.IndexByte(letters, c); {
		case at >= 0:
			quoted = true
			b.WriteByte('\\')
			b.WriteByte(escapes[at])
		case c < 0x20 || c >= 0x7f:
			quoted = true
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	if quoted {
		return `"` + b.String() + `"`
	}
	return path
}
