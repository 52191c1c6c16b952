package knowledge

import (
	"strings"
	"sync"
)

// memo remembers answers about names: the same few hundred are asked for millions of times, and most patterns are
// regular expressions. It forgets everything when it is full, so that no input makes it grow.
type memo[V any] struct {
	mu    sync.RWMutex
	known map[string]V
	ask   func(name string) V
}

const memoSize = 8192

func newMemo[V any](ask func(name string) V) *memo[V] {
	return &memo[V]{known: map[string]V{}, ask: ask}
}

func (m *memo[V]) of(name string) V {
	m.mu.RLock()
	v, ok := m.known[name]
	m.mu.RUnlock()
	if ok {
		return v
	}
	v = m.ask(name)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= memoSize {
		m.known = make(map[string]V, memoSize)
	}
	m.known[strings.Clone(name)] = v // the name may be a part of a whole file's text
	return v
}
