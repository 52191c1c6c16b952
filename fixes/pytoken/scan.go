package pytoken

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// operators longer than one byte, longest first.
var operators = []string{
	"**=", "//=", ">>=", "<<=", "...", "->", ":=", "+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^=", "==", "!=", "<=",
	">=",
	"**", "//", "<<", ">>",
}

// secondInOperators are the second bytes of these: behind most brackets and commas stands none of them.
const secondInOperators = "*/><.="

// token reads one token and says whether it ended the logical line.
func (s *scanner) token() (ended bool) {
	s.skipBlank()
	if s.at >= len(s.text) || s.fault != nil {
		return false
	}
	start := s.at
	switch c := s.text[s.at]; {
	case c == '\n' || c == '\r':
		end := s.newlineAt(s.at)
		s.at = end
		if len(s.brackets) > 0 {
			return false
		}
		s.endLine(start, end)
		return true
	case c == '#':
		s.skipToLineEnd()
		s.add(Comment, start)
	case c >= '0' && c <= '9' || c == '.' && s.digitAt(s.at+1):
		s.number()
		s.add(Number, start)
	case isNameByte(c):
		s.nameOrString()
	case c == '"' || c == '\'':
		s.str("")
	default:
		s.operator()
	}
	return false
}

// skipBlank moves over white space and backslashes before a line end.
func (s *scanner) skipBlank() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\f':
			s.at++
		case '\\':
			end := s.newlineAt(s.at + 1)
			if end < 0 {
				s.fail(s.at, "unexpected character after line continuation")
				return
			}
			s.at = end
		default:
			return
		}
	}
}

func (s *scanner) add(kind Kind, start int) {
	top := s.blocks[len(s.blocks)-1]
	t := Token{
		Kind: kind, Start: start, End: s.at, Depth: len(s.brackets), Line: s.line0,
		Block: len(s.blocks) - 1, Owner: top.owner, First: s.firstOnLine(start),
	}
	if !s.loose {
		s.checkNeighbours(t)
	}
	if kind == Number && !s.loose {
		s.checkNumber(t)
	}
	s.tokens = append(s.tokens, t)
}

func (s *scanner) firstOnLine(at int) bool {
	if len(s.tokens) == 0 {
		return true
	}
	last := s.tokens[len(s.tokens)-1]
	return holdsLineEnd(s.text[last.End-1:at]) && holdsLineEnd(s.text[last.Start:at])
}

