package gitignore

import (
	"strings"
	"unicode/utf8"
)

// match reports whether an element of a path matches a git glob as gitignore(5)
// means it. Of several stars only the last one that was reached is ever tried
// again, with one character more: what an earlier one took could be given to it.
func match(pattern, name string) bool {
	if endsOtherwise(pattern, name) {
		return false
	}
	var behind, left string // the last star: the pattern behind it, and what of the name it has not taken
	star := false
	for pattern != "" || name != "" {
		if strings.HasPrefix(pattern, "*") {
			star, behind, left = true, strings.TrimLeft(pattern, "*"), name
			pattern = behind
			continue
		}
		rest, size, ok := matchOne(pattern, name)
		if ok {
			pattern, name = rest, name[size:]
			continue
		}
		if !star || left == "" {
			return false
		}
		left = left[1:]
		pattern, name = behind, left
	}
	return true
}

// endsOtherwise reports whether a pattern ends with a character that the name does not end with, which is so of nearly
// all: *.log and train.py.
func endsOtherwise(pattern, name string) bool {
	if pattern == "" || name == "" {
		return false
	}
	last := pattern[len(pattern)-1]
	return last != '*' && last != '?' && last != ']' && last != name[len(name)-1]
}

// matchOne matches what a pattern without a star at its start says about the next
// character, and returns the rest of the pattern and the character's size.
func matchOne(pattern, name string) (rest string, size int, ok bool) {
	if pattern == "" || name == "" {
		return "", 0, false
	}
	switch pattern[0] {
	case '?':
		_, size = utf8.DecodeRuneInString(name)
		return pattern[1:], size, true
	case '[':
		return matchClass(pattern, name)
	}
	if pattern[0] == '\\' && len(pattern) > 1 {
		pattern = pattern[1:]
	}
	return pattern[1:], 1, name[0] == pattern[0]
}

// matchPath matches element by element, so that "**" can stand for any number
// of directories. Again only the last of them is tried again.
func matchPath(pattern, name []string) bool {
	var behind, left []string
	star := false
	for len(pattern) > 0 || len(name) > 0 {
		switch {
		case len(pattern) == 1 && pattern[0] == "**":
			return len(name) > 0
		case len(pattern) > 0 && pattern[0] == "**":
			star, behind, left = true, pattern[1:], name
			pattern = behind
		case len(pattern) > 0 && len(name) > 0 && match(pattern[0], name[0]):
			pattern, name = pattern[1:], name[1:]
		case !star || len(left) == 0:
			return false
		default:
			left = left[1:]
			pattern, name = behind, left
		}
	}
	return true
}

// matchClass matches one character against the bracket expression that pattern
// starts with and returns what follows the expression and the character's size.
func matchClass(pattern, name string) (rest string, size int, ok bool) {
	char, size := utf8.DecodeRuneInString(name)
	if size == 0 || char == '/' {
		return "", 0, false
	}
	body := pattern[1:]
	negated := strings.HasPrefix(body, "!") || strings.HasPrefix(body, "^")
	if negated {
		body = body[1:]
	}
	found := false
	for first := true; ; first = false {
		if body == "" {
			return "", 0, false // an unclosed bracket matches nothing in git
		}
		if body[0] == ']' && !first {
			return body[1:], size, found != negated
		}
		var in bool
		if in, body, ok = classItem(body, char); !ok {
			return "", 0, false
		}
		found = found || in
	}
}

// classItem reads one item of a bracket expression: [:name:], a range or a character.
func classItem(body string, char rune) (in bool, rest string, ok bool) {
	if strings.HasPrefix(body, "[:") {
		name, after, closed := strings.Cut(body[2:], ":]")
		test, known := posixClasses[name]
		if !closed || !known {
			return false, "", false
		}
		return test(char), after, true
	}
	low, rest := classChar(body)
	if len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		high, after := classChar(rest[1:])
		return low <= char && char <= high, after, true
	}
	return low == char, rest, true
}

func classChar(s string) (rune, string) {
	if len(s) > 1 && s[0] == '\\' {
		s = s[1:]
	}
	r, n := utf8.DecodeRuneInString(s)
	return r, s[n:]
}

var posixClasses = map[string]func(rune) bool{
	"alpha":  isAlpha,
	"digit":  isDigit,
	"alnum":  func(r rune) bool { return isAlpha(r) || isDigit(r) },
	"upper":  func(r rune) bool { return 'A' <= r && r <= 'Z' },
	"lower":  func(r rune) bool { return 'a' <= r && r <= 'z' },
	"space":  func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' },
	"blank":  func(r rune) bool { return r == ' ' || r == '\t' },
	"xdigit": func(r rune) bool { return isDigit(r) || 'a' <= r|0x20 && r|0x20 <= 'f' },
	"punct":  func(r rune) bool { return '!' <= r && r <= '~' && !isAlpha(r) && !isDigit(r) },
	"print":  func(r rune) bool { return ' ' <= r && r <= '~' },
	"graph":  func(r rune) bool { return '!' <= r && r <= '~' },
	"cntrl":  func(r rune) bool { return r < ' ' || r == 0x7f },
}

func isAlpha(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
