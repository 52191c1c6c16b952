package pyedit

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// Import makes module (`import module`) or a name of it (`from module import
// name`) usable at a node, and returns the text to use it by. Nothing is added
// when the file imports it already at the top; a name that is taken by something
// else gets an alias. A file that does not import torch at all gets no import of it:
// its tensors are another library's, or its author keeps torch out of it.
func (e *Editor) Import(use python.Node, module, name string) (local string, p Plan) {
	if e.failure() != nil {
		return "", Plan{Err: e.failure()}
	}
	if local := e.imported(use, module, name); local != "" {
		return local, Plan{}
	}
	if firstPart(module) == "torch" && !e.importsTorch() {
		return "", Plan{Err: errors.New("the file does not import torch")}
	}
	local, statement := module, "import "+module
	bound := firstPart(module)
	if name != "" {
		local, bound, statement = name, name, "from "+module+" import "+name
	}
	if e.taken(bound, module, name) || e.ofFunction(bound, use) {
		local = e.freeName(module, name)
		statement += " as " + local
	} else if merged, ok := e.mergeImport(use, module, name); ok {
		return local, merged
	}
	return local, e.insertImport(use, module, statement)
}

// DType is how a dtype of torch can be written at a node: torch.bfloat16, or in a file that does not
// import torch the string, which from_pretrained of transformers takes since 4.43.
func (e *Editor) DType(use python.Node, name string) (text string, p Plan) {
	if !e.importsTorch() {
		return strconv.Quote(name), Plan{Needs: "transformers>=4.43"}
	}
	torch, p := e.Import(use, "torch", "")
	return torch + "." + name, p
}

// importsTorch reports whether an import of torch or of a part of it stands anywhere in the file.
func (e *Editor) importsTorch() bool {
	return slices.ContainsFunc(
		python.Imports(e.file.Text),
		func(module string) bool { return firstPart(module) == "torch" },
	)
}

func firstPart(dotted string) string {
	first, _, _ := strings.Cut(dotted, ".")
	return first
}

// imported is the text by which an import that certainly runs before use makes
// the thing available.
func (e *Editor) imported(use python.Node, module, name string) string {
	for _, fn := range python.FunctionsAround(use) {
		if local := e.importedIn(fn.Body, fn, use, module, name); local != "" {
			return local
		}
	}
	return e.importedIn(e.module.Body, nil, use, module, name)
}

// importedIn is imported for the imports that stand in the body of a function, or in that of the file.
func (e *Editor) importedIn(body []python.Stmt, fn *python.Function, use python.Node, module, name string) string {
	for _, imp := range importsBefore(body, use) {
		for _, a := range imp.Names {
			local := bindingName(a)
			if e.shadowed(local, fn, use) {
				continue
			}
			switch {
			case imp.From && imp.Level == 0 && imp.Module == module && a.Path == name && name != "",
				!imp.From && a.Path == module && a.As != "" && name == "",
				imp.From && imp.Level == 0 && name == "" && imp.Module+"."+a.Path == module:
				return local
			case !imp.From && a.As == "" && name == "" && (a.Path == module || strings.HasPrefix(a.Path, module+".")):
				return module
			}
		}
	}
	return ""
}

// bindingName is the name an import binds.
func bindingName(a *python.Alias) string {
	if a.As != "" {
		return a.As
	}
	return firstPart(a.Path) // what from … import names has no dots
}

// topImports lists the imports of the module itself, outside if and try, that
// stand before a node.
func (e *Editor) topImports(use python.Node) []*python.Import {
	return importsBefore(e.module.Body, use)
}

// importsBefore lists the imports of a block that stand before a node.
func importsBefore(body []python.Stmt, use python.Node) []*python.Import {
	var list []*python.Import
	for _, s := range body {
		if imp, ok := s.(*python.Import); ok && imp.Span().End <= use.Span().Start {
			list = append(list, imp)
		}
	}
	return list
}

// shadowed reports whether a name means something else at a node than the only binding of it in a function, or in the
// module where that is nil.
func (e *Editor) shadowed(name string, fn *python.Function, use python.Node) bool {
	scope, bindings := e.module.Lookup(name, use)
	if fn == nil && scope != e.module.ModuleScope() {
		return true
	}
	if fn != nil && (len(bindings) == 0 || python.EnclosingFunction(bindings[0].Node) != fn) {
		return true
	}
	for _, b := range bindings {
		if b.Kind != python.Imported || b.Path != bindings[0].Path {
			return true
		}
	}
	return false
}

// ofFunction reports whether a name at a node is that of a function around it, which may bind it behind the node only.
func (e *Editor) ofFunction(name string, use python.Node) bool {
	scope, bindings := e.module.Lookup(name, use)
	return len(bindings) > 0 && scope != e.module.ModuleScope()
}

// taken reports whether a name is bound anywhere in the file to anything but the
// very import that is wanted.
func (e *Editor) taken(bound, module, name string) bool {
	want := bound
	if name != "" {
		want = module + "." + name
	}
	taken := false
	python.WalkBody(e.module.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Import:
			for _, a := range n.Names {
				taken = taken || bindingName(a) == bound && importPath(n, a) != want
			}
		case *python.Name:
			taken = taken || n.ID == bound && isTarget(n)
		case *python.Function:
			taken = taken || n.Name == bound
		case *python.Class:
			taken = taken || n.Name == bound
		case *python.Param:
			taken = taken || n.Name == bound
		}
		return !taken
	})
	return taken
}

