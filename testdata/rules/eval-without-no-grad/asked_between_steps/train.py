from torch import nn, optim
from torch.utils.data import DataLoader

from steps import adapt_on_validation, evaluate_actions, forward_step, quiet_validation, validation


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return self.layer(x)

    def show(self, logits):
        return logits.detach().argmax(1)


def main(train_set, valid_set, log):
    loader = DataLoader(train_set, batch_size=4, shuffle=True)
    data_valid = next(iter(DataLoader(valid_set, batch_size=64)))
    model, criterion = Net(), nn.CrossEntropyLoss()
    optimizer = optim.Adam(model.parameters())
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        logits, loss = forward_step(model, batch, criterion)
        loss = loss + evaluate_actions(model, batch, criterion)
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            valid_loss, shown = validation(model, data_valid, criterion, log)
            if shown.sum() > 3:
                break
        if step % 100 == 50:
            valid_loss, shown = quiet_validation(model, data_valid, criterion, log)
            if shown.sum() > 3:
                break
        if step % 100 == 75:
            adapt_on_validation(model, data_valid, criterion, optimizer)
