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
func (n *Node) Find(key string) *Entry { return n.find(key, 0, nil) }

// find looks into each mapping that is merged in once: searched are those without the key.
func (n *Node) find(key string, depth int, searched map[*Node]bool) *Entry {
	n = n.Resolve()
	if n == nil || n.Kind != Mapping || depth > maxMerges || searched[n] {
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
	if searched == nil {
		searched = map[*Node]bool{}
	}
	searched[n] = true
	for source := range n.mergeSources() {
		if e := source.find(key, depth+1, searched); e != nil {
			return e
		}
	}
	return nil
}

// Index is what Find gives for each key of a mapping, merges included, found in one walk.
func (n *Node) Index() map[string]*Entry {
	index := map[string]*Entry{}
	n.fill(index, 0, map[*Node]bool{})
	return index
}

func (n *Node) fill(index map[string]*Entry, depth int, searched map[*Node]bool) {
	n = n.Resolve()
	if n == nil || n.Kind != Mapping || depth > maxMerges || searched[n] {
		return
	}
	searched[n] = true
	for i := len(n.Entries) - 1; i >= 0; i-- {
		if e := n.Entries[i]; !e.Merge && index[e.Key] == nil {
			index[e.Key] = e
		}
	}
	for source := range n.mergeSources() {
		source.fill(index, depth+1, searched)
	}
}

// maxMerges bounds merges within merges.
const maxMerges = 8

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
