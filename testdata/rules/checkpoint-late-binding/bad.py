import torch
from torch.utils import checkpoint as cp
from torch.utils.checkpoint import checkpoint


def lambdas(layers, x, mask):
    for layer in layers:
        x = checkpoint(lambda y: layer(y, mask), x, use_reentrant=False)  # want "the checkpointed function reads layer when it runs"
    return x


class Encoder(torch.nn.Module):
    def forward(self, x):
        for i, layer in enumerate(self.layers):
            scale = self.scales[i]

            def run(*inputs, **options):
                return layer(*inputs, **options) * scale

            x = cp.checkpoint(run, x, use_reentrant=False)  # want "bind it with layer=layer, scale=scale"
        return x


def no_arguments(layers, x):
    for index in range(len(layers)):
        x = checkpoint(lambda: layers[index](x), use_reentrant=False)  # want "reads index, x when it runs"
    return x


def named_lambda(layers, x, mask):
    for layer in layers:
        run = lambda y: layer(y, mask)
        x = checkpoint(run, x, use_reentrant=False)  # want "the checkpointed function reads layer"
    return x
