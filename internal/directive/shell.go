package directive

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
)

// shellComments lists the comments of a shell script with their statements. A
// script that does not parse has none.
func shellComments(file *source.File) []comment {
	script, err := launch.Parse(file.Text, file.Path)
	if err != nil {
		return nil
	}
	var statements []source.Span
	var found []comment
	syntax.Walk(script, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Stmt:
			if command, ok := n.Cmd.(*syntax.CallExpr); ok || n.Cmd == nil {
				end := n.End()
				if ok && len(n.Redirs) > 0 { // a here-document ends where its command does
					end = command.End()
				}
				statements = append(statements, file.FullLines(source.Span{Start: int(n.Pos().Offset()), End: int(end.Offset())}))
			}
		case *syntax.Comment:
			found = append(found, comment{span: source.Span{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}})
		}
		return true
	})
	for i := range found {
		found[i].place(file, statements)
	}
	return found
}

// place finds the statement that a comment belongs to.
func (c *comment) place(file *source.File, statements []source.Span) {
	line := file.LineSpan(file.LineOf(c.span.Start))
	c.ownLine = len(bytes.TrimSpace(file.Text[line.Start:c.span.Start])) == 0
	for _, s := range statements {
		behind := c.ownLine && s.Start > c.span.Start
		around := !c.ownLine && s.Start <= c.span.Start && c.span.Start < s.End
		if behind && (c.scope == source.Span{} || s.Start < c.scope.Start) || around {
			c.scope = s
		}
	}
}
