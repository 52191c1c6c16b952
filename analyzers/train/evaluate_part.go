package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// besideQuietPass reports whether a forward pass is that of a part of a model whose own pass, in the same function,
// runs with gradients off: the lookup of the embeddings that it is given, or a head on what it gives. Little is saved
// there.
func (e *Entry) besideQuietPass(c *run.Call) bool {
	for _, other := range e.Calls {
		if other.Caller != c.Caller || other.Node == nil || other.Grad == run.Value(run.Bool(true)) ||
			!compatible(other.Gates, c.Gates) {
			continue
		}
		if _, ofLibrary := other.Callee.(run.Symbol); ofLibrary || !partOfOne(c.Node.Func, other.Node.Func) {
			continue
		}
		if madeOf(argumentsOf(other), c.Result) || madeOf(argumentsOf(c), other.Result) {
			return true
		}
	}
	return false
}

// partOfOne reports whether one module is called as a layer at the end of a model, or two as parts of the same.
func partOfOne(part, other python.Expr) bool {
	if knowledge.NamesLayer(python.LastName(part)) {
		return true
	}
	a, b := strings.Split(python.PathText(part), "."), strings.Split(python.PathText(other), ".")
	shared := 0
	for shared < len(a)-1 && shared < len(b)-1 && a[shared] == b[shared] {
		shared++
	}
	return shared > 1 || shared == 1 && a[0] != "self"
}

func argumentsOf(c *run.Call) []run.Value {
	var list []run.Value
	for _, a := range c.Args {
		list = append(list, a.Value)
	}
	return list
}

// maxStepsBack bounds how many values are looked at on the way from one back to another.
const maxStepsBack = 200

// madeOf reports whether one of several values is made of another.
func madeOf(values []run.Value, of run.Value) bool {
	targets := map[run.Value]bool{}
	for _, v := range run.Alternatives(of) {
		if o, ok := v.(*run.Object); ok {
			targets[o] = true
		}
	}
	seen := map[*run.Object]bool{}
	for len(values) > 0 && len(seen) < maxStepsBack {
		v := values[0]
		values = values[1:]
		for _, one := range run.Alternatives(v) {
			o, ok := one.(*run.Object)
			if !ok || seen[o] {
				continue
			}
			if targets[o] {
				return true
			}
			seen[o] = true
			values = append(values, operands(o)...)
		}
	}
	return false
}

// AsksForVolatile reports whether an input of the loop, or of one around it in its function, is made with
// volatile=True, which turned gradients off before torch 0.4.
func (l *Loop) AsksForVolatile() bool {
	loop, m := python.Node(l.Node()), l.Run.Unit.Module
	fn := python.EnclosingFunction(loop)
	for n := loop.Parent(); n != nil && n != python.Node(fn); n = n.Parent() {
		switch n.(type) {
		case *python.For, *python.While:
			loop = n
		}
	}
	for n := range python.All(loop) {
		switch n := n.(type) {
		case *python.DictItem: // {"volatile": not train}, for Variable(x, **those)
			if key, written := n.Key.(*python.String); written && key.Text == "volatile" {
				return true
			}
		case *python.Call:
			arg := n.Keyword("volatile")
			if arg == nil || !m.IsTrue(arg.Value) {
				continue
			}
			if m.Resolve(n.Func) == "torch.autograd.Variable" {
				return true
			}
		}
	}
	return false
}

// importsWithoutGradients reports whether a module that the file imports turns gradients off for the whole program,
// outside of any function: torch.set_grad_enabled(False).
func (f *Facts) importsWithoutGradients() bool {
	return slices.ContainsFunc(f.Imported(), func(u *run.Unit) bool {
		return slices.ContainsFunc(u.Module.Calls("torch.set_grad_enabled"), func(c *python.Call) bool {
			_, alone := c.Parent().(*python.ExprStmt)
			return alone && c.Parent().Parent() == nil && len(c.Args) == 1 && u.Module.IsFalse(c.Args[0].Value)
		})
	})
}
