def trainable(net):
    return filter(lambda p: p.requires_grad, net.parameters())


def count(params):
    return sum(p.numel() for p in params)
