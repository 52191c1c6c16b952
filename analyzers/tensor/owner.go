package tensor

import "slices"

// Keeper says who keeps how much for the backward pass.
type Keeper struct {
	Owner any // the Tape's Owner when the operation ran that kept it first
	Op    string
	Bytes int64
	// Largest is the largest of the storages, Shape that of the tensor that it was made for.
	Largest int64
	Shape   []int64
}

// Keepers are those of the storages that SavedBytes counts, in the order of the operations.
func (t *Tape) Keepers(results ...Value) []Keeper {
	var nodes []*node
	t.reach(results, func(n *node) { nodes = append(nodes, n) })
	slices.SortFunc(nodes, func(a, b *node) int { return a.at - b.at })
	counted := map[*Storage]bool{}
	var keepers []Keeper
	for _, n := range nodes {
		k := Keeper{Owner: n.owner, Op: n.op}
		if n.region != nil {
			k.Owner = n.region.owner
		}
		for _, storage := range n.keeps() {
			if !counted[storage] && !storage.Parameter && !storage.host {
				counted[storage] = true
				k.Bytes += storage.Bytes
				if storage.Bytes > k.Largest {
					k.Largest, k.Shape = storage.Bytes, storage.of
				}
			}
		}
		if k.Bytes > 0 {
			keepers = append(keepers, k)
		}
	}
	return keepers
}
