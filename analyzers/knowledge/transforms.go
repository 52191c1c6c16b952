package knowledge

import "strings"

// distorting are transforms of torchvision, in both versions of them, that give another picture each time.
var distorting = set(
	`RandomCrop RandomHorizontalFlip RandomVerticalFlip RandomResizedCrop RandomRotation RandomAffine RandomPerspective
	RandomErasing RandomGrayscale ColorJitter AutoAugment RandAugment TrivialAugmentWide AugMix RandomInvert
	RandomPosterize RandomSolarize RandomAdjustSharpness RandomAutocontrast RandomEqualize RandomPhotometricDistort
	RandomZoomOut RandomIoUCrop ElasticTransform RandomSizedCrop`,
)

// distortingPairs are those of albumentations, which takes a picture with its mask.
var distortingPairs = set(
	`HorizontalFlip VerticalFlip Flip Transpose Rotate RandomRotate90 SafeRotate ShiftScaleRotate Affine Perspective
	RandomCrop RandomSizedCrop RandomResizedCrop CropNonEmptyMaskIfExists RandomScale RandomBrightnessContrast
	RandomGamma HueSaturationValue ColorJitter RGBShift GaussNoise CoarseDropout ElasticTransform GridDistortion
	OpticalDistortion GridDropout RandomGridShuffle RandomFog RandomRain RandomShadow`,
)

// transformOf is the name of a transform of torchvision, "" for anything else.
func transformOf(path string) string {
	name, ok := strings.CutPrefix(path, "torchvision.transforms.")
	if !ok {
		return ""
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, "v2."), "transforms.")
}

// DistortsAtRandom reports whether a class is such a transform.
func DistortsAtRandom(path string) bool {
	if name, ok := strings.CutPrefix(path, "albumentations."); ok {
		return distortingPairs[name]
	}
	return distorting[transformOf(path)]
}

// ComposesTransforms reports whether a class runs a list of transforms one after the other.
func ComposesTransforms(path string) bool {
	return path == "albumentations.Compose" || transformOf(path) == "Compose"
}

// MakesTransform reports whether a call makes a transform of images, of torchvision's or of albumentations'.
func MakesTransform(path string) bool {
	return IsTransform(path) || strings.HasPrefix(path, "albumentations.")
}

// besideSamples are arguments of datasets that say how a sample is turned into a tensor, or where it is fetched from.
var besideSamples = set(`transform transforms target_transform download`)

// SaysNothingOfSamples reports whether an argument of a dataset leaves open which samples it reads.
func SaysNothingOfSamples(argument string) bool { return besideSamples[argument] }
