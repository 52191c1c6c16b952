"""A step of two-stage detectors of the time before mmdetection 2."""
import torch
from trainlint.openmm import boxes_of, follows, mask_targets, sampled


def regions_of_old(model, features, images, size):
    """Before mmdetection 2 a detector held the parts itself that a head of regions holds since."""
    follows(model, ("backbone", "neck", "rpn_head", "bbox_roi_extractor", "bbox_head", "mask_roi_extractor", "mask_head", "shared_head"))
    outs, train = [], model.train_cfg["rcnn"]
    stages = train if isinstance(train, (list, tuple)) else [train]

    def part(name, stage):
        held = getattr(model, name)
        return held[stage] if isinstance(held, torch.nn.ModuleList) else held

    def pooled(name, stage, boxes):
        extractor = part(name, stage)
        found = extractor(features[:extractor.num_inputs], boxes_of(boxes * images))
        shared = getattr(model, "shared_head", None)
        return found if shared is None else shared(found)

    masks = getattr(model, "mask_head", None) is not None
    extractor = "mask_roi_extractor" if getattr(model, "mask_roi_extractor", None) is not None else "bbox_roi_extractor"
    for stage, one in enumerate(stages):
        boxes, positive = sampled(one)
        found = pooled("bbox_roi_extractor", stage, boxes)
        outs.append(part("bbox_head", stage)(found))
        if masks:
            if getattr(model, "share_roi_extractor", False):
                found = found[torch.arange(positive * images, device="cuda")]
            else:
                found = pooled(extractor, stage, positive)
            outs.append(part("mask_head", stage)(found))
            for _ in range(images):
                mask_targets(positive, size, one.get("mask_size", 28))
    return outs
