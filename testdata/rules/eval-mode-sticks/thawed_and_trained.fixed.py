import torch


class Fit:
    def __init__(self, params, loader, held_out):
        self.params, self.loader, self.held_out = params, loader, held_out
        self.optimizer = torch.optim.Adam(self.stereo.parameters())

    # requires_grad_() gives the module back, whichever class it has.
    def fit(self):
        for rate in self.params["rates"]:
            for x, y in self.loader:
                loss = (self.stereo(x) - y).abs().mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.stereo.eval()
            with torch.no_grad():
                print(sum(self.stereo(x).mean() for x, y in self.held_out))
            self.stereo.requires_grad_(requires_grad=True).train()


class FitAndStay:
    def __init__(self, params, loader, held_out):
        self.params, self.loader, self.held_out = params, loader, held_out
        self.optimizer = torch.optim.Adam(self.stereo.parameters())

    def fit(self):
        for rate in self.params["rates"]:
            self.stereo.train()
            for x, y in self.loader:
                loss = (self.stereo(x) - y).abs().mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.stereo.eval()  # want "stays in force for the rest of the training"
            with torch.no_grad():
                print(sum(self.stereo(x).mean() for x, y in self.held_out))
            self.stereo.requires_grad_(requires_grad=True)


class FitAndMove:
    def __init__(self, params, loader, held_out):
        self.params, self.loader, self.held_out = params, loader, held_out
        self.optimizer = torch.optim.Adam(self.stereo.parameters())

    def fit(self):
        for rate in self.params["rates"]:
            for x, y in self.loader:
                loss = (self.stereo(x) - y).abs().mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.stereo.cpu().eval()
            with torch.no_grad():
                print(sum(self.stereo(x).mean() for x, y in self.held_out))
            self.stereo.cuda().train()
