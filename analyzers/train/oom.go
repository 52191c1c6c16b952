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
			if again, first := f.callsAgain(try, h); again != nil && f.ofMemory(h) {
				list = append(list, Retry{first, again})
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
func (f *Facts) callsAgain(try *python.Try, h *python.Handler) (again *python.Call, first python.Node) {
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
			return c, one
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
