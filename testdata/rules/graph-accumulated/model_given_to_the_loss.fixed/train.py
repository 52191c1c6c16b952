import torch

from losses import denoising_loss, measured_loss


def evaluate_epoch(model, valid_loader, schedule, device):
    total, measured, quiet = 0.0, 0.0, 0.0
    model.eval()
    for images, _ in valid_loader:
        images = images.to(device)
        total += denoising_loss(model, images, schedule).detach()  # want "total keeps"  # also eval-without-no-grad
        measured += measured_loss(model, images, schedule)
        with torch.no_grad():
            quiet += denoising_loss(model, images, schedule)
    return total / len(valid_loader), measured / len(valid_loader), quiet / len(valid_loader)


def train(model, train_loader, valid_loader, schedule, device, epochs=10):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for images, _ in train_loader:
            loss = denoising_loss(model, images.to(device), schedule)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            running += loss.item()
        print(epoch, running / len(train_loader), evaluate_epoch(model, valid_loader, schedule, device))
