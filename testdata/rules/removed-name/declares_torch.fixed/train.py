from torchvision import transforms

crop = transforms.RandomResizedCrop(224)  # want "is gone since torchvision 0.12"
