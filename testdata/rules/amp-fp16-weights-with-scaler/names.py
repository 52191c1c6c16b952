# What the message calls the network that was converted: its name where the conversion gives or takes one.
import torch


def chain(Net, loader):
    model = Net().half().cuda()  # want "^model has fp16 weights and optimizer steps through scaler"
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def statement(Net, loader):
    network = Net()
    network.cuda().half()  # want "^network has fp16 weights and optimizer steps through scaler"
    optimizer = torch.optim.AdamW(network.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(network(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def two_names(Net, loader):
    kept = model = Net().half()  # want "^the model has fp16 weights"
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()
    return kept


class Trainer:
    def __init__(self, Net):
        self.net = Net().half()  # want "^self.net has fp16 weights and self.optimizer steps through self.scaler"
        self.optimizer = torch.optim.AdamW(self.net.parameters())
        self.scaler = torch.amp.GradScaler("cuda")

    def train(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            self.scaler.scale(self.net(batch).mean()).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()


def main(Net, loader):
    Trainer(Net).train(loader)
