import torch
from torch import nn


class Surface(nn.Module):
    def __init__(self):
        super().__init__()
        self.distance = nn.Sequential(nn.Linear(3, 64), nn.Softplus(), nn.Linear(64, 1))
        self.colour = nn.Linear(6, 3)

    def normals(self, points):
        points.requires_grad_(True)
        values = self.distance(points)
        return torch.autograd.grad(values, points, torch.ones_like(values), create_graph=True)[0]

    def forward(self, points):
        return self.colour(torch.cat([points, self.normals(points)], dim=1))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.colour = nn.Linear(3, 3)

    def forward(self, points):
        return self.colour(points)


def render(loader, path):
    model = Surface()
    model.load_state_dict(torch.load(path))
    model.eval()
    images = []
    for points in loader:
        images.append(model(points).detach())
    return images


def render_plain(loader, path):
    model = Plain()
    model.load_state_dict(torch.load(path))
    model.eval()
    images = []
    for points in loader:
        images.append(model(points).detach())  # want "model runs with gradients on in an evaluation loop"
    return images


def nudge(model, latent):
    latent = latent.detach().requires_grad_()
    loss = model(latent).pow(2).mean()
    loss.backward()
    return latent - 0.1 * latent.grad


def write_on(model, classifier, latent, loader):
    model.eval()
    classifier.eval()
    scores = []
    for _ in loader:
        latent = nudge(model, latent)
        scores.append(classifier(latent).argmax().item())
    return scores


def write_plainly(model, classifier, latent, loader, steps):
    model.eval()
    classifier.eval()
    scores = []
    for _ in loader:
        if steps > 0:
            latent = nudge(model, latent)
        scores.append(classifier(latent).argmax().item())
    return scores


def write_both(loader):
    model, classifier = Plain(), Plain()
    write_plainly(model, classifier, torch.zeros(1, 3), loader, 0)
    write_plainly(model, classifier, torch.zeros(1, 3), loader, 3)
