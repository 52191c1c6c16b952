import torch
from torch import nn
from torchvision import datasets, transforms


class Net(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.stem = nn.Conv2d(3, 1024, 4, stride=4)
        self.norm = nn.BatchNorm2d(1024)
        self.body = nn.ModuleList([nn.Conv2d(1024, 1024, 1) for _ in range(depth)])
        self.head = nn.Linear(1024, 10)

    def forward(self, x):
        x = self.norm(self.stem(x))
        for layer in self.body:
            x = layer(x)
        return self.head(x.mean((2, 3)))


model = Net(0).cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
sized = transforms.Compose([transforms.Resize((2048, 2048)), transforms.ToTensor()])
loader = torch.utils.data.DataLoader(datasets.CIFAR10("data", transform=sized), batch_size=6, num_workers=4, pin_memory=True)
for images, labels in loader:
    loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
