import ray
from base import Trainer


class RemoteTrainer(Trainer):
    def _train_step(self, batch):
        x, y = batch
        self.optimizer.zero_grad()
        self.criterion(self.model(x), y).backward()
        self.optimizer.step()


RemoteTrainer = ray.remote(RemoteTrainer)
