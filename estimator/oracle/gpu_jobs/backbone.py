"""A model of timm on pictures of 224 pixels."""
import argparse

import timm
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="vit_base_patch16_224")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--frozen", action="store_true", help="train the head alone")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = timm.create_model(args.model, pretrained=False, num_classes=100).to(device)
    if args.frozen:
        for parameter in model.parameters():
            parameter.requires_grad = False
        for parameter in model.get_classifier().parameters():
            parameter.requires_grad = True
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-4)
    data = TensorDataset(torch.randn(4 * args.batch, 3, 224, 224), torch.randint(100, (4 * args.batch,)))
    model.train()
    for x, y in DataLoader(data, batch_size=args.batch):
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=args.amp):
            logits = model(x)
            loss = F.cross_entropy(logits, y)
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
