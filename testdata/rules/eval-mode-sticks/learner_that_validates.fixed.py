# A second network that is adapted and put into evaluation mode to validate is not the one that trains, although both
# have the criterion that is the default of their class.
import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self, classes, criterion=nn.CrossEntropyLoss()):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.2), nn.Linear(8, classes))
        self.criterion = criterion


class Meta:
    def __init__(self, classes):
        self.learner = Learner(classes)
        self.weights = [p.clone().detach().to("cuda") for p in self.learner.parameters()]
        self.optimizer = torch.optim.Adam(self.weights, lr=0.1)
        self.val_learner = Learner(classes)

    def fit(self, tasks, held_out):
        for i, (x, y) in enumerate(tasks(20)):
            self.learner.train()
            loss = self.learner.criterion(self.learner.body(x), y)
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            if (i + 1) % 5 == 0:
                self.validate(held_out)

    def validate(self, held_out):
        for x, y in held_out:
            self.val_learner.load_state_dict(self.learner.state_dict())
            self.val_learner.eval()
            with torch.no_grad():
                print(self.val_learner.body(x).argmax(1))


class Alone:
    def __init__(self, classes):
        self.learner = Learner(classes)
        self.optimizer = torch.optim.Adam(self.learner.parameters(), lr=0.1)

    def fit(self, tasks, held_out):
        self.learner.train()
        for i, (x, y) in enumerate(tasks(20)):
            self.learner.train()
            loss = self.learner.criterion(self.learner.body(x), y)
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            if (i + 1) % 5 == 0:
                self.validate(held_out)

    def validate(self, held_out):
        self.learner.eval()  # want "stays in force for the rest of the training"
        for x, y in held_out:
            with torch.no_grad():
                print(self.learner.body(x).argmax(1))
