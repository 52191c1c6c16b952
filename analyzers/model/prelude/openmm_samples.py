"""What mmengine holds of a sample, and samples as they are fed to a detector that computes its losses itself."""
import torch
import trainlint


class BaseDataElement:
    def __init__(self, *, metainfo=None, **kwargs):
        self._metainfo = dict(metainfo or {})
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if not name.startswith("_") and name in self._metainfo:
            return self._metainfo[name]
        raise AttributeError(name)

    def __contains__(self, name):
        return name in self.keys() or name in self._metainfo

    @property
    def metainfo(self):
        return dict(self._metainfo)

    def set_metainfo(self, metainfo):
        self._metainfo.update(metainfo)

    def set_field(self, value, name, dtype=None, field_type="data"):
        setattr(self, name, value)

    def get(self, name, default=None):
        return getattr(self, name) if name in self else default

    def pop(self, name):
        value = getattr(self, name)
        delattr(self, name)
        return value

    def keys(self):
        return [name for name in vars(self) if not name.startswith("_")]

    def values(self):
        return [getattr(self, name) for name in self.keys()]

    def items(self):
        return [(name, getattr(self, name)) for name in self.keys()]

    def all_keys(self):
        return list(self._metainfo) + self.keys()

    def new(self, *, metainfo=None, **kwargs):
        return type(self)(metainfo=metainfo or self._metainfo, **(kwargs or dict(self.items())))

    clone = new

    def _each(self, do):
        return self.new(**{name: do(value) for name, value in self.items()})

    def to(self, *args, **kwargs):
        return self._each(lambda value: value.to(*args, **kwargs) if isinstance(value, torch.Tensor) else value)

    def detach(self):
        return self._each(lambda value: value.detach() if isinstance(value, torch.Tensor) else value)


class InstanceData(BaseDataElement):
    def __len__(self):
        for name in self.keys():
            return len(getattr(self, name))
        return 0

    def __getitem__(self, item):
        return self._each(lambda value: value[item])

    @staticmethod
    def cat(instances_list):
        first = instances_list[0]
        return first.new(**{name: torch.cat([getattr(one, name) for one in instances_list]) for name in first.keys()})


class PixelData(BaseDataElement):
    pass


class LabelData(BaseDataElement):
    pass


def sample(size, boxes):
    """An image that is padded to the size of its batch, as nearly all are, with so many boxes."""
    of = lambda *shape, dtype=torch.float32: torch.zeros(*shape, dtype=dtype, device="cuda")
    inner = (size[0] - 1, size[1] - 1)
    meta = dict(img_shape=inner, ori_shape=inner, pad_shape=tuple(size), batch_input_shape=tuple(size), scale_factor=(1.0, 1.0), flip=False)
    held = InstanceData(bboxes=of(boxes, 4), labels=of(boxes, dtype=torch.long))
    return BaseDataElement(metainfo=meta, gt_instances=held, ignored_instances=InstanceData(bboxes=of(0, 4), labels=of(0, dtype=torch.long)))


def own_losses(model, images, size, boxes):
    """The losses as the framework's own code computes them; of what its masks pick, all is taken: batches are full."""
    trainlint.full()
    inputs = torch.zeros(images, 3, *size, device="cuda")
    return model.loss(inputs, [sample(size, boxes) for _ in range(images)])
