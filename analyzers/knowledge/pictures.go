package knowledge

import "strings"

// Picture is what a picture is on its way through the transforms of a list.
type Picture uint8

// What it is.
const (
	AnyPicture   Picture = iota
	PILPicture           // of the Python Imaging Library
	ArrayPicture         // of numpy, the channels last
	ByteTensor           // of 0 to 255
	FloatTensor
)

// In words.
func (p Picture) String() string {
	return [...]string{"a picture", "a PIL picture", "an array", "a tensor of uint8", "a tensor of floats"}[p]
}

var (
	// keeping are transforms of torchvision, in both versions, and of albumentations that change where things are in a
	// picture or mix what is near, whatever the picture is.
	keeping = set(`Resize Scale CenterCrop Pad RandomCrop RandomResizedCrop RandomSizedCrop RandomHorizontalFlip
		RandomVerticalFlip RandomRotation RandomAffine RandomPerspective ElasticTransform GaussianBlur Grayscale
		RandomGrayscale RandomApply RandomChoice RandomOrder RandomZoomOut RandomShortestSize ScaleJitter RandomResize
		ColorJitter RandomAdjustSharpness RandomAutocontrast RandomInvert RandomSolarize RandomPosterize RandomEqualize
		AutoAugment RandAugment TrivialAugmentWide AugMix RandomPhotometricDistort RandomChannelPermutation RandomErasing
		Normalize GaussianNoise JPEG`)
	// ofColours are those that take numbers from 0 to 1, or from 0 to 255, and cut off what they make beyond.
	ofColours = set(`ColorJitter RandomAdjustSharpness RandomAutocontrast RandomPosterize
		RandomEqualize AutoAugment RandAugment TrivialAugmentWide AugMix RandomPhotometricDistort`)
	// ofBytes are those of the first version that refuse tensors of floats, some of them in some draws.
	ofBytes = set(`RandomPosterize RandomEqualize AutoAugment RandAugment TrivialAugmentWide AugMix`)
	// pairedColours are those of albumentations, which cuts off at 1 what they make of floats.
	pairedColours = set(`RandomBrightnessContrast RandomBrightness RandomContrast HueSaturationValue ColorJitter RGBShift
		RandomGamma CLAHE GaussNoise ISONoise MultiplicativeNoise Sharpen Emboss Equalize Posterize Solarize
		ImageCompression JpegCompression RandomToneCurve RandomFog RandomRain RandomShadow RandomSnow RandomSunFlare FancyPCA
		PlanckianJitter`)
	// pairedShapes are others of albumentations that refuse a tensor, too.
	pairedShapes = set(`Normalize Resize HorizontalFlip VerticalFlip Flip Transpose Rotate RandomRotate90
		ShiftScaleRotate Affine Perspective Blur GaussianBlur MotionBlur MedianBlur CoarseDropout Cutout ElasticTransform
		GridDistortion OpticalDistortion ChannelShuffle ChannelDropout ToGray InvertImg Downscale PadIfNeeded LongestMaxSize
		SmallestMaxSize RandomScale SafeRotate`)
)

