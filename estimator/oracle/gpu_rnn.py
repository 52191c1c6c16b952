#!/usr/bin/env python3
"""Measure on a GPU what no CPU shows: cuDNN's recurrent layers, single kernels, and training steps of whole modules.

    python gpu_rnn.py OUT.csv [--seconds 400] [--workers 6] [--only recurrent,modules,kernels,cases]     on a machine with an NVIDIA GPU
    python gpu_rnn.py OUT.csv --cpu                                                                      does every row go through?

Only torch is needed. The columns are those of gpu_ops.csv and three more. Work is done in pieces, each in a process of its own that is forked
before the GPU is touched, so no piece sees another one's cache, and one that dies takes no other with it. Every row is written when it is there.

  recurrent  nn.LSTM, GRU, RNN: forward and backward as in gpu_ops.py; "reserve" and "weights" are the sizes of what cuDNN leaves for the backward
             pass; "saved" all storages kept that are neither parameters nor inputs
  kernels    other operations, as in gpu_ops.py
  cases      the cases of ops.py's cases.txt, on the real device: given is saved_bytes
  modules    gpu_modules.py: four training steps with AdamW. rest: allocated before the third (given) and the sum of parameters, buffers, inputs and
             states in it (extra); forward: what is there behind it and was not before, and the most beyond; backward: gradients, and the most
             above what was there at its beginning; step: max_memory_allocated of the third, and the same without what operations take only while
             they run (extra), by a dispatch mode in the fourth; result names the operation at the peak; scratch rows: the operations that
             take most while they run
"""
import argparse
import csv
import gc
import io
import os
import random
import signal
import sys
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = "torch gpu sms operation arguments dtype pass given extra cudnn result error".split()


class Device:
    """The counters of torch's allocator; zeros where there is no GPU."""

    def __init__(self, cpu):
        import torch
        self.torch, self.name = torch, "cpu" if cpu else "cuda"
        self.cuda = None if cpu else torch.cuda

    def sync(self):
        if self.cuda:
            self.cuda.synchronize()

    def reset(self):
        self.sync()
        if self.cuda:
            self.cuda.reset_peak_memory_stats()

    def allocated(self):
        return self.cuda.memory_allocated() if self.cuda else 0

    def peak(self):
        return self.cuda.max_memory_allocated() if self.cuda else 0

    def empty(self):
        gc.collect()
        if self.cuda:
            self.cuda.empty_cache()

    def forward(self, run):
        """Bytes that are there behind the second run, and the most beyond them."""
        run()
        self.reset()
        before = self.allocated()
        held = run()
        self.sync()
        after, peak = self.allocated(), self.peak()
        del held
        return after - before, peak - max(after, before)

    def backward(self, make):
        given = peak = before = 0
        for _ in range(2):
            out, inputs = make()
            gradient = self.torch.randn_like(out) if not out.is_complex() else self.torch.ones_like(out)
            self.reset()
            before = self.allocated()
            grads = self.torch.autograd.grad(out, inputs, gradient, allow_unused=True)
            self.sync()
            peak = self.peak()
            given = sum(g.untyped_storage().nbytes() for g in {g.untyped_storage()._cdata: g for g in grads if g is not None}.values())
            del out, grads, gradient
        return given, peak - before - given


# ------------------------------------------------------------------------------------------------------------ recurrent layers

def recurrent_table():
    """What is measured: (kind, keyword arguments, batch, length, dtype, autocast, packed, grad, train, given states)."""
    base = dict(kind="LSTM", w=256, h=256, layers=1, both=False, b=32, t=50, dtype="float32", autocast="", dropout=0.0, proj=0, packed=False,
                first=True, mode="train", bias=True, states=False, leaf=True)
    seen, table = set(), []

    def add(**more):
        one = dict(base, **more)
        if one["proj"] and one["kind"] != "LSTM" or one["proj"] >= one["h"]:
            return
        if one["layers"] == 1:
            one["dropout"] = 0.0
        key = repr(sorted(one.items()))
        if key not in seen:
            seen.add(key)
            table.append(one)
    kinds = ("LSTM", "GRU", "RNN", "ReLU")
    dtypes = (("float32", ""), ("float16", ""), ("bfloat16", ""), ("float32", "float16"), ("float32", "bfloat16"))
    for kind in kinds:
        for dtype, autocast in dtypes:
            here = dict(kind=kind, dtype=dtype, autocast=autocast)
            for h in (16, 64, 100, 128, 256, 300, 512, 768, 1024, 1536):
                add(**here, h=h, w=h)
                add(**here, h=h, w=80)
            for layers in (1, 2, 3, 4):
                for both in (False, True):
                    add(**here, layers=layers, both=both)
                    add(**here, layers=layers, both=both, dropout=0.3, h=128)
                    add(**here, layers=layers, both=both, h=100, w=40, b=20)
            for b in (1, 2, 3, 8, 16, 24, 40, 64, 96, 128, 256):
                add(**here, b=b)
            for t in (1, 2, 5, 20, 100, 128, 300, 1000):
                add(**here, t=t)
            for packed in (True, False):
                add(**here, packed=packed, both=True)
                add(**here, packed=packed, layers=2, h=128, dropout=0.3)
            for mode in ("eval", "train-no-grad", "eval-no-grad"):
                add(**here, mode=mode, layers=2)
            add(**here, bias=False)
            add(**here, first=False)
            add(**here, states=True, layers=2)
            add(**here, leaf=False, w=64)
            for proj in (32, 64, 128):
                add(**here, proj=proj)
                add(**here, proj=proj, layers=2, both=True)
    draw = random.Random(7)
    for _ in range(700):
        dtype, autocast = draw.choice(dtypes[:1] * 3 + dtypes)
        layers = draw.choice((1, 1, 2, 2, 3, 4))
        add(kind=draw.choice(kinds[:3] + kinds[:2]), w=draw.choice((1, 10, 40, 64, 100, 128, 200, 256, 300, 512, 768)),
            h=draw.choice((32, 64, 100, 128, 200, 256, 300, 400, 512, 640, 1024)), layers=layers, both=draw.random() < 0.4,
            b=draw.choice((1, 4, 10, 16, 20, 32, 50, 64, 100, 128)), t=draw.choice((7, 10, 16, 28, 32, 50, 64, 100, 128, 200, 256)),
            dtype=dtype, autocast=autocast, dropout=draw.choice((0.0, 0.3)), packed=draw.random() < 0.15, first=draw.random() < 0.7,
            leaf=draw.random() < 0.7, proj=draw.choice((0,) * 12 + (32,)))
    draw.shuffle(table)  # what is not reached is of every kind
    return table


