package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// PlainBuffer is a tensor that a module makes in its constructor and keeps on self as it is, and with which it computes
// together with what it is given.
type PlainBuffer struct {
	Class  *python.Class
	Store  *python.Assign
	Target *python.Attribute
	// Value is what it is given.
	Value python.Expr
	// Use is the first operation in which it meets what the module is given.
	Use python.Expr
}

// maxPlainParts bounds how far the making of a tensor is followed.
const maxPlainParts = 12

// PlainBuffers lists the tensors of the file's modules that are neither parameters nor buffers, although the module
// computes with them together with its inputs: what moves the module leaves them where they are.
func (f *Facts) PlainBuffers() []PlainBuffer {
	var list []PlainBuffer
	for _, class := range f.bufferHolders() {
		if slices.ContainsFunc(f.wholeLineage(class), movesByHand) {
			continue
		}
		for _, s := range storesOn(class) {
			fn := python.EnclosingFunction(s.at)
			if fn == nil || fn.Name != "__init__" {
				continue
			}
			if tensor, axes := f.plainTensor(s.value, maxPlainParts); !tensor || !axes {
				continue
			}
			if use := f.meetsInput(class, s.target); use != nil {
				list = append(list, PlainBuffer{class, s.at, s.target, s.value, use})
			}
		}
	}
	return list
}

// bufferHolders are the classes of the file that are modules, by their bases here or, where a constructor keeps a plain
// tensor, by what these inherit from in other files.
func (f *Facts) bufferHolders() []*python.Class {
	list := slices.Clone(f.moduleClasses())
	for _, s := range f.Module.Body {
		class, ok := s.(*python.Class)
		if !ok || len(class.Bases) == 0 || slices.Contains(list, class) {
			continue
		}
		if slices.ContainsFunc(storesOn(class), func(s stored) bool {
			tensor, axes := f.plainTensor(s.value, maxPlainParts)
			return tensor && axes
		}) && f.isModuleByRun(class) {
			list = append(list, class)
		}
	}
	return list
}

// movesByHand reports whether a class says itself what moving it means, or sets attributes by name.
func movesByHand(class *python.Class) bool {
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Function:
			if knowledge.MovesModule(n.Name) {
				return true
			}
		case *python.Name:
			if n.ID == "setattr" || n.ID == "vars" || n.ID == "getattr" {
				return true
			}
		}
	}
	return false
}

// plainTensor reports whether an expression surely makes a tensor on the CPU, and whether that has an axis: one without
// is a number to CUDA's operations, too.
func (f *Facts) plainTensor(e python.Expr, depth int) (tensor, axes bool) {
	if depth == 0 {
		return false, false
	}
	switch e := e.(type) {
	case *python.Name:
		made := f.Module.OnlyValue(e)
		if made == nil || python.EnclosingFunction(made) != python.EnclosingFunction(e) {
			return false, false
		}
		return f.plainTensor(made, depth-1)
	case *python.Binary:
		left, axesLeft := f.plainTensor(e.Left, depth-1)
		right, axesRight := f.plainTensor(e.Right, depth-1)
		if left && right || left && f.plainNumber(e.Right) || right && f.plainNumber(e.Left) {
			return true, axesLeft || axesRight
		}
	case *python.Unary:
		return f.plainTensor(e.Operand, depth-1)
	case *python.Subscript:
		tensor, axes = f.plainTensor(e.Value, depth-1)
		return tensor, axes && keepsAxes(e)
	case *python.Call:
		return f.plainCall(e, depth)
	}
	return false, false
}

