package imports

import (
	"maps"
	"slices"
	"sync"
	"weak"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/syntax"
)

// Pool keeps the parsed files of a project. What was asked of one belongs to one goroutine at a time: who takes it has
// it alone until it is given back. Whoever wants it meanwhile gets the same tree, and asks for itself. The pool itself
// is for many goroutines; a nil pool keeps nothing.
type Pool struct {
	// Max bounds the length in bytes of the texts of the files that are kept though nobody works with them.
	Max int

	// Texts remembers what files were parsed into for longer than their trees are kept; nil: it is not.
	Texts *syntax.Memory

	mu    sync.Mutex
	idle  map[string]*pooled
	trees map[string]weak.Pointer[python.Tree] // of files that somebody may hold
	clock int
	size  int
	notes map[noteKey]any
}

// noteKey is a file and what was noted of it.
type noteKey struct {
	file string
	key  any
}

type pooled struct {
	module *python.Module
	given  int // when, in the order of all that were
}

// Take is the parsed file at a path, which pays from the meter from now on; nil when the pool does not have it.
func (p *Pool) Take(file string, meter *budget.Meter) *python.Module {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.idle[file]
	if kept == nil {
		if tree := p.trees[file].Value(); tree != nil {
			return tree.Module(meter)
		}
		return nil
	}
	p.drop(file)
	kept.module.SetMeter(meter)
	return kept.module
}

// Parse parses a file that the pool does not have; who has it parsed holds it.
func (p *Pool) Parse(file *source.File, meter *budget.Meter) (*python.Module, error) {
	if p == nil {
		return python.ParseWithin(file, meter)
	}
	return python.ParseAgain(file, meter, p.Texts)
}

// Know tells the pool of a file that was parsed, and is held by who tells it.
func (p *Pool) Know(file string, m *python.Module) {
	if p == nil || m == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.know(file, m)
}

func (p *Pool) know(file string, m *python.Module) {
	if p.trees == nil {
		p.trees = map[string]weak.Pointer[python.Tree]{}
	}
	p.trees[file] = weak.Make(m.Tree)
}

// Give hands a file to the pool. What was given longest ago makes room.
func (p *Pool) Give(file string, m *python.Module) {
	if p == nil || m == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle == nil {
		p.idle = map[string]*pooled{}
	}
	p.drop(file)
	p.know(file, m)
	p.clock++
	p.idle[file] = &pooled{m, p.clock}
	p.size += len(m.File.Text)
	p.dropOldest()
}

// Bound has the pool keep no more from now on.
func (p *Pool) Bound(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Max = bytes
	p.dropOldest()
}

// dropOldest lets go of the files that were given back longest ago when there are too many.
func (p *Pool) dropOldest() {
	if p.size <= p.Max {
		return
	}
	oldest := slices.SortedFunc(maps.Keys(p.idle), func(a, b string) int { return p.idle[a].given - p.idle[b].given })
	for _, file := range oldest {
		if p.size <= p.Max*3/4 {
			return
		}
		p.drop(file)
	}
}

func (p *Pool) drop(file string) {
	if kept := p.idle[file]; kept != nil {
		p.size -= len(kept.module.File.Text)
		delete(p.idle, file)
	}
}

// Replace makes all forget what they were asked, as other files may have had a part in it, and drops the files whose
// text is another now.
func (p *Pool) Replace(changed []*source.File) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, file := range changed {
		p.drop(file.Path)
		delete(p.trees, file.Path)
		for at := range p.notes {
			if at.file == file.Path {
				delete(p.notes, at)
			}
		}
	}
	for _, kept := range p.idle {
		kept.module = kept.module.Unasked()
	}
}

// Noted is what was noted of a file under a key.
func (p *Pool) Noted(file string, key any) (note any, known bool) {
	if p == nil {
		return nil, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	note, known = p.notes[noteKey{file, key}]
	return note, known
}

// Forget drops what was noted of all files under a key.
func (p *Pool) Forget(key any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.notes, func(at noteKey, _ any) bool { return at.key == key })
}

// KeepNote notes something of a file; it must hold nothing of the tree.
func (p *Pool) KeepNote(file string, key, note any) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.notes == nil {
		p.notes = map[noteKey]any{}
	}
	p.notes[noteKey{file, key}] = note
}
