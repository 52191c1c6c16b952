package project

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/internal/discover"
)

// wanted are the words that were asked for, and where they stand: a hook names a few files, which ask for a few words,
// and to note all words of a large project takes longer than everything else.
type wanted struct {
	read func(discover.File) []byte // the text of a Python file until the next call; nil for one that cannot be read

	mu     sync.Mutex
	files  map[string][]int32
	passes int
	texts  [][]byte
}

// fewPasses is how often all files are read before their texts are kept: to write to memory that nobody has used yet
// takes longer than to read a file.
const fewPasses = 3

// in are the files that hold each of some words.
func (w *wanted) in(all []discover.File, words []string) [][]int32 {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := func(word string) bool {
		_, known := w.files[word]
		return known
	}
	if fresh := slices.DeleteFunc(slices.Clone(words), known); len(fresh) > 0 {
		w.look(all, fresh)
	}
	files := make([][]int32, len(words))
	for i, word := range words {
		files[i] = w.files[word]
	}
	return files
}

// look goes through all files once.
func (w *wanted) look(all []discover.File, words []string) {
	if w.passes++; w.passes == fewPasses {
		for _, file := range all {
			w.texts = append(w.texts, slices.Clone(w.read(file)))
		}
	}
	found := make([][]int32, len(words))
	for i, file := range all {
		var text []byte
		if w.texts != nil {
			text = w.texts[i]
		} else {
			text = w.read(file)
		}
		valid := false
		for n, word := range words {
			if standsIn(text, word) {
				if valid = valid || utf8.Valid(text); !valid { // such a file is not linted, either
					break
				}
				found[n] = append(found[n], int32(i))
			}
		}
	}
	if w.files == nil {
		w.files = map[string][]int32{}
	}
	for n, word := range words {
		w.files[word] = found[n]
	}
}

// standsIn reports whether add would note a word of a text.
func standsIn(text []byte, word string) bool {
	plain, marked := strings.CutPrefix(word, ".")
	if plain == "" {
		return false
	}
	for from := 0; ; {
		at := pattern.Index(text[from:], plain)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(plain)
		begins := at == 0 || !wordByte(text[at-1])
		if marked {
			begins = at > 0 && (text[at-1] == '.' || text[at-1] == '"' || text[at-1] == '\'')
		}
		if begins && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		from = at + 1
	}
}
