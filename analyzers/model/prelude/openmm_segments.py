"""A step of networks that say of each pixel what it is, as mmsegmentation's segmentors do it: the framework's own code, on full images."""
import torch
import trainlint
from trainlint.openmm import batch_of, flat, pipeline_of, total, zeros


class Pixels:
    """What a sample says of its pixels."""

    def __init__(self, size):
        self.data = zeros(1, *size, dtype=torch.long)


class Sample:
    def __init__(self, size):
        self.gt_sem_seg, self.gt_edge_map = Pixels(size), Pixels(size)
        self.metainfo = meta(size)

    def __contains__(self, name):
        return name in ("gt_sem_seg", "gt_edge_map")


def meta(size):
    return dict(img_shape=tuple(size), ori_shape=tuple(size), pad_shape=tuple(size), flip=False, scale_factor=1.0)


def crop_of(cfg):
    """Height and width of what a batch is padded to: the preprocessor's, or what the pipeline crops and pads to."""
    size = (cfg["model"].get("data_preprocessor") or {}).get("size")
    if "train_dataloader" not in cfg or size is None:
        for step in flat(pipeline_of(cfg)):
            if step["type"] == "RandomCrop":
                size = step["crop_size"]
            elif step["type"] == "Pad" and step.get("size") is not None:
                size = step["size"]
            elif step["type"] == "Resize" and not step.get("keep_ratio", True):
                wide = step.get("img_scale", step.get("scale"))
                size = (wide[1], wide[0])
    if size is None:
        return trainlint.stop("how large its images are")
    return (size, size) if isinstance(size, int) else tuple(size)


def segmented(model, cfg):
    size, images = crop_of(cfg), batch_of(cfg)
    inputs = zeros(images, 3, *size)
    if "train_dataloader" in cfg:
        losses = model.loss(inputs, [Sample(size) for _ in range(images)])
    else:
        losses = model.forward_train(inputs, [meta(size) for _ in range(images)], zeros(images, 1, *size, dtype=torch.long))
    return total([value for name, value in losses.items() if "loss" in name])
