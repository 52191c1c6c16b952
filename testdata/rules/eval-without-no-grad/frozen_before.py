import glob

import cv2
import torch


# Nothing of the model requires a gradient: its forward pass records nothing.
def restore(path, model, device):
    model.eval()
    for name, p in model.named_parameters():
        p.requires_grad = False
    for file in glob.glob(path):
        image = torch.from_numpy(cv2.imread(file)).to(device)
        cv2.imwrite(file, model(image).cpu().numpy())


def restore_recorded(path, model, device):
    model.eval()
    for file in glob.glob(path):
        image = torch.from_numpy(cv2.imread(file)).to(device)
        restored = model(image)  # want "runs with gradients on"
        cv2.imwrite(file, restored.detach().cpu().numpy())
