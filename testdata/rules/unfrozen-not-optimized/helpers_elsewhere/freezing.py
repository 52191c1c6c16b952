def freeze(module):
    for p in module.parameters():
        p.requires_grad = False


def unfreeze(module):
    for p in module.parameters():
        p.requires_grad = True  # want "module is unfrozen after the optimizer at train.py:18 was built without it"
