# What torch_geometric's layers compute on a graph of two rows of indices. A graph has no edges from a node to itself
# here: those that there were would take the place of loops that are added.
import inspect

import torch
import torch.nn.functional as F
from torch import nn
from trainlint import unknown


class Linear(nn.Linear):
    def __init__(self, in_channels, out_channels, bias=True, weight_initializer=None, bias_initializer=None):
        if in_channels == -1:
            in_channels = unknown("how wide a layer is that takes what it is first given")
        super().__init__(in_channels, out_channels, bias=bias)


def spread(index, src, dim):
    return index.view((1,) * dim + (-1,) + (1,) * (src.dim() - dim - 1)).expand_as(src)


def scatter(src, index, dim=0, dim_size=None, reduce="sum"):
    if reduce not in ("sum", "add", "mean", "max", "min", "amax", "amin"):
        return unknown("how what neighbours give is put together")
    dim = src.dim() + dim if dim < 0 else dim
    if dim_size is None:
        dim_size = int(index.max()) + 1
    size = tuple(src.shape[:dim]) + (dim_size,) + tuple(src.shape[dim + 1 :])
    if reduce in ("sum", "add"):
        return src.new_zeros(size).scatter_add_(dim, spread(index, src, dim), src)
    if reduce == "mean":
        count = src.new_zeros(dim_size)
        count.scatter_add_(0, index, src.new_ones(src.size(dim)))
        count = count.clamp(min=1)
        out = src.new_zeros(size).scatter_add_(dim, spread(index, src, dim), src)
        return out / spread(count, out, dim)
    return src.new_zeros(size).scatter_reduce_(dim, spread(index, src, dim), src, reduce="a" + reduce[-3:], include_self=False)


def softmax(src, index, ptr=None, num_nodes=None, dim=0):
    most = scatter(src.detach(), index, 0, num_nodes, "max")
    out = (src - most.index_select(0, index)).exp()
    total = scatter(out, index, 0, num_nodes, "sum") + 1e-16
    return out / total.index_select(0, index)


def looped(edge_index, nodes):
    loops = torch.arange(nodes, device=edge_index.device)
    return torch.cat([edge_index, torch.stack([loops, loops])], dim=1)


class MessagePassing(nn.Module):
    def __init__(self, aggr="sum", aggr_kwargs=None, flow="source_to_target", node_dim=-2, decomposed_layers=1, **others):
        super().__init__()
        self.aggr, self.flow, self.node_dim = aggr, flow, node_dim

    def asked(self, method):
        return [name for name in inspect.signature(method).parameters if name not in ("self", "inputs", "aggr_out")]

    def propagate(self, edge_index, size=None, **given):
        source, target = (0, 1) if self.flow == "source_to_target" else (1, 0)
        sizes = [None, None] if size is None else list(size)
        held = {}
        own = (self.message, self.aggregate, self.update)
        for name in sum([self.asked(method) for method in own], []):
            if name in held or name.endswith("_i") and name[:-2] not in given:
                continue
            if name[-2:] not in ("_i", "_j"):
                if name in given:
                    held[name] = given[name]
                continue
            end = source if name.endswith("_j") else target
            data = given.get(name[:-2])
            if isinstance(data, (tuple, list)):
                if data[1 - end] is not None:
                    sizes[1 - end] = data[1 - end].size(self.node_dim)
                data = data[end]
            if data is not None:
                sizes[end] = data.size(self.node_dim)
                data = data.index_select(self.node_dim, edge_index[end])
            held[name] = data
        nodes = sizes[target] if sizes[target] is not None else sizes[source]
        held.update(edge_index=edge_index, edge_index_i=edge_index[target], edge_index_j=edge_index[source], index=edge_index[target], ptr=None,
                    size=sizes, size_i=nodes, size_j=sizes[source] or nodes, dim_size=nodes)
        out = self.message(**{name: held[name] for name in self.asked(self.message) if name in held})
        out = self.aggregate(out, **{name: held[name] for name in self.asked(self.aggregate) if name in held})
        return self.update(out, **{name: held[name] for name in self.asked(self.update) if name in held})

    def message(self, x_j):
        return x_j

    def aggregate(self, inputs, index, ptr=None, dim_size=None):
        return scatter(inputs, index, self.node_dim, dim_size, self.aggr)

    def update(self, inputs):
        return inputs


