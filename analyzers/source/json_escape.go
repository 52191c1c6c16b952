package source

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const longestEscape = len(`\ud83d\ude00`)

// JSONEscape reads the escape at the start of a text inside a JSON string: what it stands
// for, and its length, 0 when JSON knows no such escape. Two halves of a surrogate
// pair are one escape, a lone half is U+FFFD.
func JSONEscape(text string) (decoded string, size int) {
	if len(text) < 2 || text[0] != '\\' {
		return "", 0
	}
	if i := strings.IndexByte(`"\/bfnrt`, text[1]); i >= 0 {
		return "\"\\/\b\f\n\r\t"[i : i+1], 2
	}
	first, ok := escapedUnit(text)
	if !ok {
		return "", 0
	}
	if second, ok := escapedUnit(text[6:]); ok {
		if pair := utf16.DecodeRune(first, second); pair != utf8.RuneError {
			return string(pair), 12
		}
	}
	return string(first), 6 // Go turns half a pair into U+FFFD
}

// escapedUnit is the UTF-16 unit of the \uXXXX at the start of a text.
func escapedUnit(text string) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(unit), err == nil
}
