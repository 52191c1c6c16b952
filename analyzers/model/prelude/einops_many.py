from einops import rearrange, repeat


def rearrange_many(tensors, pattern, **sizes):
    return (rearrange(tensor, pattern, **sizes) for tensor in tensors)


def repeat_many(tensors, pattern, **sizes):
    return (repeat(tensor, pattern, **sizes) for tensor in tensors)
