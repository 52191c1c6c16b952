# Under another name, it is the same switch.
import torch
from torch.autograd import set_detect_anomaly as anomalies

anomalies(False)
anomalies(mode=True)  # want "anomalies\(mode=True\) is on for the whole run"

for batch in loader:
    optimizer.zero_grad()
    model(batch).mean().backward()
    optimizer.step()
