import torch


class Agent:
    def train_step(self, batch):
        loss = self.policy(batch).mean()
        loss.backward()
        self.optimizer.step()
        return loss.item()
