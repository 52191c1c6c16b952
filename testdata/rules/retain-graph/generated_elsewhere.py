import torch


class DiscriminatorLoss:
    """What a generator has made comes in, and whoever made it may take its own backward pass through it afterwards."""

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __call__(self, discriminator, real_img, fake_img):
        loss = torch.mean(discriminator(fake_img)) - torch.mean(discriminator(real_img))
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)
        self.optimizer.step()
        return loss


class RealLoss:
    """Nothing but data comes in."""

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def __call__(self, discriminator, real_img):
        loss = -torch.mean(discriminator(real_img))
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # want "after its last backward pass"
        self.optimizer.step()
        return loss
