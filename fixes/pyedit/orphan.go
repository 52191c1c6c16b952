package pyedit

import (
	"path"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// Orphans implements fixes.Judge. An import stays when the name is used or
// mentioned anywhere (in a string without spaces too: __all__, an annotation),
// when a comment goes with it, under try, and in a package's __init__.py, which
// imports to hand on.
func (j *judge) Orphans(after *source.File, names []string) []fixes.Edit {
	if path.Base(after.Path) == "__init__.py" {
		return nil
	}
	m, err := python.Parse(after)
	if err != nil {
		return nil
	}
	e := New(m)
	var edits []fixes.Edit
	python.WalkBody(m.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Try:
			return false
		case *python.Import:
			if p := e.removeOrphans(n, names); p.Err == nil && p.Safety == fixes.Safe {
				edits = append(edits, p.Edits...)
			}
		}
		return true
	})
	return edits
}

// removeOrphans removes those of the names that an import binds and nothing uses.
func (e *Editor) removeOrphans(imp *python.Import, names []string) Plan {
	var gone, stay []*python.Alias
	for _, a := range imp.Names {
		if wanted(imp, a, names) && !e.used(imp, a) {
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
		if n == bindingName(imp, a) && (imp.From || a.As != "" || !strings.Contains(a.Path, ".")) || !imp.From && a.As == "" && n == a.Path {
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

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// used reports whether anything in the file may need what an import binds.
func (e *Editor) used(imp *python.Import, a *python.Alias) bool {
	if !imp.From && a.As == "" && strings.Contains(a.Path, ".") {
		return e.usedModule(imp, a)
	}
	return e.mentioned(bindingName(imp, a))
}

// mentioned looks for a name among the words of the file: as a name, and inside
// strings that look like code rather than prose.
func (e *Editor) mentioned(name string) bool {
	for i, t := range e.tokens {
		text := e.text(t)
		switch {
		case t.Kind == pytoken.Name && text == name:
			if !e.is(i-1, ".") && !e.inImport(t.Start) {
				return true
			}
		case t.Kind == pytoken.FString, t.Kind == pytoken.String && !strings.ContainsAny(text, " \n"),
			t.Kind == pytoken.Comment && strings.Contains(text, "type:"):
			for _, w := range word.FindAllString(text, -1) {
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
	line := e.tokens[first].Line
	for i := first; i >= line; i-- { // `x = 1; import y` has two statements on a line
		if e.is(i, ";") {
			break
		}
		if i == line || e.is(i-1, ";") || e.is(i-1, ":") && e.tokens[i-1].Depth == 0 {
			return e.is(i, "import") || e.is(i, "from")
		}
	}
	return false
}

// usedModule: `import a.b` is needed for a.b.c, and for a itself unless another
// import binds that.
func (e *Editor) usedModule(imp *python.Import, a *python.Alias) bool {
	root, needed, another := firstPart(a.Path), false, false
	python.WalkBody(e.module.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			dotted := python.PathText(n)
			needed = needed || dotted == a.Path || strings.HasPrefix(dotted, a.Path+".")
		case *python.Import:
			for _, other := range n.Names {
				another = another || other != a && n.Parent() == nil && bindingName(n, other) == root
			}
		}
		return true
	})
	return needed || !another && e.mentioned(root)
}
