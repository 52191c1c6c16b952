import torch
import torch.nn.functional as F


# Another file calls it, under no_grad.
def validate(generator, discriminator, valloader, writer, step):
    generator.eval()
    discriminator.eval()
    loss_g_sum = 0.0
    for mel, audio in valloader:
        fake = generator(mel.cuda())
        features, score = discriminator(fake)
        loss_g_sum += F.mse_loss(score, torch.ones_like(score)).item()
    writer.add_scalar("validation/generator", loss_g_sum / len(valloader), step)
    generator.train()
    discriminator.train()


# Nobody calls this one.
def test_epoch(model, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y).item()  # want "model runs with gradients on"
    return total / len(loader)
