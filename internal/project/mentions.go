package project

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/internal/discover"
)

// mentions knows in which files of a project a word stands: what one file keeps on an
// object, another may use. It is read when a rule first asks.
type mentions struct {
	once sync.Once
	// in maps a word, and .word where it is an attribute or a text, to the files that
	// hold it, by their numbers.
	in    map[string][]int32
	files []string
	at    []discover.File
	// texts are those of the files where no words were noted: a hook names a few files, which ask for a few words, and to note all words
	// of a large project takes longer than everything else.
	texts [][]byte
}

// fewFiles is of how many files a run is that looks for each word anew.
const fewFiles = 8

// MentionedElsewhere tells a rule whether one Python file of the same project, other
// than the one at path, holds all of some words.
func (p *Project) MentionedElsewhere(path string) func(words ...string) bool {
	r := p.RootOf(p.Full(path))
	if r == nil {
		return nil
	}
	return func(words ...string) bool {
		r.mentions.once.Do(func() { p.readMentions(r) })
		return slices.ContainsFunc(r.mentions.holding(words), func(file int32) bool {
			return r.mentions.files[file] != path
		})
	}
}

// OneElsewhere tells a rule whether one of the Python files of the same project, other than the one at path, that hold all of some
// words is as the rule asks.
func (p *Project) OneElsewhere(path string) func(is func(*python.Module) bool, words ...string) bool {
	r := p.RootOf(p.Full(path))
	if r == nil {
		return nil
	}
	return func(is func(*python.Module) bool, words ...string) bool {
		r.mentions.once.Do(func() { p.readMentions(r) })
		return slices.ContainsFunc(r.mentions.holding(words), func(file int32) bool {
			return r.mentions.files[file] != path && p.asks(r.mentions.at[file], is)
		})
	}
}

// asks puts a question to a file; one that cannot be read may be anything.
func (p *Project) asks(file discover.File, is func(*python.Module) bool) bool {
	text, err := p.sources.read(file)
	if err != nil {
		return true
	}
	return p.modules.look(text, is)
}

func (p *Project) readMentions(r *Root) {
	r.mentions.in = map[string][]int32{}
	few := !r.whole && len(r.files) <= fewFiles
	for _, file := range p.FilesOf(r) {
		if !file.Kind.IsPython() {
			continue
		}
		if text, err := p.sources.read(file); err == nil {
			r.mentions.at = append(r.mentions.at, file)
			r.mentions.files = append(r.mentions.files, p.Reported(file.Full))
			if few {
				r.mentions.texts = append(r.mentions.texts, text.Text)
			} else {
				r.mentions.add(text.Text)
			}
		}
	}
}

// holding are the files that hold all of the words.
func (m *mentions) holding(words []string) []int32 {
	var files []int32
	for i, word := range words {
		have := m.with(word)
		if i == 0 {
			files = slices.Clone(have)
			continue
		}
		files = slices.DeleteFunc(files, func(file int32) bool {
			_, found := slices.BinarySearch(have, file)
			return !found
		})
	}
	return files
}

// with are the files that hold a word.
func (m *mentions) with(word string) []int32 {
	if m.texts == nil {
		return m.in[word]
	}
	var files []int32
	for file, text := range m.texts {
		if standsIn(text, word) {
			files = append(files, int32(file))
		}
	}
	return files
}

// standsIn reports whether add would note a word of a text.
func standsIn(text []byte, word string) bool {
	plain, marked := strings.CutPrefix(word, ".")
	if plain == "" {
		return false
	}
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(plain))
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

// add notes the words of the last file.
func (m *mentions) add(text []byte) {
	file := int32(len(m.files) - 1)
	for at := 0; at < len(text); {
		if !wordByte(text[at]) {
			at++
			continue
		}
		start := at
		for at < len(text) && wordByte(text[at]) {
			at++
		}
		m.note(text[start:at], file)
		if start > 0 && (text[start-1] == '"' || text[start-1] == '\'') {
			m.note(append([]byte{'.'}, text[start:at]...), file)
		} else if start > 0 && text[start-1] == '.' {
			m.note(text[start-1:at], file)
		}
	}
}

func (m *mentions) note(word []byte, file int32) {
	files := m.in[string(word)]
	if len(files) == 0 || files[len(files)-1] != file {
		m.in[string(word)] = append(files, file)
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
