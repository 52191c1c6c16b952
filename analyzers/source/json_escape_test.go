package source

import "testing"

func TestJSONEscape(t *testing.T) {
	for text, want := range map[string]struct {
		decoded string
		size    int
	}{
		`\nx`: {"\n", 2}, `\t`: {"\t", 2}, `\r`: {"\r", 2}, `\b`: {"\b", 2}, `\f`: {"\f", 2}, `\"`: {`"`, 2}, `\\n`: {`\`, 2}, `\/`: {"/", 2},
		`\u00e9e`: {"é", 6}, `\ud83d\ude00!`: {"😀", 12}, `\ud83d`: {"\ufffd", 6}, `\ud83dx`: {"\ufffd", 6}, `\ud83d\u0041`: {"\ufffd", 6}, `\ude00\ud83d`: {"\ufffd", 6},
		``: {"", 0}, `\`: {"", 0}, `n`: {"", 0}, `\x41`: {"", 0}, `\'`: {"", 0}, `\u00g0`: {"", 0}, `\u00e`: {"", 0}, `\u+0e9`: {"", 0},
	} {
		if decoded, size := JSONEscape(text); decoded != want.decoded || size != want.size {
			t.Errorf("%s: %q of %d bytes, want %q of %d", text, decoded, size, want.decoded, want.size)
		}
	}
}