def add_self_loops(edge_index, edge_attr=None, fill_value=None, num_nodes=None):
    if num_nodes is None:
        num_nodes = int(edge_index.max()) + 1
    if edge_attr is not None:
        edge_attr = torch.cat([edge_attr, edge_attr.new_ones((num_nodes,) + tuple(edge_attr.shape[1:]))], dim=0)
    return looped(edge_index, num_nodes), edge_attr


def remove_self_loops(edge_index, edge_attr=None):
    return edge_index, edge_attr


def degree(index, num_nodes=None, dtype=None):
    if num_nodes is None:
        num_nodes = int(index.max()) + 1
    out = torch.zeros((num_nodes,), dtype=dtype, device=index.device)
    return out.scatter_add_(0, index, torch.ones((index.size(0),), dtype=out.dtype, device=out.device))


def pair(x):
    return x if isinstance(x, (tuple, list)) else (x, x)


class GCNConv(nn.Module):
    def __init__(self, in_channels, out_channels, improved=False, cached=False, add_self_loops=None, normalize=True, bias=True, aggr="add", **others):
        super().__init__()
        self.aggr, self.normalize, self.cached = aggr, normalize, cached
        self.add_self_loops = normalize if add_self_loops is None else add_self_loops
        self.kept = None
        self.lin = Linear(in_channels, out_channels, bias=False)
        if bias:
            self.bias = nn.Parameter(torch.empty(out_channels))
        else:
            self.register_parameter("bias", None)

    def norm(self, x, edge_index, edge_weight):
        nodes = x.size(0)
        if self.add_self_loops:
            if edge_weight is not None:
                edge_weight = torch.cat([edge_weight, edge_weight.new_ones(nodes)])
            edge_index = looped(edge_index, nodes)
        if edge_weight is None:
            edge_weight = torch.ones(edge_index.size(1), dtype=x.dtype, device=edge_index.device)
        degree = scatter(edge_weight, edge_index[1], 0, nodes).pow_(-0.5)
        degree.masked_fill_(degree == float("inf"), 0)
        return edge_index, degree[edge_index[0]] * edge_weight * degree[edge_index[1]]

    def forward(self, x, edge_index, edge_weight=None):
        if self.normalize:
            if self.kept is None:
                edge_index, edge_weight = self.norm(x, edge_index, edge_weight)
                if self.cached:
                    self.kept = (edge_index, edge_weight)
            else:
                edge_index, edge_weight = self.kept
        x = self.lin(x)
        given = x.index_select(0, edge_index[0])
        if edge_weight is not None:
            given = edge_weight.view(-1, 1) * given
        out = scatter(given, edge_index[1], 0, x.size(0), self.aggr)
        return out if self.bias is None else out + self.bias


class SAGEConv(nn.Module):
    def __init__(self, in_channels, out_channels, aggr="mean", normalize=False, root_weight=True, project=False, bias=True, **others):
        super().__init__()
        source, target = pair(in_channels)
        self.aggr, self.normalize, self.root_weight = aggr, normalize, root_weight
        self.lin = Linear(source, source) if project else None
        self.lin_l = Linear(source, out_channels, bias=bias)
        if root_weight:
            self.lin_r = Linear(target, out_channels, bias=False)

    def forward(self, x, edge_index, size=None):
        source, target = pair(x)
        if self.lin is not None:
            source = self.lin(source).relu()
        nodes = source.size(0) if target is None else target.size(0)
        out = self.lin_l(scatter(source.index_select(0, edge_index[0]), edge_index[1], 0, nodes, self.aggr))
        if self.root_weight and target is not None:
            out = out + self.lin_r(target)
        return F.normalize(out, p=2.0, dim=-1) if self.normalize else out


