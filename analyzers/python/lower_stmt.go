package python

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/syntax"
)

// stmts lowers the statements directly under node i: a module, a block, or text
// that did not parse.
func (l *lowering) stmts(i uint32, parent Node) []Stmt {
	bottom := len(l.stmtStack)
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if s := l.stmt(c, parent); s != nil {
			l.stmtStack = append(l.stmtStack, s)
		}
	}
	list := l.stmtLists.list(l.stmtStack[bottom:])
	l.stmtStack = l.stmtStack[:bottom]
	return list
}

// suite lowers the block of node i that stands in the field, or the only block
// where the grammar names none.
func (l *lowering) suite(i uint32, field uint8, parent Node) []Stmt {
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) == kindBlock && (field == 0 || l.nodes[c].Field == field) {
			return l.stmts(c, parent)
		}
	}
	return nil
}

func (l *lowering) stmt(i uint32, parent Node) Stmt {
	switch l.kind(i) {
	case kindComment:
		return nil
	case kindExprStmt:
		return l.exprStmt(i, parent)
	case kindIf:
		return l.ifStmt(i, parent)
	case kindFor:
		n := &For{stmtBase: l.stmtAt(i, parent), Async: l.isAsync(i)}
		n.Target = l.expr(l.child(i, l.g.left), n)
		n.Iter = l.expr(l.child(i, l.g.right), n)
		n.Body = l.suite(i, l.g.body, n)
		n.Else = l.elseBlock(i, n)
		return n
	case kindWhile:
		n := &While{stmtBase: l.stmtAt(i, parent)}
		n.Test = l.expr(l.child(i, l.g.condition), n)
		n.Body = l.suite(i, l.g.body, n)
		n.Else = l.elseBlock(i, n)
		return n
	case kindWith:
		return l.withStmt(i, parent)
	case kindTry:
		return l.tryStmt(i, parent)
	case kindMatch:
		return l.matchStmt(i, parent)
	case kindFunction, kindClass, kindDecorated:
		return l.definition(i, parent)
	case kindReturn:
		n := &Return{stmtBase: l.stmtAt(i, parent)}
		n.Value = l.expr(l.firstPlain(i), n)
		return n
	case kindRaise:
		n := &Raise{stmtBase: l.stmtAt(i, parent)}
		n.Cause = l.expr(l.child(i, l.g.cause), n)
		n.Value = l.expr(l.child(i, 0), n)
		return n
	case kindAssert:
		n := &Assert{stmtBase: l.stmtAt(i, parent)}
		parts := l.plainExprs(i, n)
		if len(parts) > 0 {
			n.Test = parts[0]
		}
		if len(parts) > 1 {
			n.Message = parts[1]
		}
		return n
	case kindDelete:
		n := &Delete{stmtBase: l.stmtAt(i, parent)}
		if first := l.firstPlain(i); first != 0 && l.kind(first) == kindTuple {
			n.Targets = l.plainExprs(first, n)
		} else {
			n.Targets = l.plainExprs(i, n)
		}
		return n
	case kindImport, kindImportFrom, kindFutureImport:
		return l.importStmt(i, parent)
	case kindGlobal, kindNonlocal:
		l.tree.scoping = true
		n := &Scoping{stmtBase: l.stmtAt(i, parent), Global: l.kind(i) == kindGlobal}
		for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
			if l.kind(c) == kindIdentifier {
				n.Names = append(n.Names, l.textOf(c))
			}
		}
		return n
	case kindPass:
		return &Simple{l.stmtAt(i, parent), Pass}
	case kindBreak:
		return &Simple{l.stmtAt(i, parent), Break}
	case kindContinue:
		return &Simple{l.stmtAt(i, parent), Continue}
	case kindAssign: // only inside text that did not parse
		return l.assign(i, parent)
	}
	return l.opaqueStmt(i, parent)
}

func (l *lowering) isAsync(i uint32) bool {
	return i+1 < l.nodes[i].Next && l.kind(i+1) == kindAsync
}

// plainAfter reports whether i has another part behind its child.
func (l *lowering) plainAfter(child, i uint32) bool {
	for c := l.nodes[child].Next; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.plain(c) && l.kind(c) != kindOperator {
			return true
		}
	}
	return false
}

func (l *lowering) firstPlain(i uint32) uint32 {
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.plain(c) {
			return c
		}
	}
	return 0
}

