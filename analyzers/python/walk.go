package python

import (
	"iter"

	"github.com/trainlint/trainlint/analyzers/budget"
)

// Walk visits n and everything below it in the order of the text, parents
// first; below a node for which visit returns false nothing is visited.
func Walk(n Node, visit func(Node) bool) {
	if n == nil {
		return
	}
	w := walkOver(n)
	w.below(n, visit)
	w.end()
}

// WalkBody visits a list of statements as Walk does.
func WalkBody(body []Stmt, visit func(Node) bool) {
	if len(body) == 0 {
		return
	}
	w := walkOver(body[0])
	for _, s := range body {
		w.below(s, visit)
	}
	w.end()
}

// walk is one walk, and what pays for it.
type walk struct {
	pays  *budget.Walks
	order []Node // all nodes of the tree, parents first; nil for what stands in none
	nodes int    // that are not paid for yet
}

// walkOver climbs to the root, which knows.
func walkOver(n Node) walk {
	for n != nil {
		if r, ok := n.(*root); ok {
			return walk{pays: &r.walks, order: r.ordered()}
		}
		n = n.itself().parent
	}
	return walk{}
}

// ordered are all nodes of the tree, parents first, each with its place in that order: a tree is walked over a dozen
// times, and to find out of each node what stands below it took most of the time.
func (r *root) ordered() []Node {
	r.ordering.Do(func() {
		r.order = make([]Node, 0, r.tree.size*3/4) // the grammar has a third more
		var add func(n Node)
		add = func(n Node) {
			at := len(r.order)
			r.order = append(r.order, n)
			eachChild(n, add)
			b := n.itself()
			b.index, b.count = uint32(at), uint32(len(r.order)-at)
		}
		for _, s := range r.tree.Body {
			add(s)
		}
	})
	return r.order
}

// among are n and all below it, in their order; nil for a node that does not stand in the tree.
func (w *walk) among(n Node) []Node {
	b := n.itself()
	if b.count == 0 || w.order == nil {
		return nil
	}
	return w.order[b.index : b.index+b.count]
}

func (w *walk) below(n Node, visit func(Node) bool) {
	list := w.among(n)
	if list == nil {
		w.step()
		if visit(n) {
			eachChild(n, func(c Node) { w.below(c, visit) })
		}
		return
	}
	for i := 0; i < len(list); {
		w.step()
		if visit(list[i]) {
			i++
		} else {
			i += int(list[i].itself().count)
		}
	}
}

// paidTogether are the nodes after which a walk pays: readers of one tree share what they pay from.
const paidTogether = 64

func (w *walk) step() {
	if w.nodes++; w.nodes == paidTogether {
		w.end()
	}
}

// end pays for what is not paid for yet.
func (w *walk) end() {
	w.pays.Spend(w.nodes)
	w.nodes = 0
}

