import torch


# What is written is what the value is anyway: a parameter starts with True, data
# with False.
def train(model, loader, optimizer):
    for p in model.parameters():
        p.require_grad = True  # want note "p.require_grad is a new attribute"
    position = torch.zeros(16, 4).float()
    position.require_grad = False  # want note "position.require_grad is a new attribute"
    position = position.unsqueeze(0)
    mask = torch.zeros(4)
    mask.requires_grads = False  # want note "new attribute"
    for x in loader:
        loss = (model(x) * mask).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# Nobody reads the gradient of a tensor that does not have one.
def saliency(model, images):
    image = torch.rand(1, 3, 224, 224)
    image.require_grad = True  # want error "image.require_grad is a new attribute"
    model(image).max().backward()
    return image.grad
