package python

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// withoutLoneReturns ends lines that end in a carriage return alone with a newline, as Python does when it
// reads a file. Offsets stay what they are.
func withoutLoneReturns(text []byte) []byte {
	var patched []byte
	for at := 0; ; at++ {
		next := bytes.IndexByte(text[at:], '\r')
		if next < 0 {
			break
		}
		at += next
		if at+1 < len(text) && text[at+1] == '\n' {
			continue
		}
		if patched == nil {
			patched = bytes.Clone(text)
		}
		patched[at] = '\n'
	}
	if patched == nil {
		return text
	}
	return patched
}

// asOlder rewrites what the grammar does not know, and newer Pythons read, into something of the same
// length that it knows: offsets stay what they are. It is asked for a text that did not parse; nil when
// nothing is left to try.
//
//	t"{x}"                   3.14   f"{x}"
//	except A, B:             3.14   except A| B:
//	except* A:               3.11   except  A:
//	class C[T = int]:        3.13   class C[T      ]:
//	lazy import a            3.15   None;import a
//	{**d for d in list}      3.15   {  d for d in list}
//	a[*(b), c]               3.11   a[ (b), c]
//	return a, *(b)           3.8    return a,  (b)
//	a: list[b] or c          all    a: list[b] |  c
//	f"{a:=^80}"              all    f"{a: ^80}"
//	@a, # b left of it       all    @a
func asOlder(text []byte, broken []source.Span) []byte {
	o := &older{text: text}
	for start := true; o.at < len(text); {
		start = o.step(start)
	}
	if patched := withoutStars(o.current(), broken); patched != nil {
		o.patched = patched
	}
	if patched := withoutWords(o.current(), broken); patched != nil {
		o.patched = patched
	}
	return o.patched
}

// older walks over a text; it knows strings, comments, brackets and where a statement starts.
type older struct {
	text    []byte
	patched []byte // nil: nothing was
	at      int
	depth   int // of brackets
	last    byte
	name    string // the last word
	indexes []bool // of each bracket around: whether it holds an index
	// decorated is the column, from 1, of the decorator of which the function or class is still to come; 0 where there is
	// none
	decorated int
}

func (o *older) current() []byte {
	if o.patched != nil {
		return o.patched
	}
	return o.text
}

func (o *older) set(at int, c byte) {
	if o.patched == nil {
		o.patched = bytes.Clone(o.text)
	}
	o.patched[at] = c
}

func (o *older) blank(from, to int) {
	for ; from < to; from++ {
		if c := o.text[from]; c != '\n' && c != '\r' {
			o.set(from, ' ')
		}
	}
}

// step passes one piece of the text, and says whether a statement may start behind it.
func (o *older) step(start bool) bool {
	c := o.text[o.at]
	switch {
	case c == '#':
		o.comment()
		return start
	case c == '\'' || c == '"':
		o.at = o.str(o.at, false, 0)
		o.last = c
		return false
	case c == '@' && start && o.depth == 0:
		o.decorated = o.column()
	case isWordByte(c):
		if start && o.depth == 0 {
			o.decorated = 0
		}
		o.word(start && o.depth == 0)
		return false
	case c == '(' || c == '[' || c == '{':
		o.opens(c)
	case c == ')' || c == ']' || c == '}':
		o.depth = max(0, o.depth-1)
		o.indexes = o.indexes[:min(len(o.indexes), o.depth)]
	case c == ',':
		o.indexStar()
	case c == '\\':
		o.at++
	case (c == '\n' || c == '\r') && o.depth > 0 && o.last == '.':
		o.set(o.at, ' ') // a line of brackets may end behind a dot
	}
	o.at++
	if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
		o.last = c
	}
	return c == '\n' || c == '\r' || c == ';' || c == ':' || start && (c == ' ' || c == '\t' || c == '\f')
}

// opens begins what stands in brackets.
func (o *older) opens(c byte) {
	if m := spreadComprehension.Regexp().FindSubmatchIndex(o.text[o.at:min(len(o.text), o.at+mostHeader)]); m != nil {
		o.blank(o.at+m[2], o.at+m[3])
	}
	o.depth++
	o.indexes = append(o.indexes, c == '[' && o.endsValue())
	o.indexStar()
}

// comment passes a comment. One to the left of a decorator whose function is still to come the grammar takes for the
// end of the block.
func (o *older) comment() {
	end := lineEnd(o.text, o.at)
	if o.depth == 0 && o.column() < o.decorated {
		o.blank(o.at, end)
	}
	o.at = end
}

// column is where the current place stands in its line, from 1.
func (o *older) column() int { return o.at - bytes.LastIndexAny(o.text[:o.at], "\n\r") }

// endsValue reports whether what stands before the current place is a value: a bracket there holds an index.
func (o *older) endsValue() bool {
	switch o.last {
	case 'a':
		return !beforeDisplay[o.name]
	case ')', ']', '}', '\'', '"':
		return true
	}
	return false
}

// beforeDisplay are the keywords behind which a bracket starts a list.
var beforeDisplay = map[string]bool{
	"and":    true,
	"assert": true,
	"await":  true,
	"case":   true,
	"del":    true,
	"elif":   true,
	"else":   true,
	"for":    true,
	"from":   true,
	"if":     true,
	"in":     true,
	"is":     true,
	"lambda": true,
	"not":    true,
	"or":     true,
	"return": true,
	"while":  true,
	"yield":  true,
}

