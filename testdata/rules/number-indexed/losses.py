import torch
import torch.nn.functional as F
from torch import nn


class AverageMeter:
    def __init__(self):
        self.sum = 0

    def update(self, value, n=1):
        self.sum += value * n


def train(loader, model, criterion, optimizer):
    losses, top = AverageMeter(), AverageMeter()
    for inputs, targets in loader:
        outputs = model(inputs)
        loss = criterion(outputs, targets)
        each = F.cross_entropy(outputs, targets, reduction="none")
        correct = outputs.topk(1)[0].float().sum(0)
        losses.update(loss.data[0], inputs.size(0))  # want "this tensor is one number and has no items: loss.data\[0\] raises IndexError since torch 1.0; read it with loss.item\(\)"
        top.update(correct.data[0], inputs.size(0))
        top.update(each.data[0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses.sum


def test(loader, model):
    model.eval()
    total = 0
    with torch.no_grad():
        for inputs, targets in loader:
            total += F.cross_entropy(model(inputs), targets).data[0]  # want "read it with F.cross_entropy\(model\(inputs\), targets\).item\(\)"
            kl = F.kl_div(F.log_softmax(model(inputs), 1), targets) + 0.5 * F.mse_loss(model(inputs), targets)
            print(kl.data.cpu().numpy()[0])  # want "kl.data.cpu\(\).numpy\(\)\[0\] raises IndexError"
    return total


def several(model, inputs, targets, weights, part):
    loss = F.mse_loss(model(inputs), targets)  # also eval-without-no-grad
    if part:
        loss = (F.mse_loss(model(inputs), targets, reduction="none") * weights).sum(1)
    print(loss.data[0])
    total = model(inputs).mean()
    print(total.detach()[0])  # want "total.detach"
    try:
        return total.data.item()
    except AttributeError:
        return total.data[0]


@torch.no_grad()
def pairs(model, inputs, targets):
    kept = nn.L1Loss(None, False)
    unsaid = nn.L1Loss(reduction=inputs.kind)
    return kept(model(inputs), targets).data[0] + unsaid(model(inputs), targets).data[0]


def elbo(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x, size_average=False)
    kld = -0.5 * torch.mean(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld, bce, mu


def autoencode(vae, optimizer, loader):
    for x in loader:
        recon, mu, logvar = vae(x)
        loss, bce, means = elbo(recon, x, mu, logvar)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.data[0] / 32)  # want "loss.data\[0\] raises IndexError"
        print(bce.data[0])  # want "bce.data\[0\] raises IndexError"
        print(means.data[0])


if __name__ == "__main__":
    net = nn.Linear(4, 2)
    data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(8, 4), torch.zeros(8).long()), batch_size=4)
    train(data, net, nn.CrossEntropyLoss(), torch.optim.SGD(net.parameters(), lr=0.1))
    test(data, net)
