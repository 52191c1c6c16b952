package built

import (
	"strings"
	"testing"
)

// TestCitations: the graphs of papers that everybody trains on have published sizes; of another one nobody knows them,
// nor what becomes of one that is changed.
func TestCitations(t *testing.T) {
	const script = `
-- train.py --
import torch
import torch.nn.functional as F
from torch_geometric.datasets import Planetoid
import torch_geometric.transforms as T
from torch_geometric.nn import GCNConv

dataset = Planetoid(root="data", NAMED)
data = dataset[0].to("cuda")

class GCN(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = GCNConv(dataset.num_node_features, 16), GCNConv(16, dataset.num_classes)

    def forward(self, x, edge_index):
        x = F.dropout(F.relu(self.first(x, edge_index)), training=self.training)
        return F.log_softmax(self.second(x, edge_index), dim=1)

model = GCN().cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(200):
    optimizer.zero_grad()
    loss = F.nll_loss(model(data.x, data.edge_index), data.y)
    loss.backward()
    optimizer.step()
`
	for named, want := range map[string]string{
		`name="Cora"`:     "2708x1433, 2x10556",
		`name="citeseer"`: "3327x3703, 2x9104",
		`name="PubMed", transform=T.NormalizeFeatures()`: "19717x500, 2x88648",
		`name="Cora", transform=T.ToUndirected()`:        "?",
		`name="Physics"`: "?",
	} {
		got := "?"
		if step, gap := TrainOn(jobOf(t, strings.Replace(script, "NAMED", named, 1)), 0, ""); gap == nil {
			got = step.Inputs[0]
		} else if gap.Raised {
			got = gap.Reason
		}
		if got != want {
			t.Errorf("%s: %s, want %s", named, got, want)
		}
	}
}
