"""Detectors of torchvision as they train: images resized and padded to a batch, a pyramid, anchors, and the proposals that are sampled.

What a detector is told of an image does not decide how much it keeps: each image has 256 anchors in the loss, and 512 proposals (128 of them
with a box, for masks and key points) are cut out of the pyramid, which is the most and, but for masks, what nearly every step takes.
"""
from collections import OrderedDict

import torch
from torch import nn
from torch.autograd import Function
from torch.nn import functional as F
from torchvision.models import resnet
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.ops.misc import Conv2dNormActivation
from trainlint import bound, known, stop


class FrozenBatchNorm2d(nn.Module):
    def __init__(self, num_features, eps=1e-5):
        super().__init__()
        self.eps = eps
        for name in ("weight", "bias", "running_mean", "running_var"):
            self.register_buffer(name, torch.zeros(num_features))

    def forward(self, x):
        w, b = self.weight.reshape(1, -1, 1, 1), self.bias.reshape(1, -1, 1, 1)
        rv, rm = self.running_var.reshape(1, -1, 1, 1), self.running_mean.reshape(1, -1, 1, 1)
        scale = w * (rv + self.eps).rsqrt()
        bias = b - rm * scale
        return x * scale + bias


class ExtraFPNBlock(nn.Module):
    pass


class LastLevelMaxPool(ExtraFPNBlock):
    def forward(self, x, y, names):
        return x + [F.max_pool2d(x[-1], 1, 2, 0)], names + ["pool"]


class LastLevelP6P7(ExtraFPNBlock):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.p6, self.p7 = nn.Conv2d(in_channels, out_channels, 3, 2, 1), nn.Conv2d(out_channels, out_channels, 3, 2, 1)
        self.use_P5 = in_channels == out_channels

    def forward(self, p, c, names):
        p6 = self.p6(p[-1] if self.use_P5 else c[-1])
        return p + [p6, self.p7(F.relu(p6))], names + ["p6", "p7"]


class FeaturePyramidNetwork(nn.Module):
    def __init__(self, in_channels_list, out_channels, extra_blocks=None, norm_layer=None):
        super().__init__()
        self.inner_blocks, self.layer_blocks = nn.ModuleList(), nn.ModuleList()
        for channels in in_channels_list:
            self.inner_blocks.append(Conv2dNormActivation(channels, out_channels, kernel_size=1, padding=0, norm_layer=norm_layer, activation_layer=None))
            self.layer_blocks.append(Conv2dNormActivation(out_channels, out_channels, kernel_size=3, norm_layer=norm_layer, activation_layer=None))
        self.extra_blocks = extra_blocks

    def forward(self, x):
        names, x = list(x.keys()), list(x.values())
        last = self.inner_blocks[-1](x[-1])
        results = [self.layer_blocks[-1](last)]
        for i in range(len(x) - 2, -1, -1):
            lateral = self.inner_blocks[i](x[i])
            last = lateral + F.interpolate(last, size=lateral.shape[-2:], mode="nearest")
            results.insert(0, self.layer_blocks[i](last))
        if self.extra_blocks is not None:
            results, names = self.extra_blocks(results, x, names)
        return OrderedDict(zip(names, results))


class BackboneWithFPN(nn.Module):
    def __init__(self, backbone, return_layers, in_channels_list, out_channels, extra_blocks=None, norm_layer=None):
        super().__init__()
        self.body = IntermediateLayerGetter(backbone, return_layers=return_layers)
        self.fpn = FeaturePyramidNetwork(in_channels_list, out_channels, extra_blocks or LastLevelMaxPool(), norm_layer)
        self.out_channels = out_channels

    def forward(self, x):
        return self.fpn(self.body(x))


def _resnet_fpn_extractor(backbone, trainable_layers, returned_layers=None, extra_blocks=None, norm_layer=None):
    if trainable_layers < 0 or trainable_layers > 5:
        raise ValueError("Trainable layers should be in the range [0,5]")
    trained = ["layer4", "layer3", "layer2", "layer1", "conv1"][:trainable_layers]
    if trainable_layers == 5:
        trained.append("bn1")
    for name, parameter in backbone.named_parameters():
        if all([not name.startswith(layer) for layer in trained]):
            parameter.requires_grad_(False)
    returned_layers = returned_layers or [1, 2, 3, 4]
    layers = {"layer" + str(k): str(v) for v, k in enumerate(returned_layers)}
    first = backbone.inplanes // 8
    return BackboneWithFPN(backbone, layers, [first * 2 ** (i - 1) for i in returned_layers], 256, extra_blocks, norm_layer)


