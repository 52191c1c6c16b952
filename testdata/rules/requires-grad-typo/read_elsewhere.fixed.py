# requires_grad of a module counts where somebody reads it of the same module; what parameters are asked for is another.
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Linear(2, 2)
        self.encoder.requires_grad_(False)  # want error "self.encoder is a module: nothing reads its requires_grad"
        self.head = torch.nn.Linear(2, 2)
        self.head.requires_grad = False

    def trained(self):
        return [p for p in self.parameters() if p.requires_grad]

    def frozen(self):
        return not self.head.requires_grad