func (f *Facts) plainCall(c *python.Call, depth int) (tensor, axes bool) {
	if learns := c.Keyword("requires_grad"); learns != nil && !f.Module.IsFalse(learns.Value) ||
		c.Keyword("device") != nil {
		return false, false
	}
	if maker := f.ownMaker(c); maker != nil {
		return f.givesPlain(maker, depth-1)
	}
	path := f.Module.Resolve(c.Func)
	if c.Spreads() && !knowledge.PutsTensorsTogether(path) {
		return false, false
	}
	switch {
	case knowledge.PutsTensorsTogether(path):
		return f.joinsPlain(c, depth), true
	case knowledge.MakesPlainTensor(path):
		return len(c.Args) > 0, len(c.Args) > 0 && f.givesAxes(path, c.Args[0].Value)
	case knowledge.OfTorchItself(path) && len(c.Args) > 0:
		return f.plainTensor(c.Args[0].Value, depth-1)
	case c.Receiver() != nil && knowledge.KeepsPlace(c.MethodName()):
		tensor, axes = f.plainTensor(c.Receiver(), depth-1)
		switch c.MethodName() {
		case "sum", "mean", "squeeze", "chunk", "split": // what is left may be a number, or several tensors
			return tensor, false
		}
		return tensor, axes || knowledge.GivesAxes(c.MethodName()) && len(c.Args) > 0
	}
	return false, false
}

// ownMaker is the method that a constructor calls on self, or the function of the file, that makes what it keeps:
// self.window = self.make_window(size); nil for any other call.
func (f *Facts) ownMaker(c *python.Call) *python.Function {
	if on, ok := c.Func.(*python.Attribute); ok {
		class := python.EnclosingClass(c)
		if class == nil || !f.isSelf(on.Value) {
			return nil
		}
		method, _ := f.Module.Method(class, on.Attr).(*python.Function)
		return method
	}
	fn, _ := f.Module.Definition(c.Func).(*python.Function)
	return fn
}

// givesPlain reports whether all that a function returns are such tensors, and whether all of them have an axis.
func (f *Facts) givesPlain(fn *python.Function, depth int) (tensor, axes bool) {
	axes = true
	for n := range python.AllIn(fn.Body) {
		switch n := n.(type) {
		case *python.Yield:
			return false, false
		case *python.Return:
			if python.EnclosingFunction(n) != fn {
				continue
			}
			if n.Value == nil {
				return false, false
			}
			one, has := f.plainTensor(n.Value, depth)
			if !one {
				return false, false
			}
			tensor, axes = true, axes && has
		}
	}
	return tensor, tensor && axes
}

// joinsPlain reports whether a call puts such tensors together, and nothing else: torch.stack(blocks), where each of
// the blocks was appended to a list that began empty.
func (f *Facts) joinsPlain(c *python.Call, depth int) bool {
	if len(c.Args) == 0 {
		return false
	}
	first := c.Args[0].Value
	if spread, ok := first.(*python.Starred); ok {
		first = spread.Value
	}
	return f.listOfPlain(first, depth-1)
}

// listOfPlain reports whether an expression is a list of such tensors, as far as one name and sums and products of
// lists go.
func (f *Facts) listOfPlain(e python.Expr, depth int) bool {
	if depth <= 0 {
		return false
	}
	plain := func(one python.Expr) bool { tensor, _ := f.plainTensor(one, depth-1); return tensor }
	switch e := e.(type) {
	case *python.Sequence:
		return len(e.Items) > 0 && !slices.ContainsFunc(e.Items, func(one python.Expr) bool { return !plain(one) })
	case *python.Binary: // n * [zeros] + [one]
		left, right := f.listOfPlain(e.Left, depth-1), f.listOfPlain(e.Right, depth-1)
		return e.Op == "+" && left && right || e.Op == "*" && left != right
	case *python.Name:
		made := f.Module.OnlyValue(e)
		if sum, ok := made.(*python.Binary); ok && python.EnclosingFunction(sum) == python.EnclosingFunction(e) {
			return f.listOfPlain(sum, depth-1)
		}
		list, ok := made.(*python.Sequence)
		if !ok || python.EnclosingFunction(list) != python.EnclosingFunction(e) {
			return false
		}
		return f.filledPlain(e, list, plain)
	}
	return false
}

