# Under another name, it is the same switch.
import torch
from torch.autograd import set_detect_anomaly as anomalies

anomalies(False)

for batch in loader:
    optimizer.zero_grad()
    model(batch).mean().backward()
    optimizer.step()
