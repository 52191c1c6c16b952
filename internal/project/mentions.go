package project

import (
	"slices"
	"sync"

	"github.com/trainlint/trainlint/analyzers/budget"
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
}

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
	tree, err := p.modules.parse(text, budget.New())
	if err != nil {
		return true
	}
	defer func() { p.modules.pool.Give(text.Path, tree.Unasked()) }()
	return is(tree)
}

func (p *Project) readMentions(r *Root) {
	r.mentions.in = map[string][]int32{}
	for _, file := range p.FilesOf(r) {
		if !file.Kind.IsPython() {
			continue
		}
		if text, err := p.sources.read(file); err == nil {
			r.mentions.at = append(r.mentions.at, file)
			r.mentions.add(p.Reported(file.Full), text.Text)
		}
	}
}

// holding are the files that hold all of the words.
func (m *mentions) holding(words []string) []int32 {
	var files []int32
	for i, word := range words {
		have := m.in[word]
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

// add notes the words of one file.
func (m *mentions) add(path string, text []byte) {
	file := int32(len(m.files))
	m.files = append(m.files, path)
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
