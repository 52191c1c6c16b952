package train

import (
	"cmp"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// CancelledBias is a convolution with a bias whose output goes to a BatchNorm, and nowhere else: the norm takes the
// mean of each channel away, and the bias with it.
type CancelledBias struct {
	Layer, Norm *python.Call // that make them
}

// CancelledBiases lists such layers of the file, in the order of the text: those that stand right before a norm in a
// list of layers that run one after the other, and those that a forward pass runs only to hand what they give to a
// norm. Where the file speaks of published weights, which have the biases, or reads biases without asking whether there
// are any, there are none to name; nor where it puts norms alone into evaluation mode.
func (f *Facts) CancelledBiases() []CancelledBias {
	list := f.biasesInRows()
	for _, class := range f.moduleClasses() {
		list = append(list, f.biasesOnSelf(class)...)
	}
	if len(list) == 0 || f.Module.Mentions(knowledge.SpeaksOfPublishedWeights) || f.readsBiases() ||
		f.holdsNormsStill() {
		return nil
	}
	slices.SortStableFunc(list, func(a, b CancelledBias) int {
		return cmp.Compare(a.Layer.Span().Start, b.Layer.Span().Start)
	})
	return list
}

// biasesInRows are those of which the norm is the next item of a list: nn.Sequential(conv, norm), layers += [conv,
// norm].
func (f *Facts) biasesInRows() []CancelledBias {
	var list []CancelledBias
	row := func(items []python.Expr) {
		for i := 1; i < len(items); i++ {
			layer, norm := f.biased(secondOf(items[i-1])), f.batchNorm(secondOf(items[i]))
			if layer != nil && norm != nil {
				list = append(list, CancelledBias{layer, norm})
			}
		}
	}
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.Call:
			if knowledge.RunsInRow(f.Module.Resolve(n.Func)) && !n.Spreads() {
				var items []python.Expr
				for _, a := range n.Args {
					items = append(items, a.Value)
				}
				row(items)
			}
		case *python.Sequence:
			if n.Kind == python.List && !f.listsModules(n) {
				row(n.Items)
			}
		}
	}
	return list
}

// secondOf is the layer of a pair of a name and a layer, as OrderedDict takes them; any other expression is itself.
func secondOf(e python.Expr) python.Expr {
	if pair, ok := e.(*python.Sequence); ok && pair.Kind == python.Tuple && len(pair.Items) == 2 {
		return pair.Items[1]
	}
	return e
}

// listsModules reports whether a list is given to something that holds modules and runs none of them.
func (f *Facts) listsModules(list *python.Sequence) bool {
	arg, ok := list.Parent().(*python.Arg)
	if !ok {
		return false
	}
	c, ok := arg.Parent().(*python.Call)
	return ok && knowledge.ListsModules(f.Module.Resolve(c.Func))
}

// biased is the call that an expression is, where it makes a convolution that has a bias for sure.
func (f *Facts) biased(e python.Expr) *python.Call {
	c, ok := e.(*python.Call)
	if !ok {
		return nil
	}
	position, ok := knowledge.BiasOfConvolution(f.Module.Resolve(c.Func))
	if !ok {
		return nil
	}
	bias := f.Module.Argument(c, "bias", position)
	if bias.Presence == python.Absent && !c.Spreads() || bias.Presence == python.Given && f.Module.IsTrue(bias.Value) {
		return c
	}
	return nil
}

// batchNorm is the call that an expression is, where it makes a BatchNorm with a shift of its own.
func (f *Facts) batchNorm(e python.Expr) *python.Call {
	c, ok := e.(*python.Call)
	if !ok || !knowledge.IsBatchNorm(f.Module.Resolve(c.Func)) || c.Spreads() ||
		f.Module.Argument(c, "affine", 3).Presence != python.Absent {
		return nil
	}
	return c
}

