# What is given an array or a picture is no bare network: what makes a tensor of it sees to the gradients, too.
from dataclasses import dataclass

import cv2
import numpy as np
import torch

from zoo import Detector


@dataclass
class Drawn:
    picture: np.ndarray
    score: float


def draw(model: Detector, image: np.ndarray) -> Drawn:
    result = model(image, None)
    best = result.scores.mean(axis=1)
    return Drawn(result.picture.copy(), float(best[0]))


def colours(model, test_paths):
    names = []
    for path in test_paths:
        picture = cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB)
        names.append(model(picture).argmax(-1).item())
    return names


def colours_of_tensors(model, test_paths):
    names = []
    for path in test_paths:
        picture = torch.from_numpy(cv2.imread(path)).float()[None]
        names.append(model(picture).argmax(-1).item())  # want "model runs with gradients on in an evaluation loop"
    return names
