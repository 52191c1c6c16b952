// Package python reads Python source into a small typed tree, and knows what
// its names, constants and calls really are.
package python

import (
	"sync"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Node is any part of the tree.
type Node interface {
	Span() source.Span
	// Parent is the node this one stands in; nil for the module's statements.
	Parent() Node
	// itself is what all nodes have.
	itself() *base
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

type base struct {
	start, end uint32
	// index is where the node stands in the order of its tree, and count how many nodes it and all below it are: 0 as long
	// as nobody has walked over the tree, and for what stands in none.
	index, count uint32
	parent       Node
}

func (b *base) Span() source.Span { return source.Span{Start: int(b.start), End: int(b.end)} }

func (b *base) Parent() Node {
	if _, isRoot := b.parent.(*root); isRoot {
		return nil
	}
	return b.parent
}

func (b *base) itself() *base { return b }

func (b *base) moveTo(parent Node) { b.parent = parent }

func (b *base) startAt(start uint32) { b.start = start }

// root stands above a module's statements, where nobody sees it: from any node, it
// leads to what walks may cost, and to all nodes in their order.
type root struct {
	base
	walks budget.Walks
	tree  *Tree

	ordering sync.Once
	order    []Node
}

type exprBase struct{ base }

func (*exprBase) expr() {}

type stmtBase struct{ base }

func (*stmtBase) stmt() {}

// Comment is one comment, from '#' to the end of its line.
type Comment struct {
	Span source.Span
	Text string
}

// Expressions.
type (
	// Name is an identifier in an expression or as a target.
	Name struct {
		exprBase
		ID     string
		stands *resolution // what it was found to stand for; nil until somebody asks
	}
	// Attribute is Value.Attr.
	Attribute struct {
		exprBase
		Value    Expr
		Attr     string
		AttrSpan source.Span
		stands   *resolution
	}
	// Call is Func(Args…). A generator argument f(x for x in y) is one Arg.
	Call struct {
		exprBase
		Func Expr
		Args []*Arg
		// ArgsSpan covers the parentheses.
		ArgsSpan source.Span
	}
	// Arg is one argument of a call or one base of a class: positional when Name
	// is empty and Star is 0; *Value has Star 1, **Value Star 2.
	Arg struct {
		base
		Name     string
		NameSpan source.Span
		Star     int
		Value    Expr
	}
	// Subscript is Value[Index…].
	Subscript struct {
		exprBase
		Value Expr
		Index []Expr
	}
	// Slice is Lower:Upper:Step inside a subscript; absent parts are nil.
	Slice struct {
		exprBase
		Lower, Upper, Step Expr
	}
	// Number is an integer, float or imaginary literal, as written.
	Number struct {
		exprBase
		Text string
	}
	// String is one string literal, or several side by side.
	String struct {
		exprBase
		// Text is the value, when it is sure: no f-string, no bytes.
		Text string
		// Known says that Text is the value.
		Known bool
		// Bytes is set for b"…".
		Bytes bool
		// Parts are the expressions inside an f-string.
		Parts []Expr
	}
	// Constant is True, False, None or the ellipsis.
	Constant struct {
		exprBase
		Kind ConstantKind
	}
	// Binary is Left Op Right, with the operator as written.
	Binary struct {
		exprBase
		Op          string
		Left, Right Expr
	}
	// Unary is Op Operand; Op is one of - + ~ not.
	Unary struct {
		exprBase
		Op      string
		Operand Expr
	}
	// Bool is Left and Right, or Left or Right.
	Bool struct {
		exprBase
		Op          string
		Left, Right Expr
	}
	// Compare is Operands[0] Ops[0] Operands[1] Ops[1] ….
	Compare struct {
		exprBase
		Ops      []string
		Operands []Expr
	}
	// IfExp is Body if Test else Else.
	IfExp struct {
		exprBase
		Test, Body, Else Expr
	}
	// Lambda is lambda Params: Body.
	Lambda struct {
		exprBase
		Params []*Param
		Body   Expr
	}
	// Sequence is a tuple, list or set display. A bare `a, b` is a tuple too.
	Sequence struct {
		exprBase
		Kind  SequenceKind
		Items []Expr
	}
	// Dict is a dictionary display.
	Dict struct {
		exprBase
		Items []*DictItem
	}
	// DictItem is Key: Value, or **Value when Key is nil.
	DictItem struct {
		base
		Key, Value Expr
	}
	// Comprehension is a list, set or dict comprehension or a generator. Value is
	// set for dicts only.
	Comprehension struct {
		exprBase
		Kind    SequenceKind
		Element Expr
		Value   Expr
		Clauses []*Clause
	}
	// Clause is one `for Target in Iter` of a comprehension with the conditions
	// that follow it.
	Clause struct {
		base
		Target, Iter Expr
		Ifs          []Expr
		Async        bool
	}
	// Starred is *Value outside a call.
	Starred struct {
		exprBase
		Value Expr
	}
	// Await is await Value.
	Await struct {
		exprBase
		Value Expr
	}
	// Yield is yield Value or yield from Value; Value may be nil.
	Yield struct {
		exprBase
		Value Expr
		From  bool
	}
	// Walrus is Target := Value.
	Walrus struct {
		exprBase
		Target *Name
		Value  Expr
	}
	// Opaque is an expression the tree does not know; Parts are the
	// expressions found inside it.
	Opaque struct {
		exprBase
		Parts []Expr
	}
)

// ConstantKind tells the keyword constants apart.
type ConstantKind uint8

// The keyword constants.
const (
	None ConstantKind = iota
	True
	False
	Ellipsis
)

// SequenceKind tells displays and comprehensions apart.
type SequenceKind uint8

// The kinds of displays and comprehensions.
const (
	Tuple SequenceKind = iota
	List
	Set
	Mapping
	Generator
)

// Statements.
type (
	// Function is a def.
	Function struct {
		stmtBase
		Name       string
		NameSpan   source.Span
		Params     []*Param
		Returns    Expr // annotation, or nil
		Body       []Stmt
		Decorators []*Decorator
		Async      bool
	}
	// Param is one parameter. Star is 1 for *args, 2 for **kwargs; a bare * or /
	// is left out, KeywordOnly says on which side of the * it stood.
	Param struct {
		base
		Name        string
		NameSpan    source.Span
		Star        int
		KeywordOnly bool
		Annotation  Expr
		Default     Expr
	}
	// Decorator is @Value.
	Decorator struct {
		base
		Value Expr
	}
	// Class is a class definition.
	Class struct {
		stmtBase
		Name       string
		NameSpan   source.Span
		Bases      []*Arg
		Body       []Stmt
		Decorators []*Decorator
	}
	// For is for Target in Iter.
	For struct {
		stmtBase
		Target, Iter Expr
		Body, Else   []Stmt
		Async        bool
	}
	// While is while Test.
	While struct {
		stmtBase
		Test       Expr
		Body, Else []Stmt
	}
	// If is if Test. An elif is an If alone in Else, with Elif set.
	If struct {
		stmtBase
		Test       Expr
		Body, Else []Stmt
		Elif       bool
	}
	// With is with Items.
	With struct {
		stmtBase
		Items []*WithItem
		Body  []Stmt
		Async bool
	}
	// WithItem is Context as Target; Target may be nil.
	WithItem struct {
		base
		Context, Target Expr
	}
	// Try is try … except … else … finally.
	Try struct {
		stmtBase
		Body     []Stmt
		Handlers []*Handler
		Else     []Stmt
		Finally  []Stmt
	}
	// Handler is except Type as Name; Type may be nil.
	Handler struct {
		base
		Type Expr
		Name *Name
		Body []Stmt
	}
	// Match is match Subject.
	Match struct {
		stmtBase
		Subject Expr
		Cases   []*Case
	}
	// Case is one case of a match. Patterns are the names and values in its pattern.
	Case struct {
		base
		Patterns []Expr
		// Plain is set where a name or value is the whole pattern: 1, and neither -1 nor [1].
		Plain bool
		Guard Expr
		Body  []Stmt
	}
	// Assign is Targets[0] = Targets[1] = … = Value. With an Annotation it has one
	// target, and Value may be nil.
	Assign struct {
		stmtBase
		Targets    []Expr
		Annotation Expr
		Value      Expr
	}
	// AugAssign is Target Op Value, with Op such as "+=".
	AugAssign struct {
		stmtBase
		Target Expr
		Op     string
		Value  Expr
	}
	// Return is return Value; Value may be nil.
	Return struct {
		stmtBase
		Value Expr
	}
	// Raise is raise Value; Value may be nil.
	Raise struct {
		stmtBase
		Value, Cause Expr
	}
	// Delete is del Targets.
	Delete struct {
		stmtBase
		Targets []Expr
	}
	// Assert is assert Test, Message.
	Assert struct {
		stmtBase
		Test, Message Expr
	}
	// ExprStmt is an expression that stands alone.
	ExprStmt struct {
		stmtBase
		Value Expr
	}
	// Import is import a.b as c, d, or from Module import a as b. Module and Level
	// (the number of leading dots) are set for the second form.
	Import struct {
		stmtBase
		From   bool
		Module string
		Level  int
		Names  []*Alias
		Star   bool
	}
	// Alias is one imported name. As is empty when there is none.
	Alias struct {
		base
		Path string // dotted
		As   string
	}
	// Scoping is global or nonlocal.
	Scoping struct {
		stmtBase
		Global bool
		Names  []string
	}
	// Simple is pass, break or continue.
	Simple struct {
		stmtBase
		Kind SimpleKind
	}
	// OpaqueStmt is a statement the tree does not know, or text that did not
	// parse; what could be read inside it is kept.
	OpaqueStmt struct {
		stmtBase
		Parts []Expr
		Body  []Stmt
		Error bool
	}
)

// SimpleKind tells the statements without parts apart.
type SimpleKind uint8

// The statements without parts.
const (
	Pass SimpleKind = iota
	Break
	Continue
)
