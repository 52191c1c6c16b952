import torch
import torchvision
from torch.utils.data import DataLoader
from torchvision.datasets import ImageFolder
from torchvision.transforms import ToTensor

# Pictures that nobody calls held out are what it is given.


def collect(model, loader, most):
    for i, (pictures, _) in enumerate(loader):
        model(pictures.cuda())  # want "takes what it is given into its running statistics"
        if i >= most:
            break


model = torchvision.models.resnet18()
model.load_state_dict(torch.load("resnet.pth", map_location="cpu"))
model.cuda()
with torch.no_grad():
    collect(model, DataLoader(ImageFolder("pictures", ToTensor()), batch_size=8), 100)
torch.save(model.state_dict(), "calibrated.pth")
