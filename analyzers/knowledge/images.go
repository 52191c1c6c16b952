package knowledge

// ImageSet is a dataset of torchvision: the images that it gives its transform.
type ImageSet struct {
	Channels  int // of the PIL image: 3 for RGB, 1 for L
	Size      int // pixels of each side; 0: as the files have it
	Transform int // the place of its transform among the arguments, -1: by name alone
}

// Read from torchvision 0.15 to 0.24: the size is that of the published data, and every loader converts to the mode.
var imageSets = map[string]ImageSet{
	"torchvision.datasets.CIFAR10": {3, 32, 2}, "torchvision.datasets.CIFAR100": {3, 32, 2}, "torchvision.datasets.SVHN": {3, 32, 2},
	"torchvision.datasets.MNIST": {1, 28, 2}, "torchvision.datasets.FashionMNIST": {1, 28, 2}, "torchvision.datasets.KMNIST": {1, 28, 2},
	"torchvision.datasets.STL10": {3, 96, 3}, "torchvision.datasets.ImageFolder": {3, 0, 1}, "torchvision.datasets.ImageNet": {3, 0, -1},
}

// Images are what a dataset of torchvision gives.
func Images(class string) (ImageSet, bool) {
	set, ok := imageSets[class]
	return set, ok
}

var keepImageSize = map[string]bool{"RandomHorizontalFlip": true, "RandomVerticalFlip": true, "Normalize": true, "ColorJitter": true, "RandomErasing": true,
	"RandomRotation": true, "RandomAffine": true, "AutoAugment": true, "RandAugment": true, "TrivialAugmentWide": true, "AugMix": true, "GaussianBlur": true,
	"RandomGrayscale": true, "RandomPerspective": true, "RandomSolarize": true, "RandomPosterize": true, "RandomAdjustSharpness": true,
	"RandomAutocontrast": true, "RandomEqualize": true, "RandomInvert": true}

// KeepsImageSize reports whether a transform of torchvision leaves sizes and channels as they are, unless it is asked to expand.
func KeepsImageSize(name string) bool { return keepImageSize[name] }
