import torch


def train(model, loader, optimizer):
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.zero_grad()  # want "optimizer.zero_grad\(\) throws the gradients away"
        optimizer.step()


def scaled(model, loader, optimizer, scaler):
    for batch in loader:
        scaler.scale(model(batch).mean()).backward()
        optimizer.zero_grad(set_to_none=True)  # want "throws the gradients away"
        scaler.step(optimizer)
        scaler.update()


class Trainer:
    def train_step(self, batch):
        loss = self.model(batch).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.zero_grad()  # want "self.optimizer.zero_grad"
        self.optimizer.step()
        return loss.detach()


def by_the_module(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        model.zero_grad()  # want "model.zero_grad\(\) throws the gradients away"
        optimizer.step()
