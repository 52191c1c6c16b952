from functools import partial

from torch.utils.checkpoint import checkpoint


def default(layers, x, mask):
    for layer in layers:
        x = checkpoint(lambda y, layer=layer: layer(y, mask), x, use_reentrant=False)
    return x


def argument(layers, x):
    for layer in layers:
        x = checkpoint(layer, x, use_reentrant=False)
    return x


def partials(layers, x, mask):
    for layer in layers:
        x = checkpoint(partial(layer, mask=mask), x, use_reentrant=False)
    return x


def factory(layers, x):
    def create_custom_forward(module):
        def custom_forward(*inputs):
            return module(*inputs)

        return custom_forward

    for layer in layers:
        x = checkpoint(create_custom_forward(layer), x, use_reentrant=False)
    return x


def no_loop(layer, x, mask):
    return checkpoint(lambda y: layer(y, mask), x, use_reentrant=False)


def outside(layers, x, scale):
    for layer in layers:
        x = checkpoint(lambda module, y: module(y) * scale, layer, x, use_reentrant=False)
    return x


def backward_in_the_loop(layer, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        loss = checkpoint(lambda y: layer(y, batch).mean(), batch, use_reentrant=False)
        loss.backward()
        optimizer.step()
