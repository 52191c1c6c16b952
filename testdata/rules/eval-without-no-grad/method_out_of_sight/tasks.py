from torch import nn, no_grad
from ultralytics import YOLO


class Tagging:
    def __init__(self, model):
        self.model = model

    def valid_step(self, batch):
        with no_grad():
            return nn.functional.cross_entropy(self.model(batch["x"]), batch["y"])


class Scanner:
    def __init__(self, weights):
        self.model = YOLO(weights)

    def scan(self, image):
        return self.model(image)[0].boxes.cls  # it turns gradients off itself
