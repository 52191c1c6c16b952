"""Layers of torch_geometric, as people put two of them together."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch_geometric.nn import GATConv, GATv2Conv, GCNConv, GINConv, GraphConv, MessagePassing, SAGEConv
from torch_geometric.utils import add_self_loops, degree, softmax


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


class Weighted(MessagePassing):
    def __init__(self, width):
        super().__init__(aggr="add")
        self.lin = nn.Linear(16, width)

    def forward(self, x, edge_index):
        edge_index, _ = add_self_loops(edge_index, num_nodes=x.size(0))
        row, col = edge_index
        of = degree(col, x.size(0), dtype=x.dtype).pow(-0.5)
        return self.propagate(edge_index, x=self.lin(x), norm=of[row] * of[col])

    def message(self, x_j, norm):
        return norm.view(-1, 1) * x_j


class Both(MessagePassing):
    def __init__(self, width):
        super().__init__(aggr="max")
        self.mlp = nn.Sequential(nn.Linear(32, width), nn.ReLU(), nn.Linear(width, width))

    def forward(self, x, edge_index):
        return self.propagate(edge_index, x=x)

    def message(self, x_i, x_j):
        return self.mlp(torch.cat([x_i, x_j - x_i], dim=1))

    def update(self, aggr_out):
        return torch.relu(aggr_out)


class Attended(MessagePassing):
    def __init__(self, width):
        super().__init__(node_dim=0)
        self.lin, self.score = nn.Linear(16, width), nn.Linear(2 * width, 1)

    def forward(self, x, edge_index):
        return self.propagate(edge_index, x=self.lin(x), size=None)

    def message(self, x_i, x_j, index, ptr, size_i):
        return x_j * softmax(self.score(torch.cat([x_i, x_j], dim=-1)), index, ptr, size_i)
