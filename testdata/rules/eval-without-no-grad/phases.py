# Two phases of one loop; the mode is set by a comparison.
import torch


def fit(model, loaders, criterion, optimizer, epochs):
    for epoch in range(epochs):
        for phase in ["train", "val"]:
            model.train(phase == "train")
            total = 0.0
            for inputs, labels in loaders[phase]:
                optimizer.zero_grad()
                outputs = model(inputs)  # want "model runs with gradients on where the loop evaluates"
                loss = criterion(outputs, labels)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
                total += loss.item()
            print(epoch, phase, total)
