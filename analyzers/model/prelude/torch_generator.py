"""What draws torch's random numbers, which change no shape."""
from trainlint import unknown


class Generator:
    def __init__(self, device="cpu"):
        self.device = device

    def manual_seed(self, seed):
        return self

    def seed(self):
        return unknown("a seed")

    initial_seed = seed

    def get_state(self):
        return unknown("the state of a generator")

    def set_state(self, state):
        pass