// filledPlain reports whether all that a function puts into a list under a name are such tensors.
func (f *Facts) filledPlain(name *python.Name, list *python.Sequence, plain func(python.Expr) bool) bool {
	any := len(list.Items) > 0
	if slices.ContainsFunc(list.Items, func(one python.Expr) bool { return !plain(one) }) {
		return false
	}
	for n := range python.AllIn(python.EnclosingFunction(name).Body) {
		use, ok := n.(*python.Name)
		if !ok || use.ID != name.ID || use == name || python.IsTarget(use) {
			continue
		}
		on, ok := use.Parent().(*python.Attribute)
		if !ok {
			return false
		}
		c, ok := on.Parent().(*python.Call)
		if !ok || on.Attr != "append" || len(c.Args) != 1 || !plain(c.Args[0].Value) {
			return false
		}
		any = true
	}
	return any
}

// givesAxes reports whether a function that makes a tensor surely gives it an axis by its first argument.
func (f *Facts) givesAxes(path string, first python.Expr) bool {
	switch {
	case knowledge.TakesShape(path):
		shape, ok := first.(*python.Sequence)
		return !ok || len(shape.Items) > 0
	case knowledge.TakesData(path):
		return f.listOfNumbers(first)
	}
	return true
}

// listOfNumbers reports whether an expression is a list or an array: written there, or the default of a parameter.
func (f *Facts) listOfNumbers(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Sequence:
		return len(e.Items) > 0
	case *python.Comprehension:
		return true
	case *python.Call:
		return knowledge.GivesList(f.Module.Resolve(e.Func))
	case *python.Name:
		_, bindings := f.Module.Lookup(e.ID, e)
		if len(bindings) != 1 {
			return false
		}
		if p, ok := bindings[0].Node.(*python.Param); ok {
			return p.Default != nil && f.listOfNumbers(p.Default)
		}
		return bindings[0].Kind == python.Assigned && bindings[0].Value != nil && f.listOfNumbers(bindings[0].Value)
	}
	return false
}

// plainNumber reports whether an expression is a number as far as the file shows: nothing of it speaks of a tensor.
func (f *Facts) plainNumber(e python.Expr) bool {
	for n := range python.All(e) {
		switch n := n.(type) {
		case *python.Call:
			if !knowledge.ComputesNumber(f.Module.Resolve(n.Func)) {
				return false
			}
		case *python.Attribute:
			if n.Attr == "device" {
				return false
			}
		}
	}
	return true
}

// keepsAxes reports whether an index surely leaves an axis: slices and new axes only.
func keepsAxes(s *python.Subscript) bool {
	left := false
	for _, i := range s.Index {
		switch i := i.(type) {
		case *python.Slice:
			left = true
		case *python.Constant:
			left = left || i.Kind == python.None || i.Kind == python.Ellipsis
		case *python.Sequence:
			if i.Kind != python.Tuple {
				return false
			}
			for _, one := range i.Items {
				switch one := one.(type) {
				case *python.Slice:
					left = true
				case *python.Constant:
					left = left || one.Kind == python.None || one.Kind == python.Ellipsis
				default:
					return false
				}
			}
		default:
			return false
		}
	}
	return left
}

// meetsInput is the first operation of a class's methods in which an attribute of self meets what the module is given;
// nil where there is none, or where anything in the file may move the tensor or put another one in its place.
func (f *Facts) meetsInput(class *python.Class, target *python.Attribute) python.Expr {
	var use python.Expr
	for _, a := range f.Module.Attributes(func(name string) bool { return name == target.Attr }) {
		if a == target {
			continue
		}
		fn := python.EnclosingFunction(a)
		if fn == nil || len(fn.Params) == 0 || !isName(a.Value, fn.Params[0].Name) {
			return nil // net.mean: of an instance of the class, perhaps
		}
		if python.EnclosingClass(fn) != class {
			continue
		}
		if python.IsTarget(a) || python.InLambda(a) {
			return nil
		}
		e, moved := climb(a)
		if moved {
			return nil
		}
		if fn.Name == "__init__" || use != nil {
			continue
		}
		use = f.operationWith(e, fn, class)
	}
	return use
}

