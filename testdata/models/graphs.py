"""Layers of torch_geometric, as people put two of them together."""
import torch.nn as nn
import torch.nn.functional as F
from torch_geometric.nn import GATConv, GATv2Conv, GCNConv, GINConv, GraphConv, SAGEConv


class Net(nn.Module):
    def __init__(self, kind="gcn", width=32):
        super().__init__()
        if kind == "gat":
            self.a, self.b = GATConv(16, width, heads=4, dropout=0.6), GATConv(4 * width, 7, heads=1, concat=False)
        elif kind == "gat2":
            self.a, self.b = GATv2Conv(16, width, heads=4), GATv2Conv(4 * width, 7, heads=2, concat=False, share_weights=True)
        elif kind == "gin":
            mlp = lambda i, o: nn.Sequential(nn.Linear(i, o), nn.ReLU(), nn.Linear(o, o))
            self.a, self.b = GINConv(mlp(16, width)), GINConv(mlp(width, 7), train_eps=True)
        else:
            layer = {"gcn": GCNConv, "sage": SAGEConv, "graph": GraphConv}[kind]
            self.a, self.b = layer(16, width), layer(width, 7)

    def forward(self, x, edge_index):
        x = F.relu(self.a(x, edge_index))
        x = F.dropout(x, p=0.5, training=self.training)
        return F.log_softmax(self.b(x, edge_index), dim=1)
