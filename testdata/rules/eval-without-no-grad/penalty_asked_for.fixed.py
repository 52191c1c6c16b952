import torch
import torch.optim as optim

from models import make_model


# The loss computes a penalty on gradients, which it cannot do without any.
def run(opt, train_loader, valid_loader):
    net = make_model(opt)
    judging = optim.Adam(net.discriminator.parameters(), lr=opt.lr)
    for epoch in range(opt.epochs):
        net.train()
        for x, y in train_loader:
            judging.zero_grad()
            loss, penalty = net.d_loss(x, y, gp=True)
            loss.backward()
            judging.step()
        net.eval()
        for x, y in valid_loader:
            loss, penalty = net.d_loss(x, y, gp=True)
            print(loss.item(), penalty.item())


# Without one it can.
def run_plainly(opt, train_loader, valid_loader):
    net = make_model(opt)
    judging = optim.Adam(net.discriminator.parameters(), lr=opt.lr)
    for epoch in range(opt.epochs):
        net.train()
        for x, y in train_loader:
            judging.zero_grad()
            loss, penalty = net.d_loss(x, y, gp=True)
            loss.backward()
            judging.step()
        net.eval()
        with torch.no_grad():
            for x, y in valid_loader:
                loss, penalty = net.d_loss(x, y, gp=False)  # want "net.d_loss runs with gradients on in an evaluation loop"
                print(loss.item(), penalty.item())
