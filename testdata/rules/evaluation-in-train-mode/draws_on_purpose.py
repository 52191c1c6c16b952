# A detector that draws dropout puts the model into training mode where it is in none, and says so.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.d = nn.Dropout(0.5)

    def forward(self, x):
        return self.d(self.a(x))


class Detector:
    def __init__(self, model, samples):
        self.model = model
        self.samples = samples

    @torch.no_grad()
    def run(self, x):
        switched = False
        if not self.model.training:
            switched = True
            self.model.train()
        results = []
        for _ in range(self.samples):
            results.append(self.model(x).softmax(dim=1).cpu())
        if switched:
            self.model.eval()
        return torch.stack(results).var(dim=0)


model = Net()
model.load_state_dict(torch.load("w.pt", map_location="cpu"))
detector = Detector(model, 30)
for x in load("a"):
    print(detector.run(x))
