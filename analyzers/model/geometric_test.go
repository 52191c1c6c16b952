package model

import (
	"os"
	"testing"
)

// TestGeometric: what layers of torch_geometric 2.8.1 hold and keep with torch 2.15, of 100 nodes with 16 numbers each
// and 400 edges of which none leads from a node to itself.
func TestGeometric(t *testing.T) {
	text, err := os.ReadFile("../../testdata/models/graphs.py")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]struct{ parameters, buffers, saved int64 }{
		"Weighted": {408, 0, 16400}, "Both": {1392, 0, 163200}, "Attended": {457, 0, 132800},
		"gcn": {775, 0, 58000}, "sage": {1511, 0, 64000}, "graph": {1511, 0, 63600}, "gin": {1888, 1, 72804},
		"gat": {3349, 0, 506400}, "gat2": {6435, 0, 1028400},
	} {
		ask := Request{
			Name: "Net", Arguments: []Argument{{"kind", `"` + kind + `"`}}, Inputs: inputsOf(t, "100x16 2x400:int64"),
		}
		if kind == "Weighted" || kind == "Both" || kind == "Attended" { // layers of one's own
			ask.Name, ask.Arguments = kind, []Argument{{"width", "24"}}
		}
		a, err := build(t, files{"graphs.py": string(text)}, "graphs.py", ask)
		if err != nil {
			t.Fatal(err)
		}
		if !a.Ran || a.Parameters != want.parameters || a.Buffers != want.buffers || a.Saved != want.saved {
			t.Errorf("%s: %d parameters, %d in buffers, %d kept, not %v: %v",
				kind, a.Parameters, a.Buffers, a.Saved, want, a.Unknown)
		}
	}
}

// TestLazy: a layer that is as wide as what it is first given, which torch_geometric writes as -1, and one that puts
// together what neighbours give in several ways are not known, and no mistakes of the program.
func TestLazy(t *testing.T) {
	for _, layer := range []string{
		"SAGEConv((-1, -1), 8)", "SAGEConv(16, 8, aggr=['mean', 'max'], flow='target_to_source')",
	} {
		unsaid(t, layer)
	}
}

func unsaid(t *testing.T, layer string) {
	t.Helper()
	code := "import torch.nn as nn\nfrom torch_geometric.nn import SAGEConv\nclass M(nn.Module):\n    def __init__(self):\n" +
		"        super().__init__()\n        self.a = " + layer + "\n    def forward(self, x, e):\n        return self.a(x, e)\n"
	a, err := build(t, files{"m.py": code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "10x16 2x40:int64")})
	if err != nil {
		t.Fatal(err)
	}
	if a.Ran || len(a.Unknown) == 0 || a.Unknown[0].Raised {
		t.Errorf("%s: %v", layer, a.Unknown)
	}
}
