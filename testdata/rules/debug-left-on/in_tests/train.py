import os

import torch

os.environ["CUDA_LAUNCH_BLOCKING"] = "1"  # want "CUDA_LAUNCH_BLOCKING"


class Steps:
    def learn(self):
        model = torch.nn.Linear(4, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for x in torch.randn(8, 2, 4).cuda():
            loss = model(x).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
