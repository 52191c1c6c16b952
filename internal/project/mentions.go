package project

import (
	"slices"
	"sync"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
)

// mentions knows in which files of a project a word stands: what one file keeps on an
// object, another may use. It is read when a rule first asks.
type mentions struct {
	once  sync.Once
	files []string
	at    []discover.File
	// in maps a word, and .word where it is an attribute or a text, to the files that
	// hold it, by their numbers.
	in map[string][]int32
	// wanted stands in for it in a run over a few files.
	wanted *wanted
}

// fewFiles is of how many files a run is that looks for each word anew.
const fewFiles = 8

// MentionedElsewhere tells a rule whether one Python file of the same project, other
// than the one at path, holds all of some words.
func (p *Project) MentionedElsewhere(path string) func(words ...string) bool {
	return p.elsewhere(path, (*mentions).holding)
}

// OneMentionedElsewhere tells a rule whether one of some words stands in a Python file of the same project other than the one at path.
func (p *Project) OneMentionedElsewhere(path string) func(words ...string) bool {
	return p.elsewhere(path, (*mentions).holdingOne)
}

func (p *Project) elsewhere(path string, holding func(m *mentions, words []string) []int32) func(words ...string) bool {
	r := p.RootOf(p.Full(path))
	if r == nil {
		return nil
	}
	return func(words ...string) bool {
		r.mentions.once.Do(func() { p.readMentions(r) })
		return slices.ContainsFunc(holding(&r.mentions, words), func(file int32) bool {
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
	m := &r.mentions
	if !r.whole && len(r.files) <= fewFiles {
		m.wanted = &wanted{read: p.sources.glances()}
	}
	m.in = map[string][]int32{}
	for _, file := range p.FilesOf(r) {
		if !file.Kind.IsPython() {
			continue
		}
		var text *source.File
		if m.wanted == nil {
			var err error
			if text, err = p.sources.read(file); err != nil {
				continue
			}
		}
		m.at = append(m.at, file)
		m.files = append(m.files, p.Reported(file.Full))
		if text != nil {
			m.add(text.Text)
		}
	}
}

// holding are the files that hold all of the words.
func (m *mentions) holding(words []string) []int32 {
	var files []int32
	for i, have := range m.with(words) {
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

// holdingOne are the files that hold one of the words, perhaps more than once.
func (m *mentions) holdingOne(words []string) []int32 { return slices.Concat(m.with(words)...) }

// with are the files that hold each of the words.
func (m *mentions) with(words []string) [][]int32 {
	if m.wanted != nil {
		return m.wanted.in(m.at, words)
	}
	files := make([][]int32, len(words))
	for i, word := range words {
		files[i] = m.in[word]
	}
	return files
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
