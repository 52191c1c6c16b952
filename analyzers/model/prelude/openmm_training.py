"""A step of training as the runners of OpenMMLab's frameworks do it, by the config alone."""
import torch
import torch.nn.functional as F
import mmcv
import mmengine
import trainlint
from mmcv import Config, ConfigDict
from mmcv.ops import roi_align
from mmcv.utils import overlaid
from torch.optim import Optimizer

def zeros(*size, dtype=torch.float32):
    return torch.zeros(*size, dtype=dtype, device="cuda")


def config(path, options):
    return overlaid(Config.fromfile(path), options)


def class_of(kind):
    """A class that the project registers, by its name alone: registries are the framework's own."""
    for unit in trainlint.registering(kind):
        found = getattr(unit, kind)
        if isinstance(found, type):
            return found
    return trainlint.unknown("which class is registered as " + kind)


def harmonized(self, pred, target, label_weight, *args, **kwargs):
    """The gradient harmonizing loss of scores: which places have an object decides what is in its tensors, not how large they are."""
    if pred.dim() != target.dim():
        target = target.new_full((pred.size(0), pred.size(1)), 0)
        label_weight = label_weight.view(-1, 1).expand(pred.size(0), pred.size(1))
    target, label_weight = target.float(), label_weight.float()
    weights = torch.zeros_like(pred)
    g = torch.abs(pred.sigmoid().detach() - target)
    valid = label_weight > 0
    inside = (g >= self.edges[0]) & (g < self.edges[1]) & valid
    weights = weights / self.bins
    return F.binary_cross_entropy_with_logits(pred, target, weights, reduction="sum") * self.loss_weight


def stand_ins():
    return {"SingleRoIExtractor": pooled_once, "RotatedSingleRoIExtractor": pooled_once, "PointPillarsScatter": scattered, "GHMC": harmonized,
            "RoIAlign": aligned}


def model(path, options):
    cfg = config(path, options)
    if "train_dataloader" in cfg:  # MMEngine is of the time of mmcv 2
        mmcv.__version__, mmengine.__version__ = "2.0.1", "0.9.1"
        mmengine.Registry.default_scope = cfg.get("default_scope")
    args = ConfigDict(cfg["model"])
    kind = class_of(args.pop("type").split(".")[-1])
    for outer in ("train_cfg", "test_cfg"):
        if outer in cfg and "train_dataloader" not in cfg and args.get(outer) is None:
            args[outer] = cfg[outer]
    made = kind(**args)
    for part in made.modules():
        of = type(part)
        if of.__name__ in stand_ins():
            of.forward = stand_ins()[of.__name__]
    return made


def aligned(self, features, rois):
    """RoIAlign of the time when frameworks compiled it themselves, and of mmcv since."""
    size = self.out_size if hasattr(self, "out_size") else self.output_size
    return roi_align(features, rois, (size, size) if isinstance(size, int) else size, self.spatial_scale)


def pooled_once(self, feats, rois, roi_scale_factor=None):
    """Each box is pooled from one level, which its size decides: all of them together take what one level does for all."""
    layer = self.roi_layers[0]
    size = layer.output_size if hasattr(layer, "output_size") else layer.out_size  # as it was called before mmdetection 2
    size = (size, size) if isinstance(size, int) else size
    out = feats[0].new_zeros(rois.size(0), self.out_channels, *size)
    if len(feats) == 1:
        return self.roi_layers[0](feats[0], rois)
    which = torch.arange(rois.size(0), device="cuda")
    out[which] = self.roi_layers[0](feats[0], rois)
    return out




def pipeline_of(cfg):
    at = cfg["train_dataloader"]["dataset"] if "train_dataloader" in cfg else cfg["data"]["train"]
    steps = []
    for _ in range(5):
        if isinstance(at, (list, tuple)):
            at = at[0]
        steps = list(at.get("pipeline", [])) + steps
        if "dataset" in at:
            at = at["dataset"]
        elif "datasets" in at:
            at = at["datasets"][0]
        else:
            return steps
    return steps


