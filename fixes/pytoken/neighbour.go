package pytoken

import "strings"

// keywords cannot be names.
var keywords = words("and as assert async await break class continue def del elif else except finally for from " +
	"global if import in is lambda nonlocal not or pass raise return try while with yield")

// softKeywords are keywords only at the head of a statement.
var softKeywords = words("match case type")

func words(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// checkNeighbours fails where two values stand side by side, as in Python 2's
// `print "x"`: tree-sitter takes that for Python.
func (s *scanner) checkNeighbours(t Token) {
	before := s.previous()
	if before < s.line0 || t.Kind == Comment || t.Kind == Newline {
		return
	}
	b := s.tokens[before]
	if s.keywordAsName(b, t) {
		s.fail(t.Start, "invalid syntax")
	}
	if !s.isValue(t) {
		return
	}
	strings := (b.Kind == String || b.Kind == FString) && (t.Kind == String || t.Kind == FString)
	soft := b.Kind == Name && s.headsStatement(before) && softKeywords[s.word(b)]
	if s.endsValue(b) && !strings && !soft {
		s.fail(t.Start, "invalid syntax")
	}
}

// keywordAsName finds a.async and f(async=1), from before Python 3.7.
func (s *scanner) keywordAsName(before, t Token) bool {
	word := s.word(t)
	switch {
	case before.Kind == Operator && s.word(before) == ".":
		return keywords[word] && word != "import"
	case t.Kind == Operator && word == "=":
		return before.Kind == Name && keywords[s.word(before)]
	}
	return false
}

// previous is the index of the last token that is no comment.
func (s *scanner) previous() int {
	i := len(s.tokens) - 1
	for i >= 0 && s.tokens[i].Kind == Comment {
		i--
	}
	return i
}

func (s *scanner) word(t Token) string { return string(s.text[t.Start:t.End]) }

func (s *scanner) isValue(t Token) bool {
	return t.Kind == Number || t.Kind == String || t.Kind == FString || t.Kind == Name && !keywords[s.word(t)]
}

func (s *scanner) endsValue(t Token) bool {
	return s.isValue(t) || t.Kind == Operator && strings.Contains(")]}", s.word(t))
}

// headsStatement reports whether token i starts its logical line, or stands behind a
// semicolon or the colon of a header.
func (s *scanner) headsStatement(i int) bool {
	if s.tokens[i].Line == i {
		return true
	}
	before := s.word(s.tokens[i-1])
	return s.tokens[i-1].Depth == 0 && (before == ";" || before == ":")
}

// checkNumber fails on what only Python 2 takes for a number: 10L and 0777.
func (s *scanner) checkNumber(t Token) {
	text := strings.ToLower(s.word(t))
	decimal := strings.Trim(text, "0123456789_") == ""
	if strings.HasSuffix(text, "l") || decimal && text[0] == '0' && strings.Trim(text, "0_") != "" {
		s.fail(t.Start, "invalid number %q", s.word(t))
	}
}
