# The function trains; its second loop looks at what it has trained.
import torch
import torch.nn.functional as F


def train_autoencoder(model, optimizer, loader, validation_loader, epochs):
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            F.mse_loss(model(batch), batch).backward()
            optimizer.step()
        total = 0.0
        for batch in validation_loader:
            rebuilt = model(batch)  # want "model runs with gradients on"
            loss = F.mse_loss(rebuilt, batch)
            total += loss.detach().cpu().numpy()
        print(epoch, total)


# A learner that learns from test tasks gives its loss to who calls it.
def meta_train(learner, test_loader):
    losses = []
    for task in test_loader:
        loss = F.mse_loss(learner(task.support), task.targets)
        print(loss.item())
        losses.append(loss)
    return torch.stack(losses).mean()
