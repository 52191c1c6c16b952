package config

import (
	"iter"
	"strconv"
	"strings"
)

// Lookup is the value below n at the given keys; nil when there is none. Aliases
// and merges are followed, the last of duplicate keys wins, and a key of digits
// also selects an item of a sequence.
func (n *Node) Lookup(keys ...string) *Node {
	node := n.Resolve()
	for _, key := range keys {
		if node == nil {
			return nil
		}
		node = node.child(key).Resolve()
	}
	return node
}

func (n *Node) child(key string) *Node {
	switch n.Kind {
	case Mapping:
		if e := n.Find(key); e != nil {
			return e.Value
		}
	case Sequence:
		if i, err := strconv.Atoi(key); err == nil && 0 <= i && i < len(n.Items) {
			return n.Items[i]
		}
	}
	return nil
}

// Find is the entry of a mapping that a loader would use for key, merges
// included; nil when there is none. Entry.Owner tells whether it was merged in.
func (n *Node) Find(key string) *Entry { return n.find(key, 0) }

func (n *Node) find(key string, depth int) *Entry {
	n = n.Resolve()
	if n == nil || n.Kind != Mapping || depth > 8 {
		return nil
	}
	merges := false
	for i := len(n.Entries) - 1; i >= 0; i-- {
		e := n.Entries[i]
		if e.Merge {
			merges = true
		} else if e.Key == key {
			return e
		}
	}
	if !merges {
		return nil
	}
	for source := range n.mergeSources() {
		if e := source.find(key, depth+1); e != nil {
			return e
		}
	}
	return nil
}

// mergeSources are the mappings that << pulls in, the one that wins first.
func (n *Node) mergeSources() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for i := len(n.Entries) - 1; i >= 0; i-- {
			if !n.Entries[i].Merge {
				continue
			}
			value := n.Entries[i].Value.Resolve()
			if value == nil {
				continue
			}
			if value.Kind == Mapping && !yield(value) {
				return
			}
			for _, item := range value.Items {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// Has reports whether a mapping has the key, merges included.
func (n *Node) Has(key string) bool { return n.Find(key) != nil }

// Keys are the keys of a mapping as written, merges not included, each once.
func (n *Node) Keys() []string {
	n = n.Resolve()
	if n == nil {
		return nil
	}
	keys := make([]string, 0, len(n.Entries))
	for _, e := range n.Entries {
		if !e.Merge && !e.Shadowed {
			keys = append(keys, e.Key)
		}
	}
	return keys
}

// Get is the value at a path such as trainer.callbacks[0].monitor or
// a["key.with.dots"]; nil when there is none.
func (n *Node) Get(path string) *Node {
	if n == nil {
		return nil
	}
	return n.Lookup(SplitPath(path)...)
}

// SplitPath takes a path apart into the keys that Lookup takes.
func SplitPath(path string) []string {
	var keys []string
	for path != "" {
		switch {
		case path[0] == '.':
			path = path[1:]
		case strings.HasPrefix(path, `["`):
			quoted, err := strconv.QuotedPrefix(path[1:])
			if err != nil {
				return append(keys, path)
			}
			key, _ := strconv.Unquote(quoted)
			keys, path = append(keys, key), strings.TrimPrefix(path[1+len(quoted):], "]")
		case path[0] == '[':
			end := strings.IndexByte(path, ']')
			if end < 0 {
				return append(keys, path)
			}
			keys, path = append(keys, path[1:end]), path[end+1:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			keys, path = append(keys, path[:end]), path[end:]
		}
	}
	return keys
}

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
	if n == nil || depth > maxDepth+maxAliasChain {
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

func (d *Document) collectDuplicates() {
	for _, root := range d.Roots {
		root.collectDuplicates(d)
	}
}

func (n *Node) collectDuplicates(d *Document) {
	for _, item := range n.Items {
		item.collectDuplicates(d)
	}
	n.markShadowed(d)
	for _, e := range n.Entries {
		e.Value.collectDuplicates(d)
	}
}

func (n *Node) markShadowed(d *Document) {
	if len(n.Entries) < 2 {
		return
	}
	places := make(map[string]int, len(n.Entries)) // index of the latest place
	var repeated map[string][]*Entry
	var order []string
	for i, e := range n.Entries {
		if e.Merge { // PyYAML merges every << of a mapping
			continue
		}
		if before, again := places[e.Key]; again {
			n.Entries[before].Shadowed = true
			if repeated == nil {
				repeated = map[string][]*Entry{}
			}
			if repeated[e.Key] == nil {
				repeated[e.Key] = []*Entry{n.Entries[before]}
				order = append(order, e.Key)
			}
			repeated[e.Key] = append(repeated[e.Key], e)
		}
		places[e.Key] = i
	}
	for _, key := range order {
		d.Duplicates = append(d.Duplicates, Duplicate{Path: joinKey(n.Path(), key), Entries: repeated[key]})
	}
}
