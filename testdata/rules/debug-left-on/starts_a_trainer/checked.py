from torch import autograd

autograd.set_detect_anomaly(True)