// indexStar takes the star of a bracketed element of an index, behind its bracket or a comma: withBlankedStars puts it
// back.
func (o *older) indexStar() {
	if len(o.indexes) == 0 || !o.indexes[len(o.indexes)-1] {
		return
	}
	rest := o.text[o.at+1 : min(len(o.text), o.at+1+mostHeader)]
	if m := bracketedStar.Regexp().FindSubmatchIndex(rest); m != nil {
		o.blank(o.at+1+m[2], o.at+1+m[3])
	}
}

var bracketedStar = pattern.New(`^\s*(\*)\s*[(\[{]`)

// spreadComprehension is a dictionary made of the items of several.
var spreadComprehension = pattern.New(`^\{\s*(\*\*)[^\n{}:,]*\sfor\s`)

// mostHeader bounds how far is looked for the end of a header.
const mostHeader = 4000

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// word passes a name or keyword, or the string whose prefix it is.
func (o *older) word(heads bool) {
	from := o.at
	for o.at < len(o.text) && isWordByte(o.text[o.at]) {
		o.at++
	}
	o.last = 'a'
	name := string(o.text[from:o.at])
	o.name = name
	rest := o.text[o.at:min(len(o.text), o.at+mostHeader)]
	if len(rest) > 0 && (rest[0] == '\'' || rest[0] == '"') {
		if prefix := strings.ToLower(name); prefix == "t" || prefix == "rt" || prefix == "tr" {
			o.set(from+strings.IndexByte(prefix, 't'), 'f')
			o.at = o.str(o.at, true, 0)
		} else if prefix == "f" || prefix == "rf" || prefix == "fr" {
			o.at = o.str(o.at, true, 0)
		}
		return
	}
	if !heads {
		return
	}
	switch name {
	case "except":
		o.except(rest)
	case "class", "def", "type", "async":
		if m := typeParameters.Regexp().FindIndex(rest); m != nil {
			o.defaults(o.at + m[1])
		}
	case "lazy":
		if lazyImport.Match(rest) {
			for i, c := range []byte("None;") {
				o.set(from+i, c)
			}
		}
	}
}

var (
	typeParameters = pattern.New(`^\s*(?:def\s+)?\w+\s*\[`)
	lazyImport     = pattern.New(`^ (?:import|from)\s`)
)

// except makes one of exceptions without parentheses, and takes the star of a group.
func (o *older) except(rest []byte) {
	depth := 0
	for i, c := range rest {
		switch {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '*' && len(bytes.TrimSpace(rest[:i])) == 0:
			o.blank(o.at+i, o.at+i+1)
		case c == ',' && depth == 0:
			o.set(o.at+i, '|')
		case (c == ':' || c == '#' || c == '\n') && depth == 0:
			return
		}
	}
}

// defaults takes the defaults out of the type parameters that start at at.
func (o *older) defaults(at int) {
	depth, from := 1, -1
	for i := at; i < min(len(o.text), at+mostHeader); i++ {
		switch c := o.text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '=' && depth == 1 && from < 0:
			from = i
		}
		if c := o.text[i]; from >= 0 && (depth == 0 || depth == 1 && c == ',') {
			o.blank(from, i)
			from = -1
		}
		if depth == 0 {
			return
		}
	}
}

// str is the offset behind the string whose quote is at at. In a formatted one strings may stand, with the
// same quotes too.
func (o *older) str(at int, formatted bool, level int) int {
	quote := o.text[at : at+1]
	if long := o.text[at:min(at+3, len(o.text))]; bytes.Equal(long, bytes.Repeat(quote, 3)) {
		quote = long
	}
	for at += len(quote); at < len(o.text); at++ {
		switch c := o.text[at]; {
		case c == '\\':
			at++
		case len(quote) == 1 && (c == '\n' || c == '\r'):
			return at
		case bytes.HasPrefix(o.text[at:], quote):
			return at + len(quote)
		case c == '{' && formatted && level < 5:
			if at+1 < len(o.text) && o.text[at+1] == '{' {
				at++
			} else {
				at = o.replacement(at+1, level) - 1
			}
		}
	}
	return len(o.text)
}

// replacement is the offset behind what stands in the braces of a formatted string.
func (o *older) replacement(at, level int) int {
	depth := 1
	for at < len(o.text) && depth > 0 {
		switch c := o.text[at]; {
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' || c == ')' || c == ']':
			depth--
		case c == ':' && depth == 1 && at+1 < len(o.text) && o.text[at+1] == '=': // no walrus without brackets
			o.set(at+1, ' ')
		case c == '\'' || c == '"':
			from := at
			for from > 0 && isWordByte(o.text[from-1]) {
				from--
			}
			prefix := strings.ToLower(string(o.text[from:at]))
			if t := strings.IndexByte(prefix, 't'); t >= 0 && len(prefix) < 3 {
				o.set(from+t, 'f')
			}
			at = o.str(at, strings.ContainsAny(prefix, "ft") && len(prefix) < 3, level+1)
			continue
		}
		at++
	}
	return at
}
