package pyedit

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// WrapWith puts neighbouring statements of one block under a header such as
// `with torch.no_grad():`, one step deeper. Lines inside strings stay.
func (e *Editor) WrapWith(stmts []python.Stmt, header string) Plan {
	if len(stmts) == 0 {
		return failed("there is no statement to wrap")
	}
	if err := e.editable(stmts[0]); err != nil {
		return Plan{Err: err}
	}
	list := e.siblings(stmts[0])
	if indexOf(list, stmts) < 0 {
		return failed("the statements do not stand side by side in one block")
	}
	s := source.Span{Start: stmts[0].Span().Start, End: e.lastOf(stmts[len(stmts)-1])}
	if last := e.after(s.End); e.is(last, ";") && e.tokens()[last+1].Kind != pytoken.Newline {
		return failed("the statements share their line with another")
	}
	if e.startsLine(s.Start) {
		return e.wrapLines(s, header)
	}
	if !e.is(e.before(s.Start), ":") {
		return failed("the statements share their line with another")
	}
	indent := e.file.Indent(s.Start)
	unit := e.unitBeside(indent)
	colon := e.tokens()[e.before(s.Start)].End // `if x: y()` becomes three lines
	return e.replace(colon, s.Start, "\n"+indent+unit+header+"\n"+indent+unit+unit)
}

// wrapLines puts a header above some lines and moves them one step in. The step
// goes behind the indentation that is there: tabs and spaces may mix.
func (e *Editor) wrapLines(s source.Span, header string) Plan {
	indent := e.file.Indent(s.Start)
	unit := e.unitBeside(indent)
	p := e.insert(s.Start, header+"\n"+indent+unit)
	for at := e.nextLine(s.Start); at < s.End; at = e.nextLine(at) {
		line := e.file.Slice(e.file.LineSpan(e.file.LineOf(at)))
		switch {
		case line == "" || e.inString(at):
		case strings.HasPrefix(line, indent):
			p = p.And(e.insert(at+len(indent), unit))
		default: // inside brackets, or a comment
			p = p.And(e.insert(at, unit))
		}
	}
	return p
}

// indexOf finds a run of statements in a block.
func indexOf(list, run []python.Stmt) int {
	for i := range list {
		if list[i] != run[0] {
			continue
		}
		for n := range run {
			if i+n >= len(list) || list[i+n] != run[n] {
				return -1
			}
		}
		return i
	}
	return -1
}

// AddDecorator puts a decorator right above a def, below the decorators it has.
// Those see the decorated function then: with any of them the plan is unsafe.
func (e *Editor) AddDecorator(fn *python.Function, decorator string) Plan {
	if err := e.editable(fn); err != nil {
		return Plan{Err: err}
	}
	def := e.before(fn.NameSpan.Start)
	if e.is(def-1, "async") {
		def--
	}
	start := e.tokens()[def].Start
	if !e.startsLine(start) {
		return failed("the function shares its line with another statement")
	}
	p := e.insert(start, "@"+strings.TrimPrefix(decorator, "@")+"\n"+e.file.Indent(start))
	if len(fn.Decorators) > 0 {
		return p.Lower(fixes.Unsafe)
	}
	return p
}
