import torch
import torch.nn.functional as F
from torch import nn
from torch_geometric.nn import GATConv, GCNConv, NNConv, TopKPooling, global_add_pool


class Plain(nn.Module):
    """Nothing here asks for the mode: the layers of the graph do not, and what NNConv is given does not."""

    def __init__(self, features):
        super().__init__()
        edges = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 32 * 32))
        self.first = GCNConv(features, 32)
        self.second = NNConv(32, 32, edges, aggr="mean")
        self.pool = TopKPooling(32)
        self.head = nn.Linear(32, 2)

    def forward(self, data):
        x = F.relu(self.first(data.x, data.edge_index))
        x = F.relu(self.second(x, data.edge_index, data.edge_attr))
        x = self.pool(x, data.edge_index)[0]
        return self.head(global_add_pool(x, data.batch))


class WithDropout(nn.Module):
    """The network that NNConv is given drops something out."""

    def __init__(self, features):
        super().__init__()
        edges = nn.Sequential(nn.Linear(2, 16), nn.Dropout(0.5), nn.Linear(16, features * 2))
        self.only = NNConv(features, 2, edges)

    def forward(self, data):
        return self.only(data.x, data.edge_index, data.edge_attr)


class WithAttention(nn.Module):
    """GATConv drops attention weights out at a rate of its own."""

    def __init__(self, features):
        super().__init__()
        self.only = GATConv(features, 2, dropout=0.6)

    def forward(self, data):
        return self.only(data.x, data.edge_index)


def fit(model, loader, test_loader, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.train()
    for _ in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            F.mse_loss(model(batch), batch.y).backward()
            optimizer.step()
        error = 0.0
        with torch.no_grad():
            for batch in test_loader:
                error += F.mse_loss(model(batch), batch.y).item()  # want "is evaluated in training mode"
        print(error / len(test_loader))


def plain(loader, test_loader):
    model = Plain(4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.train()
    for _ in range(20):
        for batch in loader:
            optimizer.zero_grad()
            F.mse_loss(model(batch), batch.y).backward()
            optimizer.step()
        error = 0.0
        with torch.no_grad():
            for batch in test_loader:
                error += F.mse_loss(model(batch), batch.y).item()
        print(error / len(test_loader))


def with_dropout(loader, test_loader):
    model = WithDropout(4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.train()
    for _ in range(20):
        for batch in loader:
            optimizer.zero_grad()
            F.mse_loss(model(batch), batch.y).backward()
            optimizer.step()
        error = 0.0
        with torch.no_grad():
            for batch in test_loader:
                error += F.mse_loss(model(batch), batch.y).item()  # want "is evaluated in training mode"
        print(error / len(test_loader))


def with_attention(loader, test_loader):
    model = WithAttention(4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.train()
    for _ in range(20):
        for batch in loader:
            optimizer.zero_grad()
            F.mse_loss(model(batch), batch.y).backward()
            optimizer.step()
        error = 0.0
        with torch.no_grad():
            for batch in test_loader:
                error += F.mse_loss(model(batch), batch.y).item()  # want "is evaluated in training mode"
        print(error / len(test_loader))
