// Package configedit builds edits of YAML, JSON and TOML files that say which
// values they change, and judges the edited files by it.
package configedit

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/fixes"
)

// Set replaces a scalar by raw text, written as the file's format wants it.
func Set(n *config.Node, raw string) fixes.Plan {
	changes, err := config.SetScalar(n, raw)
	return plan(n, changes, err, func() []string { return []string{n.Path()} })
}

// SetString replaces a scalar by a string that no loader takes for anything else.
func SetString(n *config.Node, text string) fixes.Plan {
	if n == nil || n.Document() == nil {
		return fixes.Plan{Err: config.ErrMissing}
	}
	return Set(n, config.Quote(n.Document().Format, text))
}

// Rename gives an entry another key; its value stays.
func Rename(e *config.Entry, key string) fixes.Plan {
	changes, err := config.RenameKey(e, key)
	return plan(e.Owner(), changes, err, func() []string { return []string{e.Path(), below(e.Owner(), key)} })
}

// InsertAfter adds a key right below a sibling, raw being the text of its value.
func InsertAfter(sibling *config.Entry, key, raw string) fixes.Plan {
	changes, err := config.InsertAfter(sibling, key, raw)
	return plan(sibling.Owner(), changes, err, func() []string { return []string{below(sibling.Owner(), key)} })
}

// InsertInto adds a key to a mapping, after its last own key.
func InsertInto(m *config.Node, key, raw string) fixes.Plan {
	changes, err := config.InsertInto(m, key, raw)
	return plan(m, changes, err, func() []string { return []string{below(m, key)} })
}

// Remove takes an entry out. With a comment behind it, which goes too, the plan is
// unsafe.
func Remove(e *config.Entry) fixes.Plan {
	changes, err := config.Remove(e)
	p := plan(e.Owner(), changes, err, func() []string { return []string{e.Path()} })
	if err == nil && config.LosesComment(e) {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

// Move takes an entry out of its mapping and adds it to another one of the file.
func Move(e *config.Entry, into *config.Node) fixes.Plan {
	changes, err := config.Move(e, into)
	return plan(e.Owner(), changes, err, func() []string { return []string{e.Path(), below(into, e.Key)} })
}

// below is the path that a key has, or would have, in a mapping.
func below(m *config.Node, key string) string { return m.Path() + "[" + strconv.Quote(key) + "]" }

// plan turns the changes of one edit into a plan. n is any node of the tree that changes.
func plan(n *config.Node, changes []config.Change, err error, paths func() []string) fixes.Plan {
	if err != nil {
		return fixes.Plan{Err: err}
	}
	d := n.Document()
	var p fixes.Plan
	for _, c := range changes {
		p.Edits = append(p.Edits, fixes.Edit{File: d.File.Path, Span: c.Span, New: c.New})
	}
	for _, path := range paths() {
		p.ConfigPaths = append(p.ConfigPaths, d.File.Path+":"+rootPrefix(n)+path)
	}
	return p
}

// rootPrefix is how config.Diff marks the paths of a YAML document after the first.
func rootPrefix(n *config.Node) string {
	for n.Owner() != nil {
		n = n.Owner()
	}
	for i, root := range n.Document().Roots {
		if root == n && i > 0 {
			return strconv.Itoa(i) + ":"
		}
	}
	return ""
}
