package knowledge

import "strings"

// LoadsImage reports whether a function, by its last name and as it is written, reads an image from a file.
func LoadsImage(name, written string) bool {
	return name == "imread" || name == "read_image" || name == "decode_image" || strings.HasSuffix(name, "pil_loader") ||
		strings.HasSuffix(written, "Image.open") ||
		strings.HasSuffix(written, "loader") ||
		strings.HasSuffix(written, "imread")
}

// keepingSize are functions, methods and transforms whose result is an image as large as the one they are given.
var keepingSize = set(
	`ToTensor PILToTensor ConvertImageDtype ToDtype ToImage ToPILImage Normalize RandomHorizontalFlip RandomVerticalFlip
	RandAugment TrivialAugmentWide AutoAugment AugMix RandomAffine RandomPerspective ElasticTransform ColorJitter Grayscale
	RandomGrayscale GaussianBlur RandomErasing RandomAutocontrast RandomEqualize RandomInvert RandomPosterize
	RandomSolarize RandomAdjustSharpness to_tensor pil_to_tensor to_image normalize hflip vflip adjust_brightness
	adjust_contrast
	adjust_saturation adjust_hue to_grayscale convert_image_dtype from_numpy tensor as_tensor array asarray
	ascontiguousarray fromarray
	convert float half double contiguous clone to copy astype div sub mul add permute numpy div_ sub_ mul_ add_`,
)

// KeepsImageSize reports whether a function, a method or a transform of a library gives an image as large as it took.
func KeepsImageSize(name string) bool { return keepingSize[name] }

// ResizesInPlace reports whether a method makes the image smaller on which it is called.
func ResizesInPlace(method string) bool {
	return method == "thumbnail" || method == "draft" || method == "resize_"
}

// transformPositions are where datasets of torchvision take the transform of their images.
var transformPositions = map[string]int{
	"ImageFolder": 1, "CIFAR10": 2, "CIFAR100": 2, "MNIST": 2, "FashionMNIST": 2, "KMNIST": 2, "SVHN": 2, "STL10": 3,
}

// sidesOfDatasets are how many pixels a side has of the images of torchvision's datasets that are square and of one
// size.
var sidesOfDatasets = map[string]int{
	"MNIST": 28, "FashionMNIST": 28, "KMNIST": 28, "QMNIST": 28, "EMNIST": 28, "USPS": 16, "CIFAR10": 32, "CIFAR100": 32,
	"SVHN": 32, "STL10": 96,
}

// DatasetSide is how many pixels a side of the images of a dataset of torchvision has, 0 where that differs.
func DatasetSide(dataset string) int {
	return sidesOfDatasets[strings.TrimPrefix(dataset, "torchvision.datasets.")]
}

var (
	loadsRows = set(
		`datasets.load_dataset datasets.Dataset.from_dict datasets.Dataset.from_list datasets.Dataset.from_pandas
	datasets.Dataset.from_csv datasets.Dataset.from_json datasets.Dataset.from_parquet datasets.Dataset.from_generator`,
	)
	makesRows = set(`map filter shuffle select sort shard take skip flatten_indices cast cast_column class_encode_column
	rename_column rename_columns remove_columns select_columns with_format with_transform train_test_split`)
	changesRows = map[string]string{"set_format": "with_format", "set_transform": "with_transform"}
)

// LoadsRows reports whether a function gives a dataset of Hugging Face's.
func LoadsRows(path string) bool { return loadsRows[path] }

// MakesRows reports whether a method of such a dataset makes another one of it.
func MakesRows(method string) bool { return makesRows[method] }

// ChangesRows is the method that gives what such a dataset is after it is changed where it is; "" for no such change.
func ChangesRows(method string) string { return changesRows[method] }

// TransformPosition is where a dataset of torchvision takes the transform of its images, -1 for by its name alone.
func TransformPosition(dataset string) int {
	if at, known := transformPositions[strings.TrimPrefix(dataset, "torchvision.datasets.")]; known {
		return at
	}
	return -1
}
