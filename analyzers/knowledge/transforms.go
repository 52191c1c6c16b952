package knowledge

import "strings"

// distorting are transforms of torchvision, in both versions of them, that give another picture each time.
var distorting = set(
	`RandomCrop RandomHorizontalFlip RandomVerticalFlip RandomResizedCrop RandomRotation RandomAffine RandomPerspective
	RandomErasing RandomGrayscale ColorJitter AutoAugment RandAugment TrivialAugmentWide AugMix RandomInvert
	RandomPosterize RandomSolarize RandomAdjustSharpness RandomAutocontrast RandomEqualize RandomPhotometricDistort
	RandomZoomOut RandomIoUCrop ElasticTransform RandomSizedCrop`,
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
func DistortsAtRandom(path string) bool { return distorting[transformOf(path)] }

// ComposesTransforms reports whether a class runs a list of transforms one after the other.
func ComposesTransforms(path string) bool { return transformOf(path) == "Compose" }