def resnet_fpn_backbone(backbone_name, pretrained=False, norm_layer=FrozenBatchNorm2d, trainable_layers=3, returned_layers=None, extra_blocks=None,
                        weights=None):
    return _resnet_fpn_extractor(getattr(resnet, backbone_name)(norm_layer=norm_layer), trainable_layers, returned_layers, extra_blocks)


class AnchorGenerator(nn.Module):
    def __init__(self, sizes=((128, 256, 512),), aspect_ratios=((0.5, 1.0, 2.0),)):
        super().__init__()
        if not isinstance(sizes[0], (list, tuple)):
            sizes = tuple((s,) for s in sizes)
        if not isinstance(aspect_ratios[0], (list, tuple)):
            aspect_ratios = (aspect_ratios,) * len(sizes)
        self.sizes, self.aspect_ratios = sizes, aspect_ratios

    def num_anchors_per_location(self):
        return [len(s) * len(a) for s, a in zip(self.sizes, self.aspect_ratios)]

    def forward(self, image_list, feature_maps):
        if len(feature_maps) != len(self.sizes):
            raise AssertionError("There needs to be a match between the number of feature maps passed and the number of sizes / aspect ratios specified.")
        each = [f.shape[-2] * f.shape[-1] * n for f, n in zip(feature_maps, self.num_anchors_per_location())]
        kind = {"dtype": feature_maps[0].dtype, "device": feature_maps[0].device}
        levels = [torch.zeros(n, 4, **kind) for n in each]
        return [torch.cat(levels) for _ in image_list.image_sizes]


class ImageList:
    def __init__(self, tensors, image_sizes):
        self.tensors, self.image_sizes = tensors, image_sizes


def _padded(size, divisor):
    return (size + divisor - 1) // divisor * divisor


