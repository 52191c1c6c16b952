package knowledge

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// memo remembers answers about names: the same few hundred are asked for millions of times, and most patterns are
// regular expressions. It has room for so many answers, and each new one takes the place of an older one, so that no
// input makes it grow. Nobody waits for anybody: a lock that all files ask for took longer than the answers.
type memo[V any] struct {
	known atomic.Pointer[[memoSize]atomic.Pointer[answer[V]]]
	ask   func(name string) V
}

type answer[V any] struct {
	name  string
	value V
}

const memoSize = 2048

// seed is that of the places of names: which ones share a place differs from run to run, and nothing else.
var seed = maphash.MakeSeed()

func newMemo[V any](ask func(name string) V) *memo[V] { return &memo[V]{ask: ask} }

func (m *memo[V]) of(name string) V {
	known := m.known.Load()
	if known == nil { // most memos are asked for nothing in a short run
		m.known.CompareAndSwap(nil, new([memoSize]atomic.Pointer[answer[V]]))
		known = m.known.Load()
	}
	hash := maphash.String(seed, name)
	first, second := &known[hash%memoSize], &known[hash>>32%memoSize]
	if a := first.Load(); a != nil && a.name == name {
		return a.value
	}
	if a := second.Load(); a != nil && a.name == name {
		return a.value
	}
	a := &answer[V]{strings.Clone(name), m.ask(name)} // the name may be a part of a whole file's text
	if first.Load() != nil && second.Load() == nil {
		first = second
	}
	first.Store(a)
	return a.value
}
