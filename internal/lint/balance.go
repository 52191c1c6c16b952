package lint

import "bytes"

// balanced reports whether every bracket and quote of a Python text is closed.
// It costs a tenth of parsing: a file without any rule's words is parsed only
// when it is not balanced, to say that it is broken. It may call a good file
// unbalanced (quotes nested in f-strings since Python 3.12); the parser then
// has the last word.
func balanced(text []byte) bool {
	var open []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '#':
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return len(open) == 0
			}
			i += end
		case '\'', '"':
			size := stringSize(text[i:])
			if size == 0 {
				return false
			}
			i += size - 1
		case '(', '[', '{':
			open = append(open, closing[c])
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// stringSize is the length of the string literal that text starts with, quotes
// included; 0 when it does not end.
func stringSize(text []byte) int {
	quote := text[:1]
	if long := text[:min(3, len(text))]; bytes.Equal(long, bytes.Repeat(quote, 3)) {
		quote = long
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '\n' && len(quote) == 1:
			return 0
		case bytes.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return 0
}