class GraphConv(nn.Module):
    def __init__(self, in_channels, out_channels, aggr="add", bias=True, **others):
        super().__init__()
        source, target = pair(in_channels)
        self.aggr = aggr
        self.lin_rel = Linear(source, out_channels, bias=bias)
        self.lin_root = Linear(target, out_channels, bias=False)

    def forward(self, x, edge_index, edge_weight=None, size=None):
        source, target = pair(x)
        given = source.index_select(0, edge_index[0])
        if edge_weight is not None:
            given = edge_weight.view(-1, 1) * given
        out = self.lin_rel(scatter(given, edge_index[1], 0, target.size(0), self.aggr))
        return out + self.lin_root(target)


class GINConv(nn.Module):
    def __init__(self, nn, eps=0.0, train_eps=False, aggr="add", **others):
        super().__init__()
        self.nn, self.aggr = nn, aggr
        if train_eps:
            self.eps = torch.nn.Parameter(torch.empty(1))
        else:
            self.register_buffer("eps", torch.empty(1))

    def forward(self, x, edge_index, size=None):
        source, target = pair(x)
        out = scatter(source.index_select(0, edge_index[0]), edge_index[1], 0, target.size(0), self.aggr)
        return self.nn(out + (1 + self.eps) * target)


class Attentive(nn.Module):
    def held(self, in_channels, out_channels, heads, concat, negative_slope, dropout, add_self_loops, bias, residual):
        self.heads, self.out_channels, self.concat = heads, out_channels, concat
        self.negative_slope, self.dropout, self.add_self_loops = negative_slope, dropout, add_self_loops
        width = out_channels * (heads if concat else 1)
        self.res = Linear(pair(in_channels)[1], width, bias=False) if residual else None
        if bias:
            self.bias = nn.Parameter(torch.empty(width))
        else:
            self.register_parameter("bias", None)

    def loops(self, edge_index, edge_attr, nodes):
        if not self.add_self_loops:
            return edge_index, edge_attr
        if edge_attr is not None:
            mean = scatter(edge_attr, edge_index[1], 0, nodes, "mean")
            edge_attr = torch.cat([edge_attr, mean], dim=0)
        return looped(edge_index, nodes), edge_attr

    def finished(self, out, alpha, edge_index, res, asked):
        out = out.view(-1, self.heads * self.out_channels) if self.concat else out.mean(dim=1)
        if res is not None:
            out = out + res
        if self.bias is not None:
            out = out + self.bias
        return (out, (edge_index, alpha)) if asked is not None else out


class GATConv(Attentive):
    def __init__(self, in_channels, out_channels, heads=1, concat=True, negative_slope=0.2, dropout=0.0, add_self_loops=True, edge_dim=None,
                 fill_value="mean", bias=True, residual=False, **others):
        super().__init__()
        self.lin = self.lin_src = self.lin_dst = self.lin_edge = None
        width = heads * out_channels
        if isinstance(in_channels, int):
            self.lin = Linear(in_channels, width, bias=False)
        else:
            self.lin_src = Linear(in_channels[0], width, bias=False)
            self.lin_dst = Linear(in_channels[1], width, bias=False)
        self.att_src = nn.Parameter(torch.empty(1, heads, out_channels))
        self.att_dst = nn.Parameter(torch.empty(1, heads, out_channels))
        if edge_dim is not None:
            self.lin_edge = Linear(edge_dim, width, bias=False)
            self.att_edge = nn.Parameter(torch.empty(1, heads, out_channels))
        self.held(in_channels, out_channels, heads, concat, negative_slope, dropout, add_self_loops, bias, residual)

    def forward(self, x, edge_index, edge_attr=None, size=None, return_attention_weights=None):
        source, target = pair(x)
        res = None if self.res is None else self.res(target)
        shape = (-1, self.heads, self.out_channels)
        if self.lin is None:
            source, target = self.lin_src(source).view(shape), self.lin_dst(target).view(shape)
        elif isinstance(x, (tuple, list)):
            source, target = self.lin(source).view(shape), self.lin(target).view(shape)
        else:
            source = target = self.lin(source).view(shape)
        given, taken = (source * self.att_src).sum(dim=-1), (target * self.att_dst).sum(-1)
        nodes = target.size(0)
        edge_index, edge_attr = self.loops(edge_index, edge_attr, nodes)
        alpha = given.index_select(0, edge_index[0]) + taken.index_select(0, edge_index[1])
        if edge_attr is not None and self.lin_edge is not None:
            edge_attr = self.lin_edge(edge_attr.view(-1, 1) if edge_attr.dim() == 1 else edge_attr).view(shape)
            alpha = alpha + (edge_attr * self.att_edge).sum(dim=-1)
        alpha = softmax(F.leaky_relu(alpha, self.negative_slope), edge_index[1], num_nodes=nodes)
        alpha = F.dropout(alpha, p=self.dropout, training=self.training)
        out = scatter(alpha.unsqueeze(-1) * source.index_select(0, edge_index[0]), edge_index[1], 0, nodes)
        return self.finished(out, alpha, edge_index, res, return_attention_weights)


