# What is differentiated hangs on an attribute of what a call gives in the same lap, or on what a function set through `global`.
import torch
import torch.nn.functional as F

device = None


def choose(name):
    global device
    device = torch.device(name)


def latents(vae, net, loader, optimizer):
    for x in loader:
        z = vae.encode(x).latent_dist.mode()
        optimizer.zero_grad()
        loss = F.mse_loss(net(z.to(device)), z)
        loss.backward()  # want "keeps the saved tensors"
        optimizer.step()


class Holder:
    def __init__(self, state, net):
        self.state, self.net = state, net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def train(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            loss = F.mse_loss(self.net(x), self.state.hidden)
            loss.backward(retain_graph=True)
            self.optimizer.step()
