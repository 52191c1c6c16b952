package project

import (
	"slices"
	"strings"
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
	words noted
	// odds are the odd words, which are noted when somebody asks for one.
	odds   noted
	noting sync.Once
	// wanted stands in for both in a run over a few files.
	wanted *wanted
	read   func(discover.File) []byte // a file's text until the next call
}

// noted are the files that hold a word, and .word where it is an attribute or a text, by their numbers.
type noted struct {
	// in is the number of the only file or, where it is negative, the complement of the place in lists: most words stand
	// in one file alone.
	in    map[string]int32
	lists [][]int32
}

// fewFiles is of how many files a run is that looks for each word anew.
const fewFiles = 8

// MentionedElsewhere tells a rule whether one Python file of the same project, other
// than the one at path, holds all of some words.
func (p *Project) MentionedElsewhere(path string) func(words ...string) bool {
	return p.elsewhere(path, (*mentions).holding)
}

// OneMentionedElsewhere tells a rule whether one of some words stands in a Python file of the same project other than
// the one at path.
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

// OneElsewhere tells a rule whether one of the Python files of the same project, other than the one at path, that hold
// all of some words is as the rule asks.
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

// OneNotedElsewhere is OneElsewhere for what is noted of a file, under a key, once for all that ask: a project may hold
// thousands of files that ask the same of each other.
func (p *Project) OneNotedElsewhere(path string) func(
	key any, note func(*python.Module) any, is func(noted any) bool, words ...string,
) bool {
	r := p.RootOf(p.Full(path))
	if r == nil {
		return nil
	}
	return func(key any, note func(*python.Module) any, is func(noted any) bool, words ...string) bool {
		r.mentions.once.Do(func() { p.readMentions(r) })
		return slices.ContainsFunc(r.mentions.holding(words), func(file int32) bool {
			if r.mentions.files[file] == path {
				return false
			}
			noted, known := p.modules.pool.Noted(r.mentions.files[file], key)
			if !known {
				noted = unreadable{}
				p.asks(r.mentions.at[file], func(m *python.Module) bool {
					noted = note(m)
					return true
				})
				p.modules.pool.KeepNote(r.mentions.files[file], key, noted)
			}
			return noted == unreadable{} || is(noted)
		})
	}
}

// unreadable is noted of a file that cannot be read, and may be anything.
type unreadable struct{}

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
	m.read = p.sources.glances()
	if !r.whole && len(r.files) <= fewFiles {
		m.wanted = &wanted{read: m.read}
	}
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
			m.words.add(text.Text, int32(len(m.files)-1), false)
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
		if odd(word) {
			m.noting.Do(m.noteOdds)
			files[i] = m.odds.files(word)
		} else {
			files[i] = m.words.files(word)
		}
	}
	return files
}

func (m *mentions) noteOdds() {
	for i, file := range m.at {
		m.odds.add(m.read(file), int32(i), true)
	}
}

// files are those of which a word was noted.
func (n *noted) files(word string) []int32 {
	switch at, known := n.in[word]; {
	case !known:
		return nil
	case at < 0:
		return n.lists[^at]
	default:
		return []int32{at}
	}
}

// longest is the most bytes of a word that is noted.
const longest = 64

// odd reports whether a word is a number or a long code: these are a third of all different words, and hardly anybody
// asks for one.
func odd(word string) bool {
	word = strings.TrimPrefix(word, ".")
	return len(word) > longest || word != "" && word[0] >= '0' && word[0] <= '9'
}

// add notes the words of a file, which are odd or not.
func (n *noted) add(text []byte, file int32, odd bool) {
	if n.in == nil {
		n.in = map[string]int32{}
	}
	for at := 0; at < len(text); {
		if !wordByte(text[at]) {
			at++
			continue
		}
		start := at
		for at < len(text) && wordByte(text[at]) {
			at++
		}
		if odd != (at-start > longest || text[start] >= '0' && text[start] <= '9') {
			continue
		}
		n.note(text[start:at], file)
		if start > 0 && (text[start-1] == '"' || text[start-1] == '\'') {
			n.note(append([]byte{'.'}, text[start:at]...), file)
		} else if start > 0 && text[start-1] == '.' {
			n.note(text[start-1:at], file)
		}
	}
}

func (n *noted) note(word []byte, file int32) {
	switch at, known := n.in[string(word)]; {
	case !known:
		n.in[string(word)] = file
	case at == file:
	case at >= 0:
		n.lists = append(n.lists, []int32{at, file})
		n.in[string(word)] = ^int32(len(n.lists) - 1)
	default:
		if list := n.lists[^at]; list[len(list)-1] != file {
			n.lists[^at] = append(list, file)
		}
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