def recurrent(device, part, parts):
    torch = device.torch
    from torch import nn
    for one in recurrent_table()[part::parts]:
        name = " ".join(f"{k}={v}" for k, v in one.items() if k not in ("kind", "dtype", "autocast"))
        label = dict(operation=one["kind"], arguments=name, dtype=one["dtype"] + (" autocast " + one["autocast"] if one["autocast"] else ""))
        dtype = getattr(torch, one["dtype"])
        if not device.cuda and (one["h"] * one["t"] * one["layers"] > 20000 or one["dtype"] == "float16"):
            continue
        try:
            kw = dict(nonlinearity="relu") if one["kind"] == "ReLU" else {}
            if one["proj"]:
                kw["proj_size"] = one["proj"]
            m = getattr(nn, "RNN" if one["kind"] == "ReLU" else one["kind"])(
                one["w"], one["h"], one["layers"], bias=one["bias"], batch_first=one["first"], bidirectional=one["both"],
                dropout=one["dropout"], **kw).to(device.name).to(dtype)
            m.train(one["mode"].startswith("train"))
            shape = (one["b"], one["t"]) if one["first"] else (one["t"], one["b"])
            x = torch.randn(*shape, one["w"], device=device.name, dtype=dtype, requires_grad=one["leaf"])
            states = None
            if one["states"]:
                n, out = one["layers"] * (1 + one["both"]), one["proj"] or one["h"]
                states = torch.randn(n, one["b"], out, device=device.name, dtype=dtype)
                if one["kind"] == "LSTM":
                    states = (states, torch.randn(n, one["b"], one["h"], device=device.name, dtype=dtype))
            lengths = [one["t"] - i * (one["t"] // 2) // one["b"] for i in range(one["b"])]  # from the whole down to half

            def run():
                given = x
                with torch.autocast(device.name, dtype=getattr(torch, one["autocast"] or "bfloat16"), enabled=bool(one["autocast"])):
                    if one["packed"]:
                        given = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=one["first"])
                    return m(given, states)

            def value(out):
                out = out[0]
                return out.data if isinstance(out, nn.utils.rnn.PackedSequence) else out
            if one["mode"].endswith("no-grad"):
                with torch.no_grad():
                    given, extra = device.forward(run)
                yield dict(label, **{"pass": "forward"}, given=given, extra=extra)
                continue
            given, extra = device.forward(run)
            yield dict(label, **{"pass": "forward"}, given=given, extra=extra)
            kept = {}
            own = {p.untyped_storage()._cdata for p in m.parameters()} | {x.untyped_storage()._cdata}

            def pack(t):
                if t.untyped_storage()._cdata not in own:
                    kept[t.untyped_storage()._cdata] = t.untyped_storage().nbytes()
                return t
            with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
                out = value(run())
            yield dict(label, **{"pass": "saved"}, given=sum(kept.values()), extra=out.untyped_storage().nbytes(),
                       result="x".join(map(str, out.shape)))
            at, found = [out.grad_fn], None
            for _ in range(12):
                at = [f for n in at if n is not None for f in ([n] + [g for g, _ in n.next_functions])]
                found = next((f for f in at if f is not None and "CudnnRnn" in type(f).__name__), None)
                if found is not None:
                    break
            if found is not None:
                for key, what in (("_saved_result3", "reserve"), ("_saved_result4", "weights")):
                    t = getattr(found, key, None)
                    if t is not None:
                        yield dict(label, **{"pass": what}, given=t.untyped_storage().nbytes(), extra=t.numel(), result=str(t.dtype)[6:])
            del out, at, found
            wanted = [t for t in (x, *m.parameters()) if t.requires_grad]
            if one["mode"] == "train":
                given, extra = device.backward(lambda: (value(run()), wanted))
                yield dict(label, **{"pass": "backward"}, given=given, extra=extra)
        except Exception as error:
            yield dict(label, error=f"{type(error).__name__}: {str(error)[:160]}")
            if "CUDA error" in str(error):
                return


# --------------------------------------------------------------------------------------------------------------- single kernels

def kernel_table(torch, F, nn, new):
    """(name, arguments, dtypes, maker): a maker gives what is differentiated and its inputs."""
    def x(*shape, dtype, grad=True):
        return new(*shape, dtype=dtype, grad=grad)
    both, single = ("float32", "bfloat16"), ("float32",)
    for shape in ((8, 64, 256, 256), (4, 128, 64, 64), (32, 16, 33, 47)):
        s = "x".join(map(str, shape))
        for op, call in (("max_pool2d 2", lambda t: F.max_pool2d(t, 2)), ("max_pool2d 3 2 1", lambda t: F.max_pool2d(t, 3, 2, 1)), ("avg_pool2d 2", lambda t: F.avg_pool2d(t, 2)),
                         ("adaptive_avg_pool2d 1", lambda t: F.adaptive_avg_pool2d(t, 1)), ("adaptive_avg_pool2d 7", lambda t: F.adaptive_avg_pool2d(t, 7)),
                         ("adaptive_max_pool2d 1", lambda t: F.adaptive_max_pool2d(t, 1)), ("interpolate nearest 2", lambda t: F.interpolate(t, scale_factor=2)),
                         ("interpolate bilinear 2", lambda t: F.interpolate(t, scale_factor=2, mode="bilinear")), ("interpolate bicubic 2", lambda t: F.interpolate(t, scale_factor=2, mode="bicubic")),
                         ("interpolate area half", lambda t: F.interpolate(t, size=(16, 16), mode="area")), ("instance_norm", lambda t: F.instance_norm(t)),
                         ("softmax 1", lambda t: t.softmax(1)), ("log_softmax 1", lambda t: t.log_softmax(1)), ("reflection pad 1", lambda t: F.pad(t, (1, 1, 1, 1), mode="reflect")),
                         ("replication pad 1", lambda t: F.pad(t, (1, 1, 1, 1), mode="replicate")), ("zero pad 1", lambda t: F.pad(t, (1, 1, 1, 1))),
                         ("dropout", lambda t: F.dropout(t, 0.3)), ("dropout2d", lambda t: F.dropout2d(t, 0.3)), ("alpha_dropout", lambda t: F.alpha_dropout(t, 0.3, True)),
                         ("relu", F.relu), ("gelu", F.gelu), ("silu", F.silu), ("mish", F.mish), ("hardswish", F.hardswish), ("elu", F.elu), ("leaky_relu", F.leaky_relu), ("softplus", F.softplus),
                         ("normalize 1", lambda t: F.normalize(t, dim=1)), ("mean 2 3", lambda t: t.mean((2, 3))), ("std 1", lambda t: t.std(1)), ("var 2 3", lambda t: t.var((2, 3))),
                         ("max 1", lambda t: t.max(1)[0]), ("amax 1", lambda t: t.amax(1)), ("logsumexp 1", lambda t: t.logsumexp(1)), ("norm all", lambda t: t.norm()), ("cumsum 1", lambda t: t.cumsum(1)),
                         ("sort 3", lambda t: t.sort(dim=3)[0]), ("topk 8 of 3", lambda t: t.topk(8, dim=3)[0]), ("prod 1", lambda t: t.prod(1)), ("cumprod 1", lambda t: (t + 3).cumprod(1)),
                         ("flip", lambda t: t.flip(3)), ("roll", lambda t: t.roll((2, 3), (2, 3))), ("unfold 3", lambda t: F.unfold(t, 3, padding=1)), ("repeat_interleave", lambda t: t.repeat_interleave(2, dim=1)),
                         ("pixel_unshuffle", lambda t: F.pixel_unshuffle(t[:, :, :32, :32], 2)), ("median 1", lambda t: t.median(1)[0]), ("erf", torch.erf), ("pow 3", lambda t: t ** 3), ("pow half", lambda t: t.abs() ** 0.5),
                         ("where", lambda t: torch.where(t > 0, t, t * 0.1)), ("clamp", lambda t: t.clamp(0, 1)), ("layer_norm 3", lambda t: F.layer_norm(t, t.shape[1:])),
                         ("lp_pool2d", lambda t: F.lp_pool2d(t, 2, 2)), ("local_response_norm", lambda t: F.local_response_norm(t, 5)), ("glu", lambda t: F.glu(t, 1))):
            if "unfold" in op and shape[1] > 64 or "cumprod" in op and shape[0] == 8:
                continue
            yield op, s, both, lambda d, call=call, shape=shape: (lambda t: (call(t), [t]))(x(*shape, dtype=d))
        yield "prelu channels", s, both, lambda d, shape=shape: (lambda t, w: (F.prelu(t, w), [t, w]))(x(*shape, dtype=d), x(shape[1], dtype=d))
        yield "prelu one", s, both, lambda d, shape=shape: (lambda t, w: (F.prelu(t, w), [t, w]))(x(*shape, dtype=d), x(1, dtype=d))
        yield "scale of channels", s, both, lambda d, shape=shape: (lambda t, w: (t * w, [t, w]))(x(*shape, dtype=d), x(1, shape[1], 1, 1, dtype=d))
        yield "bias of channels", s, both, lambda d, shape=shape: (lambda t, w: (t + w, [t, w]))(x(*shape, dtype=d), x(1, shape[1], 1, 1, dtype=d))
        yield "gate of a channel", s, both, lambda d, shape=shape: (lambda t, w: (t * w, [t, w]))(x(*shape, dtype=d), x(shape[0], 1, *shape[2:], dtype=d))
        yield "one scalar parameter", s, both, lambda d, shape=shape: (lambda t, w: (t * w, [t, w]))(x(*shape, dtype=d), x(1, dtype=d))
        for mode in ("bilinear", "nearest", "bicubic"):
            yield "grid_sample " + mode, s, single, lambda d, shape=shape, mode=mode: (lambda t, g: (F.grid_sample(t, g.tanh(), mode=mode, align_corners=False), [t, g]))(
                x(*shape, dtype=d), x(shape[0], *shape[2:], 2, dtype=d))
        yield "grid_sample of a constant", s, single, lambda d, shape=shape: (lambda t, g: (F.grid_sample(t, g.tanh(), align_corners=False), [g]))(
            x(*shape, dtype=d, grad=False), x(shape[0], *shape[2:], 2, dtype=d))
        yield "cross_entropy of pixels", s, both, lambda d, shape=shape: (lambda t: (F.cross_entropy(t, torch.randint(shape[1], (shape[0], *shape[2:]), device=t.device)), [t]))(x(*shape, dtype=d))
        yield "cross_entropy of pixels, weighted", s, single, lambda d, shape=shape: (lambda t: (F.cross_entropy(
            t, torch.randint(shape[1], (shape[0], *shape[2:]), device=t.device), weight=torch.ones(shape[1], device=t.device), label_smoothing=0.1), [t]))(x(*shape, dtype=d))
        for op in ("binary_cross_entropy_with_logits", "mse_loss", "l1_loss", "smooth_l1_loss", "kl_div", "huber_loss"):
            yield op, s, both, lambda d, shape=shape, op=op: (lambda t: (getattr(F, op)(t, torch.rand_like(t.detach())), [t]))(x(*shape, dtype=d))
        yield "batch_norm eval", s, single, lambda d, shape=shape: (lambda t, n: (n(t), [t, *n.parameters()]))(x(*shape, dtype=d), nn.BatchNorm2d(shape[1]).to(new.device).eval())
        for groups in (1, 8):
            yield f"group_norm {groups}", s, both, lambda d, shape=shape, groups=groups: (lambda t, n: (n(t), [t, *n.parameters()]))(
                x(*shape, dtype=d), nn.GroupNorm(groups, shape[1]).to(new.device).to(getattr(torch, d)))
        yield "instance_norm affine", s, both, lambda d, shape=shape: (lambda t, n: (n(t), [t, *n.parameters()]))(
            x(*shape, dtype=d), nn.InstanceNorm2d(shape[1], affine=True).to(new.device).to(getattr(torch, d)))
    for shape in ((2, 16, 64, 64, 64), (2, 64, 16, 56, 56)):
        s = "x".join(map(str, shape))
        for op, call in (("max_pool3d 2", lambda t: F.max_pool3d(t, 2)), ("avg_pool3d 2", lambda t: F.avg_pool3d(t, 2)), ("adaptive_avg_pool3d 1", lambda t: F.adaptive_avg_pool3d(t, 1)),
                         ("interpolate trilinear 2", lambda t: F.interpolate(t, scale_factor=2, mode="trilinear")), ("interpolate nearest 2", lambda t: F.interpolate(t, scale_factor=2)),
                         ("instance_norm", lambda t: F.instance_norm(t)), ("mean 2 3 4", lambda t: t.mean((2, 3, 4))), ("dropout3d", lambda t: F.dropout3d(t, 0.3)),
                         ("replication pad 1", lambda t: F.pad(t, (1,) * 6, mode="replicate"))):
            yield op, s, both, lambda d, call=call, shape=shape: (lambda t: (call(t), [t]))(x(*shape, dtype=d))
        yield "batch_norm", s, both, lambda d, shape=shape: (lambda t, n: (n(t), [t, *n.parameters()]))(x(*shape, dtype=d), nn.BatchNorm3d(shape[1]).to(new.device))
        yield "group_norm 8", s, both, lambda d, shape=shape: (lambda t, n: (n(t), [t, *n.parameters()]))(x(*shape, dtype=d), nn.GroupNorm(8, shape[1]).to(new.device).to(getattr(torch, d)))
        for name, kw in (("conv3d 3", dict(k=3, p=1)), ("conv3d 1x3x3", dict(k=(1, 3, 3), p=(0, 1, 1))), ("conv3d 3x1x1", dict(k=(3, 1, 1), p=(1, 0, 0))), ("conv3d 3 stride 2", dict(k=3, p=1, s=2)), ("conv3d 1", dict(k=1, p=0))):
            yield name, s, both, lambda d, shape=shape, kw=kw: (lambda t, m: (m(t), [t, *m.parameters()]))(
                x(*shape, dtype=d), nn.Conv3d(shape[1], 32, kw["k"], kw.get("s", 1), kw["p"]).to(new.device).to(getattr(torch, d)))
        for name, kw in (("conv_transpose3d 2 stride 2", dict(k=2, s=2)), ("conv_transpose3d 3 stride 2", dict(k=3, s=2, p=1, o=1))):
            yield name, s, both, lambda d, shape=shape, kw=kw: (lambda t, m: (m(t), [t, *m.parameters()]))(
                x(*shape, dtype=d), nn.ConvTranspose3d(shape[1], 16, kw["k"], kw["s"], kw.get("p", 0), kw.get("o", 0)).to(new.device).to(getattr(torch, d)))
    for shape in ((16, 64, 4000), (4, 256, 1600), (8, 1, 16000)):
        s = "x".join(map(str, shape))
        convs = [("conv1d 3", dict(k=3, p=1)), ("conv1d 15", dict(k=15, p=7)), ("conv1d 3 dilation 8", dict(k=3, p=8, dil=8)), ("conv1d 16 stride 8", dict(k=16, s=8)), ("conv1d 1", dict(k=1)), ("conv1d 7 stride 2", dict(k=7, s=2, p=3))]
        if shape[1] > 1:
            convs += [("conv1d depthwise 3", dict(k=3, p=1, g=shape[1], o=shape[1])), ("conv1d groups 4", dict(k=3, p=1, g=4))]
        for name, kw in convs:
            yield name, s, both, lambda d, shape=shape, kw=kw: (lambda t, m: (m(t), [t, *m.parameters()]))(
                x(*shape, dtype=d), nn.Conv1d(shape[1], kw.get("o", 128), kw["k"], kw.get("s", 1), kw.get("p", 0), kw.get("dil", 1), kw.get("g", 1)).to(new.device).to(getattr(torch, d)))
        yield "conv_transpose1d 16 stride 8", s, both, lambda d, shape=shape: (lambda t, m: (m(t), [t, *m.parameters()]))(
            x(*shape, dtype=d), nn.ConvTranspose1d(shape[1], 64, 16, 8, 4).to(new.device).to(getattr(torch, d)))
        for op, call in (("max_pool1d 4", lambda t: F.max_pool1d(t, 4)), ("interpolate linear 2", lambda t: F.interpolate(t, scale_factor=2, mode="linear")), ("instance_norm", lambda t: F.instance_norm(t)),
                         ("cumsum 2", lambda t: t.cumsum(2)), ("sort 2", lambda t: t.sort(dim=2)[0]), ("layer_norm last", lambda t: F.layer_norm(t, t.shape[-1:]))):
            yield op, s, both, lambda d, call=call, shape=shape: (lambda t: (call(t), [t]))(x(*shape, dtype=d))
        yield "stft 512 128", s, single, lambda d, shape=shape: (lambda t: (torch.stft(t.flatten(0, 1), 512, 128, window=torch.hann_window(512, device=t.device), return_complex=True), [t]))(x(*shape, dtype=d))
    for n, e, w in ((10000, 50000, 64), (3000, 200000, 32)):
        s = f"{n}x{w} {e} edges"

        def indices(e=e, n=n):
            return torch.randint(n, (e,), device=new.device)
        yield "index rows", s, both, lambda d, n=n, w=w, at=indices: (lambda t: (t[at()], [t]))(x(n, w, dtype=d))
        yield "index_select", s, both, lambda d, n=n, w=w, at=indices: (lambda t: (t.index_select(0, at()), [t]))(x(n, w, dtype=d))
        yield "index_add", s, both, lambda d, n=n, w=w, e=e, at=indices: (lambda t: (torch.zeros(n, w, device=t.device, dtype=t.dtype).index_add(0, at(), t), [t]))(x(e, w, dtype=d))
        yield "scatter_add", s, both, lambda d, n=n, w=w, e=e, at=indices: (lambda t: (torch.zeros(n, w, device=t.device, dtype=t.dtype).scatter_add(0, at()[:, None].expand(-1, w), t), [t]))(x(e, w, dtype=d))
        yield "gather", s, both, lambda d, n=n, w=w, at=indices: (lambda t: (t.gather(0, at()[:, None].expand(-1, w)), [t]))(x(n, w, dtype=d))
        yield "boolean mask", s, both, lambda d, n=n, w=w: (lambda t: (t[torch.arange(n, device=t.device) % 2 == 0], [t]))(x(n, w, dtype=d))
        yield "scatter_reduce amax", s, single, lambda d, n=n, w=w, e=e, at=indices: (lambda t: (torch.zeros(n, w, device=t.device).scatter_reduce(0, at()[:, None].expand(-1, w), t, "amax"), [t]))(x(e, w, dtype=d))
        yield "unique", s, single, lambda d, n=n, at=indices: (lambda t: (t[torch.unique(at())], [t]))(x(n, dtype=d))
        yield "embedding_bag", s, single, lambda d, n=n, w=w, e=e, at=indices: (lambda t: (F.embedding_bag(at().view(-1, 10), t), [t]))(x(n, w, dtype=d))
        yield "sparse mm", s, single, lambda d, n=n, w=w, e=e, at=indices: (lambda t: (torch.sparse.mm(torch.sparse_coo_tensor(
            torch.stack([at(), at()]), torch.ones(e, device=t.device), (n, n)).coalesce(), t), [t]))(x(n, w, dtype=d))
    for b, p, q, w in ((8, 1024, 1024, 64), (1, 4096, 4096, 3), (16, 512, 128, 128)):
        s = f"{b}x{p}x{w} {b}x{q}x{w}"
        yield "cdist", s, single, lambda d, b=b, p=p, q=q, w=w: (lambda t, u: (torch.cdist(t, u), [t, u]))(x(b, p, w, dtype=d), x(b, q, w, dtype=d))
        yield "cosine_similarity", s, single, lambda d, b=b, p=p, q=q, w=w: (lambda t: (F.cosine_similarity(t, t.roll(1, 1), dim=-1), [t]))(x(b, p, w, dtype=d))
        yield "einsum bic,bjc->bij", s, both, lambda d, b=b, p=p, q=q, w=w: (lambda t, u: (torch.einsum("bic,bjc->bij", t, u), [t, u]))(x(b, p, w, dtype=d), x(b, q, w, dtype=d))
        yield "einsum bic,bjd->bcd", s, both, lambda d, b=b, p=p, q=q, w=w: (lambda t, u: (torch.einsum("bic,bid->bcd", t, u), [t, u]))(x(b, p, w, dtype=d), x(b, p, w, dtype=d))
        yield "matmul of one weight", s, both, lambda d, b=b, p=p, q=q, w=w: (lambda t, u: (t @ u, [t, u]))(x(b, p, w, dtype=d), x(w, 96, dtype=d))
        yield "matmul of a permuted", s, both, lambda d, b=b, p=p, q=q, w=w: (lambda t, u: (t.transpose(1, 2) @ u, [t, u]))(x(b, p, w, dtype=d), x(p, 96, dtype=d))
        yield "linear with bias", s, both, lambda d, b=b, p=p, q=q, w=w: (lambda t, m: (m(t), [t, *m.parameters()]))(x(b, p, w, dtype=d), nn.Linear(w, 200).to(new.device).to(getattr(torch, d)))
        yield "bilinear", s, single, lambda d, b=b, p=p, q=q, w=w: (lambda t, m: (m(t, t), [t, *m.parameters()]))(x(b, p, w, dtype=d), nn.Bilinear(w, w, 16).to(new.device))
    for t, b, c in ((64, 32, 80), (400, 16, 30), (1500, 8, 5000)):
        def ctc(d, t=t, b=b, c=c):
            v = x(t, b, c, dtype=d)
            target = torch.randint(1, c, (b, 20), device=new.device)
            return F.ctc_loss(v.log_softmax(2), target, torch.full((b,), t, dtype=torch.long), torch.full((b,), 20, dtype=torch.long)), [v]
        yield "ctc_loss", f"{t}x{b}x{c} targets 20", single, ctc

        def ctc32(d, t=t, b=b, c=c):
            v = x(t, b, c, dtype=d)
            target = torch.randint(1, c, (b * 20,), dtype=torch.int32)
            return F.ctc_loss(v.log_softmax(2), target, torch.full((b,), t, dtype=torch.int32), torch.full((b,), 20, dtype=torch.int32)), [v]
        yield "ctc_loss cuDNN", f"{t}x{b}x{c} targets 20", single, ctc32
    for n in (64, 256, 1024):
        yield "inverse", f"{n}x{n}", single, lambda d, n=n: (lambda t: (torch.linalg.inv(t + 5 * torch.eye(n, device=t.device)), [t]))(x(n, n, dtype=d))
        yield "slogdet", f"{n}x{n}", single, lambda d, n=n: (lambda t: (torch.slogdet(t)[1], [t]))(x(n, n, dtype=d))
        yield "svd values", f"{n}x{n}", single, lambda d, n=n: (lambda t: (torch.linalg.svdvals(t), [t]))(x(n, n, dtype=d))
        yield "cholesky", f"{n}x{n}", single, lambda d, n=n: (lambda t: (torch.linalg.cholesky(t @ t.T + n * torch.eye(n, device=t.device)), [t]))(x(n, n, dtype=d))
        yield "qr", f"{n}x{n}", single, lambda d, n=n: (lambda t: (torch.linalg.qr(t)[0], [t]))(x(n, n, dtype=d))
        yield "fft2", f"8x{n}x{n}", single, lambda d, n=n: (lambda t: (torch.fft.fft2(t), [t]))(x(8, n, n, dtype=d))
        yield "rfft2 irfft2", f"8x{n}x{n}", single, lambda d, n=n: (lambda t: (torch.fft.irfft2(torch.fft.rfft2(t)), [t]))(x(8, n, n, dtype=d))
        yield "rfft", f"64x{n}", single, lambda d, n=n: (lambda t: (torch.fft.rfft(t), [t]))(x(64, n, dtype=d))
    for b, t, w, heads in ((16, 128, 256, 8), (4, 500, 512, 8), (32, 50, 300, 6)):
        s = f"{b}x{t}x{w} heads {heads}"
        for name, kw in (("MultiheadAttention", dict()), ("MultiheadAttention without weights", dict(need_weights=False)), ("MultiheadAttention key padding", dict(pad=True)),
                         ("MultiheadAttention causal", dict(mask=True, need_weights=False)), ("MultiheadAttention dropout", dict(drop=0.1))):
            def attend(d, b=b, t=t, w=w, heads=heads, kw=kw):
                m = nn.MultiheadAttention(w, heads, dropout=kw.get("drop", 0.0), batch_first=True).to(new.device).to(getattr(torch, d))
                v = x(b, t, w, dtype=d)
                more = dict(need_weights=kw.get("need_weights", True))
                if kw.get("pad"):
                    more["key_padding_mask"] = torch.arange(t, device=new.device)[None] > torch.arange(b, device=new.device)[:, None] + t // 2
                if kw.get("mask"):
                    more["attn_mask"] = torch.ones(t, t, dtype=torch.bool, device=new.device).triu(1)
                return m(v, v, v, **more)[0], [v, *m.parameters()]
            yield name, s, both, attend
        for name, kw in (("sdpa bool mask", dict(mask="bool")), ("sdpa float mask of a batch", dict(mask="float")), ("sdpa dropout", dict(p=0.1)), ("sdpa causal dropout", dict(p=0.1, causal=True)), ("sdpa 3d", dict(flat=True)),
                         ("sdpa head 40", dict(head=40)), ("sdpa head 256", dict(head=256)), ("sdpa odd length", dict(t=t - 1)), ("sdpa odd length mask", dict(t=t - 1, mask="bool"))):
            def dot(d, b=b, t=t, w=w, heads=heads, kw=kw):
                n, head = kw.get("t", t), kw.get("head", 64)
                shape = (b * heads, n, head) if kw.get("flat") else (b, heads, n, head)
                q, k, v = (x(*shape, dtype=d) for _ in range(3))
                mask = None
                if kw.get("mask") == "bool":
                    mask = torch.ones(b, 1, n, n, dtype=torch.bool, device=new.device).tril()
                if kw.get("mask") == "float":
                    mask = torch.zeros(b, 1, 1, n, dtype=getattr(torch, d), device=new.device)
                return F.scaled_dot_product_attention(q, k, v, mask, kw.get("p", 0.0), kw.get("causal", False)), [q, k, v]
            yield name, s, both, dot
        yield "TransformerEncoderLayer", s, both, lambda d, b=b, t=t, w=w, heads=heads: (lambda v, m: (m(v), [v, *m.parameters()]))(
            x(b, t, w, dtype=d), nn.TransformerEncoderLayer(w, heads, 4 * w, batch_first=True).to(new.device).to(getattr(torch, d)))
        for cell, states in (("LSTMCell", 2), ("GRUCell", 1), ("RNNCell", 1)):
            def one(d, b=b, t=t, w=w, cell=cell):
                m, v = getattr(nn, cell)(w, 2 * w).to(new.device).to(getattr(torch, d)), x(b * t, w, dtype=d)
                out = m(v)
                return out[0] if isinstance(out, tuple) else out, [v, *m.parameters()]
            yield cell, s, both, one


class New:
    """Random tensors on the device."""

    def __init__(self, device):
        self.torch, self.device = device.torch, device.name

    def __call__(self, *shape, dtype, grad):
        return self.torch.randn(*shape, device=self.device, dtype=getattr(self.torch, dtype)).requires_grad_(grad)


def kernels(device, part, parts):
    torch = device.torch
    import torch.nn.functional as F
    for number, (op, arguments, dtypes, make) in enumerate(kernel_table(torch, F, torch.nn, New(device))):
        if number % parts != part:
            continue
        for dtype in dtypes:
            label = dict(operation=op, arguments=arguments, dtype=dtype)
            try:
                given, extra = device.forward(lambda: make(dtype)[0])  # with its inputs, when they are kept
                yield dict(label, **{"pass": "with inputs"}, given=given, extra=extra)
                kept = {}
                with torch.autograd.graph.saved_tensors_hooks(lambda t: kept.setdefault(t.untyped_storage()._cdata, t), lambda t: t):
                    out, inputs = make(dtype)
                own = {t.untyped_storage()._cdata for t in inputs}
                yield dict(label, **{"pass": "saved"}, given=sum(t.untyped_storage().nbytes() for k, t in kept.items() if t.device.type == device.name),
                           extra=sum(t.untyped_storage().nbytes() for k, t in kept.items() if t.device.type == device.name and k not in own), result="x".join(map(str, out.shape)))
                del out, inputs, kept
                given, extra = device.backward(lambda: make(dtype))
                yield dict(label, **{"pass": "backward"}, given=given, extra=extra)
            except Exception as error:
                yield dict(label, error=f"{type(error).__name__}: {str(error)[:160]}")
                if "CUDA error" in str(error):
                    return
            device.empty()


# ------------------------------------------------------------------------------------------------------------ the cases of ops.py

def cases(device, part, parts):
    torch = device.torch
    import ops
    import torch.nn.functional as F
    F.scaled_dot_product_attention = ops.ATTENTION  # there is a GPU to choose the kernel
    for number, (flags, inputs, code) in enumerate(ops.cases(os.path.join(HERE, "cases.txt"))):
        if number % parts != part or "device=cpu" in flags:
            continue
        autocast = next((f.split("=")[1] for f in flags.split() if f.startswith("autocast=")), "")
        label = dict(operation=code, arguments=inputs, dtype="autocast " + autocast if autocast else "", **{"pass": "case"})
        try:
            if device.cuda:
                device.reset()
            row = ops.run(device.name, autocast, inputs, code)
            yield dict(label, given=row["saved_bytes"], extra=row["parameters"], result=row["result"])
        except Exception as error:
            yield dict(label, error=f"{type(error).__name__}: {(str(error).splitlines() or [''])[0][:160]}")
            if "CUDA error" in str(error):
                return


# ------------------------------------------------------------------------------------------------------------------- whole modules

def steps(device, name, dtype, way):
    torch = device.torch
    import gpu_modules
    torch.manual_seed(0)
    cls, shapes = gpu_modules.MODULES[name]
    label = dict(operation="step", arguments=f"{name} {cls} {shapes} {way}", dtype=dtype)
    model = getattr(gpu_modules, cls)().to(device.name).train()
    inputs = []
    for part in shapes.split():
        shape, _, kind = part.partition(":")
        shape = [int(n) for n in shape.split("x")]
        if kind.startswith("int"):
            inputs.append(torch.randint(0, 500, shape, device=device.name))
        elif kind == "bool":
            inputs.append(torch.ones(shape, dtype=torch.bool, device=device.name))
        else:
            inputs.append(torch.randn(shape, device=device.name))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5, **{way: True})

    def outputs(value):
        if isinstance(value, torch.Tensor):
            return [value] if value.requires_grad else []
        return [t for v in (value.values() if isinstance(value, dict) else value) for t in outputs(v)]

    def forward():
        with torch.autocast(device.name, dtype=torch.bfloat16, enabled=dtype.startswith("autocast")):
            out = model(*inputs)
        return sum(t.sum() for t in outputs(out))

    rows = []
    for number in range(4):
        mode = Scratch(device) if number == 3 else None
        gc.collect()
        device.reset()
        before = device.allocated()
        if mode:
            mode.enter()
        loss = forward()
        device.sync()
        behind, most = device.allocated(), device.peak()
        if not mode:
            device.reset()
        loss.backward()
        device.sync()
        after, top = device.allocated(), device.peak()
        del loss
        optimizer.step()
        device.sync()
        whole = max(most, top, device.peak())
        rest = device.allocated()
        optimizer.zero_grad(set_to_none=True)
        if mode:
            mode.leave()
        if number == 2:
            sizes = lambda ts: sum(t.numel() * t.element_size() for t in ts)
            held = sizes(model.parameters()) + sizes(model.buffers()) + sizes(inputs) + sum(sizes(t for t in s.values() if torch.is_tensor(t) and t.device.type == device.name)
                                                                                         for s in optimizer.state.values())
            rows = [dict(label, **{"pass": "rest"}, given=before, extra=held),
                    dict(label, **{"pass": "forward"}, given=behind - before, extra=most - behind),
                    dict(label, **{"pass": "backward"}, given=after - before, extra=top - behind),
                    dict(label, **{"pass": "optimizer"}, given=rest, extra=whole - max(most, top))]
            step = dict(label, **{"pass": "step"}, given=whole)
    yield from rows
    step.update(extra=mode.plain[0], result=f"{mode.plain[1]} {mode.plain[2]}; with scratch {mode.peak[0]} at {mode.peak[1]} {mode.peak[2]}")
    yield step
    for size, op, shape in sorted(mode.scratch, reverse=True)[:6]:
        yield dict(label, **{"pass": "scratch"}, given=size, result=f"{op} {shape}")


