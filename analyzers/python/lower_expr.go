package python

import "strings"

// longestChain bounds a.b.c.…: every question about a chain is asked again for each
// of its parts, and no program written by people has one as long.
const longestChain = 200

// plainExprs lowers the children of i that are expressions.
func (l *lowering) plainExprs(i uint32, parent Node) []Expr {
	bottom := len(l.exprStack)
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.plain(c) && l.kind(c) != kindOperator {
			l.exprStack = append(l.exprStack, l.expr(c, parent))
		}
	}
	list := l.exprLists.list(l.exprStack[bottom:])
	l.exprStack = l.exprStack[:bottom]
	return list
}

// leaves lowers what stands below a node that is no expression itself.
func (l *lowering) leaves(i uint32, parent Node) []Expr {
	k := l.kind(i)
	if k >= kindIdentifier && k != kindKeywordArgument && k != kindPair && k != kindOperator {
		return []Expr{l.expr(i, parent)}
	}
	var parts []Expr
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.plain(c) {
			parts = append(parts, l.leaves(c, parent)...)
		}
	}
	return parts
}

var constants = map[kind]ConstantKind{kindTrue: True, kindFalse: False, kindNone: None, kindEllipsis: Ellipsis}

// expr lowers the expression at i; nil for 0, the absent child.
func (l *lowering) expr(i uint32, parent Node) Expr {
	if i == 0 {
		return nil
	}
	switch l.kind(i) {
	case kindIdentifier:
		return l.name(i, parent)
	case kindDotted:
		return l.dottedExpr(i, parent)
	case kindAttribute:
		if l.chain >= longestChain {
			return &Opaque{exprBase: l.exprAt(i, parent)}
		}
		n := l.attrs.take()
		n.exprBase = l.exprAt(i, parent)
		l.chain++
		n.Value = l.expr(l.child(i, l.g.object), n)
		l.chain--
		if attr := l.child(i, l.g.attribute); attr != 0 {
			n.Attr, n.AttrSpan = l.textOf(attr), l.span(attr)
		}
		return n
	case kindCall:
		return l.call(i, parent)
	case kindString, kindConcatenated:
		return l.str(i, parent)
	case kindInteger, kindFloat:
		n := l.numbers.take()
		n.exprBase, n.Text = l.exprAt(i, parent), l.textOf(i)
		return n
	case kindTrue, kindFalse, kindNone, kindEllipsis:
		return &Constant{l.exprAt(i, parent), constants[l.kind(i)]}
	case kindParenthesized:
		return l.expr(l.firstPlain(i), parent)
	case kindType:
		return l.typeExpr(i, parent)
	case kindGenericType, kindUnionType:
		return l.compoundType(i, parent)
	case kindSubscript:
		n := l.subs.take()
		n.exprBase = l.exprAt(i, parent)
		n.Value = l.expr(l.child(i, l.g.value), n)
		n.Index = l.withBlankedStars(withStarsOutside(l.fieldExprs(i, l.g.subscript, n)), n)
		return n
	case kindSlice:
		return l.slice(i, parent)
	case kindTuple:
		n := &Sequence{exprBase: l.exprAt(i, parent), Kind: Tuple}
		n.Items = l.withBlankedStars(withStarsOutside(l.plainExprs(i, n)), n)
		if l.onlyBracketed(n) { // for (x) in y: the grammar sees a pattern of a tuple
			return l.expr(l.firstPlain(i), parent)
		}
		return n
	case kindList:
		n := &Sequence{exprBase: l.exprAt(i, parent), Kind: List}
		n.Items = withStarsOutside(l.plainExprs(i, n))
		return n
	case kindSet:
		n := &Sequence{exprBase: l.exprAt(i, parent), Kind: Set}
		n.Items = withStarsOutside(l.plainExprs(i, n))
		return n
	case kindDict:
		return l.dict(i, parent)
	case kindListSplat, kindDictSplat:
		n := &Starred{exprBase: l.exprAt(i, parent)}
		n.Value = l.expr(l.firstPlain(i), n)
		return n
	case kindLambda:
		n := &Lambda{exprBase: l.exprAt(i, parent)}
		if params := l.child(i, l.g.parameters); params != 0 {
			n.Params = l.parameters(params, n)
		}
		n.Body = l.expr(l.child(i, l.g.body), n)
		return n
	case kindAwait:
		n := &Await{exprBase: l.exprAt(i, parent)}
		n.Value = l.expr(l.firstPlain(i), n)
		return n
	case kindYield:
		n := &Yield{exprBase: l.exprAt(i, parent)}
		n.Value = l.expr(l.firstPlain(i), n)
		n.From = strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(l.textOf(i), "yield")), "from ")
		return n
	case kindNamed:
		n := &Walrus{exprBase: l.exprAt(i, parent)}
		n.Target, _ = l.expr(l.child(i, l.g.name), n).(*Name)
		n.Value = l.expr(l.child(i, l.g.value), n)
		return n
	case kindListComprehension:
		return l.comprehension(i, parent, List)
	case kindSetComprehension:
		return l.comprehension(i, parent, Set)
	case kindDictComprehension:
		return l.comprehension(i, parent, Mapping)
	case kindGenerator:
		return l.comprehension(i, parent, Generator)
	case kindBinary, kindUnary, kindNot, kindBool, kindCompare, kindConditional:
		return l.operation(i, parent)
	}
	n := &Opaque{exprBase: l.exprAt(i, parent)}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.plain(c) {
			n.Parts = append(n.Parts, l.leaves(c, n)...)
		}
	}
	return n
}

