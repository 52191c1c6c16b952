import numpy as np
import torch
from net import make


def main(path):
    points = np.load(path)
    model = make(3)
    checkpoint = torch.load("./model.pt")  # want note "where there is none torch.load raises an error"
    model.load_state_dict(checkpoint["model"])
    with torch.no_grad():
        out = model(torch.from_numpy(points))
    print(out.argmax(dim=1))


if __name__ == "__main__":
    main("points.npy")
