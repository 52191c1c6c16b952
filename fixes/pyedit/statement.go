package pyedit

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// siblings is the list of statements that one stands in.
func (e *Editor) siblings(stmt python.Stmt) []python.Stmt {
	if stmt.Parent() == nil {
		return e.module.Body
	}
	return python.BlockOf(stmt)
}

// RemoveStatement removes a statement with its line, leaving `pass` where the
// block would be empty.
func (e *Editor) RemoveStatement(stmt python.Stmt) Plan {
	if err := e.editable(stmt); err != nil {
		return Plan{Err: err}
	}
	list := e.siblings(stmt)
	s := stmt.Span()
	next, previous := e.after(s.End), e.before(s.Start)
	afterSemicolon := e.is(previous, ";") && e.tokens()[previous].Line == e.tokens()[e.at(s.Start)].Line
	beforeSemicolon := e.is(next, ";")
	switch {
	case len(list) == 1 && stmt.Parent() != nil:
		p := e.replace(s.Start, s.End, "pass")
		if e.hasComment(s.Start, s.End) {
			return p.Lower(fixes.Unsafe)
		}
		return p
	case afterSemicolon:
		return e.remove(e.tokens()[previous].Start, s.End)
	case beforeSemicolon && e.tokens()[next+1].Kind != pytoken.Newline && e.tokens()[next+1].Kind != pytoken.Comment:
		return e.remove(s.Start, e.tokens()[next+1].Start)
	}
	return e.remove(e.lineStart(s.Start), e.nextLine(e.lastOf(stmt)))
}