func (l *lowering) operation(i uint32, parent Node) Expr {
	switch l.kind(i) {
	case kindBinary:
		n := l.binaries.take()
		n.exprBase = l.exprAt(i, parent)
		n.Op = l.operator(i)
		n.Left = l.expr(l.child(i, l.g.left), n)
		n.Right = l.expr(l.child(i, l.g.right), n)
		return n
	case kindBool:
		n := &Bool{exprBase: l.exprAt(i, parent), Op: l.operator(i)}
		n.Left = l.expr(l.child(i, l.g.left), n)
		n.Right = l.expr(l.child(i, l.g.right), n)
		return n
	case kindUnary:
		n := &Unary{exprBase: l.exprAt(i, parent), Op: l.operator(i)}
		n.Operand = l.expr(l.child(i, l.g.argument), n)
		return n
	case kindNot:
		n := &Unary{exprBase: l.exprAt(i, parent), Op: "not"}
		n.Operand = l.expr(l.child(i, l.g.argument), n)
		return n
	case kindConditional:
		return l.conditional(i, parent)
	}
	n := &Compare{exprBase: l.exprAt(i, parent)}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) == kindOperator {
			n.Ops = append(n.Ops, strings.Join(strings.Fields(l.textOf(c)), " "))
		}
	}
	if n.Operands = l.plainExprs(i, n); len(n.Operands) != len(n.Ops)+1 { // in a text that does not parse
		broken := &Opaque{exprBase: n.exprBase}
		broken.Parts = l.plainExprs(i, broken)
		return broken
	}
	return n
}

// conditional is a if b else c. The grammar reads `n := a if b else c` as `(n := a) if b else c`; Python binds n to all
// of what stands behind it.
func (l *lowering) conditional(i uint32, parent Node) Expr {
	n := &IfExp{exprBase: l.exprAt(i, parent)}
	parts := l.plainExprs(i, n)
	if len(parts) != 3 {
		return n
	}
	n.Body, n.Test, n.Else = parts[0], parts[1], parts[2]
	first := l.firstPlain(i)
	if l.kind(first) != kindNamed {
		return n
	}
	named := n.Body.(*Walrus)
	named.end, named.parent = n.end, parent
	n.start, n.parent = l.nodes[l.child(first, l.g.value)].Start, named
	n.Body, named.Value = named.Value, n
	n.Body.(movable).moveTo(n)
	return named
}