func (l *lowering) exprStmt(i uint32, parent Node) Stmt {
	first := l.firstPlain(i)
	switch {
	case first == 0:
		return l.opaqueStmt(i, parent)
	case l.kind(first) == kindAssign:
		return l.assign(first, parent)
	case l.kind(first) == kindAugAssign:
		n := &AugAssign{stmtBase: l.stmtAt(first, parent)}
		n.Target = l.expr(l.child(first, l.g.left), n)
		n.Value = l.expr(l.child(first, l.g.right), n)
		if op := l.child(first, l.g.operator); op != 0 {
			n.Op = l.textOf(op)
		}
		return n
	}
	n := l.exprStmts.take()
	n.stmtBase = l.stmtAt(i, parent)
	// `a, b` as a statement is several children without a node of their own.
	if !l.plainAfter(first, i) {
		n.Value = l.expr(first, n)
		return n
	}
	tuple := &Sequence{exprBase: l.exprAt(i, n)}
	tuple.Items = withStarsOutside(l.plainExprs(i, tuple))
	n.Value = tuple
	return n
}

// assign reads `a = b = value` into one statement with two targets.
func (l *lowering) assign(i uint32, parent Node) Stmt {
	n := l.assigns.take()
	n.stmtBase = l.stmtAt(i, parent)
	bottom := len(l.exprStack)
	for {
		if target := l.expr(l.child(i, l.g.left), n); target != nil {
			l.exprStack = append(l.exprStack, target)
		}
		if t := l.child(i, l.g.typ); t != 0 {
			n.Annotation = l.expr(t, n)
		}
		right := l.child(i, l.g.right)
		if right == 0 {
			break
		}
		if l.kind(right) != kindAssign {
			n.Value = l.expr(right, n)
			break
		}
		i = right
	}
	n.Targets = l.exprLists.list(l.exprStack[bottom:])
	l.exprStack = l.exprStack[:bottom]
	return n
}

// ifStmt turns the grammar's row of elif clauses into nested statements.
func (l *lowering) ifStmt(i uint32, parent Node) Stmt {
	n := l.ifs.take()
	n.stmtBase = l.stmtAt(i, parent)
	l.ifParts(i, n)
	last := n
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch l.kind(c) {
		case kindElif:
			elif := l.ifs.take()
			elif.stmtBase = l.stmtAt(c, last)
			elif.end = l.nodes[i].End // it reaches to the end of the whole chain
			elif.Elif = true
			l.ifParts(c, elif)
			last.Else = l.stmtLists.list([]Stmt{elif})
			last = elif
		case kindElse:
			last.Else = l.suite(c, 0, last)
		}
	}
	return n
}

func (l *lowering) ifParts(i uint32, n *If) {
	n.Test = l.expr(l.child(i, l.g.condition), n)
	n.Body = l.suite(i, l.g.consequence, n)
}

func (l *lowering) elseBlock(i uint32, parent Node) []Stmt {
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) == kindElse {
			return l.suite(c, 0, parent)
		}
	}
	return nil
}

func (l *lowering) withStmt(i uint32, parent Node) Stmt {
	n := &With{stmtBase: l.stmtAt(i, parent), Async: l.isAsync(i)}
	for c := i + 1; c < l.nodes[i].Next; c++ { // items stand one level down
		if l.kind(c) == kindBlock {
			break
		}
		if l.kind(c) == kindWithItem {
			n.Items = append(n.Items, l.withItems(c, n)...)
			c = l.nodes[c].Next - 1
		}
	}
	n.Body = l.suite(i, l.g.body, n)
	return n
}

// withItems is one item, or several where the grammar took the parentheses of
// `with (a, b):` or `with (f() as g):` for an expression's.
func (l *lowering) withItems(i uint32, parent *With) []*WithItem {
	value := l.child(i, l.g.value)
	for value != 0 && l.kind(value) == kindParenthesized {
		inner := l.firstPlain(value)
		if k := l.kind(inner); k != kindParenthesized && k != kindAsPattern && k != kindTuple {
			break
		}
		value = inner
	}
	if value != 0 && l.kind(value) == kindTuple {
		var items []*WithItem
		for c := value + 1; c < l.nodes[value].Next; c = l.nodes[c].Next {
			if l.plain(c) {
				items = append(items, l.withItem(c, c, parent))
			}
		}
		return items
	}
	return []*WithItem{l.withItem(i, value, parent)}
}

func (l *lowering) withItem(i, value uint32, parent *With) *WithItem {
	n := &WithItem{base: l.at(i, parent)}
	if value != 0 && l.kind(value) == kindAsPattern {
		n.Context, n.Target = l.asPattern(value, n)
	} else {
		n.Context = l.expr(value, n)
	}
	return n
}

func (l *lowering) asPattern(i uint32, parent Node) (value, target Expr) {
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch {
		case !l.plain(c):
		case l.kind(c) == kindAsTarget || l.nodes[c].Field == l.g.alias:
			if l.kind(c) == kindAsTarget {
				c2 := l.firstPlain(c)
				target = l.expr(c2, parent)
			} else {
				target = l.expr(c, parent)
			}
		case value == nil:
			value = l.expr(c, parent)
		}
	}
	return value, target
}