class GATv2Conv(Attentive):
    def __init__(self, in_channels, out_channels, heads=1, concat=True, negative_slope=0.2, dropout=0.0, add_self_loops=True, edge_dim=None,
                 fill_value="mean", bias=True, share_weights=False, residual=False, **others):
        super().__init__()
        width = heads * out_channels
        self.lin_l = Linear(pair(in_channels)[0], width, bias=bias)
        self.lin_r = self.lin_l if share_weights else Linear(pair(in_channels)[1], width, bias=bias)
        self.share_weights = share_weights
        self.att = nn.Parameter(torch.empty(1, heads, out_channels))
        self.lin_edge = None if edge_dim is None else Linear(edge_dim, width, bias=False)
        self.held(in_channels, out_channels, heads, concat, negative_slope, dropout, add_self_loops, bias, residual)

    def forward(self, x, edge_index, edge_attr=None, return_attention_weights=None):
        source, target = pair(x)
        res = None if self.res is None else self.res(target)
        shape = (-1, self.heads, self.out_channels)
        same = self.share_weights and not isinstance(x, (tuple, list))
        source = self.lin_l(source).view(shape)
        target = source if same else self.lin_r(target).view(shape)
        nodes = target.size(0)
        edge_index, edge_attr = self.loops(edge_index, edge_attr, nodes)
        both = target.index_select(0, edge_index[1]) + source.index_select(0, edge_index[0])
        if edge_attr is not None and self.lin_edge is not None:
            both = both + self.lin_edge(edge_attr.view(-1, 1) if edge_attr.dim() == 1 else edge_attr).view(shape)
        both = F.leaky_relu(both, self.negative_slope)
        alpha = softmax((both * self.att).sum(dim=-1), edge_index[1], num_nodes=nodes)
        alpha = F.dropout(alpha, p=self.dropout, training=self.training)
        out = scatter(source.index_select(0, edge_index[0]) * alpha.unsqueeze(-1), edge_index[1], 0, nodes)
        return self.finished(out, alpha, edge_index, res, return_attention_weights)


class BatchNorm(nn.Module):
    def __init__(self, in_channels, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, allow_single_element=False):
        super().__init__()
        self.module = nn.BatchNorm1d(in_channels, eps, momentum, affine, track_running_stats)

    def forward(self, x):
        return self.module(x)


def pooled(x, batch, size, reduce):
    if batch is None:
        return getattr(x, reduce)(dim=-2, keepdim=x.dim() <= 2)
    return scatter(x, batch, 0, int(batch.max() + 1) if size is None else size, reduce)


def global_add_pool(x, batch, size=None):
    return pooled(x, batch, size, "sum")


def global_mean_pool(x, batch, size=None):
    return pooled(x, batch, size, "mean")


def global_max_pool(x, batch, size=None):
    if batch is None:
        return x.max(dim=-2, keepdim=x.dim() <= 2)[0]
    return pooled(x, batch, size, "max")
