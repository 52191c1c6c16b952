import torch
from torch import nn


def main():
    model = nn.Linear(8, 8).cuda()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = torch.utils.data.DataLoader(torch.randn(64, 8), batch_size=8)
    for x in loader:
        opt.zero_grad()
        model(x.cuda()).pow(2).mean().backward()
        opt.step()


if __name__ == "__main__":
    main()
