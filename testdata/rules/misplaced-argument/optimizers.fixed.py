# The arguments of optimizers, by position, and values that a config holds under their names.
from torch.optim import SGD, Adam, AdamW, RMSprop


def build(params, conf, lr, betas, eps, alpha, weight_decay, momentum):
    return [
        SGD(params, conf["lr"], conf["momentum"], weight_decay=conf["weight_decay"]),  # want "fourth argument of SGD is dampening"
        AdamW(params, lr, betas, weight_decay=weight_decay),  # want "fourth argument of AdamW is eps"
        RMSprop(params, lr, momentum=momentum),  # want "third argument of RMSprop is alpha, so momentum smooths"
        RMSprop(params, lr, weight_decay=conf["weight_decay"]),  # want "and no weight decays"
        SGD(params, conf["lr"], conf["momentum"], 0, conf["weight_decay"]),
        SGD(params, lr, momentum, conf["dampening"]),
        Adam(params, lr, betas, eps, weight_decay),
        RMSprop(params, lr, alpha, eps, weight_decay, momentum),
        RMSprop(params, lr, conf["smoothing"]),
    ]
