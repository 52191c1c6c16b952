import argparse

import torch

def options():
    parser = argparse.ArgumentParser()
    group = parser.add_argument_group("training")
    group.add_argument("--batch_size", "-b", type=int, default=32)
    group.add_argument("--lr", type=float, default=1e-4)
    return parser


args = options().parse_args()
model = torch.nn.Linear(16, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
for batch in torch.utils.data.DataLoader(dataset, batch_size=args.batch_size, shuffle=True, num_workers=4, pin_memory=True):
    optimizer.zero_grad()
    model(batch.cuda()).mean().backward()
    optimizer.step()
