"""The first stage has workers; under the same name the second has none."""
from data import files


def main(model, optimizer, paths):
    loader = files(paths, workers=4)
    for batch in loader:
        optimizer.zero_grad()
        model(batch["image"].cuda()).backward()
        optimizer.step()
    loader = files(paths)
    for batch in loader:
        optimizer.zero_grad()
        model(batch["image"].cuda()).backward()
        optimizer.step()
