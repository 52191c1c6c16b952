import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

# A torch.Size is a size to the constructors of old, whatever is cut from it; any other tuple is the data.


class Coder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(784, 400)
        self.mean = nn.Linear(400, 20)
        self.spread = nn.Linear(400, 20)
        self.back = nn.Linear(20, 400)
        self.out = nn.Linear(400, 784)

    def noise(self, spread):
        eps = torch.FloatTensor(spread.size()).normal_()
        more = torch.cuda.FloatTensor(spread.shape[:1] + (20,)).zero_()
        return eps.cuda() + more + torch.Tensor(torch.Size([len(spread), 20])).fill_(0).cuda() + torch.FloatTensor((20,)).cuda()

    def forward(self, x):
        h = torch.relu(self.hidden(x))
        mean, spread = self.mean(h), self.spread(h)
        z = mean + self.noise(spread) * spread.mul(0.5).exp()
        return torch.sigmoid(self.out(torch.relu(self.back(z)))), mean, spread


loader = DataLoader(datasets.MNIST("data", train=True, transform=transforms.ToTensor()), batch_size=128, shuffle=True)
model = Coder().cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for epoch in range(10):
    for images, _ in loader:
        images = images.view(-1, 784).cuda()
        out, mean, spread = model(images)
        loss = nn.functional.binary_cross_entropy(out, images) - 0.5 * torch.mean(1 + spread - mean.pow(2) - spread.exp())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
