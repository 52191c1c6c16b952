# The factory costs too much to be followed to its end, and who calls it only chooses its arguments.
import torch
from torch import nn

from network import build


def get_model(config, words):
    model = build(words, words, config["width"], 4 * config["width"], config["heads"], config["blocks"])
    return model


def train(loader, words):
    config = {"width": 512, "heads": 8, "blocks": 12}
    model = get_model(config, words).to("cuda")
    optimizer = torch.optim.Adam(model.parameters())
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1).to("cuda")
    for epoch in range(10):
        for batch in loader:
            hidden = model.encode(batch["source"].to("cuda"), batch["mask"].to("cuda"))
            scores = model.project(hidden)
            loss = criterion(scores.view(-1, words), batch["target"].to("cuda").view(-1))  # todo-want "applies softmax itself"
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