func (l *lowering) tryStmt(i uint32, parent Node) Stmt {
	n := &Try{stmtBase: l.stmtAt(i, parent)}
	n.Body = l.suite(i, l.g.body, n)
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch l.kind(c) {
		case kindExcept:
			n.Handlers = append(n.Handlers, l.handler(c, n))
		case kindElse:
			n.Else = l.suite(c, 0, n)
		case kindFinally:
			n.Finally = l.suite(c, 0, n)
		}
	}
	return n
}

func (l *lowering) handler(i uint32, parent Node) *Handler {
	n := &Handler{base: l.at(i, parent)}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch {
		case !l.plain(c) || l.kind(c) == kindBlock:
		case l.kind(c) == kindAsPattern:
			var target Expr
			n.Type, target = l.asPattern(c, n)
			n.Name, _ = target.(*Name)
		case n.Type == nil:
			n.Type = l.expr(c, n)
		}
	}
	n.Body = l.suite(i, 0, n)
	return n
}

func (l *lowering) matchStmt(i uint32, parent Node) Stmt {
	n := &Match{stmtBase: l.stmtAt(i, parent)}
	n.Subject = l.expr(l.child(i, l.g.subject), n)
	for c := i + 1; c < l.nodes[i].Next; c++ {
		if l.kind(c) == kindCase {
			n.Cases = append(n.Cases, l.caseClause(c, n))
			c = l.nodes[c].Next - 1
		}
	}
	return n
}

func (l *lowering) caseClause(i uint32, parent Node) *Case {
	n := &Case{base: l.at(i, parent)}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch {
		case !l.plain(c):
		case l.kind(c) == kindIfClause:
			n.Guard = l.expr(l.firstPlain(c), n)
		case l.kind(c) == kindBlock:
			n.Body = l.stmts(c, n)
		default:
			list := l.patterns(c, n)
			if len(list) == 0 && l.textOf(c) == "_" { // the grammar has no node for what takes everything
				list = []Expr{l.name(c, n)}
			}
			n.Plain = len(n.Patterns) == 0 && len(list) == 1 && list[0].Span() == l.span(c)
			n.Patterns = append(n.Patterns, list...)
		}
	}
	return n
}

// patterns flattens a pattern into what it binds and compares with: a *Name is
// bound; values are expressions, and the name of a class stands in an Opaque.
func (l *lowering) patterns(i uint32, parent Node) []Expr {
	switch l.kind(i) {
	case kindIdentifier:
		return []Expr{l.name(i, parent)}
	case kindDotted, kindString, kindConcatenated, kindInteger, kindFloat, kindTrue, kindFalse, kindNone:
		return []Expr{l.expr(i, parent)}
	}
	var list []Expr
	first := true
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if !l.plain(c) || l.kind(c) == kindOperator {
			continue
		}
		switch {
		case first && l.kind(i) == kindClassPattern:
			class := &Opaque{exprBase: l.exprAt(c, parent)}
			class.Parts = []Expr{l.expr(c, class)}
			list = append(list, class)
		case first && l.kind(i) == kindKeywordPattern: // the name of an attribute
		default:
			list = append(list, l.patterns(c, parent)...)
		}
		first = false
	}
	return list
}

func (l *lowering) definition(i uint32, parent Node) Stmt {
	def := i
	if l.kind(i) == kindDecorated {
		if def = l.child(i, l.g.definition); def == 0 {
			return l.opaqueStmt(i, parent)
		}
	}
	name := l.child(def, l.g.name)
	if name == 0 {
		return l.opaqueStmt(i, parent)
	}
	if l.kind(def) == kindClass {
		n := &Class{stmtBase: l.stmtAt(i, parent), Name: l.textOf(name), NameSpan: l.span(name)}
		n.Decorators = l.decorators(i, def, n)
		if bases := l.child(def, l.g.superclasses); bases != 0 {
			n.Bases = l.arguments(bases, n)
		}
		n.Body = l.suite(def, l.g.body, n)
		return n
	}
	n := &Function{stmtBase: l.stmtAt(i, parent), Name: l.textOf(name), NameSpan: l.span(name), Async: l.isAsync(def)}
	n.Decorators = l.decorators(i, def, n)
	if params := l.child(def, l.g.parameters); params != 0 {
		n.Params = l.parameters(params, n)
	}
	if returns := l.child(def, l.g.returnType); returns != 0 {
		n.Returns = l.expr(returns, n)
	}
	n.Body = l.suite(def, l.g.body, n)
	return n
}

func (l *lowering) decorators(i, def uint32, parent Node) []*Decorator {
	if i == def {
		return nil
	}
	var list []*Decorator
	for c := i + 1; c < def; c = l.nodes[c].Next {
		if l.kind(c) == kindDecorator {
			d := &Decorator{base: l.at(c, parent)}
			d.Value = l.expr(l.firstPlain(c), d)
			list = append(list, d)
		}
	}
	return list
}