// ReplaceStatement writes another simple statement in place of one. A comment that goes makes it unsafe.
func (e *Editor) ReplaceStatement(stmt python.Stmt, text string) Plan {
	if err := e.editable(stmt); err != nil {
		return Plan{Err: err}
	}
	s := stmt.Span()
	p := e.replace(s.Start, s.End, text)
	if e.hasComment(s.Start, s.End) {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

// InsertBefore puts lines of text before a statement, at its indentation, and before the comment lines right above it,
// which speak of the statement. Those at the top of a file may speak of the file.
func (e *Editor) InsertBefore(stmt python.Stmt, text string) Plan {
	return e.insertBefore(stmt, e.lines(text, e.file.Indent(stmt.Span().Start)))
}

// insertBefore puts whole lines, indented already, before a statement and the comment lines right above it.
func (e *Editor) insertBefore(stmt python.Stmt, lines string) Plan {
	if err := e.editable(stmt); err != nil {
		return Plan{Err: err}
	}
	if !e.startsLine(stmt.Span().Start) {
		return failed("the statement shares its line with another")
	}
	start, indent := e.lineStart(stmt.Span().Start), e.file.Indent(stmt.Span().Start)
	for stmt.Parent() != nil { // the header of a block stands above it
		above := e.lineStart(start - 1)
		t := e.tokens()[e.at(above+len(indent))]
		if t.Start != above+len(indent) || t.Kind != pytoken.Comment || e.file.Indent(t.Start) != indent {
			break
		}
		start = above
	}
	return e.insert(start, lines)
}

// InsertAfter puts lines of text after a statement, at its indentation; a compound
// statement ends after its last block.
func (e *Editor) InsertAfter(stmt python.Stmt, text string) Plan {
	if err := e.editable(stmt); err != nil {
		return Plan{Err: err}
	}
	return e.insertAfter(stmt, e.lines(text, e.file.Indent(stmt.Span().Start)))
}

// insertAfter puts whole lines, indented already, after a statement.
func (e *Editor) insertAfter(stmt python.Stmt, lines string) Plan {
	if !e.startsLine(stmt.Span().Start) || e.is(e.after(stmt.Span().End), ";") {
		return failed("the statement shares its line with another")
	}
	at := e.endOf(stmt)
	if e.file.Text[at-1] != '\n' {
		return e.insert(at, "\n"+strings.TrimSuffix(lines, "\n"))
	}
	return e.insert(at, lines)
}

// endOf is where the line after a statement starts; comments that its indentation
// makes part of its last block stand before it.
func (e *Editor) endOf(stmt python.Stmt) int {
	indent := e.file.Indent(stmt.Span().Start)
	end := e.nextLine(e.lastOf(stmt))
	for i := e.at(e.lastOf(stmt)); i < len(e.tokens()); i++ {
		t := e.tokens()[i]
		if t.Kind == pytoken.Newline {
			continue
		}
		deeper := len(e.file.Indent(t.Start)) > len(indent) && t.First
		if t.Kind != pytoken.Comment || t.First && !deeper {
			break
		}
		end = e.nextLine(t.Start)
	}
	return end
}

// lastOf is where the last token of a statement ends.
func (e *Editor) lastOf(stmt python.Stmt) int {
	i := e.at(stmt.Span().End) - 1
	for e.tokens()[i].Kind == pytoken.Comment || e.tokens()[i].Kind == pytoken.Newline {
		i--
	}
	return e.tokens()[i].End
}

// lines indents every line of a text and ends it with a newline.
func (e *Editor) lines(text, indent string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if line != "" {
			b.WriteString(indent)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// MoveAfter moves a statement, and the comment behind it, to after a compound
// statement around it: out of a loop.
func (e *Editor) MoveAfter(stmt, block python.Stmt) Plan {
	if err := e.editable(block); err != nil {
		return Plan{Err: err}
	}
	inside := false
	for n := stmt.Parent(); n != nil; n = n.Parent() {
		inside = inside || n == python.Node(block)
	}
	if !inside {
		return failed("the statement does not stand in the block it is to leave")
	}
	return e.MoveBehind(stmt, block)
}

// MoveBehind moves a statement, and the comment behind it, to after another one, wherever that stands.
func (e *Editor) MoveBehind(stmt, other python.Stmt) Plan {
	if err := e.editable(other); err != nil {
		return Plan{Err: err}
	}
	text, removal := e.takenOut(stmt, other)
	return removal.And(e.insertAfter(other, text))
}

// MoveBefore moves a statement, and the comment behind it, to before another one and the comments above that.
func (e *Editor) MoveBefore(stmt, other python.Stmt) Plan {
	text, removal := e.takenOut(stmt, other)
	return removal.And(e.insertBefore(other, text))
}

// takenOut is the line of a statement as it stands beside another one, with the comment behind it, and what takes both
// from where they stand.
func (e *Editor) takenOut(stmt, beside python.Stmt) (line string, removal Plan) {
	indent := e.file.Indent(beside.Span().Start)
	s := stmt.Span()
	text := e.reindented(s, indent)
	alone := e.startsLine(s.Start) && !e.is(e.after(s.End), ";") && len(e.siblings(stmt)) > 1
	if comment := e.tokens()[e.at(s.End)]; alone && comment.Kind == pytoken.Comment {
		text += string(e.file.Text[s.End:comment.End])
	}
	removal = e.RemoveStatement(stmt)
	removal.Safety = fixes.Safe // the comments move with the statement
	return indent + text + "\n", removal
}

// reindented is the text of a statement with its lines after the first moved to
// another indentation. Lines inside a string stay as they are.
func (e *Editor) reindented(s source.Span, indent string) string {
	old := e.file.Indent(s.Start)
	var b strings.Builder
	for at := s.Start; at < s.End; {
		end := min(e.nextLine(at), s.End)
		line := string(e.file.Text[at:end])
		if rest, ok := strings.CutPrefix(line, old); ok && strings.TrimSpace(line) != "" && !e.inString(at) {
			line = indent + rest
		}
		b.WriteString(line)
		at = end
	}
	return b.String()
}

// inString reports whether a line within a statement starts inside a string: no other token has two lines.
func (e *Editor) inString(offset int) bool { return e.tokens()[e.at(offset)-1].End > offset }
