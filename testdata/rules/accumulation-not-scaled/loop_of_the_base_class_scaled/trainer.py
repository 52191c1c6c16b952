class BaseTrainer:
    def __init__(self, model, optimizer, every):
        self.model = model
        self.optimizer = optimizer
        self.every = every

    def update(self, loss, i):
        loss.backward()
        if (i + 1) % self.every == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()

    def train(self, loader):
        for i, batch in enumerate(loader):
            self.update(self.compute_loss(batch), i)
