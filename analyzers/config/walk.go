package config

import "iter"

// Place is one value on a walk over a tree.
type Place struct {
	Path  string // as Node.Get takes it
	Key   string // the key, or the key of the sequence that holds the item
	Entry *Entry // nil for an item of a sequence
	Value *Node  // as written: an Alias stays an Alias
	// Borrowed: the value is written elsewhere and reached through an alias or <<.
	Borrowed bool
	Depth    int
}

// maxBorrowed bounds how many values a walk reaches through aliases: nine lines
// of nested aliases can stand for a billion values. OmegaConf stops at the same
// number.
const maxBorrowed = 10_000

// All walks every value below n that a loader would see, holders before what
// they hold, in file order: shadowed duplicates are left out, aliases and merges
// are followed within bounds.
func (n *Node) All() iter.Seq[Place] {
	return func(yield func(Place) bool) {
		w := walker{yield: yield, open: map[*Node]bool{}}
		w.below(n, "", "", false, 0)
	}
}

// All walks every value of every root.
func (d *Document) All() iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for _, root := range d.Roots {
			for place := range root.All() {
				if !yield(place) {
					return
				}
			}
		}
	}
}

type walker struct {
	yield    func(Place) bool
	open     map[*Node]bool // aliased nodes being walked: a recursive anchor ends here
	borrowed int
}

func (w *walker) below(n *Node, path, key string, borrowed bool, depth int) bool {
	if n == nil || depth > maxDepth+maxAliasChain || borrowed && w.borrowed > maxBorrowed {
		return true
	}
	if n.Kind == Alias {
		target := n.Resolve()
		if target == nil || w.open[target] || target.encloses(n) {
			return true
		}
		w.open[target] = true
		defer delete(w.open, target)
		return w.below(target, path, key, true, depth)
	}
	for i, item := range n.Items {
		place := Place{Path: joinIndex(path, i), Key: key, Value: item, Borrowed: borrowed, Depth: depth}
		if !w.visit(place) {
			return false
		}
	}
	return w.entries(n, path, borrowed, depth, nil)
}

func (w *walker) entries(n *Node, path string, borrowed bool, depth int, hidden map[string]bool) bool {
	merges := false
	for _, e := range n.Entries {
		if e.Merge {
			merges = true
			continue
		}
		if e.Shadowed || hidden[e.Key] {
			continue
		}
		place := Place{Path: joinKey(path, e.Key), Key: e.Key, Entry: e, Value: e.Value, Borrowed: borrowed, Depth: depth}
		if !w.visit(place) {
			return false
		}
	}
	if !merges {
		return true
	}
	if hidden == nil {
		hidden = map[string]bool{}
	}
	for _, e := range n.Entries {
		hidden[e.Key] = true
	}
	for source := range n.mergeSources() {
		source = source.Resolve()
		if source == nil || w.open[source] || source.Kind != Mapping {
			continue
		}
		if w.borrowed++; w.borrowed > maxBorrowed {
			return true
		}
		w.open[source] = true
		more := w.entries(source, path, true, depth, hidden)
		delete(w.open, source)
		if !more {
			return false
		}
	}
	return true
}

func (w *walker) visit(p Place) bool {
	if p.Borrowed {
		if w.borrowed++; w.borrowed > maxBorrowed {
			return true
		}
	}
	if !w.yield(p) {
		return false
	}
	return w.below(p.Value, p.Path, p.Key, p.Borrowed, p.Depth+1)
}

// encloses reports whether inner is written somewhere inside n.
func (n *Node) encloses(inner *Node) bool {
	for ; inner != nil; inner = inner.owner {
		if inner == n {
			return true
		}
	}
	return false
}
