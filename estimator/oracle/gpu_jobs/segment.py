"""Segmentation with a model of torchvision and an auxiliary head."""
import argparse

import torch
import torch.nn.functional as F
import torchvision
from torch.utils.data import DataLoader, TensorDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="deeplabv3_resnet50", choices=["deeplabv3_resnet50", "fcn_resnet50", "lraspp_mobilenet_v3_large"])
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if args.model == "deeplabv3_resnet50":
        model = torchvision.models.segmentation.deeplabv3_resnet50(weights=None, weights_backbone=None, num_classes=21)
    elif args.model == "fcn_resnet50":
        model = torchvision.models.segmentation.fcn_resnet50(weights=None, weights_backbone=None, num_classes=21)
    else:
        model = torchvision.models.segmentation.lraspp_mobilenet_v3_large(weights=None, weights_backbone=None, num_classes=21)
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    count = 4 * args.batch
    data = TensorDataset(torch.randn(count, 3, args.size, args.size), torch.randint(21, (count, args.size, args.size)))
    model.train()
    for x, y in DataLoader(data, batch_size=args.batch):
        x, y = x.to(device), y.to(device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=args.amp):
            loss = F.cross_entropy(model(x)["out"], y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
