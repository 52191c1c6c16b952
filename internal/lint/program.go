package lint

import (
	"bytes"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// maxProgramFiles bounds of how many files that a script imports the words are asked.
const maxProgramFiles = 40

// wordsOfProgram are the words of a script and of what it imports in its project, over two files; those of any other
// file alone.
func (p *pipeline) wordsOfProgram(text *source.File, own seen) seen {
	if !python.SkimOf(text.Text).Runs && !goesOverBatches(text.Text) {
		return own
	}
	finder := p.Borrow()
	defer p.Return(finder, false)
	files := finder.ImportsOf(text.Path)
	for _, file := range files[:min(len(files), maxProgramFiles)] {
		files = append(files, finder.ImportsOf(file)...)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	all := slices.Clone(own)
	for _, path := range files[:min(len(files), maxProgramFiles)] {
		file := p.Source(path)
		if file == nil || path == text.Path {
			continue
		}
		for i, occurs := range p.wordsIn(file) {
			all[i] = all[i] || occurs
		}
	}
	return all
}

// goesOverBatches reports whether a text speaks of a loop over batches or epochs: a function of it may be where a
// program starts that another file, a notebook or an installed command calls, and may leave the step to a helper.
func goesOverBatches(text []byte) bool {
	return bytes.Contains(text, []byte("for ")) &&
		(bytes.Contains(text, []byte("epoch")) || bytes.Contains(text, []byte("oader")))
}

// wordsIn are the words of a file, which several may ask for.
func (p *pipeline) wordsIn(file *source.File) seen {
	if found, known := p.ofFile.Load(file); known {
		return found.(seen)
	}
	found := p.words.scan(file.Text)
	p.ofFile.Store(file, found)
	return found
}
