import argparse

import torch

import setup_run


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--find-nan", action="store_true")
    args = parser.parse_args()
    setup_run.prepare(7)
    setup_run.prepare_if(args.find_nan)
    if args.find_nan:
        setup_run.when_asked()
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(1000):
        optimizer.zero_grad()
        model(torch.randn(8, 4)).mean().backward()
        optimizer.step()


def debug_one_batch(model, x):
    setup_run.prepare_for_debugging()
    model(x).sum().backward()


if __name__ == "__main__":
    main()