class Scratch:
    """Notes what operations of one step take only while they run."""

    def __init__(self, device):
        from torch.utils._python_dispatch import TorchDispatchMode
        torch, note = device.torch, self
        self.plain, self.peak, self.scratch = (0, "", ""), (0, "", ""), []

        class Mode(TorchDispatchMode):
            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                if device.cuda:
                    torch._C._cuda_resetPeakMemoryStats(torch.cuda.current_device())
                before = device.allocated()
                result = function(*args, **(kwargs or {}))
                after, peak = device.allocated(), device.peak()
                shape = next(("x".join(map(str, v.shape)) for v in args if isinstance(v, torch.Tensor)), "")
                name = str(function)[5:]
                if max(before, after) > note.plain[0]:
                    note.plain = (max(before, after), name, shape)
                if peak > note.peak[0]:
                    note.peak = (peak, name, shape)
                if peak - max(before, after) > 1 << 20:
                    note.scratch.append((peak - max(before, after), name, shape))
                return result
        self.mode = Mode()

    def enter(self):
        self.mode.__enter__()

    def leave(self):
        self.mode.__exit__(None, None, None)


# -------------------------------------------------------------------------------------------------------------------------- main

def pieces(wanted, cpu):
    sys.path.insert(0, HERE)
    import gpu_modules
    parts = 8 if cpu else 16
    if "recurrent" in wanted:
        for n in range(parts):
            yield f"recurrent {n}", 90, lambda d, n=n: recurrent(d, n, parts)
    if "modules" in wanted:
        for name in gpu_modules.MODULES:
            for dtype, way in (("float32", "foreach"), ("autocast bfloat16", "foreach"), ("float32", "fused")):
                if way == "fused" and name not in ("unet", "gpt", "bilstm", "vit", "convlstm", "points"):
                    continue
                yield f"step {name} {dtype} {way}", 45, lambda d, name=name, dtype=dtype, way=way: steps(d, name, dtype, way)
    if "kernels" in wanted:
        for n in range(8):
            yield f"kernels {n}", 90, lambda d, n=n: kernels(d, n, 8)
    if "cases" in wanted:
        for n in range(4):
            yield f"cases {n}", 90, lambda d, n=n: cases(d, n, 4)


