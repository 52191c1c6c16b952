import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, dataset):
        self.model = model
        self.dataset = dataset
        self.callbacks = []
        self.rounds = 0

    def run(self):
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.model.train()
        for x, y in DataLoader(self.dataset, batch_size=8, num_workers=2):
            loss = self.model(x, y)
            self.model.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            for callback in self.callbacks:
                callback(self)
            self.rounds += 1


def main(dataset):
    model = torch.nn.Transformer(64)
    trainer = Trainer(model, dataset)

    def score(digits):
        total = 0
        for one in range(40):
            for other in range(40):
                if one + other > digits:
                    total += one * other % 7
        return total

    def report(trainer):
        if trainer.rounds % 500 == 0:
            model.eval()
            with torch.no_grad():
                first = score(1)
                second = score(2)
            print(first + second)
            model.train()

    trainer.callbacks.append(report)
    trainer.run()


if __name__ == "__main__":
    main(torch.utils.data.TensorDataset(torch.zeros(8, 8)))
