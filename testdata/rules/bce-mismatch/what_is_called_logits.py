# A name for logits is told where a network that is not seen gave it, or somebody outside; not where it is a number or what is read from elsewhere.
import torch.nn.functional as F


def number(y):
    logits = 0.5
    return F.binary_cross_entropy(logits, y)


def kept(self, y):
    logits = self.outputs
    return F.binary_cross_entropy(logits, y)


def computed(a, b, y):
    logits = a * b
    return F.binary_cross_entropy(logits, y)


def given(logits, y):
    return F.binary_cross_entropy(logits, y)  # want note "its input is called logits"
