package survey

import (
	"sync"
	"weak"
)

// at is a node, by its number.
type at int32

// numbers number the nodes of which any file speaks, so that what each survey puts together anew holds no pointers: a
// survey of a file of a large library has tens of thousands of edges, and there is one for each file that is linted.
type numbers struct {
	mu    sync.RWMutex
	known map[node]at
}

// of is the number of a node.
func (n *numbers) of(one node) at {
	n.mu.RLock()
	number, known := n.known[one]
	n.mu.RUnlock()
	if known {
		return number
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if number, known = n.known[one]; !known {
		number = at(len(n.known))
		n.known[one] = number
	}
	return number
}

// shared are the numbers that all surveys of a purpose share. They live as long as a survey or a file's edges: who
// comes after all of those begins anew.
type shared struct {
	mu  sync.Mutex
	now weak.Pointer[numbers]
}

func (s *shared) get() *numbers {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.now.Value()
	if n == nil {
		n = &numbers{known: map[node]at{}}
		s.now = weak.Make(n)
	}
	return n
}

// graph holds, for each node, those behind it: one list for all, in which each entry names the one before it that
// begins at the same node.
type graph struct {
	last  map[at]int32 // counted from 1
	edges []struct {
		to     at
		before int32
	}
}

func (g *graph) add(from, to at) {
	g.edges = append(g.edges, struct {
		to     at
		before int32
	}{to, g.last[from]})
	g.last[from] = int32(len(g.edges))
}

// after adds the nodes behind one to a list.
func (g *graph) after(n at, list []at) []at {
	for i := g.last[n]; i != 0; i = g.edges[i-1].before {
		list = append(list, g.edges[i-1].to)
	}
	return list
}