class GeneralizedRCNNTransform(nn.Module):
    def __init__(self, min_size, max_size, image_mean, image_std, size_divisible=32, fixed_size=None, **kwargs):
        super().__init__()
        self.min_size = min_size if isinstance(min_size, (list, tuple)) else (min_size,)
        self.max_size, self.image_mean, self.image_std, self.size_divisible, self.fixed_size = max_size, image_mean, image_std, size_divisible, fixed_size
        self._skip_resize = kwargs.pop("_skip_resize", False)

    def _resized(self, h, w):
        """How large an image becomes: at most, and at least, where its size lies in a file and no other may be told."""
        if self.fixed_size is not None:
            return self.fixed_size[1], self.fixed_size[0]
        if len(self.min_size) > 1 and self.training:
            stop("which of several sizes an image becomes")
        small, large = min(self.min_size[-1], self.max_size), self.max_size
        end = bound(small, large)
        if end == "most":
            return small, large
        if end == "least":
            return (small, small) if small * small <= large * (large // 3) else (large // 3, large)
        scale = min(small / min(h, w), large / max(h, w))
        return int(h * scale), int(w * scale)

    def normalize(self, image):
        if not image.is_floating_point():
            raise TypeError("Expected input images to be of floating type (in range [0, 1])")
        mean = torch.as_tensor(self.image_mean, dtype=image.dtype, device=image.device)
        std = torch.as_tensor(self.image_std, dtype=image.dtype, device=image.device)
        return (image - mean[:, None, None]) / std[:, None, None]

    def forward(self, images, targets=None):
        images = [image for image in images]
        for i in range(len(images)):
            image = self.normalize(images[i])
            if not self._skip_resize or not self.training:
                image = F.interpolate(image[None], size=self._resized(image.shape[-2], image.shape[-1]), mode="bilinear", align_corners=False)[0]
            images[i] = image
        sizes = [tuple(image.shape[-2:]) for image in images]
        height, width = max([h for h, _ in sizes]), max([w for _, w in sizes])
        if len(images) > 1 and self.fixed_size is None and not self._skip_resize and bound(min(self.min_size[-1], self.max_size), self.max_size) == "most":
            height = width = self.max_size  # one lies, one stands
        batch = images[0].new_full([len(images), images[0].shape[0], _padded(height, self.size_divisible), _padded(width, self.size_divisible)], 0)
        return ImageList(batch, sizes), targets

    def postprocess(self, result, image_shapes, original_image_sizes):
        return result


class RoIAlignFunction(Function):
    @staticmethod
    def forward(ctx, input, rois, size):
        ctx.save_for_backward(rois)
        ctx.input_shape = input.size()
        return input.new_zeros(rois.size(0), input.size(1), *size)

    @staticmethod
    def backward(ctx, grad):
        return grad.new_zeros(ctx.input_shape), None, None


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    if isinstance(boxes, (list, tuple)):
        count = sum([b.shape[0] for b in boxes])
        boxes = torch.zeros(count, 5, dtype=input.dtype, device=input.device)
    size = output_size if isinstance(output_size, (list, tuple)) else (output_size, output_size)
    return RoIAlignFunction.apply(input, boxes, size)


class MultiScaleRoIAlign(nn.Module):
    def __init__(self, featmap_names, output_size, sampling_ratio, canonical_scale=224, canonical_level=4):
        super().__init__()
        self.featmap_names, self.sampling_ratio = featmap_names, sampling_ratio
        self.output_size = (output_size, output_size) if isinstance(output_size, int) else tuple(output_size)

    def forward(self, x, boxes, image_shapes):
        maps = [v for k, v in x.items() if k in self.featmap_names]
        count = sum([b.shape[0] for b in boxes])
        if len(maps) == 1:
            return roi_align(maps[0], torch.zeros(count, 5, device=maps[0].device), self.output_size)
        result = torch.zeros(count, maps[0].shape[1], *self.output_size, dtype=maps[0].dtype, device=maps[0].device)
        share, rest = count // len(maps), count % len(maps)
        for level, map in enumerate(maps):
            index = torch.zeros(share + (rest if level == 0 else 0), dtype=torch.int64, device=map.device)
            result[index] = roi_align(map, torch.zeros(index.shape[0], 5, device=map.device), self.output_size).to(result.dtype)
        return result


class RPNHead(nn.Module):
    def __init__(self, in_channels, num_anchors, conv_depth=1):
        super().__init__()
        self.conv = nn.Sequential(*[Conv2dNormActivation(in_channels, in_channels, kernel_size=3, norm_layer=None) for _ in range(conv_depth)])
        self.cls_logits, self.bbox_pred = nn.Conv2d(in_channels, num_anchors, 1), nn.Conv2d(in_channels, num_anchors * 4, 1)

    def forward(self, x):
        logits, boxes = [], []
        for feature in x:
            t = self.conv(feature)
            logits.append(self.cls_logits(t))
            boxes.append(self.bbox_pred(t))
        return logits, boxes


def _flat(layer, wide):
    n, _, h, w = layer.shape
    return layer.view(n, -1, wide, h, w).permute(0, 3, 4, 1, 2).reshape(n, -1, wide)


class RegionProposalNetwork(nn.Module):
    def __init__(self, anchor_generator, head, fg_iou_thresh, bg_iou_thresh, batch_size_per_image, positive_fraction, pre_nms_top_n, post_nms_top_n,
                 nms_thresh, score_thresh=0.0):
        super().__init__()
        self.anchor_generator, self.head = anchor_generator, head
        self.batch_size_per_image, self.positive_fraction = batch_size_per_image, positive_fraction
        self._post_nms_top_n = post_nms_top_n

    def forward(self, images, features, targets=None):
        objectness, deltas = self.head(list(features.values()))
        anchors = self.anchor_generator(images, list(features.values()))
        count, device = len(anchors), deltas[0].device
        objectness = torch.cat([_flat(o, 1) for o in objectness], dim=1).flatten(0, -2)
        deltas = torch.cat([_flat(d, 4) for d in deltas], dim=1).reshape(-1, 4)
        kept = self._post_nms_top_n["training" if self.training else "testing"]
        boxes = [torch.zeros(kept, 4, device=device) for _ in range(count)]
        if not self.training:
            return boxes, {}
        sampled = torch.zeros(count * self.batch_size_per_image, dtype=torch.int64, device=device)
        positive = torch.zeros(int(count * self.batch_size_per_image * self.positive_fraction), dtype=torch.int64, device=device)
        aims = torch.zeros(positive.shape[0], 4, device=device)
        box_loss = F.smooth_l1_loss(deltas[positive], aims, beta=1 / 9, reduction="sum") / sampled.numel()
        labels = torch.zeros(sampled.shape[0], device=device)
        loss = F.binary_cross_entropy_with_logits(objectness.flatten()[sampled], labels)
        return boxes, {"loss_objectness": loss, "loss_rpn_box_reg": box_loss}


class TwoMLPHead(nn.Module):
    def __init__(self, in_channels, representation_size):
        super().__init__()
        self.fc6, self.fc7 = nn.Linear(in_channels, representation_size), nn.Linear(representation_size, representation_size)

    def forward(self, x):
        return F.relu(self.fc7(F.relu(self.fc6(x.flatten(start_dim=1)))))


class FastRCNNConvFCHead(nn.Sequential):
    def __init__(self, input_size, conv_layers, fc_layers, norm_layer=None):
        channels, height, width = input_size
        blocks = []
        for wide in conv_layers:
            blocks.append(Conv2dNormActivation(channels, wide, norm_layer=norm_layer))
            channels = wide
        blocks.append(nn.Flatten())
        channels = channels * height * width
        for wide in fc_layers:
            blocks.append(nn.Linear(channels, wide))
            blocks.append(nn.ReLU(inplace=True))
            channels = wide
        super().__init__(*blocks)


class FastRCNNPredictor(nn.Module):
    def __init__(self, in_channels, num_classes):
        super().__init__()
        self.cls_score, self.bbox_pred = nn.Linear(in_channels, num_classes), nn.Linear(in_channels, num_classes * 4)

    def forward(self, x):
        x = x.flatten(start_dim=1)
        return self.cls_score(x), self.bbox_pred(x)


class MaskRCNNHeads(nn.Sequential):
    def __init__(self, in_channels, layers, dilation, norm_layer=None):
        blocks = []
        for wide in layers:
            blocks.append(Conv2dNormActivation(in_channels, wide, kernel_size=3, stride=1, padding=dilation, dilation=dilation, norm_layer=norm_layer))
            in_channels = wide
        super().__init__(*blocks)


class MaskRCNNPredictor(nn.Sequential):
    def __init__(self, in_channels, dim_reduced, num_classes):
        super().__init__(OrderedDict([("conv5_mask", nn.ConvTranspose2d(in_channels, dim_reduced, 2, 2, 0)), ("relu", nn.ReLU(inplace=True)),
                                      ("mask_fcn_logits", nn.Conv2d(dim_reduced, num_classes, 1, 1, 0))]))


class RoIHeads(nn.Module):
    def __init__(self, box_roi_pool, box_head, box_predictor, fg_iou_thresh, bg_iou_thresh, batch_size_per_image, positive_fraction,
                 bbox_reg_weights, score_thresh, nms_thresh, detections_per_img, mask_roi_pool=None, mask_head=None, mask_predictor=None,
                 keypoint_roi_pool=None, keypoint_head=None, keypoint_predictor=None):
        super().__init__()
        self.batch_size_per_image, self.positive_fraction, self.detections_per_img = batch_size_per_image, positive_fraction, detections_per_img
        self.box_roi_pool, self.box_head, self.box_predictor = box_roi_pool, box_head, box_predictor
        self.mask_roi_pool, self.mask_head, self.mask_predictor = mask_roi_pool, mask_head, mask_predictor
        self.keypoint_roi_pool, self.keypoint_head, self.keypoint_predictor = keypoint_roi_pool, keypoint_head, keypoint_predictor

    def forward(self, features, proposals, image_shapes, targets=None):
        if self.keypoint_predictor is not None:
            stop("what the heads for key points keep")
        device = proposals[0].device
        if self.training:
            proposals = [torch.zeros(self.batch_size_per_image, 4, device=device) for _ in proposals]
        logits, boxes = self.box_predictor(self.box_head(self.box_roi_pool(features, proposals, image_shapes)))
        if not self.training:
            n = self.detections_per_img
            return [{"boxes": torch.zeros(n, 4, device=device), "labels": torch.zeros(n, dtype=torch.int64, device=device),
                     "scores": torch.zeros(n, device=device)} for _ in proposals], {}
        labels = torch.zeros(logits.shape[0], dtype=torch.int64, device=device)
        with_box = int(self.batch_size_per_image * self.positive_fraction)
        index = torch.zeros(with_box * len(proposals), dtype=torch.int64, device=device)
        aims = torch.zeros(index.shape[0], 4, device=device)
        losses = {"loss_classifier": F.cross_entropy(logits, labels)}
        boxes = boxes.reshape(logits.shape[0], boxes.size(-1) // 4, 4)
        losses["loss_box_reg"] = F.smooth_l1_loss(boxes[index, labels[index]], aims, beta=1 / 9, reduction="sum") / labels.numel()
        if self.mask_predictor is not None:
            found = torch.where(torch.zeros(index.shape[0], device=device) > 0)[0]  # how many lie on an object, only a run knows
            masks = self.mask_predictor(self.mask_head(self.mask_roi_pool(features, [torch.zeros(index.shape[0], 4, device=device)[found]], image_shapes)))
            picked = masks[torch.arange(found.shape[0], device=device), labels[found]]
            losses["loss_mask"] = F.binary_cross_entropy_with_logits(picked, torch.zeros(picked.shape, device=device))
        return [], losses


class GeneralizedRCNN(nn.Module):
    def __init__(self, backbone, rpn, roi_heads, transform):
        super().__init__()
        self.transform, self.backbone, self.rpn, self.roi_heads = transform, backbone, rpn, roi_heads

    def forward(self, images, targets=None):
        if self.training and targets is None:
            raise AssertionError("targets should not be none when in training mode")
        images, targets = self.transform(images, targets)
        features = self.backbone(images.tensors)
        if isinstance(features, torch.Tensor):
            features = OrderedDict([("0", features)])
        proposals, losses = self.rpn(images, features, targets)
        found, more = self.roi_heads(features, proposals, images.image_sizes, targets)
        return {**more, **losses} if self.training else found


def _default_anchors():
    return AnchorGenerator(((32,), (64,), (128,), (256,), (512,)), ((0.5, 1.0, 2.0),) * 5)


class FasterRCNN(GeneralizedRCNN):
    def __init__(self, backbone, num_classes=None, min_size=800, max_size=1333, image_mean=None, image_std=None, rpn_anchor_generator=None,
                 rpn_head=None, rpn_pre_nms_top_n_train=2000, rpn_pre_nms_top_n_test=1000, rpn_post_nms_top_n_train=2000,
                 rpn_post_nms_top_n_test=1000, rpn_nms_thresh=0.7, rpn_fg_iou_thresh=0.7, rpn_bg_iou_thresh=0.3, rpn_batch_size_per_image=256,
                 rpn_positive_fraction=0.5, rpn_score_thresh=0.0, box_roi_pool=None, box_head=None, box_predictor=None, box_score_thresh=0.05,
                 box_nms_thresh=0.5, box_detections_per_img=100, box_fg_iou_thresh=0.5, box_bg_iou_thresh=0.5, box_batch_size_per_image=512,
                 box_positive_fraction=0.25, bbox_reg_weights=None, **kwargs):
        if not hasattr(backbone, "out_channels"):
            raise ValueError("backbone should contain an attribute out_channels")
        if (num_classes is None) == (box_predictor is None):
            raise ValueError("num_classes should be None when box_predictor is specified, and not None when it is not")
        channels = backbone.out_channels
        anchors = rpn_anchor_generator or _default_anchors()
        head = rpn_head or RPNHead(channels, anchors.num_anchors_per_location()[0])
        rpn = RegionProposalNetwork(anchors, head, rpn_fg_iou_thresh, rpn_bg_iou_thresh, rpn_batch_size_per_image, rpn_positive_fraction,
                                    {"training": rpn_pre_nms_top_n_train, "testing": rpn_pre_nms_top_n_test},
                                    {"training": rpn_post_nms_top_n_train, "testing": rpn_post_nms_top_n_test}, rpn_nms_thresh, rpn_score_thresh)
        pool = box_roi_pool or MultiScaleRoIAlign(["0", "1", "2", "3"], 7, 2)
        box_head = box_head or TwoMLPHead(channels * pool.output_size[0] ** 2, 1024)
        box_predictor = box_predictor or FastRCNNPredictor(1024, num_classes)
        heads = RoIHeads(pool, box_head, box_predictor, box_fg_iou_thresh, box_bg_iou_thresh, box_batch_size_per_image, box_positive_fraction,
                         bbox_reg_weights, box_score_thresh, box_nms_thresh, box_detections_per_img)
        transform = GeneralizedRCNNTransform(min_size, max_size, image_mean or [0.485, 0.456, 0.406], image_std or [0.229, 0.224, 0.225], **kwargs)
        super().__init__(backbone, rpn, heads, transform)


class MaskRCNN(FasterRCNN):
    def __init__(self, backbone, num_classes=None, *args, mask_roi_pool=None, mask_head=None, mask_predictor=None, **kwargs):
        super().__init__(backbone, num_classes, *args, **kwargs)
        self.roi_heads.mask_roi_pool = mask_roi_pool or MultiScaleRoIAlign(["0", "1", "2", "3"], 14, 2)
        self.roi_heads.mask_head = mask_head or MaskRCNNHeads(backbone.out_channels, (256, 256, 256, 256), 1)
        self.roi_heads.mask_predictor = mask_predictor or MaskRCNNPredictor(256, 256, num_classes)


def _settled(kind, given, name, usual):
    """What weights a detector, or its backbone, is loaded with: None for none."""
    old = "pretrained" if name == "weights" else "pretrained_backbone"
    value = given.pop(name, usual)
    if old in given:
        value = given.pop(old)
    if not known(value):
        stop("whether " + kind + " is loaded with weights")
    return value or None


def _loaded(kind, num_classes, kwargs, published):
    weights, backbone = _settled(kind, kwargs, "weights", None), _settled(kind, kwargs, "weights_backbone", "DEFAULT")
    kwargs.pop("progress", None)
    layers = kwargs.pop("trainable_backbone_layers", None)
    if weights is not None:
        if num_classes is not None and num_classes != published:
            raise ValueError("The parameter 'num_classes' expected value " + str(published) + " but got " + str(num_classes) + " instead.")
        backbone, num_classes = None, published
    trained = weights is not None or backbone is not None
    if not trained or layers is None:
        layers = 3 if trained else 5
    return num_classes or published, trained, layers


def _of_resnet50(kind, published=91):
    def make(*args, num_classes=None, **kwargs):
        for name, value in zip(("pretrained", "progress", "num_classes"), args):
            if name == "num_classes":
                num_classes = value
            else:
                kwargs[name] = value
        num_classes, trained, layers = _loaded(kind.__name__, num_classes, kwargs, published)
        backbone = resnet.resnet50(norm_layer=FrozenBatchNorm2d if trained else nn.BatchNorm2d)
        return kind(_resnet_fpn_extractor(backbone, layers), num_classes, **kwargs)
    return make


def _second_of_resnet50(kind, published=91):
    def make(num_classes=None, **kwargs):
        num_classes, _, layers = _loaded(kind.__name__, num_classes, kwargs, published)
        backbone = _resnet_fpn_extractor(resnet.resnet50(), layers, norm_layer=nn.BatchNorm2d)
        anchors = _default_anchors()
        if kind is MaskRCNN:
            kwargs["mask_head"] = MaskRCNNHeads(256, [256, 256, 256, 256], 1, norm_layer=nn.BatchNorm2d)
        return kind(backbone, num_classes, rpn_anchor_generator=anchors, rpn_head=RPNHead(256, anchors.num_anchors_per_location()[0], conv_depth=2),
                    box_head=FastRCNNConvFCHead((256, 7, 7), [256, 256, 256, 256], [1024], norm_layer=nn.BatchNorm2d), **kwargs)
    return make


fasterrcnn_resnet50_fpn, fasterrcnn_resnet50_fpn_v2 = _of_resnet50(FasterRCNN), _second_of_resnet50(FasterRCNN)
maskrcnn_resnet50_fpn, maskrcnn_resnet50_fpn_v2 = _of_resnet50(MaskRCNN), _second_of_resnet50(MaskRCNN)