func (l *lowering) operator(i uint32) string {
	if op := l.child(i, l.g.operator); op != 0 {
		return l.textOf(op)
	}
	return ""
}

func (l *lowering) name(i uint32, parent Node) *Name {
	n := l.names.take()
	n.exprBase, n.ID = l.exprAt(i, parent), l.textOf(i)
	return n
}

// dottedExpr reads a dotted name where an expression is meant, as in a pattern.
func (l *lowering) dottedExpr(i uint32, parent Node) Expr {
	var whole Expr
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch {
		case l.kind(c) != kindIdentifier:
		case whole == nil:
			whole = l.name(c, parent)
		default:
			n := l.attrs.take()
			n.exprBase = exprBase{base{start: l.nodes[i].Start, end: l.nodes[c].End, parent: parent}}
			n.Value, n.Attr, n.AttrSpan = whole, l.textOf(c), l.span(c)
			switch inner := whole.(type) {
			case *Name:
				inner.parent = n
			case *Attribute:
				inner.parent = n
			}
			whole = n
		}
	}
	return whole
}

func (l *lowering) fieldExprs(i uint32, field uint8, parent Node) []Expr {
	bottom := len(l.exprStack)
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.nodes[c].Field == field && l.plain(c) {
			l.exprStack = append(l.exprStack, l.expr(c, parent))
		}
	}
	list := l.exprLists.list(l.exprStack[bottom:])
	l.exprStack = l.exprStack[:bottom]
	return list
}

// slice places its parts by the colons between them: the tree has no field for them.
func (l *lowering) slice(i uint32, parent Node) Expr {
	n := &Slice{exprBase: l.exprAt(i, parent)}
	slots := [...]*Expr{&n.Lower, &n.Upper, &n.Step}
	slot, at := 0, l.nodes[i].Start
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if !l.plain(c) {
			continue
		}
		slot = min(slot+strings.Count(l.text[at:l.nodes[c].Start], ":"), 2)
		at = l.nodes[c].End
		*slots[slot] = l.expr(c, n)
	}
	return n
}

func (l *lowering) dict(i uint32, parent Node) Expr {
	n := &Dict{exprBase: l.exprAt(i, parent)}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if !l.plain(c) {
			continue
		}
		item := &DictItem{base: l.at(c, n)}
		switch l.kind(c) {
		case kindPair:
			item.Key = l.expr(l.child(c, l.g.key), item)
			item.Value = l.expr(l.child(c, l.g.value), item)
		case kindDictSplat:
			item.Value = l.expr(l.firstPlain(c), item)
		default:
			continue
		}
		n.Items = append(n.Items, item)
	}
	return n
}

func (l *lowering) comprehension(i uint32, parent Node, kind SequenceKind) Expr {
	n := &Comprehension{exprBase: l.exprAt(i, parent), Kind: kind}
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch k := l.kind(c); {
		case !l.plain(c):
		case k == kindForIn:
			clause := &Clause{base: l.at(c, n), Async: l.isAsync(c)}
			clause.Target = l.expr(l.child(c, l.g.left), clause)
			clause.Iter = l.expr(l.child(c, l.g.right), clause)
			n.Clauses = append(n.Clauses, clause)
		case k == kindIfClause && len(n.Clauses) > 0:
			clause := n.Clauses[len(n.Clauses)-1]
			clause.Ifs = append(clause.Ifs, l.expr(l.firstPlain(c), clause))
			clause.end = l.nodes[c].End
		case k == kindPair:
			n.Element = l.expr(l.child(c, l.g.key), n)
			n.Value = l.expr(l.child(c, l.g.value), n)
		case n.Element == nil:
			n.Element = l.expr(c, n)
		}
	}
	return n
}

