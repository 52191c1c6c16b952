import torch

from net import Net


def train(loader, device):
    net = Net().to(device)
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(net(x.to(device)), y.to(device)).backward()
        optimizer.step()
    net.eval().cpu()
    torch.save(net.state_dict(), "net.pth")


if __name__ == "__main__":
    train([], torch.device("cuda" if torch.cuda.is_available() else "cpu"))
