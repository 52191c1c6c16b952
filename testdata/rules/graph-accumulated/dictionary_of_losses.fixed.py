import torch
import torch.nn as nn


class Trainer:
    """The parts of a loss, by name: turned into numbers, or the same keys again."""

    def __init__(self, model, criterion, optimizer, train_loader, logger):
        self.model = model
        self.criterion = criterion
        self.optimizer = optimizer
        self.train_loader = train_loader
        self.logger = logger
        self.loss_dict = {}

    def train_epoch(self, epoch):
        self.model.train()
        train_loss = 0.0
        for step, batch in enumerate(self.train_loader):
            preds = self.model(batch["img"])
            loss_dict = self.criterion(preds, batch)
            self.optimizer.zero_grad()
            loss_dict["loss"].backward()
            self.optimizer.step()

            text = f"loss: {loss_dict['loss'].item():.4f}"
            for key, value in loss_dict.items():
                loss_dict[key] = value.item()
                text += f", {key}: {loss_dict[key]:.4f}"
            train_loss += loss_dict["loss"]
            if step % 100 == 0:
                self.logger.info(text)
        return train_loss / len(self.train_loader)

    # The same keys in every step: what the last step left is replaced.
    def train_named(self):
        for inputs, labels in self.train_loader:
            scaled = self.model(inputs)
            loss, parts = self.criterion(scaled, labels)
            self.loss_dict.update(parts)
            self.loss_dict.update({"total": loss})
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    # A list grows.
    def train_listed(self):
        history = []
        for inputs, labels in self.train_loader:
            loss = nn.functional.mse_loss(self.model(inputs), labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            history.extend(([loss]).detach())  # want "history keeps the value"
        print(torch.stack(history).mean())