// climb goes up from a tensor to what its own methods and indices make of it where it is; moved is set where one of
// them gives it another place, or somebody is given it who may.
func climb(e python.Expr) (top python.Expr, moved bool) {
	for {
		switch up := e.Parent().(type) {
		case *python.Attribute:
			c, ok := up.Parent().(*python.Call)
			switch {
			case knowledge.MovesTensor(up.Attr):
				return e, true
			case ok && c.Func == python.Expr(up) && knowledge.KeepsPlace(up.Attr):
				e = c
			case up.Attr == "T" || up.Attr == "mT":
				e = up
			default:
				return nil, false
			}
		case *python.Subscript:
			if up.Value != e || !keepsAxes(up) {
				return nil, false
			}
			e = up
		case *python.Unary:
			e = up
		case *python.Arg:
			c, ok := up.Parent().(*python.Call)
			if ok && (knowledge.MovesTensor(python.LastName(c.Func)) || c.Keyword("device") != nil) {
				return e, true
			}
			return e, false
		case *python.Assign: // mean = self.mean.view(1, -1): what is done with the name is not followed
			return nil, true
		default:
			return e, false
		}
	}
}

// operationWith is the operation in which a tensor meets what its function is given; nil where it meets nothing of it.
func (f *Facts) operationWith(e python.Expr, fn *python.Function, class *python.Class) python.Expr {
	in := givenTensors{f, fn, class}
	switch up := parentOf(e).(type) {
	case *python.Binary:
		other := up.Left
		if other == e {
			other = up.Right
		}
		if in.tensor(other, maxPlainParts) || up.Op == "@" && in.given(other, maxPlainParts) {
			return up
		}
	case *python.Arg:
		c, ok := up.Parent().(*python.Call)
		if !ok {
			return nil
		}
		path := f.Module.Resolve(c.Func)
		method := c.Receiver() != nil && knowledge.ComputesTensor(c.MethodName()) && in.tensor(c.Receiver(), maxPlainParts)
		torch := knowledge.OfTorchItself(path) || strings.HasPrefix(path, "torch.nn.functional.") || path == "einops.einsum"
		if method || torch && slices.ContainsFunc(c.Args, func(a *python.Arg) bool {
			return a != up && in.tensor(a.Value, maxPlainParts)
		}) {
			return c
		}
	}
	return nil
}

// parentOf is what an expression stands in.
func parentOf(e python.Expr) python.Node {
	if e == nil {
		return nil
	}
	return e.Parent()
}

// givenTensors knows what a method of a module is given.
type givenTensors struct {
	facts *Facts
	fn    *python.Function
	class *python.Class
}

// tensor reports whether an expression is surely computed from a tensor that the function is given, or by a layer of
// the module: it is where the module is.
func (in givenTensors) tensor(e python.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	m := in.facts.Module
	switch e := e.(type) {
	case *python.Name:
		_, bindings := m.Lookup(e.ID, e)
		return slices.ContainsFunc(bindings, func(b *python.Binding) bool {
			switch b.Kind {
			case python.Parameter:
				p, ok := b.Node.(*python.Param)
				return ok && p != in.fn.Params[0] && p.Parent() == python.Node(in.fn) && in.usedAsTensor(p)
			case python.Assigned:
				return b.Value != nil && !python.Within(e, b.Value) && in.tensor(b.Value, depth-1)
			}
			return false
		})
	case *python.Attribute:
		return (e.Attr == "T" || e.Attr == "mT") && in.tensor(e.Value, depth-1) || in.parameter(e)
	case *python.Subscript:
		return in.tensor(e.Value, depth-1)
	case *python.Unary:
		return in.tensor(e.Operand, depth-1)
	case *python.Binary:
		return in.tensor(e.Left, depth-1) || in.tensor(e.Right, depth-1)
	case *python.Call:
		if in.layer(e.Func) {
			return true
		}
		if path := m.Resolve(e.Func); strings.HasPrefix(path, "torch.") {
			return !knowledge.MakesPlainTensor(path) &&
				slices.ContainsFunc(e.Args, func(a *python.Arg) bool { return in.tensor(a.Value, depth-1) })
		}
		return e.Receiver() != nil && knowledge.KeepsPlace(e.MethodName()) && in.tensor(e.Receiver(), depth-1)
	}
	return false
}

