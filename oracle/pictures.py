"""What transforms of pictures take and give: torchvision and albumentations on the CPU."""
import torch

from experiment import Experiment



def refusal(package="torchvision", **options):
    return Experiment("transform-order", package, r"^raises \w+: ", r"^\(3, 8, 8\)$", **options)


normalized_first, tensor_again, of_floats = refusal(), refusal(), refusal()


def picture():
    from torchvision import transforms

    torch.manual_seed(0)
    return transforms.ToPILImage()(torch.rand(3, 8, 8))


def through(*names):
    from torchvision import transforms

    made = {"tensor": transforms.ToTensor(), "normalize": transforms.Normalize([0.5] * 3, [0.5] * 3), "equalize": transforms.RandomEqualize(1.0)}
    return str(tuple(transforms.Compose([made[name] for name in names])(picture()).shape))


@normalized_first
def normalized_first_bad():
    return through("normalize", "tensor")


@normalized_first
def normalized_first_good():
    return through("tensor", "normalize")


@tensor_again
def tensor_again_bad():
    return through("tensor", "tensor")


@tensor_again
def tensor_again_good():
    return through("tensor")


@of_floats
def of_floats_bad():
    return through("tensor", "equalize")


@of_floats
def of_floats_good():
    return through("equalize", "tensor")


normalized_bytes, normalized_pictures = refusal(needs="0.17"), refusal(needs="0.17")


def second(*names):
    from torchvision.transforms import v2

    made = {"image": v2.ToImage(), "float": v2.ToDtype(torch.float32, scale=True), "normalize": v2.Normalize([0.5] * 3, [0.5] * 3)}
    return str(tuple(v2.Compose([made[name] for name in names])(picture()).shape))


@normalized_bytes
def normalized_bytes_bad():
    return second("image", "normalize")


@normalized_bytes
def normalized_bytes_good():
    return second("image", "float", "normalize")


@normalized_pictures
def normalized_pictures_bad():
    return second("normalize", "image", "float")


@normalized_pictures
def normalized_pictures_good():
    return second("image", "float", "normalize")


cut = Experiment("transform-order", "torchvision", r"^the darkest is 0\.0$", r"^the darkest is -(1\.0|0\.9\d*)$")


@cut
def jitter_bad():
    from torchvision import transforms

    torch.manual_seed(0)
    normalized = transforms.Normalize([0.5] * 3, [0.5] * 3)(torch.rand(3, 32, 32))
    return f"the darkest is {transforms.ColorJitter(brightness=(0.9, 0.9))(normalized).min().item():.2}"


@cut
def jitter_good():
    from torchvision import transforms

    torch.manual_seed(0)
    jittered = transforms.ColorJitter(brightness=(0.9, 0.9))(torch.rand(3, 32, 32))
    return f"the darkest is {transforms.Normalize([0.5] * 3, [0.5] * 3)(jittered).min().item():.2}"


unscaled = Experiment("transform-order", "torchvision", r"^up to 50\d$", r"^up to 1$", needs="0.17")


def reaches(scale):
    from torchvision.transforms import v2

    whole = v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=scale), v2.Normalize([0.5] * 3, [0.5] * 3)])(picture())
    return f"up to {round(whole.max().item())}"


@unscaled
def to_dtype_bad():
    return reaches(False)


@unscaled
def to_dtype_good():
    return reaches(True)


twice = Experiment("transform-order", "torchvision", r"^around -1$", r"^around 0$")


def mean_of(times):
    from torchvision import transforms

    torch.manual_seed(0)
    whole = transforms.Compose([transforms.Normalize([0.5] * 3, [0.5] * 3)] * times)(torch.rand(3, 64, 64))
    return f"around {round(whole.mean().item())}".replace("-0", "0")


@twice
def normalized_twice_bad():
    return mean_of(2)


@twice
def normalized_twice_good():
    return mean_of(1)


paired = Experiment("transform-order", "albumentations", r"^the darkest is 0\.0$", r"^the darkest is -1\.\d+$")


def paired_pictures(order):
    import albumentations
    import numpy

    made = {"normalize": albumentations.Normalize(mean=(0.5,) * 3, std=(0.5,) * 3), "sharpen": albumentations.Sharpen(p=1.0)}
    image = numpy.random.default_rng(0).integers(0, 256, (32, 32, 3), dtype=numpy.uint8)
    return f"the darkest is {float(albumentations.Compose([made[name] for name in order])(image=image)['image'].min()):.2}"


@paired
def paired_bad():
    return paired_pictures(["normalize", "sharpen"])


@paired
def paired_good():
    return paired_pictures(["sharpen", "normalize"])


paired_tensor = refusal("albumentations")


def paired_shape(order):
    import albumentations
    import numpy
    from albumentations.pytorch import ToTensorV2

    made = {"normalize": albumentations.Normalize(), "tensor": ToTensorV2()}
    whole = albumentations.Compose([made[name] for name in order])(image=numpy.zeros((8, 8, 3), dtype=numpy.uint8))
    return str(tuple(whole["image"].shape))


@paired_tensor
def paired_tensor_bad():
    return paired_shape(["tensor", "normalize"])


@paired_tensor
def paired_tensor_good():
    return paired_shape(["normalize", "tensor"])


beyond = Experiment("labels-out-of-range", "torchvision", r"^raises IndexError: Target 26 is out of bounds", r"^26 of 27 classes$")


def letters_of(classes):
    from torchvision import datasets

    last = len(datasets.EMNIST.classes_split_dict["letters"]) - 1
    torch.nn.functional.cross_entropy(torch.zeros(1, classes), torch.tensor([last]))
    return f"{last} of {classes} classes"


@beyond
def letters_bad():
    return letters_of(26)


@beyond
def letters_good():
    return letters_of(27)


mixed = Experiment("views-mix-axes", "torch", r"^the loss of perfect scores is [1-9]\d*\.\d$", r"^the loss of perfect scores is 0\.0$")


def perfect(rows):
    torch.manual_seed(0)
    masks = torch.randint(0, 3, (2, 8, 8))
    scores = 100.0 * torch.nn.functional.one_hot(masks, 3).permute(0, 3, 1, 2).contiguous()
    return f"the loss of perfect scores is {torch.nn.functional.cross_entropy(rows(scores), masks.view(-1)).item():.1f}"


@mixed
def mixed_bad():
    return perfect(lambda scores: scores.view(-1, 3))


@mixed
def mixed_good():
    return perfect(lambda scores: scores.permute(0, 2, 3, 1).reshape(-1, 3))


scaled_again = Experiment("scaled-twice", "torchvision", r"^up to 0\.004$", r"^up to 1\.0$")


def brightest(by):
    from torchvision import transforms

    return f"up to {round((transforms.ToTensor()(transforms.ToPILImage()(torch.ones(3, 8, 8))) / by).max().item(), 3)}"


@scaled_again
def scaled_again_bad():
    return brightest(255)


@scaled_again
def scaled_again_good():
    return brightest(1)
