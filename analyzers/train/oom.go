package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Retry is a call that is made again in the handler of the exception that it raised when memory ran out.
type Retry struct {
	// First is the call that ran out of memory, or the function that holds the try, which is called again.
	First python.Node
	// Again is the call in the handler.
	Again *python.Call
	// Runs is what Again only hands on to a function that calls it; nil where it calls what was tried itself.
	Runs python.Expr
}

// Retries lists the handlers of CUDA's out-of-memory error in which the same function is called as in the body of their
// try, or the function that holds the try.
func (f *Facts) Retries() []Retry {
	var list []Retry
	for n := range python.AllIn(f.Module.Body) {
		try, ok := n.(*python.Try)
		if !ok {
			continue
		}
		for _, h := range try.Handlers {
			if again := f.callsAgain(try, h); again != nil && f.ofMemory(h) {
				list = append(list, *again)
			}
		}
	}
	return list
}

// ofMemory reports whether a handler is one of memory that ran out: by its type, or because it asks the exception's
// text.
func (f *Facts) ofMemory(h *python.Handler) bool {
	if h.Type == nil {
		return false
	}
	if knowledge.OutOfMemory(f.Module.Resolve(h.Type)) {
		return true
	}
	if h.Name == nil {
		return false
	}
	for n := range python.AllIn(h.Body) {
		if text, ok := n.(*python.String); ok && knowledge.SaysOutOfMemory(f.Module.File.Slice(text.Span())) {
			if _, compared := text.Parent().(*python.Compare); compared {
				return true
			}
		}
	}
	return false
}

// callsAgain is the first call in a handler of a function that the body of its try calls, too, or that holds it.
func (f *Facts) callsAgain(try *python.Try, h *python.Handler) *Retry {
	tried := map[string]python.Node{}
	fn := python.EnclosingFunction(try)
	if fn != nil {
		tried[fn.Name], tried["self."+fn.Name] = fn, fn
	}
	works := false // the body of the try does something that takes memory, and so does the function around it
	for n := range python.AllIn(try.Body) {
		if c, ok := n.(*python.Call); ok && !python.InLambda(c) {
			works = works || knowledge.MayTakeMemory(python.LastName(c.Func))
			if name := python.PathText(c.Func); name != "" && tried[name] == nil {
				tried[name] = c
			}
		}
	}
	for n := range python.AllIn(h.Body) {
		c, ok := n.(*python.Call)
		if !ok || python.InLambda(c) {
			continue
		}
		// with torch.inference_mode(): what runs in it takes the memory
		if _, entered := c.Parent().(*python.WithItem); entered {
			continue
		}
		one := tried[python.PathText(c.Func)]
		if one != nil && (knowledge.MayTakeMemory(python.LastName(c.Func)) || works && one == python.Node(fn)) &&
			!f.holdsFieldsOnly(c.Func) {
			return &Retry{First: one, Again: c}
		}
		if one, given := f.runsGiven(c, tried); one != nil && works {
			return &Retry{one, c, given}
		}
	}
	return nil
}

// runsGiven is the call in the body of a try of what a call in its handler hands to a function of the file that calls
// it, too, and what that is: model(x) where the handler says in_halves(model, x); nil for any other call.
func (f *Facts) runsGiven(c *python.Call, tried map[string]python.Node) (first python.Node, given python.Expr) {
	fn, ok := f.Module.Definition(c.Func).(*python.Function)
	if !ok || isMethod(fn) {
		return nil, nil
	}
	for i, a := range c.Args {
		one := tried[python.PathText(a.Value)]
		if one == nil || a.Star != 0 || !knowledge.MayTakeMemory(python.LastName(a.Value)) {
			continue // log(x): nothing that is run
		}
		name := a.Name
		if name == "" && i < len(fn.Params) {
			name = fn.Params[i].Name
		}
		for n := range python.AllIn(fn.Body) {
			if inner, ok := n.(*python.Call); ok && name != "" && python.PathText(inner.Func) == name {
				return one, a.Value
			}
		}
	}
	return nil, nil
}

// holdsFieldsOnly reports whether an expression is a class of the file whose constructor somebody writes for it: a
// dataclass, a named tuple.
func (f *Facts) holdsFieldsOnly(e python.Expr) bool {
	class, ok := f.Module.Definition(e).(*python.Class)
	if !ok {
		return false
	}
	for _, d := range class.Decorators {
		made := d.Value
		if call, called := made.(*python.Call); called {
			made = call.Func
		}
		if f.Module.Resolve(made) == "dataclasses.dataclass" {
			return true
		}
	}
	return slices.ContainsFunc(class.Bases, func(b *python.Arg) bool {
		switch f.Module.Resolve(b.Value) {
		case "typing.NamedTuple", "typing.TypedDict", "pydantic.BaseModel":
			return true
		}
		return false
	})
}
