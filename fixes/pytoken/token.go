// Package pytoken splits Python text into the tokens that CPython's tokenizer
// makes of it, and finds the same faults in indentation, brackets and strings.
package pytoken

import (
	"bytes"
	"fmt"
)

// Kind is what a token is.
type Kind uint8

// The kinds of tokens. Blank lines, and line ends inside brackets, make none.
const (
	Name     Kind = iota // identifiers and keywords
	Number               //
	String               // one literal, prefix and quotes included
	FString              // an f-string or t-string, whole
	Operator             // operators, brackets, separators
	Comment              // from '#' to the end of the line
	Newline              // the end of a logical line; empty at the end of a text without one
)

// Token is one token of a text.
type Token struct {
	Kind       Kind
	Start, End int // byte offsets
	// Depth is the number of brackets open around the token; a bracket itself
	// counts as outside of the pair it belongs to.
	Depth int
	// Line is the index of the first token of the logical line; a comment on a line of
	// its own is its own line.
	Line int
	// Block is the number of indented blocks the logical line stands in.
	Block int
	// Owner is the index of the first token of the logical line whose colon opened
	// the innermost of those blocks; -1 at the top.
	Owner int
	// First says that no other token stands before it on its line of text.
	First bool
}

// Error is a fault that CPython would stop at, too.
type Error struct {
	Offset  int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Message, e.Offset) }

// Scan splits a text. On a fault it returns the tokens up to there and an *Error.
func Scan(text []byte) ([]Token, error) {
	s := &scanner{text: text, literals: literals{text: text}, blocks: []block{{owner: -1}}, header: -1}
	if len(text) >= 3 && string(text[:3]) == "\xef\xbb\xbf" {
		s.at = 3
	}
	for s.at < len(text) && s.fault == nil {
		s.line()
	}
	if s.fault == nil {
		s.finish()
	}
	if s.fault != nil {
		return s.tokens, s.fault
	}
	return s.tokens, nil
}

// block is one level of indentation.
type block struct {
	columns, tabless int // the width with tabs to multiples of 8, and with tabs as 1
	owner            int
}

type bracket struct {
	char byte
	at   int
}

type scanner struct {
	text     []byte
	at       int
	tokens   []Token
	fault    *Error
	literals literals

	blocks   []block
	brackets []bracket // that are open
	loose    bool      // look at brackets and strings, and how blocks are indented
	margin   []byte    // what every line of a cell begins with, and IPython takes away

	misplaced bool // the fault is one of indentation
	line0     int  // the first token of the logical line at hand
	header    int  // the first token of a line that ended in a colon, -1 when the last did not
}

func (s *scanner) fail(offset int, format string, args ...any) {
	if s.fault == nil {
		s.fault = &Error{offset, fmt.Sprintf(format, args...)}
	}
}

// misplace fails for the indentation of a line.
func (s *scanner) misplace(offset int, message string) {
	if s.fault == nil {
		s.fault, s.misplaced = &Error{offset, message}, true
	}
}

// finish checks what may not be left open at the end of the text.
func (s *scanner) finish() {
	switch {
	case len(s.brackets) > 0:
		open := s.brackets[len(s.brackets)-1]
		s.fail(open.at, "%q was never closed", open.char)
	case s.header >= 0:
		s.misplace(s.lastLine(), s.missingBlock())
	}
}

// lastLine is the end of the last line that holds anything, a blank too.
func (s *scanner) lastLine() int {
	return len(bytes.TrimSuffix(bytes.TrimSuffix(s.text, []byte("\n")), []byte("\r")))
}

// missingBlock is what CPython says of the line that ended in a colon, and that nothing indented follows.
func (s *scanner) missingBlock() string {
	head := s.tokens[s.header]
	word := s.word(head)
	if next := s.header + 1; word == "async" && next < len(s.tokens) {
		word = s.word(s.tokens[next])
	}
	what := "'" + word + "' statement"
	switch word {
	case "def":
		what = "function definition"
	case "class":
		what = "class definition"
	}
	line := 1 + bytes.Count(s.text[:head.Start], []byte("\n"))
	return fmt.Sprintf("expected an indented block after %s on line %d", what, line)
}

