package pyedit

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// SetKeyword gives a keyword argument a value, adding it when the call has none.
func (e *Editor) SetKeyword(call *python.Call, name, value string) Plan {
	if arg := call.Keyword(name); arg != nil {
		return e.SetArgument(arg, value)
	}
	return e.AddKeyword(call, name, value)
}

// SetArgument replaces the value of an argument; its name and stars stay.
func (e *Editor) SetArgument(arg *python.Arg, value string) Plan {
	if err := e.editable(arg); err != nil {
		return Plan{Err: err}
	}
	start, end := arg.Span().Start, arg.Span().End
	switch {
	case arg.Star > 0:
		start += arg.Star
	case arg.Name != "":
		equals := e.after(arg.NameSpan.End)
		start = e.tokens()[e.after(e.tokens()[equals].End)].Start // of the value, behind what is said of it
	}
	p := e.replace(start, end, value)
	if e.hasComment(start, end) || hasEffect(arg.Value) {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

// hasEffect reports whether evaluating an expression may do more than give a value.
func hasEffect(n python.Node) bool {
	found := false
	python.Walk(n, func(n python.Node) bool {
		switch n.(type) {
		case *python.Call, *python.Await, *python.Yield, *python.Walrus:
			found = true
		case *python.Lambda:
			return false
		}
		return !found
	})
	return found
}

// AddKeyword adds a keyword argument that the call does not have, in the layout the
// call has. Where a **dictionary may hold it already there is no plan: Python raises TypeError for an argument given
// twice. What a *list gives is not known, and the plan unsafe.
func (e *Editor) AddKeyword(call *python.Call, name, value string) Plan {
	err := e.editable(call)
	switch {
	case err != nil:
		return Plan{Err: err}
	case len(call.Args) > 0 && call.Args[0].Span() == call.ArgsSpan:
		return failed("the call takes a generator without parentheses of its own")
	case call.Keyword(name) != nil:
		return failed("the call already has the argument %s", name)
	case e.mayHold(call, name):
		return failed("what is spread into the call may hold %s", name)
	}
	text := name + "=" + value
	var p Plan
	if len(call.Args) == 0 {
		p = e.insert(call.ArgsSpan.End-1, text)
	} else if last := call.Args[len(call.Args)-1]; last.Star == 2 {
		p = e.insertArgumentBefore(last, text)
	} else {
		p = e.appendArgument(last.Span(), call.ArgsSpan, text)
	}
	if call.Spreads() {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

// mayHold reports whether a dictionary that is spread into a call gives it an argument, or may.
func (e *Editor) mayHold(call *python.Call, name string) bool {
	spread := slices.ContainsFunc(call.Args, func(a *python.Arg) bool { return a.Star == 2 })
	return spread && e.module.Argument(call, name, -1).Presence != python.Absent
}

func (e *Editor) insertArgumentBefore(arg *python.Arg, text string) Plan {
	start := arg.Span().Start
	if e.startsLine(start) {
		return e.insert(start, text+",\n"+e.file.Indent(start))
	}
	return e.insert(start, text+", ")
}

// appendArgument puts an argument after the last one. Where each stands on a line
// of its own so does the new one, below the comment that belongs to the last.
func (e *Editor) appendArgument(last, parens source.Span, text string) Plan {
	end := last.End
	comma := e.after(end)
	trailing := e.is(comma, ",")
	if trailing {
		end = e.tokens()[comma].End
	}
	ownLine := e.startsLine(last.Start) && !e.sameLine(end, parens.End)
	switch indent := e.file.Indent(last.Start); {
	case ownLine && trailing:
		return e.insert(e.lineEnd(end), "\n"+indent+text+",")
	case ownLine && e.hasComment(end, e.lineEnd(end)):
		return e.insert(end, ",").And(e.insert(e.lineEnd(end), "\n"+indent+text))
	case ownLine:
		return e.insert(end, ",\n"+indent+text)
	case trailing:
		return e.insert(end, " "+text+",")
	}
	return e.insert(end, ", "+text)
}

// RemoveKeyword removes a keyword argument. It fails when the call has none.
func (e *Editor) RemoveKeyword(call *python.Call, name string) Plan {
	if arg := call.Keyword(name); arg != nil {
		return e.RemoveArgument(call, arg)
	}
	return failed("the call has no argument %s", name)
}

// RemoveArgument removes an argument with the comma that goes with it. It is
// unsafe when a comment goes too, when evaluating the value may have an effect, and
// for a positional argument, whose place the next one would take.
func (e *Editor) RemoveArgument(call *python.Call, arg *python.Arg) Plan {
	index := -1
	for i, a := range call.Args {
		if a == arg {
			index = i
		}
	}
	if err := e.editable(call); err != nil || index < 0 || arg.Span() == call.ArgsSpan {
		return failed("the argument cannot be removed on its own")
	}
	p := e.removeItem(arg.Span(), call.ArgsSpan, len(call.Args) == 1, index == len(call.Args)-1)
	if hasEffect(arg.Value) || arg.Name == "" {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

// removeItem removes one item of a list between brackets, and one comma.
func (e *Editor) removeItem(item, brackets source.Span, only, last bool) Plan {
	end := item.End
	comma := e.after(end)
	trailing := e.is(comma, ",")
	if trailing {
		end = e.tokens()[comma].End
	}
	switch {
	case only:
		return e.removeOnly(source.Span{Start: item.Start, End: end}, brackets)
	case e.startsLine(item.Start) && e.endsLine(end):
		p := e.remove(e.lineStart(item.Start), e.nextLine(end))
		if previous := e.before(item.Start); last && !trailing && e.is(previous, ",") {
			return e.remove(e.tokens()[previous].Start, e.tokens()[previous].End).And(p)
		}
		return p
	case !last:
		return e.removeUpToNext(item, end)
	}
	return e.removeLast(item, end, trailing)
}

// endsLine reports whether nothing but white space and a comment follows an offset.
func (e *Editor) endsLine(offset int) bool {
	return !e.sameLine(offset, e.tokens()[e.after(offset)].Start) // a bracket follows at least
}

// removeOnly leaves `()`, and the comments between the brackets.
func (e *Editor) removeOnly(item, brackets source.Span) Plan {
	if e.hasComment(brackets.Start, item.Start) || e.hasComment(item.End, brackets.End) {
		return e.remove(item.Start, item.End)
	}
	return e.remove(brackets.Start+1, brackets.End-1)
}

// removeUpToNext removes an item that others follow; what follows on the same or
// the next line moves up to its place.
func (e *Editor) removeUpToNext(item source.Span, end int) Plan {
	next := e.tokens()[e.after(end)].Start
	switch previous := e.before(item.Start); {
	case e.hasComment(end, next):
		return e.remove(item.Start, end)
	case !e.sameLine(end, next) && e.is(previous, ",") && e.sameLine(e.tokens()[previous].Start, item.Start):
		return e.remove(e.tokens()[previous].End, end)
	}
	return e.remove(item.Start, next)
}

func (e *Editor) removeLast(item source.Span, end int, trailing bool) Plan {
	previous := e.before(item.Start)
	switch {
	case e.hasComment(e.tokens()[previous].End, item.Start):
		return e.remove(item.Start, end)
	case trailing:
		return e.remove(e.tokens()[previous].End, end)
	}
	return e.remove(e.tokens()[previous].Start, end)
}
