# Defaults go behind what is there, and before what takes the rest.
from torch.utils.checkpoint import checkpoint


def spread(layers, x):
    for layer in layers:
        x = checkpoint(lambda y, layer=layer, **options: layer(y, **options), x, use_reentrant=False)  # want "reads layer when it runs"
    return x


def without_arguments(layers, x):
    for layer in layers:

        def run(layer=layer, x=x):
            return layer(x)

        x = checkpoint(run, use_reentrant=False)  # want "reads layer, x when it runs"
    return x


def twice(layers, x):
    for layer in layers:
        x = checkpoint(lambda y, layer=layer: layer(layer(y)), x, use_reentrant=False)  # want "reads layer when it runs"
    return x
