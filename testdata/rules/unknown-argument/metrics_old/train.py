from torchmetrics import Accuracy

accuracy = Accuracy(num_classes=3)
