package training

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// NonblockingToCPU finds host tensors that are read while the copy still runs.
var NonblockingToCPU = &rules.Rule{
	Name:     "nonblocking-to-cpu",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("nonblocking-to-cpu"),
	On:       rules.PythonFile,
	Words:    []string{"non_blocking"},
	Check:    checkNonblocking,
}

var waits = regexp.MustCompile(`synchronize|wait|record_stream|\.query\(|Event\(`)

func checkNonblocking(p *rules.Pass) {
	for _, c := range p.Python.AllCalls() {
		if c.MethodName() != "to" || !toCPU(p, c) {
			continue
		}
		flag := c.Keyword("non_blocking")
		if flag == nil || !p.Python.IsTrue(flag.Value) || waitsIn(p, c) {
			continue
		}
		read := readOf(p, c)
		if read == nil {
			continue
		}
		fix := pyedit.New(p.Python).RemoveKeyword(c, "non_blocking").Fixes("wait for the copy", fixes.Unsafe)
		p.At(c, fmt.Sprintf("to(\"cpu\", non_blocking=True) returns before the copy has arrived, and line %d reads it: values may be wrong; drop non_blocking or synchronize first", p.File.LineOf(read.Span().End)),
			[]rules.NotePlace{p.Note(read, "read here without waiting")}, fix...)
	}
}

func toCPU(p *rules.Pass, c *python.Call) bool {
	device := p.Python.Argument(c, "device", 0)
	if device.Presence != python.Given {
		return false
	}
	value := device.Value
	if call, ok := p.Flow.ValueOf(value).(*python.Call); ok && p.Python.Resolve(call.Func) == "torch.device" && len(call.Args) > 0 {
		value = call.Args[0].Value
	}
	v, ok := p.Python.Const(value)
	return ok && v.Kind == python.StringValue && v.Str == "cpu" && !v.Default
}

// waitsIn reports whether the function, or the file outside functions, waits for
// the GPU somewhere: which copy that is for cannot be told.
func waitsIn(p *rules.Pass, c *python.Call) bool {
	text := code(p)
	if fn := python.EnclosingFunction(c); fn != nil {
		text = text[fn.Span().Start:fn.Span().End]
	}
	return waits.Match(text)
}

// readOf is the first place that reads the values of the copied tensor on the CPU:
// a method on it, or on the name it is bound to, in the same function.
func readOf(p *rules.Pass, c *python.Call) python.Node {
	if read := readsValue(c); read != nil {
		return read
	}
	assign, ok := c.Parent().(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return nil
	}
	name, ok := assign.Targets[0].(*python.Name)
	if !ok {
		return nil
	}
	var found python.Node
	scope, _ := p.Python.Lookup(name.ID, name)
	rebound := false
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		use, ok := n.(*python.Name)
		if !ok || use.ID != name.ID || use.Span().Start <= c.Span().End || found != nil || rebound {
			return found == nil
		}
		if home, _ := p.Python.Lookup(use.ID, use); home != scope {
			return true
		}
		if a, ok := use.Parent().(*python.Assign); ok && a.Value != python.Expr(use) {
			rebound = true
			return false
		}
		found = readsValue(use)
		return true
	})
	return found
}

// readsValue is the call or expression that reads the values of a tensor.
func readsValue(e python.Expr) python.Node {
	switch parent := e.Parent().(type) {
	case *python.Attribute:
		call, ok := parent.Parent().(*python.Call)
		if !ok || call.Func != python.Expr(parent) {
			return nil
		}
		switch parent.Attr {
		case "numpy", "item", "tolist", "sum", "mean", "max", "min", "argmax", "any", "all":
			return call
		case "float", "double", "long", "int", "squeeze", "view", "reshape", "flatten", "detach", "clone":
			return readsValue(call)
		}
	case *python.Arg:
		call, ok := parent.Parent().(*python.Call)
		if !ok {
			return nil
		}
		name, ok := call.Func.(*python.Name)
		if ok {
			switch name.ID {
			case "print", "float", "int", "bool", "sum", "max", "min":
				return call
			}
		}
	case *python.Compare:
		return parent
	}
	return nil
}
