import torch
from loops import ClearingTrainer, Trainer


class Sequences(Trainer):
    def train_step(self):
        x, y = self.draw()
        loss = torch.nn.functional.cross_entropy(self.model(x), y)
        loss.backward()  # want "nothing in this loop clears the gradients that self.optimizer steps on"
        self.optimizer.step()
        return loss.item()


class Pictures(Trainer):
    def train_step(self):
        x, y = self.draw()
        loss = torch.nn.functional.cross_entropy(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


class Sounds(ClearingTrainer):
    def train_step(self):
        x, y = self.draw()
        torch.nn.functional.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()
