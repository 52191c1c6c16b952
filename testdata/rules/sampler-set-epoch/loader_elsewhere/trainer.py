import torch.nn.functional as F


class Trainer:
    def __init__(self, model, optimizer, loader, epochs):
        self.model, self.optimizer, self.loader, self.epochs = model, optimizer, loader, epochs

    def step(self, images, labels):
        self.optimizer.zero_grad()
        F.cross_entropy(self.model(images), labels).backward()
        self.optimizer.step()

    def fit(self):
        for epoch in range(self.epochs):
            self.begin(epoch)
            for images, labels in self.loader:
                self.step(images, labels)

    def begin(self, epoch):
        pass
