import torch


def copies(x, targets):
    x = x.cuda(async=True)  # want error "async is a keyword since Python 3.7 and makes the file a SyntaxError: the argument is called non_blocking"
    targets = targets.cuda(0, async = False)  # want "async is a keyword"
    half = x.to(dtype=torch.half, async=True)  # want "async is a keyword"
    kept = x.cuda(non_blocking=True)
    return x, targets, half, kept
