import torch


class Trainer:
    def __init__(self, model, optimizer, loader):
        self.model, self.optimizer, self.loader = model, optimizer, loader
        self.scaler = torch.amp.GradScaler("cuda")
        self.tasks = ["inpaint", "continue"]

    def loss_of(self, task, x):
        return self.model(x, task).mean()

    def fit(self):
        for epoch in range(10):
            for x in self.loader:
                weighted = 0.0
                for task in self.tasks:
                    loss = self.loss_of(task, x)
                    weighted += loss.item()  # want "nothing of the loss but Python numbers"
                self.optimizer.zero_grad()
                self.scaler.scale(weighted).backward()
                self.scaler.step(self.optimizer)
                self.scaler.update()

    def fit_some(self):
        for epoch in range(10):
            for x in self.loader:
                total = self.model(x, "all").mean()
                for task in self.tasks:
                    total = total + self.loss_of(task, x).item()  # want "adds a number to the loss"
                self.optimizer.zero_grad()
                total.backward()
                self.optimizer.step()

    # What is shown is one sum, what is differentiated another.
    def fit_all(self):
        shown = 0.0
        for epoch in range(10):
            for x in self.loader:
                weighted = 0.0
                for task in self.tasks:
                    loss = self.loss_of(task, x)
                    weighted = weighted + loss
                    shown += loss.item()
                self.optimizer.zero_grad()
                weighted.backward()
                self.optimizer.step()
        print(shown)
