import torch

from neurons import Neuron


class Network:
    def __init__(self):
        self.layers = []
        self.rate = torch.zeros(1)

    def clamp(self):
        for layer in self.layers:
            if isinstance(layer, Neuron):
                layer.clamp()  # its own: a tensor's raises without a bound

    def limit(self, rate):
        rate = rate.clamp(0, 1)  # want "this does nothing"
        return rate
