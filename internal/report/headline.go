package report

import (
	"strings"
	"unicode/utf8"
)

// headlineColumns is how long the first line of a finding may be. What a message says beyond it, the arithmetic and
// the advice, stands below.
const headlineColumns = 100

// headline divides a message at its own seams, ": " and "; ", into what is said first and what follows. Messages are
// written as "what is wrong: what it costs; what to do".
func headline(message string) (first string, rest []string) {
	if utf8.RuneCountInString(message) <= headlineColumns {
		return message, nil
	}
	first, tail := cutWithin(message, headlineColumns)
	for more := tail != ""; more; {
		var part string
		part, tail, more = cutSeam(tail)
		if last := len(rest) - 1; last >= 0 && utf8.RuneCountInString(rest[last]+part) < headlineColumns {
			rest[last] += "; " + part
			continue
		}
		rest = append(rest, part)
	}
	return first, rest
}

// cutWithin cuts at the last seam that leaves at most so many characters; without one at the last comma, and without
// that between two words.
func cutWithin(message string, most int) (first, tail string) {
	end := bytesOf(message, most)
	seam, comma, blank := -1, -1, -1
	depth := 0
	for at := 0; at <= end+1 && at < len(message); at++ {
		switch c := message[at]; {
		case quotedAlone(message, at): // '(' is what the message is about
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ' ' && at > 0 && depth <= 0 && strings.IndexByte(";:", message[at-1]) >= 0:
			seam = at
		case at > bytesOf(message, most-2): // an ellipsis has no room
		case c == ' ' && at > 0 && depth <= 0 && message[at-1] == ',':
			comma = at
		case c == ' ':
			blank = at
		}
	}
	switch {
	case seam > 0:
		return message[:seam-1], message[seam+1:]
	case comma > most/3:
		return message[:comma] + " " + ellipsis, ellipsis + " " + message[comma+1:]
	case blank > 0:
		return message[:blank] + " " + ellipsis, ellipsis + " " + message[blank+1:]
	}
	return message, ""
}

// cutSeam cuts behind the first "; " that stands outside of brackets.
func cutSeam(text string) (part, after string, found bool) {
	depth := 0
	for at := 0; at+1 < len(text); at++ {
		switch c := text[at]; {
		case quotedAlone(text, at):
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ';' && text[at+1] == ' ' && depth <= 0:
			return text[:at], text[at+2:], true
		}
	}
	return text, "", false
}

// quotedAlone reports whether the character at a place stands alone between two quotes.
func quotedAlone(text string, at int) bool {
	return at > 0 && at+1 < len(text) && text[at-1] == text[at+1] && strings.IndexByte("'\"`", text[at-1]) >= 0
}

// bytesOf is how many bytes the first characters of a text take.
func bytesOf(text string, characters int) int {
	for at := range text {
		if characters == 0 {
			return at
		}
		characters--
	}
	return len(text)
}