func (l *lowering) call(i uint32, parent Node) Expr {
	n := l.callSlab.take()
	n.exprBase = l.exprAt(i, parent)
	l.tree.calls = append(l.tree.calls, n)
	n.Func = l.expr(l.child(i, l.g.function), n)
	args := l.child(i, l.g.arguments)
	if args == 0 {
		return n
	}
	n.ArgsSpan = l.span(args)
	if l.kind(args) == kindGenerator {
		arg := l.args.take()
		arg.base = l.at(args, n)
		arg.Value = l.expr(args, arg)
		n.Args = l.argLists.list([]*Arg{arg})
		return n
	}
	n.Args = l.arguments(args, n)
	return n
}

// arguments lowers a call's arguments or a class's bases.
func (l *lowering) arguments(i uint32, parent Node) []*Arg {
	var few [8]*Arg
	list := few[:0]
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if !l.plain(c) {
			continue
		}
		arg := l.args.take()
		arg.base = l.at(c, parent)
		switch l.kind(c) {
		case kindKeywordArgument:
			if name := l.child(c, l.g.name); name != 0 {
				arg.Name, arg.NameSpan = l.textOf(name), l.span(name)
			}
			arg.Value = l.expr(l.child(c, l.g.value), arg)
		case kindListSplat:
			arg.Star = 1
			arg.Value = l.expr(l.firstPlain(c), arg)
		case kindDictSplat:
			arg.Star = 2
			arg.Value = l.expr(l.firstPlain(c), arg)
		default:
			arg.Value = l.expr(c, arg)
		}
		list = append(list, arg)
	}
	return l.argLists.list(list)
}

func (l *lowering) parameters(i uint32, parent Node) []*Param {
	var list []*Param
	keywordOnly := false
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		switch {
		case !l.plain(c) || l.kind(c) == kindPositionalSeparator:
		case l.kind(c) == kindKeywordSeparator:
			keywordOnly = true
		default:
			p := l.parameter(c, parent)
			p.KeywordOnly = keywordOnly && p.Star == 0
			keywordOnly = keywordOnly || p.Star == 1
			list = append(list, p)
		}
	}
	return list
}

func (l *lowering) parameter(i uint32, parent Node) *Param {
	p := l.params.take()
	p.base = l.at(i, parent)
	name := i
	switch l.kind(i) {
	case kindDefaultParameter, kindTypedDefaultParameter:
		name = l.child(i, l.g.name)
		p.Default = l.expr(l.child(i, l.g.value), p)
		p.Annotation = l.expr(l.child(i, l.g.typ), p)
	case kindTypedParameter:
		name = l.firstPlain(i)
		p.Annotation = l.expr(l.child(i, l.g.typ), p)
	}
	switch l.kind(name) {
	case kindListSplat:
		p.Star, name = 1, l.firstPlain(name)
	case kindDictSplat:
		p.Star, name = 2, l.firstPlain(name)
	}
	if name != 0 {
		p.Name, p.NameSpan = l.textOf(name), l.span(name)
	}
	return p
}

// typeExpr reads an annotation: `list[int]` is a node kind of its own there.
func (l *lowering) typeExpr(i uint32, parent Node) Expr {
	first := l.firstPlain(i)
	if first == 0 || l.nodes[first].Next < l.nodes[i].Next {
		n := &Opaque{exprBase: l.exprAt(i, parent)}
		for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
			n.Parts = append(n.Parts, l.leaves(c, n)...)
		}
		return n
	}
	return l.expr(first, parent)
}

