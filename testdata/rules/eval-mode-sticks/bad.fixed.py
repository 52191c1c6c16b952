import torch


def validate(net, loader):
    net.eval()  # want "model.eval\(\) stays in force"
    with torch.no_grad():
        return sum(net(batch).mean() for batch in loader)


def train(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    model.train()
    for epoch in range(10):
        model.train()
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        print(validate(model, val_loader))


def every_n_steps(model, train_loader, val_loader):
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        model.train()
        for step, batch in enumerate(train_loader):
            model.train()
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
            if step % 100 == 99:
                model.eval()  # want "call model.train\(\) at the top of the loop"
                with torch.no_grad():
                    print(model(batch))


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.AdamW(self.model.parameters())

    def fit(self, train_loader, val_loader):
        for epoch in range(10):
            self.model.train()
            for batch in train_loader:
                self.optimizer.zero_grad()
                self.model(batch).mean().backward()
                self.optimizer.step()
            self.model.eval()  # want "self.model.eval\(\) stays in force"
            with torch.no_grad():
                print([self.model(batch) for batch in val_loader])


def given(model, train_loader, val_loader, optimizer):
    for epoch in range(10):
        model.train()
        for batch in train_loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        model.eval()  # want "model.eval\(\) stays in force"
        with torch.no_grad():
            print([model(batch) for batch in val_loader])
