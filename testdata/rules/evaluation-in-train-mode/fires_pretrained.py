import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import BertModel


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = BertModel.from_pretrained("bert-base-uncased")
        self.head = nn.Linear(768, 2)

    def forward(self, ids, mask):
        return self.head(self.encoder(ids, attention_mask=mask).last_hidden_state[:, 0])


def evaluate(model, dev_loader, device):
    right = 0
    with torch.no_grad():
        for ids, mask, labels in dev_loader:
            right += (model(ids.to(device), mask.to(device)).argmax(1).cpu() == labels).sum().item()  # want "its dropout stays on"
    return right


def main(train_set, dev_set):
    device = torch.device("cuda")
    model = Classifier().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    train_loader = DataLoader(train_set, batch_size=16, shuffle=True, num_workers=2, pin_memory=True)
    dev_loader = DataLoader(dev_set, batch_size=64, num_workers=2, pin_memory=True)
    for epoch in range(3):
        model.train()
        for ids, mask, labels in train_loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(ids.to(device), mask.to(device)), labels.to(device))
            loss.backward()
            optimizer.step()
        print(evaluate(model, dev_loader, device))
