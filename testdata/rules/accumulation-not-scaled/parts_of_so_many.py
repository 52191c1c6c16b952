import torch
import torch.nn.functional as F


class Worker:
    def __init__(self, config, model, optimizer):
        self.config, self.model, self.optimizer = config, model, optimizer

    def differentiate(self, batch, times=1.0):
        loss = F.cross_entropy(self.model(batch["x"]), batch["y"])
        if times != 1.0:
            loss = loss * times
        loss.backward()  # want "micro-batches on the sum of their mean losses"
        return loss

    def divided_for_the_log(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            parts = batch.split(self.config.micro_batch)
            n = len(parts)
            total = 0.0
            for part in parts:
                total += (self.differentiate(part) / n).item()
            self.optimizer.step()
            print(total)

    def divided(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            parts = batch.split(self.config.micro_batch)
            n = len(parts)
            for part in parts:
                loss = F.cross_entropy(self.model(part["x"]), part["y"]) / n
                loss.backward()
            self.optimizer.step()

    def summed(self, loader):
        """A sum over all tokens is divided by their number, of all parts together."""
        for batch in loader:
            self.optimizer.zero_grad()
            parts = batch.split(self.config.micro_batch)
            print(len(parts))
            tokens = batch["mask"].sum()
            for part in parts:
                (F.cross_entropy(self.model(part["x"]), part["y"], reduction="sum") / tokens).backward()
            self.optimizer.step()

    def words(self, text):
        self.optimizer.zero_grad()
        parts = text.split(" ")
        print(len(parts))
        for word in parts:
            F.cross_entropy(self.model(word), word.label).backward()
        self.optimizer.step()

    def one_step_for_each(self, loader):
        for batch in loader:
            parts = batch.split(self.config.micro_batch)
            print(len(parts))
            for part in parts:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(part["x"]), part["y"]).backward()
                self.optimizer.step()