def batch_of(cfg):
    """How many samples a process loads at once."""
    if "train_dataloader" in cfg:
        return trainlint.batch(cfg["train_dataloader"]["batch_size"])
    data = cfg["data"]
    loader = data.get("train_dataloader", {})
    for at in (loader, data):
        for name in ("samples_per_gpu", "videos_per_gpu", "imgs_per_gpu"):
            if name in at:
                return trainlint.batch(at[name])
    return trainlint.batch(1)


def flat(steps):
    """A pipeline without its choices: of several ways to come to an image, each is listed."""
    out = []
    for one in steps:
        if one["type"] in ("AutoAugment", "RandomChoice"):
            for way in one.get("policies", one.get("transforms")):
                out.extend(flat(way))
        else:
            out.append(one)
    return out


def largest(step):
    """The largest image, long and short side, that a Resize makes."""
    scale = step.get("img_scale", step.get("scale", step.get("scales")))
    scales = scale if isinstance(scale, list) or isinstance(scale[0], (list, tuple)) else [scale]
    wide = step.get("ratio_range") or (1, 1)
    return [max(max(one) for one in scales) * wide[1], max(min(one) for one in scales) * wide[1]]


def rounded(n, divisor):
    return (int(n) + divisor - 1) // divisor * divisor


def image_of(cfg):
    """Height and width of a batch of images: the largest that there may be, landscape as most are."""
    size, divisor, turned = None, 1, False
    steps = flat(pipeline_of(cfg))
    for step in steps:
        kind = step["type"].split(".")[-1]
        if kind in ("Resize", "RResize", "RandomResize", "RandomChoiceResize"):
            made = largest(step)
            size = made if size is None or made[0] * made[1] > size[0] * size[1] or not several(steps, kind) else size
            if turned:
                size = [size[0], size[0]]
        elif kind == "RandomCrop" and size is not None:
            crop = step["crop_size"]
            if step.get("crop_type", "absolute") == "absolute_range":
                crop = (crop[1], crop[1])
                turned = crop[0] < crop[1] or step["crop_size"][0] < step["crop_size"][1]  # a wide image may be cut to a tall one, and both be in one batch
            elif step.get("crop_type", "absolute") != "absolute":
                continue
            if crop[0] * crop[1] < size[0] * size[1] and not several(steps, kind):
                size = [max(crop), min(crop)]
        elif kind in ("Mosaic", "Mosaic9"):  # a canvas of four images, of nine thrice as wide
            wide = step.get("img_scale", (640, 640))
            size = [one * (3 if kind == "Mosaic9" else 2) for one in wide]
        elif kind.endswith("RandomAffine") and size is not None:
            border = step.get("border", (0, 0))
            size = [size[0] + 2 * border[0], size[1] + 2 * border[1]]
        elif kind == "LetterResize":  # what is too small is padded
            size = list(step["scale"])
        elif kind == "Pad":
            if step.get("size") is not None:
                size = list(step["size"])
            elif step.get("size_divisor") is not None:
                divisor = step["size_divisor"]
    if "train_dataloader" in cfg:
        processor = cfg["model"].get("data_preprocessor") or {}
        divisor = processor.get("pad_size_divisor", divisor)
        for step in processor.get("batch_augments") or []:
            if step["type"].split(".")[-1] == "BatchFixedSizePad":
                size = [step["size"][1], step["size"][0]]
            elif "random_size_range" in step:  # square ones, as large as they may be
                size = [step["random_size_range"][1]] * 2
    if not steps and "data" in cfg:  # before mmdetection 1.0 a dataset was told itself
        size, divisor = dataset_of(cfg)
    if size is None:
        return trainlint.stop("how large its images are")
    return rounded(size[1], divisor), rounded(size[0], divisor)


def dataset_of(cfg):
    at = cfg["data"]["train"]
    while "dataset" in at:
        at = at["dataset"]
    if at.get("img_scale") is None:
        return None, 1
    return largest(at), at.get("size_divisor") or 1


def several(steps, kind):
    return len([one for one in steps if one["type"].split(".")[-1] == kind]) > 1


