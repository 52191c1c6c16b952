import torch

from data import loaders, pinned


class Trainer:
    def __init__(self, model, args):
        self.model, self.args = model, args
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.loaders = loaders(args)

    def fit(self):
        for images, labels in self.loaders["train"]:
            images = images.to("cuda", non_blocking=True)
            self.optimizer.zero_grad()
            self.model(images, labels.to("cuda", non_blocking=True)).backward()
            self.optimizer.step()

    def fit_again(self):
        loader = pinned(self.args)
        for images, labels in loader:
            self.optimizer.zero_grad()
            self.model(images.cuda(), labels.cuda()).backward()
            self.optimizer.step()