// importPath is the dotted name of what an import binds.
func importPath(imp *python.Import, a *python.Alias) string {
	switch {
	case imp.From:
		return strings.Repeat(".", imp.Level) + imp.Module + "." + a.Path
	case a.As != "":
		return a.Path
	}
	return firstPart(a.Path)
}

// isTarget reports whether a name is bound where it stands.
func isTarget(n *python.Name) bool {
	var node python.Node = n
	for {
		parent := node.Parent()
		switch p := parent.(type) {
		case *python.Sequence, *python.Starred:
			node = parent
			continue
		case *python.Assign:
			for _, t := range p.Targets {
				if python.Node(t) == node {
					return true
				}
			}
		case *python.AugAssign:
			return python.Node(p.Target) == node
		case *python.For:
			return python.Node(p.Target) == node
		case *python.Clause:
			return python.Node(p.Target) == node
		case *python.WithItem:
			return p.Target != nil && python.Node(p.Target) == node
		case *python.Walrus:
			return python.Node(p.Target) == node
		case *python.Handler:
			return p.Name != nil && python.Node(p.Name) == node
		case *python.Case, *python.Delete:
			return true
		}
		return false
	}
}

// freeName makes an alias that no name of the file has.
func (e *Editor) freeName(module, name string) string {
	alias := strings.ReplaceAll(module, ".", "_")
	if name != "" {
		alias = module[strings.LastIndexByte(module, '.')+1:] + "_" + name
	}
	words := map[string]bool{}
	for _, t := range e.tokens() {
		if t.Kind == pytoken.Name {
			words[e.text(t)] = true
		}
	}
	for words[alias] {
		alias += "_"
	}
	return alias
}

// mergeImport adds a name to an existing `from module import …`.
func (e *Editor) mergeImport(use python.Node, module, name string) (Plan, bool) {
	for _, imp := range e.topImports(use) {
		if imp.Level > 0 || imp.Module != module || name == "" || len(imp.Names) == 0 { // a star has no names
			continue
		}
		last := imp.Names[len(imp.Names)-1].Span()
		return e.appendArgument(last, imp.Span(), name), true
	}
	return Plan{}, false
}

// insertImport puts an import statement on a line of its own: that of a package above the first import of a part of
// it, another behind the last import of the package, else behind the last import before any other code, else below the
// docstring and the comments at the head of the file.
func (e *Editor) insertImport(use python.Node, module, statement string) Plan {
	imports := e.topImports(use)
	if statement == "import "+module && module == firstPart(module) {
		first := slices.IndexFunc(imports, func(imp *python.Import) bool { return samePackage(imp, module) })
		if first >= 0 && e.startsLine(imports[first].Span().Start) {
			return e.insert(e.lineStart(imports[first].Span().Start), statement+"\n")
		}
	}
	var after python.Stmt
	for i := len(imports) - 1; i >= 0 && after == nil; i-- {
		if samePackage(imports[i], firstPart(module)) && e.endsAbove(imports[i], use) {
			after = imports[i]
		}
	}
	if after == nil {
		after = e.headImport(use)
	}
	if after == nil {
		return e.insertAtHead(statement)
	}
	return e.insert(e.nextLine(e.lineTail(after.Span().End)), statement+"\n")
}

// endsAbove reports whether the line that a statement stands on ends before a node: `import a; f()` has f on it.
func (e *Editor) endsAbove(s python.Stmt, use python.Node) bool {
	return e.lineTail(s.Span().End) <= use.Span().Start
}

func samePackage(imp *python.Import, root string) bool {
	if imp.From {
		return imp.Level == 0 && firstPart(imp.Module) == root
	}
	for _, a := range imp.Names {
		if firstPart(a.Path) == root {
			return true
		}
	}
	return false
}

// headImport is the last import before the first def or class and before use.
func (e *Editor) headImport(use python.Node) python.Stmt {
	var last python.Stmt
	for _, s := range e.module.Body {
		switch s.(type) {
		case *python.Import:
			if e.endsAbove(s, use) {
				last = s
			}
		case *python.Function, *python.Class:
			return last
		}
	}
	return last
}

// lineTail is the last byte of the logical line that an offset stands in.
func (e *Editor) lineTail(offset int) int {
	i := e.at(offset)
	for e.tokens()[i].Kind != pytoken.Newline { // which every text ends with
		i++
	}
	return e.tokens()[i].Start
}

// insertAtHead puts a statement below the docstring, or below the comments that
// the file starts with (the licence, the interpreter, the encoding).
func (e *Editor) insertAtHead(statement string) Plan {
	first := e.module.Body[0]     // what needs the import stands somewhere
	if e.file.Notebook() != nil { // the first cell may be no Python
		return e.InsertBefore(first, statement)
	}
	if isDocstring(first) {
		at := e.nextLine(e.lineTail(first.Span().End))
		return e.insert(at, "\n"+statement+"\n")
	}
	at := e.lineStart(0)
	for i := 0; e.tokens()[i].Kind == pytoken.Comment; i++ {
		if gap := e.file.LineOf(e.tokens()[i].Start) - e.file.LineOf(at); i > 0 && gap > 0 {
			break
		}
		at = e.nextLine(e.tokens()[i].Start)
	}
	if at > e.lineStart(0) {
		return e.insert(at, "\n"+statement+"\n")
	}
	return e.insert(at, statement+"\n")
}

func isDocstring(s python.Stmt) bool {
	stmt, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	_, ok = stmt.Value.(*python.String)
	return ok
}
