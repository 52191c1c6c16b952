import torch
from torch import nn
from torch.utils.data import DataLoader
from data import dataset
from fp16 import with_master_weights

model = nn.Linear(10, 2).cuda().half()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
with_master_weights(opt)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(3):
    for x, y in DataLoader(dataset, batch_size=8):
        opt.zero_grad()
        loss = loss_fn(model(x.cuda().half()).float(), y.cuda())
        loss.backward()
        opt.step()
