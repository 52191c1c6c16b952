import torchmetrics
import torchmetrics.functional as scores
from torchmetrics import Accuracy, F1Score
from torchmetrics.classification import MulticlassAccuracy

kept = Accuracy("multiclass", num_classes=3), F1Score(task="binary"), MulticlassAccuracy(num_classes=3)
options = {"task": "binary"}
opened = Accuracy(**options)
right = torchmetrics.Accuracy(num_classes=3)  # want "torchmetrics.Accuracy wants task since torchmetrics 0.11 and raises TypeError without"
precise = torchmetrics.Precision(average="macro", num_classes=3)  # want "torchmetrics.Precision wants task"


def measure(logits, labels):
    print(scores.accuracy(logits, labels, task="binary"), scores.accuracy(logits, labels, "binary"))
    return scores.f1_score(logits, labels)  # want "torchmetrics.functional.f1_score wants task"
