package pattern

import "bytes"

// oftenLast are the frequent bytes of programs, the most frequent ones last.
const oftenLast = "3kT]w[/x2v01-y'b#:g\"\n=,)h(f.umcdpl_inorsate "

// often is how frequent a byte is, compared with others.
var often = func() (rank [256]int) {
	for i, b := range []byte(oftenLast) {
		rank[b] = 1 + i
	}
	return rank
}()

// Index is bytes.Index for a word in a text of people's programs: it looks for the byte of the word that is the least
// frequent there, which is up to four times as quick.
func Index(text []byte, word string) int {
	if word == "" {
		return 0
	}
	at := 0
	for i := range len(word) {
		if often[word[i]] < often[word[at]] {
			at = i
		}
	}
	for from := at; from < len(text); from++ {
		i := bytes.IndexByte(text[from:], word[at])
		if i < 0 {
			return -1
		}
		from += i
		if start := from - at; start+len(word) <= len(text) && string(text[start:start+len(word)]) == word {
			return start
		}
	}
	return -1
}

// Contains reports whether a word stands in a text.
func Contains(text []byte, word string) bool { return Index(text, word) >= 0 }
