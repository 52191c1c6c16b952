from torchmetrics import Accuracy

accuracy = Accuracy(num_classes=3)  # want error "torchmetrics.Accuracy wants task since torchmetrics 0.11"
