# A name of a library that is not seen, for any optimizer.
import torch
from somewhere import OptimizerConfig, T_optim


class Epoch:
    def __init__(self, *, model: torch.nn.Module, optimizer: T_optim, loader, settings: OptimizerConfig):
        self._model = model
        self._optimizer = optimizer
        self._loader = loader
        self._settings = settings

    def run(self):
        for x, y in self._loader:
            loss = torch.nn.functional.mse_loss(self._model(x), y)
            self._optimizer.zero_grad()
            loss.backward()  # want "nothing in this loop clears the gradients that self._optimizer steps on"
            self._optimizer.step()

    def run_settings(self):
        for x, y in self._loader:
            loss = torch.nn.functional.mse_loss(self._model(x), y)
            loss.backward()
            self._settings.step()
