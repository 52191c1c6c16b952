from PIL import Image
from torch.utils.data import Dataset
from torchvision import transforms


class Depth(Dataset):
    def __init__(self, paths):
        self.paths = paths
        self.transform = transforms.Compose([transforms.Resize((64, 64)), transforms.ToTensor()])

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        path = self.paths[index]
        return self.transform(Image.open(path).convert("RGB")), self.transform(Image.open(path).convert("L"))
