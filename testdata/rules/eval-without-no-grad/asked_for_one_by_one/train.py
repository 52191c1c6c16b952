import torch
import torchvision

from scenes import make
from score import score


def main():
    model = torchvision.models.resnet34(num_classes=67).cuda()
    batches, held_out = make()
    optimizer = torch.optim.Adam(model.parameters(), 1e-4)
    model.train()
    for epoch in range(12):
        for x, y in batches:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x.cuda()), y.cuda()).backward()
            optimizer.step()
        print(score(model, held_out))


if __name__ == "__main__":
    main()
