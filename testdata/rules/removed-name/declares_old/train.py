from torchvision import transforms

crop = transforms.RandomSizedCrop(224)
