import torch
from torch import nn
from torchvision import datasets, transforms


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2)
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        x = self.conv(x).relu().flatten(1)
        return self.head(x)


model = Net(2048).cuda()
data = datasets.ImageFolder("data", transform=transforms.Compose([transforms.Resize(32), transforms.ToTensor()]))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(data, batch_size=64, num_workers=4, pin_memory=True)
for images, labels in loader:
    loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
