package config

import (
	"cmp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// maxKey is YAML's bound on a key that is not marked with '?'. It keeps the look
// ahead for ':' linear on files of one endless line.
const maxKey = 1024

// keyAhead reports whether a mapping entry starts at pos.
func (y *yamlReader) keyAhead() bool {
	if c := y.peek(); c == '?' && y.blankAt(y.pos+1) {
		return true
	}
	i := y.pos
	for c := y.at(i); c == '&' || c == '!'; c = y.at(i) {
		for !y.blankAt(i) {
			i++
		}
		for isSpace(y.at(i)) {
			i++
		}
	}
	_, ok := y.colon(i)
	return ok
}

// colon finds the ':' that ends the key starting at i, on the same line.
func (y *yamlReader) colon(i int) (int, bool) {
	limit := min(len(y.src), i+maxKey)
	switch c := y.at(i); c {
	case '"', '\'':
		return y.colonAfter(skipQuoted(y.src[:limit], i))
	case '[', '{':
		return y.colonAfter(skipBrackets(y.src[:limit], i))
	case '|', '>', '@', '`', '%', ',', ']', '}', '#':
		return 0, false
	case '*':
		return y.colonAfter(y.aliasEnd(i))
	case '-', '?':
		if y.blankAt(i + 1) {
			return 0, false
		}
	}
	for ; i < limit; i++ {
		switch y.src[i] {
		case ':':
			if y.blankAt(i + 1) {
				return i, true
			}
		case '#':
			if isSpace(y.src[i-1]) {
				return 0, false
			}
		case '\n', '\r':
			return 0, false
		}
	}
	return 0, false
}

func (y *yamlReader) colonAfter(i int) (int, bool) {
	if i < 0 {
		return 0, false
	}
	for isSpace(y.at(i)) {
		i++
	}
	return i, y.at(i) == ':' && y.blankAt(i+1)
}

// skipQuoted is the offset after the quoted text at i, -1 when it does not close
// on its line.
func skipQuoted(src string, i int) int {
	quote := src[i]
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch {
		case src[i] == '\\' && quote == '"':
			i++
		case src[i] == quote:
			if quote == '\'' && i+1 < len(src) && src[i+1] == quote {
				i++
				continue
			}
			return i + 1
		}
	}
	return -1
}

// skipBrackets is the offset after the flow collection at i, -1 when it does not
// close on its line.
func skipBrackets(src string, i int) int {
	depth := 0
	for ; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			if prev := src[i-1]; prev == '[' || prev == '{' || prev == ',' || prev == ' ' || prev == ':' {
				if i = skipQuoted(src, i); i < 0 {
					return -1
				}
				i--
			}
		}
	}
	return -1
}

// properties are the tag and the anchor in front of a value.
type properties struct {
	tag, anchor string
	span        source.Span
}

func (y *yamlReader) properties() properties {
	p := properties{span: source.Span{Start: y.pos, End: y.pos}}
	for c := y.peek(); c == '&' || c == '!'; c = y.peek() {
		start := y.pos
		for !y.blankAt(y.pos) && !(y.openFlow > 0 && y.flowEnd(y.pos, c)) {
			y.pos++
		}
		word := y.src[start:y.pos]
		if c == '&' {
			if p.anchor != "" {
				y.fail(start, y.pos, "a second anchor: a value has one")
			}
			p.anchor = word[1:]
			y.checkAnchor(p.anchor, start)
		} else {
			if p.tag != "" || strings.ContainsFunc(strings.Trim(word, "!<>"), notInTag) {
				y.fail(start, y.pos, "%s is no tag that YAML knows how to read", word)
			}
			if !y.blankAt(y.pos) {
				y.fail(start, y.pos+1, "white space is missing behind the tag %s: PyYAML takes what follows for a part of it", word)
			}
			p.tag = word
		}
		p.span.End = y.pos
		y.skipSpaces()
	}
	return p
}

// and adds the tag or the anchor that stands on a later line.
func (p properties) and(y *yamlReader, more properties) properties {
	if p.span.Len() == 0 {
		return more
	}
	if p.tag != "" && more.tag != "" || p.anchor != "" && more.anchor != "" {
		y.fail(more.span.Start, more.span.End, "a value has one tag and one anchor, of which one stands above already")
	}
	return properties{
		cmp.Or(p.tag, more.tag),
		cmp.Or(p.anchor, more.anchor),
		source.Span{Start: p.span.Start, End: more.span.End},
	}
}

// checkAnchor reports a name of an anchor or alias that PyYAML's scanner raises at.
func (y *yamlReader) checkAnchor(name string, start int) {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 || !isBareKey(byte(r)) }) {
		y.fail(start, y.pos, "the name of an anchor is made of letters, digits, - and _")
	}
}

// notInTag reports whether a character must be escaped in a tag.
func notInTag(r rune) bool { return r < 0x80 && strings.ContainsRune("<>{}|#\"^`\\", r) }

// flowEnd reports whether the byte at i ends a tag or anchor inside brackets. A
// tag such as !<tag:a,b> may hold a comma.
func (y *yamlReader) flowEnd(i int, kind byte) bool {
	c := y.at(i)
	return c == ',' || c == ']' || c == '}' || (kind == '&' && (c == '[' || c == '{'))
}

func (p properties) apply(y *yamlReader, n *Node) {
	if p.span.Len() == 0 {
		return
	}
	n.Tag, n.Anchor, n.Properties = p.tag, p.anchor, p.span
	if p.anchor != "" {
		y.anchors[p.anchor] = n
	}
}

// alias reads *name.
func (y *yamlReader) alias() *Node {
	start := y.pos
	y.pos = y.aliasEnd(start)
	n := y.node(Alias, Plain, start, y.pos)
	n.Text = y.src[start+1 : y.pos]
	y.checkAnchor(n.Text, start)
	n.Target = y.anchors[n.Text]
	if n.Target == nil {
		y.fail(start, y.pos, "no anchor &%s above this alias", n.Text)
	} else {
		n.Target.used = true
	}
	return n
}

func (y *yamlReader) aliasEnd(i int) int {
	for !y.blankAt(i) && !strings.ContainsRune(",[]{}", rune(y.at(i))) && (y.at(i) != ':' || !y.blankAt(i+1)) {
		i++
	}
	return i
}

// templateLine skips a line that only a template engine reads, such as
// {% if x %} or {{- if .Values.y }}.
func (y *yamlReader) templateLine() bool {
	rest := y.src[y.pos:]
	if !strings.HasPrefix(rest, "{%") && !strings.HasPrefix(rest, "{#") && !strings.HasPrefix(rest, "{{-") {
		return false
	}
	end := y.lineEnd(y.pos)
	y.doc.problem(Template, source.Span{Start: y.pos, End: end}, "a template line: another program fills this file in")
	y.pos = end
	return true
}
