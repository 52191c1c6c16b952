from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader
from transformers import VisionEncoderDecoderModel


@dataclass
class Run:
    model: VisionEncoderDecoderModel
    loader: DataLoader
    device: torch.device


def predict(run, reader):
    lines = []
    with torch.no_grad():
        for batch in run.loader:
            ids = run.model.generate(batch["pixels"].to(run.device))  # want "model is evaluated in training mode"
            lines += reader.batch_decode(ids)
    return lines


def validate(run, reader, truth):
    lines = predict(run, reader)
    return sum(line == known for line, known in zip(lines, truth)) / len(truth)


def main(train_set, val_set, truth, reader):
    device = torch.device("cuda")
    model = VisionEncoderDecoderModel.from_pretrained("microsoft/trocr-small-printed").to(device)
    batches = DataLoader(train_set, batch_size=8, shuffle=True, num_workers=2, pin_memory=True)
    run = Run(model, DataLoader(val_set, batch_size=16, num_workers=2, pin_memory=True), device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-5)
    model.train()
    for epoch in range(4):
        for batch in batches:
            loss = model(pixel_values=batch["pixels"].to(device), labels=batch["ids"].to(device)).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        print(validate(run, reader, truth))


def predict_mc_dropout(run, reader, rounds):
    return [predict(run, reader) for _ in range(rounds)]  # how sure it is: dropout stays on


def spread(train_set, val_set, reader):
    model = VisionEncoderDecoderModel.from_pretrained("microsoft/trocr-small-printed")
    run = Run(model, DataLoader(val_set, batch_size=16, num_workers=2, pin_memory=True), torch.device("cpu"))
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-5)
    model.train()
    for batch in DataLoader(train_set, batch_size=8, shuffle=True, num_workers=2):
        model(pixel_values=batch["pixels"], labels=batch["ids"]).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return predict_mc_dropout(run, reader, 20)
