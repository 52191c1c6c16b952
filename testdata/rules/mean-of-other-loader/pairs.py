import torch
def loo(train_set, test_set, model):
    total = 0.0
    for x in test_set:
        total += model.kernel(x, train_set)
    return total / len(train_set)
def kde(train_data, test_data):
    d = 0.0
    for x in train_data:
        d += torch.exp(-x).sum()
    return d / len(test_data)
def mmd(train_batches, val_batches, k):
    cross = 0.0
    for a in train_batches:
        cross += k(a, val_batches).sum()
    return cross / len(train_batches) / len(val_batches)
