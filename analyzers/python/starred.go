package python

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// starredParenthesis is what the grammar takes for an error in a tuple without
// brackets, and Python 3.8 allows: `return name, *(int(v) for v in found)`.
var starredParenthesis = pattern.New(`^(?:,|=|\b(?:return|yield))[ \t]*\*[(\[{]`)

// withoutStars blanks the star of each starred parenthesis that stands outside
// brackets in a statement that did not parse. nil when there is none: the text is
// really broken. Offsets stay what they are; withBlankedStars puts it back.
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
				found := starredParenthesis.Regexp().FindIndex(text[at:min(len(text), span.End+2)])
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

// withoutWords writes the `or` of an annotation such as `a: list[int] or None` as a bar, where the grammar ends the
// type behind the bracket. nil when there is none. Offsets stay what they are; nobody asks what an annotation computes.
func withoutWords(text []byte, broken []source.Span) []byte {
	var patched []byte
	for _, span := range broken {
		word := annotationWord.Regexp().FindSubmatchIndex(text[span.Start:min(len(text), span.Start+mostHeader)])
		if word == nil || word[2] == 0 && !bytes.HasSuffix(bytes.TrimRight(text[:span.Start], " \t"), []byte("]")) {
			continue
		}
		if patched == nil {
			patched = bytes.Clone(text)
		}
		copy(patched[span.Start+word[2]:span.Start+word[3]], "|  ")
	}
	return patched
}

var annotationWord = pattern.New(`^(?:\[[^\]\n]*\][ \t]*)?(or|and)\b`)

// movable is every node: lowering puts some where the grammar did not.
type movable interface {
	moveTo(parent Node)
	startAt(start uint32)
}

// withStarsOutside has the stars of the elements of a tuple, a list or a set where Python has them: the grammar reads
// `a, *f(b)` without brackets as `a, (*f)(b)`, and [*f(b)] as [(*f)(b)].
func withStarsOutside(items []Expr) []Expr {
	for i, item := range items {
		path := []Expr{item}
		for slot := leftmost(item); slot != nil; slot = leftmost(*slot) {
			star, ok := (*slot).(*Starred)
			if !ok {
				path = append(path, *slot)
				continue
			}
			star.end, star.parent = uint32(item.Span().End), item.Parent()
			*slot = star.Value
			star.Value.(movable).moveTo(path[len(path)-1])
			for _, n := range path {
				n.(movable).startAt(uint32(star.Value.Span().Start))
			}
			item.(movable).moveTo(star)
			star.Value = item
			items[i] = star
			break
		}
	}
	return items
}

// withBlankedStars has the stars of items from which they were taken so that the text parses.
func (l *lowering) withBlankedStars(items []Expr, parent Node) []Expr {
	for i, item := range items {
		at, parentheses := item.Span().Start-1, 0
		for at >= 0 && strings.IndexByte(" \t\n(", l.text[at]) >= 0 && l.tree.file.Text[at] == l.text[at] {
			if l.text[at] == '(' {
				parentheses++
			}
			at--
		}
		if at < 0 || l.text[at] != ' ' || l.tree.file.Text[at] != '*' {
			continue
		}
		end := item.Span().End
		for ; parentheses > 0 && end < len(l.text); parentheses-- {
			end += strings.IndexByte(l.text[end:], ')') + 1
		}
		star := &Starred{exprBase: exprBase{base{start: uint32(at), end: uint32(end), parent: parent}}, Value: item}
		item.(movable).moveTo(star)
		items[i] = star
	}
	return items
}

// leftmost is where an expression keeps the one that it begins with, nil where it begins otherwise.
func leftmost(e Expr) *Expr {
	switch e := e.(type) {
	case *Call:
		return &e.Func
	case *Attribute:
		return &e.Value
	case *Subscript:
		return &e.Value
	case *Binary:
		return &e.Left
	}
	return nil
}
