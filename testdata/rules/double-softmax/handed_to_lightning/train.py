import lightning as L
import torch.nn as nn
from module import Classifier, Same
from nets import logits, probabilities


def main(data):
    trainer = L.Trainer(max_epochs=3)
    trainer.fit(Classifier(probabilities(), nn.CrossEntropyLoss()), data)
    trainer = L.Trainer(max_epochs=3)
    trainer.fit(Same(logits(), nn.CrossEntropyLoss()), data)


if __name__ == "__main__":
    main(None)
