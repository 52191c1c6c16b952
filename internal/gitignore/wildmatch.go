package gitignore

import (
	"strings"
	"unicode/utf8"
)

// match reports whether name matches a git glob as gitignore(5) means it: '*'
// and '?' stop at a slash, "**" as a whole path element does not.
func match(pattern, name string) bool {
	for pattern != "" {
		switch pattern[0] {
		case '*':
			return matchStar(pattern, name)
		case '?':
			r, n := utf8.DecodeRuneInString(name)
			if n == 0 || r == '/' {
				return false
			}
			pattern, name = pattern[1:], name[n:]
		case '[':
			rest, n, ok := matchClass(pattern, name)
			if !ok {
				return false
			}
			pattern, name = rest, name[n:]
		default:
			if pattern[0] == '\\' && len(pattern) > 1 {
				pattern = pattern[1:]
			}
			if name == "" || name[0] != pattern[0] {
				return false
			}
			pattern, name = pattern[1:], name[1:]
		}
	}
	return name == ""
}

// matchStar matches a pattern that starts with one or more stars. Anything but
// a "**" that fills its path element is an ordinary star, as in git.
func matchStar(pattern, name string) bool {
	rest := strings.TrimLeft(pattern, "*")
	for {
		if match(rest, name) {
			return true
		}
		if name == "" || name[0] == '/' {
			return false
		}
		name = name[1:]
	}
}

// matchPath matches element by element, so that "**" can stand for any number
// of directories.
func matchPath(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			if len(pattern) == 1 {
				return len(name) > 0
			}
			for i := 0; i <= len(name); i++ {
				if matchPath(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 || !match(pattern[0], name[0]) {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
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