// AllIn yields the statements of a body and everything below them, in their order.
func AllIn(body []Stmt) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for _, s := range body {
			for n := range All(s) {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// All yields n and everything below it, parents first.
func All(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n != nil {
			w := walkOver(n)
			w.all(n, yield)
			w.end()
		}
	}
}

func (w *walk) all(n Node, yield func(Node) bool) bool {
	list := w.among(n)
	if list == nil {
		w.step()
		if !yield(n) {
			return false
		}
		going := true
		eachChild(n, func(c Node) { going = going && w.all(c, yield) })
		return going
	}
	for _, c := range list {
		w.step()
		if !yield(c) {
			return false
		}
	}
	return true
}

// EachChild visits the nodes directly below n.
func EachChild(n Node, do func(Node)) { eachChild(n, do) }

// eachChild asks first for what a tree mostly consists of: which interfaces a node has costs more to find out than what
// it is.
func eachChild(n Node, do func(Node)) {
	switch n := n.(type) {
	case *Name, *Number:
	case *Attribute:
		one(n.Value, do)
	case *Call:
		one(n.Func, do)
		many(n.Args, do)
	case *Arg:
		one(n.Value, do)
	case *String:
		many(n.Parts, do)
	case *ExprStmt:
		one(n.Value, do)
	case *Assign:
		many(n.Targets, do)
		one(n.Annotation, do)
		one(n.Value, do)
	case Expr:
		eachExprChild(n, do)
	case Stmt:
		eachStmtChild(n, do)
	case *DictItem:
		one(n.Key, do)
		one(n.Value, do)
	case *Clause:
		one(n.Target, do)
		one(n.Iter, do)
		many(n.Ifs, do)
	case *Param:
		one(n.Annotation, do)
		one(n.Default, do)
	case *Decorator:
		one(n.Value, do)
	case *WithItem:
		one(n.Context, do)
		one(n.Target, do)
	case *Handler:
		one(n.Type, do)
		if n.Name != nil {
			do(n.Name)
		}
		many(n.Body, do)
	case *Case:
		many(n.Patterns, do)
		one(n.Guard, do)
		many(n.Body, do)
	}
}

func eachExprChild(n Expr, do func(Node)) {
	switch n := n.(type) {
	case *Subscript:
		one(n.Value, do)
		many(n.Index, do)
	case *Slice:
		one(n.Lower, do)
		one(n.Upper, do)
		one(n.Step, do)
	case *Binary:
		one(n.Left, do)
		one(n.Right, do)
	case *Unary:
		one(n.Operand, do)
	case *Bool:
		one(n.Left, do)
		one(n.Right, do)
	case *Compare:
		many(n.Operands, do)
	case *IfExp:
		one(n.Body, do)
		one(n.Test, do)
		one(n.Else, do)
	case *Lambda:
		many(n.Params, do)
		one(n.Body, do)
	case *Sequence:
		many(n.Items, do)
	case *Dict:
		many(n.Items, do)
	case *Comprehension:
		one(n.Element, do)
		one(n.Value, do)
		many(n.Clauses, do)
	case *Starred:
		one(n.Value, do)
	case *Await:
		one(n.Value, do)
	case *Yield:
		one(n.Value, do)
	case *Walrus:
		if n.Target != nil {
			do(n.Target)
		}
		one(n.Value, do)
	case *Opaque:
		many(n.Parts, do)
	}
}

func eachStmtChild(n Stmt, do func(Node)) {
	switch n := n.(type) {
	case *Function:
		many(n.Decorators, do)
		many(n.Params, do)
		one(n.Returns, do)
		many(n.Body, do)
	case *Class:
		many(n.Decorators, do)
		many(n.Bases, do)
		many(n.Body, do)
	case *For:
		one(n.Target, do)
		one(n.Iter, do)
		many(n.Body, do)
		many(n.Else, do)
	case *While:
		one(n.Test, do)
		many(n.Body, do)
		many(n.Else, do)
	case *If:
		one(n.Test, do)
		many(n.Body, do)
		many(n.Else, do)
	case *With:
		many(n.Items, do)
		many(n.Body, do)
	case *Try:
		many(n.Body, do)
		many(n.Handlers, do)
		many(n.Else, do)
		many(n.Finally, do)
	case *Match:
		one(n.Subject, do)
		many(n.Cases, do)
	case *AugAssign:
		one(n.Target, do)
		one(n.Value, do)
	case *Return:
		one(n.Value, do)
	case *Raise:
		one(n.Value, do)
		one(n.Cause, do)
	case *Delete:
		many(n.Targets, do)
	case *Assert:
		one(n.Test, do)
		one(n.Message, do)
	case *Import:
		many(n.Names, do)
	case *OpaqueStmt:
		many(n.Parts, do)
		many(n.Body, do)
	}
}

func one(e Expr, do func(Node)) {
	if e != nil {
		do(e)
	}
}

func many[T Node](list []T, do func(Node)) {
	for _, n := range list {
		if any(n) != nil {
			do(n)
		}
	}
}
