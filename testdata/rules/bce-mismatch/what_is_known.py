import torch
import torch.nn.functional as F


def on_probabilities(model, x, y):
    p = torch.sigmoid(model(x))
    return F.binary_cross_entropy_with_logits(p, y)  # want "sigmoid"


def on_logits(model, x, y):
    return F.binary_cross_entropy(model(x).sigmoid(), y)


def on_what_a_caller_gives(prob, y):
    return F.binary_cross_entropy(prob, y)


def named_logits(logits, y):
    return F.binary_cross_entropy(logits, y)  # want note "called logits"


def named_logits_and_squashed(x, y, head):
    logits = head(x).sigmoid()
    return F.binary_cross_entropy(logits, y)


def of_a_list(logits, y):
    return [F.binary_cross_entropy(one, y) for one in logits]


def named_logits_of_two_heads(x, y, first, second, flag):
    logits = first(x) if flag else second(x).sigmoid()
    return F.binary_cross_entropy(logits, y)
