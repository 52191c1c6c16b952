#!/usr/bin/env python3
"""Measure what single operations allocate on a GPU beside what they give: workspaces of cuDNN, staging of reductions, what is kept.

    python gpu_ops.py > ../../testdata/oracle/gpu_ops.csv

Each row is one operation on random data, run twice and measured the second time, by the counters of torch's allocator. given: bytes that are
there behind it and were not before (outputs and what is kept for the backward pass); extra: the most in between on top of that.
"""
import csv
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

COLUMNS = "torch gpu sms operation arguments dtype pass given extra".split()
CUDA = torch.cuda


def measured(run):
    run()
    torch.cuda.synchronize()
    CUDA.reset_peak_memory_stats()
    before = CUDA.memory_allocated()
    held = run()
    after, peak = CUDA.memory_allocated(), CUDA.max_memory_allocated()
    del held
    return after - before, peak - max(after, before)


def backward(make):
    """What the backward pass of make()'s result allocates: gradients are there behind it."""
    def once():
        out, inputs = make()
        gradient = torch.randn_like(out)
        torch.cuda.synchronize()
        CUDA.reset_peak_memory_stats()
        before = CUDA.memory_allocated()
        grads = torch.autograd.grad(out, inputs, gradient)
        after, peak = CUDA.memory_allocated(), CUDA.max_memory_allocated()
        given = sum(g.numel() * g.element_size() for g in grads)
        return given, peak - before, after - before
    once()
    given, peak, _ = once()
    return given, peak - given


