import torch


def ends(pattern):
    """How many axes stand before and after those that are packed."""
    axes = pattern.split()
    before = axes.index("*")
    return before, len(axes) - before - 1


def pack(tensors, pattern):
    before, after = ends(pattern)
    flat, packed = [], []
    for one in tensors:
        shape = one.shape
        stop = len(shape) - after
        packed.append(shape[before:stop])
        flat.append(one.reshape(*shape[:before], -1, *shape[stop:]))
    return torch.cat(flat, dim=before), packed


def unpack(tensor, packed_shapes, pattern):
    before, _ = ends(pattern)
    whole = tensor.shape
    lengths = []
    for shape in packed_shapes:
        length = 1
        for n in shape:
            length = -1 if n == -1 or length == -1 else length * n
        lengths.append(length)
    if -1 in lengths:
        lengths[lengths.index(-1)] = whole[before] - sum([n for n in lengths if n != -1])
    parts, start = [], 0
    for shape, length in zip(packed_shapes, lengths):
        part = tensor[(slice(None),) * before + (slice(start, start + length),)]
        parts.append(part.reshape(*whole[:before], *shape, *whole[before + 1 :]))
        start = start + length
    return parts
