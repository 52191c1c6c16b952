package pyedit

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// Orphans implements fixes.Judge. Only an import whose use went away goes: one that
// nothing used before, such as `import torch.utils.checkpoint` for what it loads, is
// not the fix's business. An import stays, too, when the name is used or
// mentioned anywhere (in a string without spaces too: __all__, an annotation),
// when a comment goes with it, under try, and in a package's __init__.py, which
// imports to hand on.
func (j *judge) Orphans(after *source.File, names []string) []fixes.Edit {
	if path.Base(after.Path) == "__init__.py" || j.err != nil {
		return nil
	}
	m, err := j.tree(after)
	if err != nil {
		return nil
	}
	end := apart(j.module, m)
	defer end()
	before, e := New(j.module), New(m)
	var edits []fixes.Edit
	python.WalkBody(m.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Try:
			return false
		case *python.Import:
			if p := e.removeOrphans(n, names, before); p.Err == nil && p.Safety == fixes.Safe {
				edits = append(edits, p.Edits...)
			}
		}
		return true
	})
	return edits
}

// removeOrphans removes those of the names that an import binds and nothing uses.
func (e *Editor) removeOrphans(imp *python.Import, names []string, before *Editor) Plan {
	var gone, stay []*python.Alias
	for _, a := range imp.Names {
		if wanted(imp, a, names) && before.used(imp, a, false) && !e.used(imp, a, true) {
			gone = append(gone, a)
		} else {
			stay = append(stay, a)
		}
	}
	switch {
	case len(gone) == 0:
		return failed("every name is used")
	case len(stay) == 0:
		return e.RemoveStatement(imp)
	}
	return e.removeAliases(imp, gone, stay)
}

func wanted(imp *python.Import, a *python.Alias, names []string) bool {
	for _, n := range names {
		if n == bindingName(a) && (imp.From || a.As != "" || !strings.Contains(a.Path, ".")) ||
			!imp.From && a.As == "" && n == a.Path {
			return true
		}
	}
	return false
}

// removeAliases removes some names of an import that keeps others. Neighbours
// that go together would share a comma: then the list is written anew.
func (e *Editor) removeAliases(imp *python.Import, gone, stay []*python.Alias) Plan {
	if len(gone) == 1 {
		last := imp.Names[len(imp.Names)-1]
		brackets := source.Span{Start: imp.Names[0].Span().Start, End: last.Span().End}
		return e.removeItem(gone[0].Span(), brackets, false, gone[0] == last)
	}
	var texts []string
	for _, a := range stay {
		texts = append(texts, e.Text(a))
	}
	first, last := imp.Names[0].Span(), imp.Names[len(imp.Names)-1].Span()
	p := e.replace(first.Start, last.End, strings.Join(texts, ", "))
	if e.hasComment(first.Start, last.End) {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

var word = pattern.New(`[\pL_][\pL\pN_]*`)

// used reports whether anything in the file needs what an import binds; with root,
// also whether the first part of a dotted path may be needed from it.
func (e *Editor) used(imp *python.Import, a *python.Alias, root bool) bool {
	if !imp.From && a.As == "" && strings.Contains(a.Path, ".") {
		return e.usedPath(a.Path) || root && e.rootFrom(a)
	}
	return e.mentioned(bindingName(a))
}

// mentioned looks for a name among the words of the file: as a name, and inside
// strings that look like code rather than prose.
func (e *Editor) mentioned(name string) bool {
	for i, t := range e.tokens() {
		text := e.text(t)
		switch {
		case t.Kind == pytoken.Name && text == name:
			if !e.is(i-1, ".") && !e.inImport(t.Start) {
				return true
			}
		case t.Kind == pytoken.FString, t.Kind == pytoken.String && !strings.ContainsAny(text, " \n"),
			t.Kind == pytoken.Comment && strings.Contains(text, "type:"):
			for _, w := range word.Regexp().FindAllString(text, -1) {
				if w == name {
					return true
				}
			}
		}
	}
	return false
}

// inImport reports whether an offset stands in an import statement.
func (e *Editor) inImport(offset int) bool {
	first := e.at(offset)
	line := e.tokens()[first].Line
	for i := first; i >= line; i-- { // `x = 1; import y` has two statements on a line
		if i == line || e.is(i-1, ";") || e.is(i-1, ":") && e.tokens()[i-1].Depth == 0 {
			return e.is(i, "import") || e.is(i, "from")
		}
	}
	return false
}

// usedPath reports whether a dotted path, or something below it, is written anywhere.
func (e *Editor) usedPath(path string) bool {
	used := false
	python.WalkBody(e.module.Body, func(n python.Node) bool {
		if a, ok := n.(*python.Attribute); ok {
			dotted := python.PathText(a)
			used = used || dotted == path || strings.HasPrefix(dotted, path+".")
		}
		return !used
	})
	return used
}

// rootFrom: `import a.b` may be needed for a itself, unless another import at the
// top binds that.
func (e *Editor) rootFrom(a *python.Alias) bool {
	root := firstPart(a.Path)
	for _, s := range e.module.Body {
		if imp, ok := s.(*python.Import); ok {
			for _, other := range imp.Names {
				if other != a && bindingName(other) == root {
					return false
				}
			}
		}
	}
	return e.mentioned(root)
}
