import argparse

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max_steps", type=int, default=-1)
    parser.add_argument("--num_train_epochs", type=int, default=1)
    args = parser.parse_args()
    model = torch.nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step = 0
    for _ in range(args.num_train_epochs):
        for x in torch.utils.data.DataLoader(torch.randn(64, 8), batch_size=8):
            optimizer.zero_grad()
            model(x).pow(2).mean().backward()
            optimizer.step()
            step += 1
            if 0 < args.max_steps <= step:
                return


if __name__ == "__main__":
    main()
