package training

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// loopHead is the first line of a loop, for pointing at it without its body.
type loopHead struct{ python.Stmt }

// Span ends where the loop's head does.
func (h loopHead) Span() source.Span {
	span := h.Stmt.Span()
	switch loop := h.Stmt.(type) {
	case *python.For:
		if loop.Iter != nil {
			span.End = loop.Iter.Span().End
		}
	case *python.While:
		if loop.Test != nil {
			span.End = loop.Test.Span().End
		}
	}
	return span
}

// head is a call without its arguments.
func head(c *python.Call) source.Span {
	span := c.Span()
	span.End = c.ArgsSpan.Start
	return span
}

// boundTo is the variable or attribute to which a call's result is assigned; "" when it is no plain one.
func boundTo(call python.Node) string {
	assign, ok := call.Parent().(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return ""
	}
	return python.PathText(assign.Targets[0])
}
