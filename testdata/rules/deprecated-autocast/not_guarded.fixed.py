import torch


def retry(model, x, amp):
    try:
        with torch.amp.autocast("cuda"):  # want "deprecated"
            return model(x)
    except RuntimeError:
        torch.cuda.empty_cache()
    if torch.cuda.is_available() and amp:
        with torch.amp.autocast("cuda"):  # want "deprecated"
            return model(x)
    if hasattr(model, "encode"):
        with torch.amp.autocast("cuda"):  # want "deprecated"
            return model.encode(x)
