from abc import ABC, abstractmethod

import torch


class Regressor(ABC):
    @abstractmethod
    def fit(self, loader):
        """learns from a loader"""

    @abstractmethod
    def predict(self, x):
        pass


class Measured(ABC):
    @abstractmethod
    def predict(self, x):
        pass

    def error(self, x, y):
        with torch.no_grad():
            return abs(self.predict(x) - y).mean()