// line reads one line that starts outside brackets: the whole logical line.
func (s *scanner) line() {
	columns, tabless := s.indentation()
	for continued, alone := s.blankContinuation(); alone; continued, alone = s.blankContinuation() {
		s.at = continued
		if then, thenTabless := s.indentation(); columns == 0 { // else the first line's counts
			columns, tabless = then, thenTabless
		}
	}
	if s.at >= len(s.text) {
		return
	}
	switch c := s.text[s.at]; {
	case c == '\n':
		s.at++
		return
	case c == '\r':
		s.at++
		return
	case c == '#':
		s.ownLineComment()
		return
	}
	s.indent(columns, tabless)
	s.line0 = len(s.tokens)
	for s.at < len(s.text) && s.fault == nil {
		if s.token() {
			return
		}
	}
	if s.fault == nil && len(s.brackets) == 0 {
		s.endLine(s.at, s.at)
	}
}

// indentation reads the white space at the head of a line.
func (s *scanner) indentation() (columns, tabless int) {
	if bytes.HasPrefix(s.text[s.at:], s.margin) && (s.at == 0 || s.text[s.at-1] == '\n' || s.text[s.at-1] == '\r') {
		s.at += len(s.margin)
	}
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case ' ':
			columns, tabless = columns+1, tabless+1
		case '\t':
			columns, tabless = (columns/8+1)*8, tabless+1
		case '\f':
			columns, tabless = 0, 0
		default:
			return columns, tabless
		}
	}
	return columns, tabless
}

func (s *scanner) ownLineComment() {
	start := s.at
	s.skipToLineEnd()
	top := s.blocks[len(s.blocks)-1]
	s.tokens = append(s.tokens, Token{
		Kind: Comment, Start: start, End: s.at, Line: len(s.tokens), Block: len(s.blocks) - 1, Owner: top.owner, First: true,
	})
}

func (s *scanner) skipToLineEnd() {
	for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '\r' {
		s.at++
	}
}

// blankContinuation reports whether a backslash is alone on the rest of its line, and where the next line starts: that
// line goes on as if it started here.
func (s *scanner) blankContinuation() (next int, alone bool) {
	if s.at >= len(s.text) || s.text[s.at] != '\\' {
		return 0, false
	}
	end := s.newlineAt(s.at + 1)
	return end, end >= 0
}

// newlineAt is the offset after the line ending at at, -1 when there is none.
func (s *scanner) newlineAt(at int) int {
	switch {
	case at < len(s.text) && s.text[at] == '\n':
		return at + 1
	case at+1 < len(s.text) && s.text[at] == '\r' && s.text[at+1] == '\n':
		return at + 2
	case at < len(s.text) && s.text[at] == '\r':
		return at + 1
	}
	return -1
}

const mixedTabs = "inconsistent use of tabs and spaces in indentation"

// indent opens or closes blocks for a line with the given indentation, by
// CPython's rule: the order must be the same whatever a tab is worth. What its tokenizer
// refuses is told before what its grammar does.
func (s *scanner) indent(columns, tabless int) {
	top := s.blocks[len(s.blocks)-1]
	deeper := columns > top.columns
	for columns < s.blocks[len(s.blocks)-1].columns {
		s.blocks = s.blocks[:len(s.blocks)-1]
	}
	switch now := s.blocks[len(s.blocks)-1]; {
	case deeper && tabless <= now.tabless || columns == now.columns && tabless != now.tabless:
		s.misplace(s.at, mixedTabs)
	case !deeper && columns != now.columns:
		s.misplace(s.at, "unindent does not match any outer indentation level")
	case s.header >= 0 && !deeper:
		s.misplace(s.at, s.missingBlock())
	case s.header < 0 && deeper:
		s.misplace(s.at, "unexpected indent")
	}
	if deeper {
		s.blocks = append(s.blocks, block{columns, tabless, s.header})
	}
	s.header = -1
}
