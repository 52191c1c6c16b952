package config

import (
	"slices"
	"strconv"
)

// Diff lists the paths at which two readings of a file hold different values:
// added, removed or changed. Order of keys, comments and quoting do not count
// unless they change what a loader sees. Paths in documents after the first start
// with the document's number: "1:a.b".
func Diff(a, b *Document) []string {
	d := differ{found: map[string]bool{}, open: map[[2]*Node]bool{}}
	for i := range max(len(a.Roots), len(b.Roots)) {
		d.prefix = ""
		if i > 0 {
			d.prefix = strconv.Itoa(i) + ":"
		}
		d.nodes(rootAt(a, i), rootAt(b, i), "")
	}
	paths := make([]string, 0, len(d.found))
	for path := range d.found {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func rootAt(d *Document, i int) *Node {
	if i < len(d.Roots) {
		return d.Roots[i]
	}
	return nil
}

type differ struct {
	prefix string
	found  map[string]bool
	open   map[[2]*Node]bool // pairs under comparison, for recursive anchors
	steps  int
}

// maxSteps bounds a comparison of aliases within aliases; beyond it the place is
// reported as different, which refuses the edit.
const maxSteps = 2 * maxNodes

func (d *differ) nodes(a, b *Node, path string) {
	a, b = a.Resolve(), b.Resolve()
	pair := [2]*Node{a, b}
	if d.open[pair] {
		return
	}
	if d.steps++; a == nil || b == nil || a.Kind != b.Kind || a.Tag != b.Tag || d.steps > maxSteps {
		if a != b {
			d.report(path, a, b)
		}
		return
	}
	d.open[pair] = true
	defer delete(d.open, pair)
	switch a.Kind {
	case Mapping:
		d.mappings(a, b, path)
	case Sequence:
		for i := range max(len(a.Items), len(b.Items)) {
			d.nodes(itemAt(a, i), itemAt(b, i), joinIndex(path, i))
		}
	default:
		if !sameScalar(a, b) {
			d.report(path, a, b)
		}
	}
}

func itemAt(n *Node, i int) *Node {
	if i < len(n.Items) {
		return n.Items[i]
	}
	return nil
}

func (d *differ) mappings(a, b *Node, path string) {
	left, right := effective(a), effective(b)
	for key, value := range left {
		d.nodes(value, right[key], joinKey(path, key))
	}
	for key, value := range right {
		if left[key] == nil {
			d.nodes(nil, value, joinKey(path, key))
		}
	}
}

// effective is what a loader makes of a mapping: the last of duplicates, and
// what merges bring in.
func effective(n *Node) map[string]*Node {
	values := make(map[string]*Node, len(n.Entries))
	collect(n, values, 0)
	return values
}

func collect(n *Node, values map[string]*Node, depth int) {
	n = n.Resolve()
	if n == nil || depth > 8 {
		return
	}
	for i := len(n.Entries) - 1; i >= 0; i-- {
		e := n.Entries[i]
		if _, known := values[e.Key]; !e.Merge && !known {
			values[e.Key] = e.Value
		}
	}
	for source := range n.mergeSources() {
		collect(source, values, depth+1)
	}
}

// report names a place, and when a whole collection came or went, all its leaves.
func (d *differ) report(path string, nodes ...*Node) {
	leaves := false
	for _, n := range nodes {
		if n == nil || len(n.Entries)+len(n.Items) == 0 {
			continue
		}
		for place := range n.All() {
			if value := place.Value.Resolve(); value == nil || len(value.Entries)+len(value.Items) == 0 {
				d.found[d.prefix+joinPath(path, place.Path)] = true
				leaves = true
			}
		}
	}
	if !leaves {
		d.found[d.prefix+path] = true
	}
}

func joinPath(path, below string) string {
	if path == "" || below == "" || below[0] == '[' {
		return path + below
	}
	return path + "." + below
}

// sameScalar compares what every host sees: the content, and whether it was bare.
func sameScalar(a, b *Node) bool {
	return a.Text == b.Text && (a.Style == Plain) == (b.Style == Plain) && (a.Style == Opaque) == (b.Style == Opaque)
}
