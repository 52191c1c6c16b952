"""Graphs of torch_geometric whose sizes are published with them."""
import torch
from trainlint import known, unknown

# nodes, numbers of each, classes, and edges, each of them in both directions
CITATIONS = {"cora": (2708, 1433, 7, 10556), "citeseer": (3327, 3703, 6, 9104), "pubmed": (19717, 500, 3, 88648)}


class Data:
    """A graph. What nobody has put into it, it has not."""

    edge_attr = edge_weight = pos = batch = None

    def __init__(self, x=None, edge_index=None, edge_attr=None, y=None, pos=None, **kwargs):
        self.x, self.edge_index, self.edge_attr, self.y, self.pos = x, edge_index, edge_attr, y, pos
        for name in kwargs:
            setattr(self, name, kwargs[name])

    @property
    def num_nodes(self):
        return self.x.shape[0]

    @property
    def num_features(self):
        return self.x.shape[1]

    num_node_features = num_features

    @property
    def num_edges(self):
        return self.edge_index.shape[1]

    def to(self, *args, **kwargs):
        for name in list(vars(self).keys()):
            value = getattr(self, name)
            if isinstance(value, torch.Tensor):
                setattr(self, name, value.to(*args, **kwargs))
        return self

    def cuda(self, *args, **kwargs):
        return self.to("cuda")

    def cpu(self):
        return self.to("cpu")


class NormalizeFeatures:
    def __init__(self, attrs=None):
        self.attrs = attrs

    def __call__(self, data):
        return data


class Planetoid:
    def __init__(self, root=None, name=None, split="public", num_train_per_class=20, num_val=500, num_test=1000, transform=None,
                 pre_transform=None, force_reload=False):
        sizes = CITATIONS.get(name.lower()) if known(name) and isinstance(name, str) else None
        self.sizes = sizes if sizes is not None else unknown("how large a graph is")
        for change in (transform, pre_transform):
            if not known(change) or change is not None and not isinstance(change, NormalizeFeatures):
                self.sizes = unknown("what a transform makes of a graph")

    @property
    def num_node_features(self):
        return self.sizes[1]

    num_features = num_node_features

    @property
    def num_classes(self):
        return self.sizes[2]

    def __len__(self):
        return 1

    def __getitem__(self, key):
        if not known(self.sizes):
            return self.sizes
        nodes, width, classes, edges = self.sizes
        masks = {name: torch.zeros(nodes, dtype=torch.bool) for name in ("train_mask", "val_mask", "test_mask")}
        return Data(torch.empty(nodes, width), torch.zeros(2, edges, dtype=torch.long), y=torch.zeros(nodes, dtype=torch.long), **masks)

    @property
    def data(self):
        return self[0]
