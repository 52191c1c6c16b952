def freeze(model):
    for p in model.parameters():
        p.requires_grad = False