def convolutions():
    shapes = [  # batch, in, out, size, kernel, stride, groups
        (32, 3, 64, 224, 7, 2, 1), (32, 64, 64, 56, 3, 1, 1), (32, 64, 256, 56, 1, 1, 1), (32, 256, 64, 56, 1, 1, 1), (32, 256, 128, 56, 1, 1, 1),
        (32, 128, 128, 28, 3, 1, 1), (32, 256, 512, 56, 1, 2, 1), (32, 512, 512, 7, 3, 1, 1), (8, 64, 64, 256, 3, 1, 1), (8, 128, 64, 256, 3, 1, 1),
        (8, 3, 32, 256, 3, 1, 1), (8, 32, 1, 256, 1, 1, 1), (8, 64, 1, 256, 1, 1, 1), (64, 96, 96, 56, 3, 1, 96), (64, 32, 32, 112, 3, 2, 32),
        (32, 96, 96, 56, 7, 1, 96), (32, 128, 128, 56, 3, 1, 32), (4, 512, 512, 32, 3, 1, 1), (1, 64, 64, 64, 3, 1, 1), (2, 16, 16, 32, 3, 1, 1),
        (64, 3, 768, 224, 16, 16, 1), (16, 20, 50, 64, 5, 1, 1), (4, 13, 29, 128, 3, 1, 1), (128, 3, 64, 64, 4, 2, 1), (128, 512, 1, 4, 4, 1, 1),
        (32, 64, 192, 56, 3, 2, 1), (4, 24, 24, 200, 3, 1, 2), (256, 1, 32, 28, 3, 1, 1), (256, 32, 64, 26, 3, 1, 1), (2, 256, 256, 64, 3, 1, 1),
    ]
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        for last in (False, True):
            for b, i, o, s, k, stride, groups in shapes:
                pad = 0 if k in (4, 16) else k // 2
                for transposed in (False, True) if groups == 1 and k in (3, 4) and i > 3 and not last else (False,):
                    kind = F.conv_transpose2d if transposed else F.conv2d
                    shape = (i, o, k, k) if transposed else (o, i // groups, k, k)
                    form = torch.channels_last if last else torch.contiguous_format
                    x = torch.randn(b, i, s, s, device="cuda", dtype=dtype).to(memory_format=form).requires_grad_()
                    w = torch.randn(shape, device="cuda", dtype=dtype).to(memory_format=form).requires_grad_()
                    name = f"{b}x{i}x{s}x{s} {'x'.join(map(str, shape))} stride {stride} padding {pad} groups {groups}" + (" channels last" if last else "")

                    def make(x=x, w=w):
                        return kind(x, w, None, stride, pad, groups=groups), [t for t in (x, w) if t.requires_grad]
                    op = "conv_transpose2d" if transposed else "conv2d"
                    with torch.no_grad():
                        yield op, name, dtype, "forward", measured(lambda: make()[0])
                    yield op, name, dtype, "backward", backward(make)
                    x.requires_grad_(False)
                    yield op, name, dtype, "backward of the weight", backward(make)
    for dtype in (torch.float32, torch.float16):
        for b, i, o, s, k in ((2, 16, 16, 96, 3), (2, 1, 32, 64, 3), (2, 32, 64, 32, 3), (4, 64, 64, 16, 3), (2, 32, 64, 64, 1)):
            x = torch.randn(b, i, s, s, s, device="cuda", dtype=dtype, requires_grad=True)
            w = torch.randn(o, i, k, k, k, device="cuda", dtype=dtype, requires_grad=True)
            make = lambda x=x, w=w: (F.conv3d(x, w, None, 1, k // 2), [t for t in (x, w) if t.requires_grad])
            name = f"{b}x{i}x{s}x{s}x{s} {o}x{i}x{k}x{k}x{k} padding {k // 2}"
            with torch.no_grad():
                yield "conv3d", name, dtype, "forward", measured(lambda: make()[0])
            yield "conv3d", name, dtype, "backward", backward(make)
        for b, i, o, s, k, d in ((32, 64, 128, 2048, 1, 1), (32, 3, 64, 2048, 1, 1), (32, 128, 128, 2048, 3, 1), (32, 128, 128, 2048, 3, 8), (8, 80, 384, 3000, 3, 1)):
            x = torch.randn(b, i, s, device="cuda", dtype=dtype, requires_grad=True)
            w = torch.randn(o, i, k, device="cuda", dtype=dtype, requires_grad=True)
            make = lambda x=x, w=w: (F.conv1d(x, w, None, 1, d * (k // 2), d), [x, w])
            name = f"{b}x{i}x{s} {o}x{i}x{k} dilation {d}"
            with torch.no_grad():
                yield "conv1d", name, dtype, "forward", measured(lambda: make()[0])
            yield "conv1d", name, dtype, "backward", backward(make)


def reductions():
    for dtype in (torch.float32, torch.bfloat16):
        for rows, columns in ((8192, 4096), (8192, 3072), (8192, 768), (2048, 768), (512, 768), (6304, 3072), (1024, 51200), (4096, 51200), (65536, 64), (100, 4096),
                              (8192, 2304), (25088, 256), (1000, 1000), (16384, 10), (8192, 1), (300, 300)):
            x = torch.randn(rows, columns, device="cuda", dtype=dtype)
            yield "sum over rows", f"{rows}x{columns}", dtype, "forward", measured(lambda: x.sum(0))
            yield "sum over columns", f"{rows}x{columns}", dtype, "forward", measured(lambda: x.sum(1))
            yield "mean over columns", f"{rows}x{columns}", dtype, "forward", measured(lambda: x.mean(-1))
            yield "mean over rows", f"{rows}x{columns}", dtype, "forward", measured(lambda: x.mean(-2))
            yield "sum of all", f"{rows}x{columns}", dtype, "forward", measured(lambda: x.sum())
        for shape in ((32, 64, 56, 56), (8, 64, 256, 256), (4, 512, 32, 32)):
            x = torch.randn(shape, device="cuda", dtype=dtype)
            yield "sum over 0, 2, 3", "x".join(map(str, shape)), dtype, "forward", measured(lambda: x.sum((0, 2, 3)))


def recurrent():
    for kind in ("LSTM", "GRU", "RNN"):
        for dtype in (torch.float32, torch.float16):
            for b, t, w, h, layers, both in ((64, 128, 512, 512, 2, False), (64, 512, 512, 512, 1, False), (64, 128, 256, 256, 2, True), (64, 128, 1024, 1024, 2, False),
                                             (32, 50, 100, 300, 1, False), (16, 200, 64, 128, 3, False), (128, 28, 28, 128, 1, True), (64, 64, 512, 256, 1, False)):
                for dropout in (0.0, 0.2) if layers > 1 else (0.0,):
                    m = getattr(nn, kind)(w, h, layers, batch_first=True, bidirectional=both, dropout=dropout).cuda().to(dtype)
                    x = torch.randn(b, t, w, device="cuda", dtype=dtype, requires_grad=True)
                    name = f"{b}x{t}x{w} hidden {h} layers {layers} directions {1 + both} dropout {dropout}"
                    yield kind, name, dtype, "forward", measured(lambda: m(x))
                    yield kind, name, dtype, "backward", backward(lambda: (m(x)[0], [x, *m.parameters()]))


def attention():
    from torch.nn.attention import SDPBackend, sdpa_kernel
    for dtype in (torch.float32, torch.bfloat16):
        for b, h, t, d in ((8, 12, 512, 64), (4, 16, 1024, 64), (64, 8, 197, 64), (16, 12, 256, 128), (32, 8, 64, 32)):
            for causal in (False, True):
                q, k, v = (torch.randn(b, h, t, d, device="cuda", dtype=dtype, requires_grad=True) for _ in range(3))
                name = f"{b}x{h}x{t}x{d}" + (" causal" if causal else "")
                make = lambda: (F.scaled_dot_product_attention(q, k, v, is_causal=causal), [q, k, v])
                yield "scaled_dot_product_attention", name, dtype, "forward", measured(lambda: make()[0])
                yield "scaled_dot_product_attention", name, dtype, "backward", backward(make)
                if dtype == torch.bfloat16:
                    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
                        yield "flash attention", name, dtype, "forward", measured(lambda: make()[0])
                        yield "flash attention", name, dtype, "backward", backward(make)
            mask = torch.randn(b, 1, t, t, device="cuda", dtype=dtype)
            make = lambda: (F.scaled_dot_product_attention(q, k, v, attn_mask=mask), [q, k, v])
            yield "scaled_dot_product_attention", name + " mask", dtype, "forward", measured(lambda: make()[0])
            yield "scaled_dot_product_attention", name + " mask", dtype, "backward", backward(make)
            bias = torch.randn(1, h, t, t, device="cuda", dtype=dtype, requires_grad=True)
            make = lambda: (F.scaled_dot_product_attention(q, k, v, attn_mask=bias), [q, k, v, bias])
            yield "scaled_dot_product_attention", name + " learned bias", dtype, "forward", measured(lambda: make()[0])
            yield "scaled_dot_product_attention", name + " learned bias", dtype, "backward", backward(make)


def others():
    for dtype in (torch.float32, torch.bfloat16):
        for rows, width, vocab in ((8192, 768, 50257), (8192, 512, 5000), (2048, 1024, 250000), (32768, 512, 100), (16384, 768, 30522)):
            ids = torch.randint(vocab, (rows,), device="cuda")
            w = torch.randn(vocab, width, device="cuda", dtype=dtype, requires_grad=True)
            yield "embedding", f"{rows} of {vocab}x{width}", dtype, "backward", backward(lambda: (F.embedding(ids, w), [w]))
        for shape in ((8192, 768), (12000, 768), (100352, 96), (32 * 197, 512), (2048, 4096)):
            x = torch.randn(shape, device="cuda", dtype=dtype, requires_grad=True)
            n = nn.LayerNorm(shape[1]).cuda().to(dtype)
            yield "layer_norm", "x".join(map(str, shape)), dtype, "forward", measured(lambda: n(x))
            yield "layer_norm", "x".join(map(str, shape)), dtype, "backward", backward(lambda: (n(x), [x, *n.parameters()]))
        for shape in ((16, 12, 384, 384), (8, 12, 512, 512), (2048, 3, 49, 49)):
            x = torch.randn(shape, device="cuda", dtype=dtype, requires_grad=True)
            yield "softmax", "x".join(map(str, shape)), dtype, "backward", backward(lambda: (x.softmax(-1), [x]))
        for shape, groups in (((32, 128, 64, 64), 8), ((8, 256, 96, 96), 32)):
            x = torch.randn(shape, device="cuda", dtype=dtype, requires_grad=True)
            n = nn.GroupNorm(groups, shape[1]).cuda().to(dtype)
            yield "group_norm", "x".join(map(str, shape)), dtype, "forward", measured(lambda: n(x))
            yield "group_norm", "x".join(map(str, shape)), dtype, "backward", backward(lambda: (n(x), [x, *n.parameters()]))
        for shape in ((32, 64, 112, 112), (8, 64, 256, 256), (32, 2048, 7, 7)):
            x = torch.randn(shape, device="cuda", dtype=dtype, requires_grad=True)
            n = nn.BatchNorm2d(shape[1]).cuda()
            if dtype == torch.float32:
                n = n.to(dtype)
            yield "batch_norm", "x".join(map(str, shape)), dtype, "forward", measured(lambda: n(x))
            yield "batch_norm", "x".join(map(str, shape)), dtype, "backward", backward(lambda: (n(x), [x, *n.parameters()]))
    for dtype in (None, torch.bfloat16, torch.float16):
        for rows, vocab in ((4096, 50304), (2048, 32000)):
            x = torch.randn(rows, vocab, device="cuda", dtype=dtype or torch.float32, requires_grad=True)
            y = torch.randint(vocab, (rows,), device="cuda")

            def loss():
                with torch.autocast("cuda", dtype=dtype or torch.bfloat16, enabled=dtype is not None):
                    return F.cross_entropy(x, y)
            yield "cross_entropy under autocast", f"{rows}x{vocab}", dtype or torch.float32, "forward", measured(loss)
            yield "cross_entropy under autocast", f"{rows}x{vocab}", dtype or torch.float32, "backward", backward(lambda: (loss(), [x]))


def main():
    card = torch.cuda.get_device_properties(0)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for group in (convolutions, reductions, recurrent, attention, others):
        try:
            for op, name, dtype, way, (given, extra) in group():
                writer.writerow([torch.__version__.split("+")[0], card.name, card.multi_processor_count, op, name, str(dtype)[6:], way, given, extra])
        except Exception as error:
            print(f"{group.__name__}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
