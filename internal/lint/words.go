package lint

import (
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/rules"
)

// words finds, in one pass over a text, which of a set of words occur in it (the
// automaton of Aho and Corasick). Most files of a repository are not training
// code; this is all that they cost besides reading them.
type words struct {
	class  [256]uint8 // bytes that no word holds share class 0
	width  int
	next   []uint32 // [state*width + class]; after link, the next state times width, with endsHere
	ends   [][]int  // state → the words that end there
	number map[string]int
}

// endsHere marks, in next, a state where a word ends: the scan then looks no
// further than the table for the bytes that matter to no rule.
const endsHere = 1 << 31

// lastWords is the automaton that was built last: a program has one list of rules, and looks at many texts.
var lastWords struct {
	sync.Mutex
	of    []*rules.Rule
	words *words
}

// wordsOf is the automaton for the words of all the rules.
func wordsOf(list []*rules.Rule) *words {
	lastWords.Lock()
	defer lastWords.Unlock()
	if lastWords.words == nil || !slices.Equal(lastWords.of, list) {
		lastWords.of, lastWords.words = slices.Clone(list), newWords(list)
	}
	return lastWords.words
}

// newWords builds the automaton.
func newWords(list []*rules.Rule) *words {
	w := &words{number: map[string]int{}}
	total := 0
	for _, rule := range list {
		for _, item := range rule.Words {
			for word := range strings.FieldsSeq(item) {
				if _, known := w.number[word]; !known {
					w.number[word] = len(w.number)
					total += len(word)
				}
			}
		}
	}
	w.classify()
	w.next = make([]uint32, w.width, (total+1)*w.width)
	w.ends = make([][]int, 1, total+1)
	for word, number := range w.number {
		w.insert(word, number)
	}
	w.link()
	return w
}

func (w *words) classify() {
	w.width = 1
	for word := range w.number {
		for i := range len(word) {
			if w.class[word[i]] == 0 {
				w.class[word[i]] = uint8(w.width)
				w.width++
			}
		}
	}
}

func (w *words) insert(word string, number int) {
	state := uint32(0)
	for i := range len(word) {
		at := int(state)*w.width + int(w.class[word[i]])
		if w.next[at] == 0 {
			w.next[at] = uint32(len(w.ends))
			w.next = append(w.next, make([]uint32, w.width)...)
			w.ends = append(w.ends, nil)
		}
		state = w.next[at]
	}
	w.ends[state] = append(w.ends[state], number)
}

// link turns the tree of words into the automaton: where a word cannot go on,
// its longest suffix that starts a word does.
func (w *words) link() {
	fallback := make([]uint32, len(w.ends))
	queue := []uint32{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		for class := range w.width {
			at := int(state)*w.width + class
			instead := uint32(0)
			if state != 0 {
				instead = w.next[int(fallback[state])*w.width+class]
			}
			child := w.next[at]
			if child == 0 {
				w.next[at] = instead
				continue
			}
			fallback[child] = instead
			w.ends[child] = append(w.ends[child], w.ends[instead]...)
			queue = append(queue, child)
		}
	}
	for at, state := range w.next {
		w.next[at] = state * uint32(w.width)
		if len(w.ends[state]) > 0 {
			w.next[at] |= endsHere
		}
	}
}

// seen are the words that occur in one text.
type seen []bool

// scan reads the text once.
func (w *words) scan(text []byte) seen {
	found := make(seen, len(w.number))
	row := uint32(0)
	for _, b := range text {
		row = w.next[row+uint32(w.class[b])]
		if row&endsHere != 0 {
			row &^= endsHere
			for _, number := range w.ends[row/uint32(w.width)] {
				found[number] = true
			}
		}
	}
	return found
}

// mayFire reports whether all words of one of the rule's items occur, or the rule
// asks for none.
func (w *words) mayFire(rule *rules.Rule, found seen) bool {
	for _, item := range rule.Words {
		if w.all(item, found) {
			return true
		}
	}
	return len(rule.Words) == 0
}

func (w *words) all(item string, found seen) bool {
	for word := range strings.FieldsSeq(item) {
		if !found[w.number[word]] {
			return false
		}
	}
	return true
}
