from torchvision import transforms

crop = transforms.RandomSizedCrop(224)  # want "is gone since torchvision 0.12"
