package python

import (
	"bytes"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/source"
)

// starredParenthesis is what the grammar takes for an error in a tuple without
// brackets, and Python 3.8 allows: `return name, *(int(v) for v in found)`.
var starredParenthesis = regexp.MustCompile(`^(?:,|=|\b(?:return|yield))[ \t]*\*[(\[{]`)

// withoutStars blanks the star of each starred parenthesis that stands outside
// brackets in a statement that did not parse. nil when there is none: the text is
// really broken. Offsets stay what they are; the element reads as a plain one.
func withoutStars(text []byte, broken []source.Span) []byte {
	var patched []byte
	for _, span := range broken {
		depth := 0
		start := bytes.LastIndexByte(text[:span.Start], '\n') + 1
		for at := start; at < span.End; at++ {
			switch text[at] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case ',', '=', 'r', 'y':
				found := starredParenthesis.FindIndex(text[at:min(len(text), span.End+2)])
				if depth != 0 || found == nil {
					continue
				}
				if patched == nil {
					patched = append(patched, text...)
				}
				patched[at+found[1]-2] = ' '
			}
		}
	}
	return patched
}