// compoundType gives `list[int]` and `A | B` in an annotation the shape they have
// elsewhere.
func (l *lowering) compoundType(i uint32, parent Node) Expr {
	first := l.firstPlain(i)
	if first == 0 {
		return &Opaque{exprBase: l.exprAt(i, parent)}
	}
	second := l.nodes[first].Next
	switch {
	case second >= l.nodes[i].Next:
		return l.expr(first, parent)
	case l.kind(i) == kindUnionType:
		n := l.binaries.take()
		n.exprBase, n.Op = l.exprAt(i, parent), "|"
		n.Left, n.Right = l.expr(first, n), l.expr(second, n)
		return n
	}
	n := l.subs.take()
	n.exprBase = l.exprAt(i, parent)
	n.Value = l.expr(first, n)
	n.Index = l.plainExprs(second, n)
	return n
}

// str reads a literal; adjacent literals are one string.
func (l *lowering) str(i uint32, parent Node) Expr {
	n := l.strs.take()
	n.exprBase, n.Known = l.exprAt(i, parent), true
	if l.kind(i) == kindString {
		n.Text = l.addString(i, n)
		return n
	}
	var whole strings.Builder
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) == kindString {
			whole.WriteString(l.addString(c, n))
		}
	}
	if n.Known {
		n.Text = whole.String()
	}
	return n
}

// addString notes what one literal means for a string, and returns its text.
func (l *lowering) addString(i uint32, n *String) string {
	text := l.textOf(i)
	open := i + 1
	if open >= l.nodes[i].Next || l.kind(open) != kindStringStart {
		n.Known = false
		return ""
	}
	start := l.textOf(open)
	prefix := strings.ToLower(strings.TrimRight(start, `"'`))
	quotes := len(start) - len(prefix)
	if len(text) < len(start)+quotes {
		n.Known = false
		return ""
	}
	body := text[len(start) : len(text)-quotes]
	switch {
	case strings.Contains(prefix, "f") || strings.Contains(prefix, "t"):
		n.Known = false
		l.interpolations(i, n)
	case strings.Contains(prefix, "b"):
		n.Known, n.Bytes = false, true
	case strings.Contains(prefix, "r") || !strings.Contains(body, `\`):
		return body
	default:
		value, ok := unescape(body)
		n.Known = n.Known && ok
		return value
	}
	return ""
}

// interpolations collects the expressions of an f-string, those in format
// specifications too.
func (l *lowering) interpolations(i uint32, n *String) {
	for c := i + 1; c < l.nodes[i].Next; c = l.nodes[c].Next {
		if l.kind(c) != kindInterpolation {
			continue
		}
		value := l.firstPlain(c)
		if value == 0 {
			continue
		}
		n.Parts = append(n.Parts, l.expr(value, n))
		for format := l.nodes[value].Next; format < l.nodes[c].Next; format = l.nodes[format].Next {
			l.interpolations(format, n)
		}
	}
}

// unescape resolves the escapes of a plain string literal; false when it holds
// one that needs the Unicode name table.
func unescape(body string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			b.WriteByte(body[i])
			continue
		}
		i++
		switch body[i] {
		case '\n':
		case '\r':
			if i+1 < len(body) && body[i+1] == '\n' {
				i++
			}
		case '\\', '\'', '"':
			b.WriteByte(body[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'x', 'u', 'U', 'N', '0', '1', '2', '3', '4', '5', '6', '7', 'a', 'b', 'f', 'v':
			return "", false
		default: // Python keeps an unknown escape as it is written
			b.WriteByte('\\')
			b.WriteByte(body[i])
		}
	}
	return b.String(), true
}

// onlyBracketed reports whether what looks like a tuple is one thing in brackets: no comma follows it.
func (l *lowering) onlyBracketed(n *Sequence) bool {
	if len(n.Items) != 1 || l.text[n.Span().Start] != '(' {
		return false // a comma follows what stands alone
	}
	if _, starred := n.Items[0].(*Starred); starred {
		return false
	}
	for line := range strings.Lines(l.text[n.Items[0].Span().End:n.Span().End]) {
		if code, _, _ := strings.Cut(line, "#"); strings.Contains(code, ",") {
			return false
		}
	}
	return true
}