// PairedTransform is the name of a transform of albumentations, "" for anything else.
func PairedTransform(path string) string {
	name, ok := strings.CutPrefix(path, "albumentations.")
	if !ok {
		return ""
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// isSecondVersion reports whether a transform is one of torchvision.transforms.v2, which hands on what it has no use
// for.
func isSecondVersion(path string) bool { return strings.HasPrefix(path, "torchvision.transforms.v2.") }

// RefusesPicture reports whether a transform raises an exception for such a picture, if only in some draws.
func RefusesPicture(path string, p Picture) bool {
	if name := PairedTransform(path); name != "" {
		return p == FloatTensor && (pairedColours[name] && name != "RandomGamma" || pairedShapes[name])
	}
	name, tensor := transformOf(path), p == ByteTensor || p == FloatTensor
	switch {
	case isSecondVersion(path):
		return name == "Normalize" && (p == PILPicture || p == ByteTensor)
	case name == "ToTensor":
		return tensor
	case name == "PILToTensor":
		return tensor || p == ArrayPicture
	case name == "Normalize":
		return p == PILPicture || p == ArrayPicture || p == ByteTensor
	case name == "RandomErasing" || name == "ConvertImageDtype":
		return p == PILPicture || p == ArrayPicture
	}
	return ofBytes[name] && p == FloatTensor
}

// GivesPicture is what a transform makes of such a picture; ok is false where that is not known.
func GivesPicture(path string, p Picture) (gives Picture, ok bool) {
	if name := PairedTransform(path); name != "" {
		switch {
		case strings.HasPrefix(name, "ToTensor"):
			return FloatTensor, true // of whatever numbers: it refuses the same
		case pairedColours[name] || pairedShapes[name] || distortingPairs[name]:
			return p, true
		}
		return AnyPicture, false
	}
	name := transformOf(path)
	switch name {
	case "":
		return p, path == "torch.nn.Identity"
	case "ToTensor":
		if isSecondVersion(path) && (p == ByteTensor || p == AnyPicture) {
			return p, true
		}
		return FloatTensor, true
	case "PILToTensor", "ToImage", "ToImageTensor":
		switch {
		case p == PILPicture, name == "PILToTensor" && !isSecondVersion(path):
			return ByteTensor, true
		case p == ArrayPicture:
			return AnyPicture, true
		}
		return p, true
	case "ToPILImage":
		return PILPicture, true
	case "ToPureTensor":
		return p, true
	case "Normalize", "RandomErasing", "ConvertImageDtype":
		if !isSecondVersion(path) && p == AnyPicture { // they take nothing else
			return FloatTensor, true
		}
	}
	return p, keeping[name]
}

// NeedsTensor reports whether a transform takes tensors alone, and makes none itself.
func NeedsTensor(path string) bool {
	switch transformOf(path) {
	case "Normalize", "RandomErasing", "ConvertImageDtype":
		return !isSecondVersion(path)
	}
	return false
}

// ConvertsPicture reports whether a transform gives the picture in another type of numbers, and the argument that says
// in which; scales, where it has one, is the argument that says whether they are scaled to it.
func ConvertsPicture(path string) (dtype, scales string) {
	switch transformOf(path) {
	case "ConvertImageDtype", "ConvertDtype":
		return "dtype", ""
	case "ToDtype":
		return "dtype", "scale"
	}
	return "", ""
}

// CutsColours reports whether a transform takes pictures of 0 to 1, or to 255, and cuts off what it makes beyond.
func CutsColours(path string) bool {
	if name := PairedTransform(path); name != "" {
		return pairedColours[name]
	}
	return ofColours[transformOf(path)]
}

// JittersColours reports whether a transform is the one that is given how much of each to change.
func JittersColours(path string) bool { return transformOf(path) == "ColorJitter" }

// NormalizesPicture reports whether a transform takes a mean off and divides by a deviation.
func NormalizesPicture(path string) bool {
	return path == "albumentations.Normalize" || transformOf(path) == "Normalize"
}

// DrawsTransforms reports whether a transform runs others of a list by chance, or one of them.
func DrawsTransforms(path string) bool {
	switch PairedTransform(path) {
	case "OneOf", "SomeOf", "Sequential":
		return true
	}
	switch transformOf(path) {
	case "RandomApply", "RandomChoice", "RandomOrder":
		return true
	}
	return false
}

// GivesPIL reports whether a dataset of torchvision hands its transform PIL pictures.
func GivesPIL(path string) bool {
	name, ok := strings.CutPrefix(path, "torchvision.datasets.")
	return ok && givingPIL[name]
}

var givingPIL = set(`CIFAR10 CIFAR100 CLEVRClassification Caltech101 Caltech256 CelebA CocoCaptions CocoDetection
	Country211 DTD EMNIST EuroSAT FER2013 FGVCAircraft FakeData FashionMNIST Flickr30k Flickr8k Flowers102 Food101 GTSRB
	INaturalist ImageFolder ImageNet Imagenette KMNIST LFWPeople LFWPairs LSUN MNIST Omniglot OxfordIIITPet PCAM Places365
	QMNIST RenderedSST2 SBU SEMEION STL10 SUN397 SVHN StanfordCars USPS VOCDetection VOCSegmentation WIDERFace`)

// ScalesPicture reports whether a transform makes numbers from 0 to 1 of such a picture of 0 to 255.
func ScalesPicture(path string, p Picture) bool {
	return transformOf(path) == "ToTensor" && p == PILPicture
}

// ReadsPIL reports whether a function opens a file as a PIL picture.
func ReadsPIL(path string) bool { return path == "PIL.Image.open" }

// KeepsPIL reports whether a method of a PIL picture gives another one.
func KeepsPIL(method string) bool {
	return method == "convert" || method == "resize" || method == "crop"
}

// IsTransform reports whether a class is a transform of torchvision.
func IsTransform(path string) bool { return transformOf(path) != "" }

// FullScale is whether a number is the largest of a byte, or near it: what a picture of 0 to 255 is divided by.
func FullScale(n float64) bool { return n == 255 || n == 256 || n == 127.5 || n == 128 || n == 127 }
