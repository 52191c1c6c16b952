package launch

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// cell is one byte of expanded text that remembers where it was written.
type cell struct {
	b  byte
	at int32 // offset in the file; -1 for a byte that stands nowhere, such as a sum's digits
	cellFlags
}

type cellFlags uint8

const (
	quoted     cellFlags = 1 << iota // not subject to word splitting
	unknown                          // stands for text that only the run knows
	argument                         // unknown because it is one of the script's own arguments
	wordBreak                        // ends a word whatever it holds: between the elements of "${a[@]}"
	optionally                       // stands there on one way through the script only
)

// text is a value under expansion.
type text []cell

// plain makes text that stands nowhere in the file.
func plain(s string, flags cellFlags) text {
	t := make(text, len(s))
	for i := range t {
		t[i] = cell{s[i], -1, flags}
	}
	return t
}

// ofFile is a stretch of a file as text.
func ofFile(f *source.File, s source.Span) text {
	t := make(text, 0, s.Len())
	for i := s.Start; i < s.End && i < len(f.Text); i++ {
		t = append(t, cell{f.Text[i], int32(i), 0})
	}
	return t
}

// wholeFile is a file as text, without the mark that some editors write at its beginning.
func wholeFile(f *source.File) text {
	start := 0
	if f.HasBOM() {
		start = 3
	}
	return ofFile(f, source.Span{Start: start, End: len(f.Text)})
}

func (t text) String() string {
	var b strings.Builder
	b.Grow(len(t))
	for _, c := range t {
		if c.cellFlags&wordBreak != 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteByte(c.b)
	}
	return b.String()
}

func (t text) known() bool {
	for _, c := range t {
		if c.cellFlags&(unknown|optionally) != 0 {
			return false
		}
	}
	return true
}

// isArgument reports whether the text is nothing but a script's own argument.
func (t text) isArgument() bool {
	for _, c := range t {
		if c.cellFlags&argument == 0 {
			return false
		}
	}
	return len(t) > 0
}

// with returns the text with flags set (on) or cleared on every cell.
func (t text) with(set, clear cellFlags) text {
	out := make(text, len(t))
	for i, c := range t {
		c.cellFlags = c.cellFlags&^clear | set
		out[i] = c
	}
	return out
}

// split cuts at unquoted white space, as the shell does after an expansion.
// An empty word survives only when empty is true: it was written with quotes.
func (t text) split(empty bool) []text {
	var words []text
	var word text
	open := empty && len(t) == 0
	for _, c := range t {
		isBreak := c.cellFlags&wordBreak != 0
		if isBreak || c.cellFlags&(quoted|unknown) == 0 && isSpace(c.b) {
			if open {
				words = append(words, word)
			}
			word, open = nil, false
			continue
		}
		word, open = append(word, c), true
	}
	if open {
		words = append(words, word)
	}
	return words
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// word turns finished text into the argument that stands at span.
func (t text) word(span source.Span) Word {
	return Word{Text: t.String(), Known: t.known(), Span: span, Origin: t.origin(span), cells: t}
}

// origin is where the text was written, or span when it was put together from
// several places.
func (t text) origin(span source.Span) source.Span {
	if len(t) == 0 || t[0].at < 0 {
		return span
	}
	whole := source.Span{Start: int(t[0].at), End: int(t[len(t)-1].at) + 1}
	inside := span.Contains(whole)
	for i, c := range t {
		if c.at < 0 || inside && !span.Contains(source.Span{Start: int(c.at), End: int(c.at) + 1}) {
			return span
		}
		if !inside && int(c.at) != whole.Start+i {
			return span
		}
	}
	return whole
}

// beginsOption reports whether the first word of a text is an option that is written there.
func (t text) beginsOption() bool {
	words := t.split(false)
	if len(words) == 0 || !isOption(words[0].String()) {
		return false
	}
	for _, c := range words[0] {
		if c.b == '=' {
			break
		}
		if c.cellFlags&unknown != 0 {
			return false
		}
	}
	return true
}
