package estimator

import "testing"

// TestWidths: how wide the parts of a layer are, of the numbers that a config says and where it says none.
func TestWidths(t *testing.T) {
	for name, c := range map[string]struct {
		model                Model
		query, keyValue, mlp int
	}{
		"hidden alone":                {Model{Hidden: 8}, 8, 8, 32}, // GPT-2's n_inner is 4 * n_embd
		"an intermediate width":       {Model{Hidden: 8, Intermediate: 5}, 8, 8, 5},
		"heads of their own":          {Model{Hidden: 8, Heads: 4, HeadDim: 3, Intermediate: 5}, 12, 12, 5},
		"heads without a width":       {Model{Hidden: 8, Heads: 4, Intermediate: 5}, 8, 8, 5},
		"a width without heads":       {Model{Hidden: 8, HeadDim: 3, Intermediate: 5}, 8, 8, 5},
		"fewer of keys and values":    {Model{Hidden: 8, Heads: 4, KVHeads: 2, HeadDim: 3, Intermediate: 5}, 12, 6, 5},
		"fewer, of a width not known": {Model{Hidden: 8, Heads: 4, KVHeads: 2, Intermediate: 5}, 8, 8, 5},
		"one expert":                  {Model{Hidden: 8, Intermediate: 5, ActiveExperts: 1}, 8, 8, 5},
		"two experts":                 {Model{Hidden: 8, Intermediate: 5, ActiveExperts: 2}, 8, 8, 10},
	} {
		if q, kv, mlp := c.model.queryWidth(), c.model.keyValueWidth(), c.model.mlpWidth(); q != c.query || kv != c.keyValue || mlp != c.mlp {
			t.Errorf("%s: %d, %d and %d; want %d, %d and %d", name, q, kv, mlp, c.query, c.keyValue, c.mlp)
		}
	}
}