// holdsLineEnd is asked between each two tokens, which mostly stand side by side.
func holdsLineEnd(text []byte) bool {
	for _, c := range text {
		if c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// endLine closes a logical line; when its last token is a colon, a block must follow.
func (s *scanner) endLine(start, end int) {
	last := len(s.tokens) - 1
	for last > s.line0 && s.tokens[last].Kind == Comment {
		last--
	}
	if last >= 0 { // a text may begin with a continued line that is empty
		if t := s.tokens[last]; t.Kind == Operator && t.Depth == 0 && string(s.text[t.Start:t.End]) == ":" {
			if opens := openers[s.word(s.tokens[s.line0])]; opens || !s.loose {
				s.header = s.line0
				if !opens {
					s.fail(t.Start, "invalid syntax")
				}
			}
		}
	}
	s.at = end
	s.add(Newline, start)
}

func (s *scanner) digitAt(at int) bool {
	return at < len(s.text) && s.text[at] >= '0' && s.text[at] <= '9'
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func (s *scanner) number() {
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		sign := (c == '+' || c == '-') && strings.IndexByte("eE", s.text[s.at-1]) >= 0 && !s.isHex()
		if !isNameByte(c) && (c < '0' || c > '9') && c != '.' && !sign {
			return
		}
	}
}

func (s *scanner) isHex() bool {
	start := s.at
	for start > 0 && (isNameByte(s.text[start-1]) || s.digitAt(start-1) || s.text[start-1] == '.') {
		start--
	}
	return start+1 < len(s.text) && s.text[start] == '0' && strings.IndexByte("xX", s.text[start+1]) >= 0
}

func (s *scanner) nameOrString() {
	start := s.at
	for s.at < len(s.text) && (isNameByte(s.text[s.at]) || s.digitAt(s.at)) {
		s.at++
	}
	if s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\'') {
		if word := string(s.text[start:s.at]); isPrefix(word) {
			s.at = start
			s.str(word)
			return
		}
	}
	s.add(Name, start)
}

func isPrefix(word string) bool {
	switch strings.ToLower(word) {
	case "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt":
		return true
	}
	return false
}

// str reads a string literal with its prefix.
func (s *scanner) str(prefix string) {
	start := s.at
	kind := String
	if strings.ContainsAny(prefix, "fFtT") {
		kind = FString
	}
	end, ok := s.literals.end(s.at+len(prefix), kind == FString)
	if !ok {
		s.fail(start, "unterminated string literal")
		return
	}
	s.at = end
	s.add(kind, start)
}

// maxLevel is how deep CPython lets f-strings stand in each other (MAXFSTRINGLEVEL of its tokenizer).
const maxLevel = 150

// literals finds the ends of string literals in a text.
type literals struct {
	text  []byte
	level int // of f-strings in each other
	spent int // bytes that were read in vain
}

// vain bounds the bytes that are read in vain for each byte of the text: a `{` that is not closed is read as text, and
// all behind it once more, at each level.
const vain = 16

// end is the offset after the literal whose quote is at at.
func (l *literals) end(at int, formatted bool) (end int, ok bool) {
	text := l.text
	quote := text[at : at+1]
	if triple := [3]byte{quote[0], quote[0], quote[0]}; bytes.HasPrefix(text[at:], triple[:]) {
		quote = text[at : at+3]
	}
	for at += len(quote); at < len(text); {
		c := text[at]
		switch {
		case c == '\\':
			at += 2
			if at <= len(text) && text[at-1] == '\r' && at < len(text) && text[at] == '\n' {
				at++
			}
			continue
		case c == quote[0] && bytes.HasPrefix(text[at:], quote):
			return at + len(quote), true
		case (c == '\n' || c == '\r') && len(quote) == 1:
			return at, false
		case formatted && c == '{':
			if at+1 < len(text) && text[at+1] == '{' {
				at += 2
				continue
			}
			if end, ok := l.replacement(at); ok {
				at = end
				continue
			}
		}
		at++
	}
	return len(text), false
}

// replacement is the offset after the `{…}` of an f-string that starts at at.
// Since Python 3.12 strings in it may use the quotes of the f-string itself; where
// reading it so finds no end, the text is from before and its quotes decide.
func (l *literals) replacement(at int) (end int, ok bool) {
	if l.level >= maxLevel || l.spent > vain*len(l.text) {
		return 0, false
	}
	l.level++
	end, ok = l.bracketed(at)
	l.level--
	if !ok {
		l.spent += end - at
	}
	return end, ok
}

// bracketed is the offset after the bracket that closes the one at at; how far it was looked for when there is none.
func (l *literals) bracketed(at int) (end int, ok bool) {
	depth := 0
	for at < len(l.text) {
		switch c := l.text[at]; c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return at + 1, true
			}
		case '"', '\'':
			end, ok := l.end(at, at > 0 && strings.IndexByte("fFtT", l.text[at-1]) >= 0)
			if !ok {
				return end, false
			}
			at = end
			continue
		}
		at++
	}
	return at, false
}

func (s *scanner) operator() {
	start := s.at
	rest := s.text[s.at:]
	if len(rest) > 1 && strings.IndexByte(secondInOperators, rest[1]) >= 0 {
		for _, op := range operators {
			if bytes.HasPrefix(rest, []byte(op)) {
				s.at += len(op)
				s.add(Operator, start)
				return
			}
		}
	}
	switch c := rest[0]; {
	case strings.IndexByte("([{", c) >= 0:
		s.at++
		s.add(Operator, start)
		s.brackets = append(s.brackets, bracket{c, start})
	case strings.IndexByte(")]}", c) >= 0:
		s.at++
		s.closeBracket(start, c)
	case strings.IndexByte("+-*/%@&|^~<>=.,:;", c) >= 0:
		s.at++
		s.add(Operator, start)
	default:
		s.fail(start, "invalid character %q", c)
	}
}

func (s *scanner) closeBracket(start int, c byte) {
	want := byte('(')
	switch c {
	case ']':
		want = '['
	case '}':
		want = '{'
	}
	if len(s.brackets) == 0 || s.brackets[len(s.brackets)-1].char != want {
		s.fail(start, "unmatched %q", c)
		return
	}
	s.brackets = s.brackets[:len(s.brackets)-1]
	s.add(Operator, start)
}
