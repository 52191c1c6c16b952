package python

// slab hands out values from chunks: a tree has thousands of small nodes, and
// one allocation a node would cost more than reading them.
type slab[T any] struct {
	free  []T
	chunk int
}

// Chunks grow with the file, so that a small one does not pay for a large one.
const firstChunk, lastChunk = 8, 256

func (s *slab[T]) take() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

// list copies items into storage that is shared with other lists.
func (s *slab[T]) list(items []T) []T {
	n := len(items)
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.grow(n)
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, items)
	return out
}

func (s *slab[T]) grow(need int) {
	s.chunk = min(max(firstChunk, s.chunk*2), lastChunk)
	s.free = make([]T, max(need, s.chunk))
}
