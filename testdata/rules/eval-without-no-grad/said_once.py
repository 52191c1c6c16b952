# One finding for each function, and none where somebody else turns gradients off.
import torch


def validate(model, loader, others):
    for x in loader:
        print(model(x))  # want "model runs with gradients on in an evaluation loop"
    for x in others:
        print(model(x))


def evaluate(model, loader):
    for epoch in range(3):
        for x in loader:
            print(model(x))  # want "model runs with gradients on in an evaluation loop"


for x in valid_loader:
    print(model(x))  # want "model runs with gradients on in an evaluation loop"

for x in test_loader:
    print(model(x))  # want "model runs with gradients on in an evaluation loop"
