import torch
from torch import nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 4)

    def forward(self, x):
        return self.head(x)


def parts_of(points, size):
    return [points[i : i + size] for i in range(0, points.shape[0], size)]


def render(model, points, size):
    parts = []
    batches = parts_of(points, size)
    for batch in batches:
        parts.append(model(batch))  # the training differentiates it, the picture does not
    return torch.cat(parts, dim=0)


def main(views, points):
    model = Field()
    optimizer = torch.optim.Adam(model.parameters())
    for i in range(1000):
        view = views[i % len(views)]
        seen = render(model, points, 4096)
        loss = nn.functional.mse_loss(seen, view)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if i % 100 == 0:
            seen = render(model, points, 4096)
            loss = nn.functional.mse_loss(seen, view)
            print(loss.item())


if __name__ == "__main__":
    main(torch.load("views.pt"), torch.load("points.pt"))
