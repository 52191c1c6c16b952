import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, models, transforms


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 32, 3), nn.BatchNorm2d(32), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(32, classes)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


class Tagger(nn.Module):
    def __init__(self, words, rate=0.3):
        super().__init__()
        self.embed = nn.Embedding(words, 64)
        self.drop = nn.Dropout(rate)
        self.out = nn.Linear(64, 12)

    def forward(self, x):
        return self.out(self.drop(self.embed(x)))


def loaders():
    train = datasets.CIFAR10("data", train=True, transform=transforms.ToTensor())
    held = datasets.CIFAR10("data", train=False, transform=transforms.ToTensor())
    return (DataLoader(train, batch_size=64, shuffle=True, num_workers=2, pin_memory=True),
            DataLoader(held, batch_size=64, num_workers=2, pin_memory=True))


def in_one_loop():
    train_loader, val_loader = loaders()
    model = Net().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        for images, labels in train_loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
            loss.backward()
            optimizer.step()
        right = 0
        with torch.no_grad():
            for images, labels in val_loader:
                right += (model(images.cuda()).argmax(1) == labels.cuda()).sum().item()  # want "takes the held-out data into its running statistics"
        print(epoch, right)


def train_one(model, loader, optimizer):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        loss.backward()
        optimizer.step()


@torch.no_grad()
def validate(model, loader):
    total = 0.0
    for images, labels in loader:
        total += nn.functional.cross_entropy(model(images.cuda()), labels.cuda()).item()  # want "model is evaluated in training mode: its batch norm goes by each batch"
    return total / len(loader)


def in_functions():
    train_loader, val_loader = loaders()
    model = models.resnet18(num_classes=10).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train_one(model, train_loader, optimizer)
        print(epoch, validate(model, val_loader))


class Trainer:
    def __init__(self, words):
        self.model = Tagger(words)
        self.optimizer = torch.optim.AdamW(self.model.parameters())

    def epoch(self, batches):
        self.model.train()
        for x, y in batches:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def evaluate(self, test_batches):
        right = 0
        with torch.inference_mode():
            for x, y in test_batches:
                right += (self.model(x).argmax(-1) == y).sum().item()  # want "model is evaluated in training mode: its dropout stays on"
        return right

    def fit(self, batches, test_batches):
        for _ in range(5):
            self.epoch(batches)
            print(self.evaluate(test_batches))


if __name__ == "__main__":
    in_one_loop()
    in_functions()
    text = DataLoader(torch.load("train.pt"), batch_size=32, shuffle=True)
    held_text = DataLoader(torch.load("test.pt"), batch_size=32)
    Trainer(5000).fit(text, held_text)