def clip_of(cfg):
    """The shape of one video as its pipeline gives it."""
    clips = length = side = form = None
    for step in flat(pipeline_of(cfg)):
        kind = step["type"]
        if kind in ("SampleFrames", "DenseSampleFrames", "UniformSampleFrames", "UniformSample", "SampleAVAFrames"):
            length, clips = step["clip_len"], step.get("num_clips", 1)
        elif kind == "Resize" and not step.get("keep_ratio", True):
            side = step["scale"]
        elif kind in ("RandomCrop", "MultiScaleCrop", "ThreeCrop", "CenterCrop") and "size" in step:
            side = (step["size"], step["size"])
        elif kind == "FormatShape":
            form = step["input_format"]
    if length is None or side is None:
        return trainlint.stop("what a sample of its dataset is")
    channels = cfg["model"]["backbone"].get("in_channels", 3)
    if form == "NCTHW":
        return clips, channels, length, side[1], side[0]
    if form == "NCHW":
        return clips * length, channels, side[1], side[0]
    return trainlint.stop("the format of its videos")


def scattered(self, voxel_features, coors, batch_size):
    """Each image's pillars, as many as a full one has, are put on a canvas of their own."""
    n = voxel_features.size(0) // batch_size
    canvases = []
    for image in range(batch_size):
        canvas = voxel_features.new_zeros(self.in_channels, self.nx * self.ny)
        mask = coors[:, 0] == image
        which = torch.arange(n, device="cuda")
        canvas[:, which] = voxel_features[which, :].t()
        canvases.append(canvas)
    return torch.stack(canvases, 0).view(batch_size, self.in_channels, self.ny, self.nx)


def points_of(cfg):
    """How many points a sample has, and how many numbers each: a cloud that no step draws from is as large as its scan was."""
    n = width = None
    for step in flat(pipeline_of(cfg)):
        kind = step["type"]
        if kind == "LoadPointsFromFile":
            dims = step.get("use_dim", [0, 1, 2])
            width = dims if isinstance(dims, int) else len(dims)
            width += 1 if step.get("shift_height", False) else 0
        elif kind == "LoadPointsFromMultiSweeps":
            width = len(step.get("use_dim", [0, 1, 2, 4]))
        elif kind in ("PointSample", "IndoorPointSample", "IndoorPatchPointSample"):
            n = step["num_points"]
            if kind == "IndoorPatchPointSample" and step.get("use_normalized_coord", False):
                width += 3
    return n, width


def clouds(model, cfg):
    """A step of a network that reads points as they are: the losses of a head of boxes are small beside what it says."""
    n, width = points_of(cfg)
    if n is None:
        return trainlint.stop("how many points its clouds have")
    points = [zeros(n, width) for _ in range(batch_of(cfg))]
    if hasattr(model, "decode_head"):
        follows(model, ("data_preprocessor", "backbone", "neck", "decode_head", "loss_regularization"))
        logits = model.decode_head(model.extract_feat(torch.stack(points)))
        loss = model.decode_head.loss_decode(logits, zeros(len(points), n, dtype=torch.long))
        if getattr(model, "loss_regularization", None) is not None:
            loss = loss + total(model.loss_regularization(model.modules()))
        return loss
    follows(model, ("data_preprocessor", "backbone", "neck", "bbox_head"))
    found = model.extract_feat({"points": points})
    return total(model.bbox_head(found))