// given reports whether an expression is computed from what the forward pass of the module is given: beside a tensor
// around an "@" that is one, too.
func (in givenTensors) given(e python.Expr, depth int) bool {
	if depth == 0 || in.fn.Name != "forward" {
		return false
	}
	switch e := e.(type) {
	case *python.Name:
		_, bindings := in.facts.Module.Lookup(e.ID, e)
		if len(bindings) != 1 {
			return false
		}
		p, ok := bindings[0].Node.(*python.Param)
		return ok && p != in.fn.Params[0] && p.Parent() == python.Node(in.fn)
	case *python.Binary:
		return in.given(e.Left, depth-1) || in.given(e.Right, depth-1)
	}
	return false
}

// layer reports whether what is called is a layer of torch's, or a module of the project's, that the module keeps on
// self.
func (in givenTensors) layer(e python.Expr) bool {
	a, ok := e.(*python.Attribute)
	if !ok || !isName(a.Value, in.fn.Params[0].Name) {
		return false
	}
	return slices.ContainsFunc(storesOn(in.class), func(s stored) bool {
		c, ok := s.value.(*python.Call)
		if !ok || s.target.Attr != a.Attr {
			return false
		}
		if class, ours := in.facts.Module.Definition(c.Func).(*python.Class); ours {
			return in.facts.isModuleClass(class)
		}
		if name, ok := c.Func.(*python.Name); ok {
			if class := in.facts.runClass(name.ID); class != nil {
				return library.ModuleClass(class)
			}
		}
		path := in.facts.Module.Resolve(c.Func)
		return strings.HasPrefix(path, "torch.nn.") && !strings.Contains(path, "Parameter")
	})
}

// parameter reports whether an attribute of self is a Parameter of the module, which moves with it.
func (in givenTensors) parameter(a *python.Attribute) bool {
	return isName(a.Value, in.fn.Params[0].Name) && slices.ContainsFunc(storesOn(in.class), func(s stored) bool {
		c, ok := s.value.(*python.Call)
		return ok && s.target.Attr == a.Attr && knowledge.MakesParameter(in.facts.Module.Resolve(c.Func))
	})
}

// usedAsTensor reports whether a function does with a parameter what is done with tensors alone: a layer is given it,
// or a method of tensors that changes its form or type is called on it.
func (in givenTensors) usedAsTensor(p *python.Param) bool {
	if p.Annotation != nil && python.MentionsIn(p.Annotation, func(word string) bool { return word == "Tensor" }) {
		return true
	}
	for n := range python.AllIn(in.fn.Body) {
		name, ok := n.(*python.Name)
		if !ok || name.ID != p.Name {
			continue
		}
		switch up := name.Parent().(type) {
		case *python.Arg:
			c, ok := up.Parent().(*python.Call)
			if ok && (in.layer(c.Func) || strings.HasPrefix(in.facts.Module.Resolve(c.Func), "torch.nn.functional.")) {
				return true
			}
		case *python.Attribute:
			call, called := up.Parent().(*python.Call)
			if knowledge.OfTensorsAlone(up.Attr) || called && call.Func == python.Expr(up) && knowledge.TellsShape(up.Attr) {
				return true // an array's size is a number
			}
		}
	}
	return false
}
