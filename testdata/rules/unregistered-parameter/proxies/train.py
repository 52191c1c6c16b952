import torch

from losses import Proxies


def main(net, loader, use_gpu):
    device = torch.device("cuda:0") if use_gpu else torch.device("cpu")
    net.to(device)
    loss_of = Proxies(100, 512, device)
    optimizer = torch.optim.Adam(list(net.parameters()) + list(loss_of.parameters()))
    for images, labels in loader:
        optimizer.zero_grad()
        loss_of(net(images.to(device)), labels.to(device)).backward()
        optimizer.step()
