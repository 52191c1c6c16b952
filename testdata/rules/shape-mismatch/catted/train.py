import torch
from torch import nn
from torchvision import datasets, transforms


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 8, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(8, 8, 3, stride=2)
        self.head = nn.Linear(9, 10)

    def forward(self, x):
        y = self.up(self.down(x))
        y = torch.cat([x, y], 1)  # want "Sizes of tensors must match"
        return self.head(y.mean((2, 3)))


model = Net().cuda()
data = datasets.MNIST("data", transform=transforms.ToTensor())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(data, batch_size=64, num_workers=4, pin_memory=True)
for images, labels in loader:
    loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