def voxels(model, cfg, layer):
    """A step of a network on pillars: a full sample has as many as the config lets through. What sparse convolutions make of cells
    depends on where these are."""
    at = "pts_" if hasattr(model, "pts_voxel_encoder") else ""
    parts = [at + one for one in ("voxel_encoder", "middle_encoder", "backbone", "neck", "bbox_head")]
    follows(model, ["data_preprocessor"] + parts)
    encoder, middle, head = getattr(model, parts[0]), getattr(model, parts[1]), getattr(model, parts[4])
    if type(middle).__name__ != "PointPillarsScatter" or cfg["model"]["data_preprocessor"].get("voxel_type", "hard") != "hard":
        trainlint.stop("how many cells of its grid have points, and where they are")
    if type(head).__name__ not in ("Anchor3DHead", "CenterHead", "FreeAnchor3DHead"):
        trainlint.stop("what the losses of " + type(head).__name__ + " take")
    most, images = layer["max_voxels"], batch_of(cfg)
    most = most[0] if isinstance(most, (list, tuple)) else most
    width = points_of(cfg)[1]
    each = [zeros(most, layer["max_num_points"], width) for _ in range(images)]
    filled, each = torch.cat(each, dim=0), None
    coors = zeros(most * images, 4, dtype=torch.int32)
    x = middle(encoder(filled, zeros(most * images, dtype=torch.int32), coors), coors, images)
    x = getattr(model, parts[2])(x)
    if getattr(model, parts[3], None) is not None:
        x = getattr(model, parts[3])(x)
    outs = head(x)
    if type(head).__name__ == "CenterHead":
        return total(outs)
    if hasattr(head, "negative_bag_loss"):
        head.assigner = None
        for level in outs[0]:
            trainlint.perhaps(level.shape[1] // head.num_classes * level.shape[2] * level.shape[3] * 200 * 4 * 4)
        return bagged(head, outs, images, None, head.num_classes)
    loss = None
    for score, box, turn in zip(*outs):
        rows = shaped(score, head.num_classes)
        n = rows.shape[0]
        trainlint.perhaps(n // images * 200 * 4 * 4)  # each anchor is compared with each box of a scan
        anchors = [zeros(n, head.box_code_size) for _ in range(3)]  # with the targets and their weights
        one = head.loss_cls(rows, zeros(n, dtype=torch.long), zeros(n), avg_factor=1).sum()
        for said, wide in ((box, head.box_code_size), (turn, 2)):
            if said is not None:
                one = one + shaped(said, wide).abs().sum()
        loss = one if loss is None else loss + one
    return loss


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    out = []
    if isinstance(value, (list, tuple)):
        for one in value:
            out.extend(tensors_in(one))
    return out


def total(value):
    out = None
    for one in tensors_in(value):
        if one.requires_grad:
            out = one.sum() if out is None else out + one.sum()
    return out


def recognized(model, cfg):
    inputs = zeros(batch_of(cfg), *clip_of(cfg))
    features, kept = model.extract_feat(inputs)
    scores = model.cls_head(features, **kept)
    auxiliary = kept.get("loss_aux", {})
    return total([scores, auxiliary])


def sampled(train_cfg):
    """How many boxes of an image a head of regions is trained on, and how many of them may be positive."""
    sampler = train_cfg["sampler"]
    return sampler["num"], int(sampler["num"] * sampler["pos_fraction"])


def regions(head, features, cfg, images, size):
    """What a head of regions says of the boxes that are drawn for it: as many as it may be given."""
    follows(head, ("bbox_roi_extractor", "bbox_head", "mask_roi_extractor", "mask_head", "shared_head", "mask_iou_head", "grid_roi_extractor",
                   "grid_head"))
    outs, train = [], head.train_cfg
    stages = train if isinstance(train, (list, tuple)) else [train]
    for stage, one in enumerate(stages):
        boxes, positive = sampled(one)
        which = (stage,) if isinstance(train, (list, tuple)) else ()
        found = head._bbox_forward(*which, features, boxes_of(boxes * images))
        outs.append([found["cls_score"], found["bbox_pred"]])
        if hasattr(head, "grid_head"):
            pooled = head.grid_roi_extractor(features[:head.grid_roi_extractor.num_inputs], boxes_of(positive * images))
            drawn = torch.arange(min(positive * images, one.get("max_num_grid", 192)), device="cuda")
            outs.append(head.grid_head(pooled[drawn]))
        if getattr(head, "with_mask", False):
            outs.append(total(head._mask_forward(*which, features, boxes_of(positive * images))))
            for _ in range(images):
                mask_targets(positive, size, one.get("mask_size", 28))
    return outs


def mask_targets(boxes, size, width):
    """BitmapMasks.crop_and_resize: the masks of an image on the device, that of each box in floating point."""
    masks = zeros(Boxes.most, *size, dtype=torch.uint8)
    picked = masks.index_select(0, torch.arange(boxes, device="cuda")).to(torch.float32)
    return zeros(boxes, width, width)


def follows(part, known):
    for name, _ in part.named_children():
        if name not in known:
            trainlint.stop("what " + name + " of " + type(part).__name__ + " does in a step")


def boxes_of(n):
    return zeros(n, 5)


def shaped(score, width):
    return score.permute(0, 2, 3, 1).reshape(-1, width)


def dense(head, outs, boxes):
    """The losses of a head that says something of each place: what it says is copied into rows, and each row has a target."""
    if not hasattr(head, "loss_cls") or not hasattr(head, "cls_out_channels"):
        return total(outs)
    if hasattr(head, "negative_bag_loss"):
        return bagged(head, outs, outs[0][0].shape[0], boxes, head.cls_out_channels)
    scores = [one for one in outs[0]]
    assigner = getattr(head, "assigner", None)
    if hasattr(assigner, "iou_calculator"):
        places = sum([one.shape[2] * one.shape[3] for one in scores]) * (scores[0].shape[1] // head.cls_out_channels)
        places *= getattr(head, "approxs_per_octave", 1)  # guided anchoring tries these at each place
        for _ in range(scores[0].shape[0]):
            sides = 5 if type(assigner.iou_calculator).__name__.startswith("RBbox") else 4
            assigner.iou_calculator(zeros(boxes.most, sides), zeros(places, sides))
            boxes.compared(places)
    elif hasattr(head, "regress_ranges"):  # each place is compared with each box, in numbers for its four sides
        for _ in range(scores[0].shape[0]):
            places = sum([one.shape[2] * one.shape[3] for one in scores])
            sides = torch.stack([zeros(places, boxes.most) for _ in range(4)], -1)
            inside = sides.min(-1)[0] > 0
            boxes.compared(places)
    loss = None
    for score in scores:
        rows = shaped(score, head.cls_out_channels)
        n = rows.shape[0]
        one = classified(head, rows, n)
        loss = one.sum() if loss is None else loss + one.sum()
    for places in outs[1:]:
        for place in tensors_in(places):
            loss = loss + (shaped(place, place.shape[1]) - zeros(1)).abs().sum()
    return loss


def classified(head, rows, n):
    """A loss of scores takes classes, classes with how well their boxes lie, or a number for each score: others it refuses."""
    if head.cls_out_channels == 1:
        return head.loss_cls(rows, zeros(n, 1), zeros(n, 1), avg_factor=1)
    try:
        return head.loss_cls(rows, zeros(n, dtype=torch.long), zeros(n), avg_factor=1)
    except AssertionError:
        pass
    try:
        return head.loss_cls(rows, (zeros(n, dtype=torch.long), zeros(n)), avg_factor=1)
    except AssertionError:
        return head.loss_cls(rows.sigmoid(), zeros(n, head.cls_out_channels), avg_factor=1)


def bagged(head, outs, images, boxes, width):
    """The losses of FreeAnchor: the scores of all places together, beside a dense target; each box with each place, twice."""
    sides = getattr(head, "box_code_size", 4)
    rows = [torch.cat([one.permute(0, 2, 3, 1).reshape(images, -1, wide) for one in level], dim=1)
            for level, wide in zip(outs, (width, sides, 2)) if level[0] is not None]
    scores = torch.sigmoid(rows[0])
    targets = []
    for image in range(images):
        for _ in range(2):
            if hasattr(head.assigner, "iou_calculator"):
                head.assigner.iou_calculator(zeros(boxes.most, 4), zeros(scores.size(1), 4))
        targets.append(zeros(scores.size(1), width))
    loss = head.negative_bag_loss(scores, torch.stack(targets, dim=0)).sum()
    for row in rows[1:]:
        loss = loss + row.clone().sum()
    return loss


def refined(features, images, first, stages, boxes):
    """Detectors that look once more at each place: a box of each is what moves the features for the next head."""
    loss = dense(first, first(features), boxes)
    for module, head in stages:
        rois = [[zeros(one.shape[2] * one.shape[3], 5) for one in features] for _ in range(images)]
        loss = loss + dense(head, head(module(features, rois)), boxes)
    return loss


def losses_of(model, images, size, boxes):
    from trainlint.openmm_samples import own_losses
    losses = own_losses(model, images, size, boxes.most)
    return total([value for name, value in losses.items() if "loss" in name])


def detected(model, cfg):
    images = batch_of(cfg)
    size = image_of(cfg)
    boxes = Boxes(cfg)
    if "train_dataloader" in cfg and (hasattr(model, "num_queries") or hasattr(getattr(model, "bbox_head", None), "head_module")):
        return losses_of(model, images, size, boxes)
    if hasattr(model, "feat_refine_module"):
        follows(model, ("backbone", "neck", "bbox_head", "feat_refine_module", "refine_head"))
        features = model.extract_feat(zeros(images, 3, *size))
        return refined(features, images, model.bbox_head, zip(model.feat_refine_module, model.refine_head), boxes)
    if hasattr(model, "fam_head"):
        follows(model, ("backbone", "neck", "fam_head", "align_conv", "odm_head"))
        features = model.extract_feat(zeros(images, 3, *size))
        return refined(features, images, model.fam_head, [(model.align_conv, model.odm_head)], boxes)
    if hasattr(model, "bbox_roi_extractor"):
        from trainlint.openmm_old import regions_of_old
        features = model.extract_feat(zeros(images, 3, *size))
        found = total(regions_of_old(model, features, images, size))
        return found + dense(model.rpn_head, model.rpn_head(features), boxes) if hasattr(model, "rpn_head") else found
    follows(model, ("data_preprocessor", "backbone", "neck", "rpn_head", "roi_head", "bbox_head"))
    batch = zeros(images, 3, *size)
    if any(step["type"] == "LoadImageFromFileMono3D" for step in pipeline_of(cfg)):
        batch = {"imgs": batch}
    features = model.extract_feat(batch)
    if hasattr(model, "roi_head"):
        loss = None
        if hasattr(model, "rpn_head"):
            loss = dense(model.rpn_head, model.rpn_head(features), boxes)
        found = total(regions(model.roi_head, features, cfg, images, size))
        return found if loss is None else loss + found
    if hasattr(model, "rpn_head"):
        return dense(model.rpn_head, model.rpn_head(features), boxes)
    return dense(model.bbox_head, model.bbox_head(features), boxes)


class Boxes:
    """How many boxes of objects an image has: the peak of a run is that of its fullest batch. For COCO's training images 93 are assumed,
    which nobody here has counted; of other data it is not known, and a project's own may be in COCO's format."""

    most = 93

    def __init__(self, cfg):
        at = cfg["train_dataloader"]["dataset"] if "train_dataloader" in cfg else cfg["data"]["train"]
        while "dataset" in at:
            at = at["dataset"]
        self.known = at.get("type", "").startswith("Coco") and "instances_train20" in str(at.get("ann_file", "")) and "classes" not in at

    def compared(self, places):
        if not self.known:
            trainlint.perhaps(places * 1000 * 4 * 4)


def reads_points(cfg):
    return any(step["type"] == "LoadPointsFromFile" for step in flat(pipeline_of(cfg)))


def loss_of(model, cfg):
    if reads_points(cfg):
        layer = (cfg["model"].get("data_preprocessor") or {}).get("voxel_layer")
        return voxels(model, cfg, layer) if layer is not None else clouds(model, cfg)
    if hasattr(model, "cls_head"):
        return recognized(model, cfg)
    if hasattr(model, "roi_head") or hasattr(model, "bbox_head") or hasattr(model, "rpn_head") or hasattr(model, "fam_head"):
        return detected(model, cfg)
    if hasattr(model, "decode_head"):
        from trainlint.openmm_segments import segmented
        return segmented(model, cfg)
    return trainlint.stop("how the step of " + type(model).__name__ + " goes")


class Runner:
    """MMEngine clears gradients behind the optimizer's step, mmcv's hooks before the backward pass."""

    def __init__(self, model, path, options):
        self.model, self.cfg = model, config(path, options)
        self.optimizer = Optimizer([one for one in model.parameters() if one.requires_grad])
        self.engine = "train_dataloader" in self.cfg
        wrapper = self.cfg.get("optim_wrapper") or {}
        self.old = self.cfg.get("fp16") is not None or (self.cfg.get("optimizer_config") or {}).get("type") == "Fp16OptimizerHook"
        self.autocasts = self.old or wrapper.get("type") == "AmpOptimWrapper"

    def loss(self):
        if self.old and trainlint.undated():
            trainlint.stop("what mmcv's mixed precision casts, which depends on the version of torch")
        if self.autocasts:
            with torch.cuda.amp.autocast():
                return loss_of(self.model, self.cfg)
        return loss_of(self.model, self.cfg)


def steps(runner):
    for _ in range(9):
        loss = runner.loss()
        if not runner.engine:
            runner.optimizer.zero_grad()
        loss.backward()
        runner.optimizer.step()
        if runner.engine:
            runner.optimizer.zero_grad()