func (l *lowering) importStmt(i uint32, parent Node) Stmt {
	n := &Import{stmtBase: l.stmtAt(i, parent), From: l.kind(i) != kindImport}
	l.tree.imports = append(l.tree.imports, n)
	if l.kind(i) == kindFutureImport {
		n.Module = "__future__"
	}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch {
		case l.nodes[c].Field == l.g.moduleName:
			n.Module, n.Level = l.moduleName(c)
		case l.kind(c) == kindWildcard:
			n.Star = true
		case l.kind(c) == kindDotted || l.kind(c) == kindAliased:
			n.Names = append(n.Names, l.importAlias(c, n))
		}
	}
	return n
}

func (l *lowering) moduleName(i uint32) (module string, level int) {
	if l.kind(i) != kindRelative {
		return shortened(l.dotted(i)), 0
	}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch l.kind(c) {
		case kindImportPrefix:
			level = min(strings.Count(l.textOf(c), "."), maxRelative)
		case kindDotted:
			module = shortened(l.dotted(c))
		}
	}
	return module, level
}

// maxRelative bounds the dots of a relative import: there are no folders so far above.
const maxRelative = 100

// shortened is a module's name, once for each name that is imported from it: a longer path is no file's.
func shortened(module string) string { return module[:min(len(module), 1000)] }

func (l *lowering) importAlias(i uint32, parent Node) *Alias {
	n := &Alias{base: l.at(i, parent)}
	if l.kind(i) == kindAliased {
		if as := l.child(i, l.g.alias); as != 0 {
			n.As = l.textOf(as)
		}
		i = l.child(i, l.g.name)
	}
	if i != 0 {
		n.Path = l.dotted(i)
	}
	return n
}

// dotted is a dotted name without the spaces that may stand in it.
func (l *lowering) dotted(i uint32) string {
	text := l.textOf(i)
	if !strings.ContainsAny(text, " \t\\\r\n") {
		return text
	}
	var parts []string
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) == kindIdentifier {
			parts = append(parts, l.textOf(c))
		}
	}
	return strings.Join(parts, ".")
}

// storeOnType is `type(x).n = v`, which the grammar takes for the definition of a type called (x).n; nil for anything
// else.
func (l *lowering) storeOnType(i uint32, parent Node) Stmt {
	const word = "type"
	behind, starts := strings.CutPrefix(l.textOf(i), word)
	if !starts || !strings.HasPrefix(strings.TrimLeft(behind, " "), "(") {
		return nil
	}
	n := &Assign{stmtBase: l.stmtAt(i, parent)}
	parts := l.plainExprs(i, n)
	if len(parts) != 2 {
		return nil
	}
	n.Targets, n.Value = parts[:1], parts[1]
	start, at, above := l.nodes[i].Start, &n.Targets[0], Node(n)
	for {
		switch e := (*at).(type) {
		case *Attribute:
			at, above, e.start = &e.Value, e, start
			continue
		case *Subscript:
			at, above, e.start = &e.Value, e, start
			continue
		}
		break
	}
	of := *at
	if above == Node(n) {
		return nil
	}
	end := of.Span().End
	end += strings.IndexByte(l.text[end:], ')') + 1
	call := &Call{exprBase: exprBase{base{start: start, end: uint32(end), parent: above}}}
	call.Func = &Name{exprBase: exprBase{base{start: start, end: start + uint32(len(word)), parent: call}}, ID: word}
	arg := &Arg{base: base{start: uint32(of.Span().Start), end: uint32(of.Span().End), parent: call}, Value: of}
	of.(movable).moveTo(arg)
	call.Args = []*Arg{arg}
	l.tree.calls = append(l.tree.calls, call)
	*at = call
	return n
}

// opaqueStmt keeps what can be read inside a statement the tree does not know.
func (l *lowering) opaqueStmt(i uint32, parent Node) Stmt {
	if stored := l.storeOnType(i, parent); stored != nil {
		return stored
	}
	n := &OpaqueStmt{stmtBase: l.stmtAt(i, parent), Error: l.nodes[i].Symbol == syntax.ErrorSymbol}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch k := l.kind(c); {
		case k >= kindBlock && k <= kindContinue && k != kindIfClause:
			if k == kindBlock || k == kindElse || k == kindElif || k == kindFinally || k == kindExcept {
				n.Body = append(n.Body, l.stmts(c, n)...)
			} else {
				n.Body = append(n.Body, l.stmt(c, n))
			}
		case l.plain(c):
			n.Parts = append(n.Parts, l.leaves(c, n)...)
		}
	}
	return n
}
