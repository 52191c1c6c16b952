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
//
// It is built when the first text comes: a folder without any, and a command that only asks for the list, pay nothing.
// The others pay it at every start of the program, for one file as for a thousand. So only the states that a text is
// nearly always in, the first letters of words, have a row for every byte; the thousands behind them have a list.
type words struct {
	of    []*rules.Rule
	once  sync.Once
	count int
	items map[*rules.Rule][][]int // the numbers of the words of each of a rule's items

	class [256]uint8 // bytes that no word holds share class 0
	width uint32
	// States are numbered by the length of what was read, and then by it: the children of a state are neighbours, and
	// those with a row come first.
	rows    uint32
	next    []uint32 // [state*width + class] → the next state, with endsHere; of the states with a row
	first   []uint32 // state → its first child; the next state's first child ends its list
	letter  []byte   // state → the byte that led to it
	fall    []uint32 // state → the longest end of what was read that starts a word, too
	ending  []int32  // state → the word that ends there, or -1
	shorter []uint32 // state → the longest end of what was read that is a whole word, or 0
}

// endsHere marks, in next, a state where a word ends: the scan then looks no
// further than the table for the bytes that matter to no rule.
const endsHere = 1 << 31

// rowLetters is how much of a word a state with a row has read.
const rowLetters = 3

// lastWords is the automaton that was asked for last: a program has one list of rules, and looks at many texts.
var lastWords struct {
	sync.Mutex
	words *words
}

// wordsOf is the automaton for the words of all the rules.
func wordsOf(list []*rules.Rule) *words {
	lastWords.Lock()
	defer lastWords.Unlock()
	if lastWords.words == nil || !slices.Equal(lastWords.words.of, list) {
		lastWords.words = newWords(slices.Clone(list))
	}
	return lastWords.words
}

func newWords(list []*rules.Rule) *words { return &words{of: list} }

func (w *words) build() {
	number := make(map[string]int, 4*len(w.of))
	var list []string
	w.items = make(map[*rules.Rule][][]int, len(w.of))
	for _, rule := range w.of {
		items := make([][]int, 0, len(rule.Words))
		for _, item := range rule.Words {
			var all []int
			for word := range strings.FieldsSeq(item) {
				n, known := number[word]
				if !known {
					n = len(list)
					number[word] = n
					list = append(list, word)
				}
				all = append(all, n)
			}
			items = append(items, all)
		}
		w.items[rule] = items
	}
	w.count = len(list)
	w.classify(list)
	slices.Sort(list)
	w.grow(list, number)
	w.link()
}

func (w *words) classify(list []string) {
	w.width = 1
	for _, word := range list {
		for i := range len(word) {
			if w.class[word[i]] == 0 {
				w.class[word[i]] = uint8(w.width)
				w.width++
			}
		}
	}
}

// grow makes the tree of the words, which are sorted: a state is a range of them that begin alike.
func (w *words) grow(list []string, number map[string]int) {
	most := 1
	for _, word := range list {
		most += len(word)
	}
	type span struct{ from, to, letters int32 }
	spans := append(make([]span, 0, most), span{0, int32(len(list)), 0})
	w.letter = append(make([]byte, 0, most), 0)
	w.first, w.ending = make([]uint32, 0, most+1), make([]int32, 0, most)
	for state := 0; state < len(spans); state++ {
		s := spans[state]
		if s.letters < rowLetters {
			w.rows++
		}
		w.first = append(w.first, uint32(len(spans)))
		word := int32(-1)
		if s.from < s.to && len(list[s.from]) == int(s.letters) { // the shortest comes first
			word = int32(number[list[s.from]])
			s.from++
		}
		w.ending = append(w.ending, word)
		for s.from < s.to {
			letter, to := list[s.from][s.letters], s.from+1
			for to < s.to && list[to][s.letters] == letter {
				to++
			}
			spans = append(spans, span{s.from, to, s.letters + 1})
			w.letter = append(w.letter, letter)
			s.from = to
		}
	}
	w.first = append(w.first, uint32(len(spans)))
}

// link says where a word goes on that cannot go on as it began: at its longest end that starts a word.
func (w *words) link() {
	w.fall = make([]uint32, len(w.ending))
	w.shorter = make([]uint32, len(w.ending))
	w.next = make([]uint32, w.rows*w.width)
	for state := range uint32(len(w.ending)) {
		if state < w.rows && state != 0 {
			copy(w.row(state), w.row(w.fall[state]))
		}
		for child := w.first[state]; child < w.first[state+1]; child++ {
			if state != 0 {
				w.fall[child] = w.step(w.fall[state], w.letter[child])
			}
			fall := w.fall[child]
			w.shorter[child] = w.shorter[fall]
			if w.ending[fall] >= 0 {
				w.shorter[child] = fall
			}
			if state < w.rows {
				w.row(state)[w.class[w.letter[child]]] = w.marked(child)
			}
		}
	}
}

func (w *words) row(state uint32) []uint32 { return w.next[state*w.width:][:w.width] }

// step is the state behind one more byte.
func (w *words) step(state uint32, letter byte) uint32 {
	for state >= w.rows {
		if child := w.child(state, letter); child != 0 {
			return child
		}
		state = w.fall[state]
	}
	return w.row(state)[w.class[letter]] &^ endsHere
}

// child is the state in which a word goes on with the byte, or 0.
func (w *words) child(state uint32, letter byte) uint32 {
	for child := w.first[state]; child < w.first[state+1]; child++ {
		if w.letter[child] == letter {
			return child
		}
	}
	return 0
}

func (w *words) marked(state uint32) uint32 {
	if w.ending[state] >= 0 || w.shorter[state] != 0 {
		return state | endsHere
	}
	return state
}

// seen are the words that occur in one text.
type seen []bool

// none is what an empty text has.
func (w *words) none() seen {
	w.once.Do(w.build)
	return make(seen, w.count)
}

// scan reads the text once.
func (w *words) scan(text []byte) seen {
	found := w.none()
	next, rows, width := w.next, w.rows, w.width
	state := uint32(0)
	for _, b := range text {
		if state < rows {
			state = next[state*width+uint32(w.class[b])]
		} else {
			state = w.marked(w.step(state, b))
		}
		if state&endsHere != 0 {
			state &^= endsHere
			w.tell(state, found)
		}
	}
	return found
}

// tell notes the words that end in a state.
func (w *words) tell(state uint32, found seen) {
	for ; state != 0; state = w.shorter[state] {
		if word := w.ending[state]; word >= 0 {
			found[word] = true
		}
	}
}

// mayFire reports whether all words of one of the rule's items occur, or the rule
// asks for none.
func (w *words) mayFire(rule *rules.Rule, found seen) bool {
	for _, item := range w.items[rule] {
		if !slices.ContainsFunc(item, func(word int) bool { return !found[word] }) {
			return true
		}
	}
	return len(rule.Words) == 0
}