def child(path, work, cpu):
    warnings.filterwarnings("ignore")
    import torch
    torch.set_num_threads(2)
    device = Device(cpu)
    if cpu:
        about = dict(gpu="cpu", sms=0, cudnn="")
    else:
        card = torch.cuda.get_device_properties(0)
        about = dict(gpu=card.name, sms=card.multi_processor_count, cudnn=torch.backends.cudnn.version())
    with open(path, "a", newline="") as file:
        for row in work(device):
            text = io.StringIO()
            csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n").writerow({"torch": torch.__version__.split("+")[0], **about, **row})
            file.write(text.getvalue())
            file.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--only", default="recurrent,modules,kernels,cases")
    parser.add_argument("--cpu", action="store_true")
    options = parser.parse_args()
    began = time.time()
    import torch  # imported once; no device is touched before the forks
    import torch.nn.utils.rnn  # noqa: F401
    print(f"torch {torch.__version__}, imported after {time.time() - began:.0f} s", flush=True)
    with open(options.out, "w", newline="") as file:
        csv.DictWriter(file, COLUMNS, lineterminator="\n").writeheader()
    waiting, running, done = list(pieces(options.only.split(","), options.cpu)), {}, 0
    while waiting or running:
        over = time.time() - began > options.seconds
        if over and waiting:
            print("not begun:", ", ".join(name for name, _, _ in waiting), flush=True)
            waiting = []
        while waiting and len(running) < options.workers:
            name, longest, work = waiting.pop(0)
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                code = 0
                try:
                    child(options.out, work, options.cpu)
                except BaseException as error:
                    print(f"{name}: {type(error).__name__}: {str(error)[:300]}", flush=True)
                    code = 1
                os._exit(code)
            running[pid] = (name, time.time() + longest)
        for pid in list(running):
            name, until = running[pid]
            if time.time() > until or time.time() - began > options.seconds + 40:
                print(f"{name}: took too long", flush=True)
                os.kill(pid, signal.SIGKILL)
                running[pid] = (name, time.time() + 60)
            finished, status = os.waitpid(pid, os.WNOHANG)
            if finished:
                running.pop(pid)
                done += 1
                if status:
                    print(f"{name}: ended with {status}", flush=True)
        time.sleep(0.05)
    print(f"{done} pieces in {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
