package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// literals is a pattern that is nothing but a choice of some words, as most are: (?i)train|\bfit|(^|_)lr$. To look for
// them byte by byte takes a tenth of the time that the automaton of a regular expression takes.
type literals struct {
	fold bool // upper and lower case are the same
	// by are the words by their first byte, in lower case where case is no matter
	by [utf8.RuneSelf][]literal
}

// literal is one word, and what must stand around it.
type literal struct {
	text          string
	before, after edge
}

// edge is what must be where a word begins or ends.
type edge uint8

const (
	anywhere edge = iota
	border        // \b
	textEnd       // ^ or $
)

// mostLiterals bounds the words of one pattern: what is more than that is left to the automaton.
const mostLiterals = 64

// literalsOf are the words of a pattern; nil where it is more than a choice of words.
func literalsOf(text string) *literals {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil
	}
	e := &expansion{}
	words := e.of(tree)
	if e.failed || len(words) == 0 || e.folds && e.plain {
		return nil
	}
	l := &literals{fold: e.folds}
	for _, w := range words {
		if w.text == "" {
			return nil
		}
		l.by[w.text[0]] = append(l.by[w.text[0]], w)
	}
	return l
}

// expansion writes out all words of a pattern.
type expansion struct {
	failed       bool // the pattern is more than a choice of words
	folds, plain bool // there are letters of which the case is no matter, and such of which it is
}

func (e *expansion) fail() []literal {
	e.failed = true
	return nil
}

func (e *expansion) of(r *syntax.Regexp) []literal {
	switch r.Op {
	case syntax.OpEmptyMatch:
		return []literal{{}}
	case syntax.OpLiteral:
		return e.written(r)
	case syntax.OpCharClass:
		return e.class(r)
	case syntax.OpCapture:
		return e.of(r.Sub[0])
	case syntax.OpQuest:
		return append(e.of(r.Sub[0]), literal{})
	case syntax.OpBeginText:
		return []literal{{before: textEnd}}
	case syntax.OpEndText:
		return []literal{{after: textEnd}}
	case syntax.OpWordBoundary:
		return []literal{{before: border, after: border}} // which of both shows beside what it stands
	case syntax.OpAlternate:
		var all []literal
		for _, sub := range r.Sub {
			all = append(all, e.of(sub)...)
		}
		return e.bounded(all)
	case syntax.OpConcat:
		all := []literal{{}}
		for _, sub := range r.Sub {
			all = e.joined(all, e.of(sub))
		}
		return all
	}
	return e.fail()
}

func (e *expansion) bounded(words []literal) []literal {
	if len(words) > mostLiterals {
		return e.fail()
	}
	return words
}

func (e *expansion) written(r *syntax.Regexp) []literal {
	var text []byte
	for _, c := range r.Rune {
		if c >= utf8.RuneSelf {
			return e.fail()
		}
		text = append(text, e.letter(byte(c), r.Flags&syntax.FoldCase != 0))
	}
	return []literal{{text: string(text)}}
}

// letter is a byte of a word as it is looked for.
func (e *expansion) letter(c byte, folds bool) byte {
	if lower := lowered[c]; lower != c || c >= 'a' && c <= 'z' {
		if !folds {
			e.plain = true
			return c
		}
		e.folds = true
		return lower
	}
	return c
}

// class are the bytes of [_-]; letters in both cases are what is left of one whose case is no matter.
func (e *expansion) class(r *syntax.Regexp) []literal {
	const most = 8
	in := map[rune]bool{}
	for i := 0; i+1 < len(r.Rune); i += 2 {
		for c := r.Rune[i]; c <= r.Rune[i+1]; c++ {
			if c != kelvin && c != longS {
				in[c] = true
			}
			if len(in) > most {
				return e.fail()
			}
		}
	}
	var list []literal
	for c := range in {
		if c >= utf8.RuneSelf {
			return e.fail()
		}
		lower := rune(lowered[c])
		both := lower >= 'a' && lower <= 'z' && in[lower] && in[lower-'a'+'A']
		if both && c != lower {
			continue
		}
		list = append(list, literal{text: string(rune(e.letter(byte(c), both)))})
	}
	slices.SortFunc(list, func(a, b literal) int { return int(a.text[0]) - int(b.text[0]) })
	return list
}

// joined puts each of some words behind each of others. An edge inside of a word is no matter of words alone.
func (e *expansion) joined(first, second []literal) []literal {
	if len(first)*len(second) > mostLiterals {
		return e.fail()
	}
	var all []literal
	for _, a := range first {
		for _, b := range second {
			switch one := (literal{a.text + b.text, a.before, b.after}); {
			case a.text == "" && b.text == "":
				if (a.before|a.after) != anywhere && (b.before|b.after) != anywhere {
					return e.fail()
				}
				all = append(all, literal{"", a.before | b.before, a.after | b.after})
			case a.text == "":
				if a.before == anywhere && a.after != anywhere || a.before != anywhere && b.before != anywhere {
					return e.fail()
				}
				one.before = max(a.before, b.before)
				all = append(all, one)
			case b.text == "":
				if b.after == anywhere && b.before != anywhere || b.after != anywhere && a.after != anywhere {
					return e.fail()
				}
				one.after = max(a.after, b.after)
				all = append(all, one)
			default:
				if a.after != anywhere || b.before != anywhere {
					return e.fail()
				}
				all = append(all, one)
			}
		}
	}
	return all
}

// lowered are the bytes of ASCII in lower case.
var lowered = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
		if i >= 'A' && i <= 'Z' {
			table[i] += 'a' - 'A'
		}
	}
	return table
}()

// Forms of k and s beyond ASCII, which are the same letters where case is no matter.
const kelvin, longS = '\u212a', '\u017f'

// in reports whether one of the words stands in a text; known is false where that holds a letter which the words know
// in other forms alone.
func in[T string | []byte](l *literals, text T) (found, known bool) {
	for i := range len(text) {
		c := text[i]
		if l.fold {
			c = lowered[c]
		}
		if c >= utf8.RuneSelf {
			if l.fold && isOtherForm(text, i) {
				return false, false
			}
			continue
		}
		for _, w := range l.by[c] {
			if stands(w, text, i, l.fold) {
				return true, true
			}
		}
	}
	return false, true
}

// isOtherForm reports whether one of kelvin and longS stands at a place.
func isOtherForm[T string | []byte](text T, at int) bool {
	if text[at] != 0xe2 && text[at] != 0xc5 { // how they begin
		return false
	}
	rest := text[at:min(at+utf8.UTFMax, len(text))]
	c, _ := utf8.DecodeRuneInString(string(rest))
	return c == kelvin || c == longS
}

func stands[T string | []byte](w literal, text T, at int, fold bool) bool {
	end := at + len(w.text)
	if end > len(text) {
		return false
	}
	for i := 1; i < len(w.text); i++ {
		c := text[at+i]
		if fold {
			c = lowered[c]
		}
		if c != w.text[i] {
			return false
		}
	}
	return holds(w.before, text, at, at == 0) && holds(w.after, text, end, end == len(text))
}

func holds[T string | []byte](e edge, text T, at int, ends bool) bool {
	switch e {
	case border:
		return (at > 0 && wordByte(text[at-1])) != (at < len(text) && wordByte(text[at]))
	case textEnd:
		return ends
	}
	return true
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
