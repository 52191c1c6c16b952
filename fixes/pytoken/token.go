// Package pytoken splits Python text into the tokens that CPython's tokenizer
// makes of it, and finds the same faults in indentation, brackets and strings.
package pytoken

import "fmt"

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
	loose    bool      // look at brackets and strings only
	line0    int       // the first token of the logical line at hand
	header   int       // the first token of a line that ended in a colon, -1 when the last did not
}

func (s *scanner) fail(offset int, format string, args ...any) {
	if s.fault == nil {
		s.fault = &Error{offset, fmt.Sprintf(format, args...)}
	}
}

// finish checks what may not be left open at the end of the text.
func (s *scanner) finish() {
	switch {
	case len(s.brackets) > 0:
		open := s.brackets[len(s.brackets)-1]
		s.fail(open.at, "%q was never closed", open.char)
	case s.header >= 0:
		s.fail(len(s.text), "expected an indented block")
	}
}

// line reads one line that starts outside brackets: the whole logical line.
func (s *scanner) line() {
	columns, tabless := s.indentation()
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
	case c == '\\' && s.blankContinuation():
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

// blankContinuation skips a backslash that is alone on its line: the next line
// goes on as if it started here.
func (s *scanner) blankContinuation() bool {
	end := s.newlineAt(s.at + 1)
	if end < 0 {
		return false
	}
	s.at = end
	return true
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

// indent opens or closes blocks for a line with the given indentation, by
// CPython's rule: the order must be the same whatever a tab is worth.
func (s *scanner) indent(columns, tabless int) {
	top := s.blocks[len(s.blocks)-1]
	switch {
	case s.header >= 0 && columns <= top.columns:
		s.fail(s.at, "expected an indented block")
	case s.header < 0 && columns > top.columns:
		s.fail(s.at, "unexpected indent")
	case columns > top.columns:
		if tabless <= top.tabless {
			s.fail(s.at, "inconsistent use of tabs and spaces")
		}
		s.blocks = append(s.blocks, block{columns, tabless, s.header})
	}
	for columns < s.blocks[len(s.blocks)-1].columns {
		s.blocks = s.blocks[:len(s.blocks)-1]
	}
	switch now := s.blocks[len(s.blocks)-1]; {
	case columns != now.columns:
		s.fail(s.at, "unindent does not match any outer level")
	case tabless != now.tabless:
		s.fail(s.at, "inconsistent use of tabs and spaces")
	}
	s.header = -1
}