// biasesOnSelf are those of layers that a class keeps on self and runs only to hand what they give to a norm on self.
func (f *Facts) biasesOnSelf(class *python.Class) []CancelledBias {
	kept := map[string][]stored{}
	var order []string
	for _, s := range storesOn(class) {
		if kept[s.target.Attr] == nil {
			order = append(order, s.target.Attr)
		}
		kept[s.target.Attr] = append(kept[s.target.Attr], s)
	}
	var list []CancelledBias
	for _, name := range order {
		if len(kept[name]) != 1 {
			continue
		}
		layer := f.biased(kept[name][0].value)
		if layer == nil {
			continue
		}
		if norm := f.normBehind(class, kept, kept[name][0].target); norm != nil {
			list = append(list, CancelledBias{layer, norm})
		}
	}
	return list
}

// normBehind is the call that makes the norm to which all that a layer on self gives goes; nil where anything else may
// be done with the layer, or several norms are.
func (f *Facts) normBehind(class *python.Class, kept map[string][]stored, layer *python.Attribute) *python.Call {
	var norm *python.Call
	for _, use := range f.Module.Attributes(func(name string) bool { return name == layer.Attr }) {
		if use == layer || python.EnclosingClass(use) != class && f.isSelf(use.Value) {
			continue
		}
		c, ok := use.Parent().(*python.Call)
		if !ok || c.Func != python.Expr(use) || !f.isSelf(use.Value) {
			return nil
		}
		by := takenBy(c)
		if by == nil {
			return nil
		}
		a, ok := by.Func.(*python.Attribute)
		if !ok || !f.isSelf(a.Value) || len(kept[a.Attr]) != 1 {
			return nil
		}
		made := f.batchNorm(kept[a.Attr][0].value)
		if made == nil || norm != nil && made != norm {
			return nil
		}
		norm = made
	}
	return norm
}

// takenBy is the only call that is given what another one gives: norm of norm(conv(x)), and of x = conv(x); x =
// norm(x).
func takenBy(c *python.Call) *python.Call {
	if arg, ok := c.Parent().(*python.Arg); ok {
		by, _ := arg.Parent().(*python.Call)
		if by != nil && len(by.Args) == 1 {
			return by
		}
		return nil
	}
	assign, ok := c.Parent().(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return nil
	}
	name, ok := assign.Targets[0].(*python.Name)
	block := python.BlockOf(assign)
	at := slices.Index(block, python.Stmt(assign))
	if !ok || at < 0 || at+1 >= len(block) {
		return nil
	}
	next := block[at+1]
	switch next := next.(type) {
	case *python.Return:
	case *python.Assign: // which binds the same name: what the layer gave is gone
		if len(next.Targets) != 1 || python.PathText(next.Targets[0]) != name.ID {
			return nil
		}
	default:
		return nil
	}
	var by *python.Call
	for n := range python.All(next) {
		read, ok := n.(*python.Name)
		if !ok || read.ID != name.ID || python.IsTarget(read) {
			continue
		}
		arg, ok := read.Parent().(*python.Arg)
		if !ok || by != nil {
			return nil
		}
		by, _ = arg.Parent().(*python.Call)
		if by == nil || len(by.Args) != 1 {
			return nil
		}
	}
	return by
}

// readsBiases reports whether the file does something with a bias that it does not ask for: without one,
// nn.init.zeros_(m.bias) fails.
func (f *Facts) readsBiases() bool {
	return slices.ContainsFunc(
		f.Module.Attributes(func(name string) bool { return name == "bias" }),
		func(a *python.Attribute) bool {
			for n := a.Parent(); n != nil; n = n.Parent() {
				asks := func(word string) bool { return word == "bias" }
				if block, ok := n.(*python.If); ok && python.MentionsIn(block.Test, asks) {
					return false
				}
			}
			return true
		},
	)
}

// holdsNormsStill reports whether the file puts norms alone into evaluation mode: if isinstance(m, nn.BatchNorm2d):
// m.eval(). They take away a mean that is not that of the batch, and the bias moves what they give.
func (f *Facts) holdsNormsStill() bool {
	for n := range python.AllIn(f.Module.Body) {
		block, ok := n.(*python.If)
		if !ok || !python.MentionsIn(block.Test, knowledge.NamesBatchNorm) {
			continue
		}
		for part := range python.AllIn(block.Body) {
			if c, ok := part.(*python.Call); ok && (c.MethodName() == "eval" || c.MethodName() == "train") {
				return true
			}
		}
	}
	return false
}
