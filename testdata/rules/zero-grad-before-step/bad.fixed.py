import torch


def train(model, loader, optimizer):
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()  # want "optimizer.zero_grad\(\) throws the gradients away"


def scaled(model, loader, optimizer, scaler):
    for batch in loader:
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        optimizer.zero_grad(set_to_none=True)  # want "throws the gradients away"
        scaler.update()


class Trainer:
    def train_step(self, batch):
        loss = self.model(batch).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()  # want "self.optimizer.zero_grad"
        return loss.detach()


def by_the_module(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        model.zero_grad()  # want "model.zero_grad\(\) throws the gradients away"
