package knowledge

import "strings"

// labelsOf is how many labels a dataset of torchvision has: 0 to one less (0.29, read in its source and its pages).
var labelsOf = map[string]int64{
	"MNIST": 10, "FashionMNIST": 10, "KMNIST": 10, "CIFAR10": 10, "CIFAR100": 100, "SVHN": 10, "STL10": 10, "USPS": 10,
	"SEMEION": 10, "Flowers102": 102, "Food101": 101, "DTD": 47, "GTSRB": 43, "StanfordCars": 196, "SUN397": 397,
	"Caltech256": 257, "Country211": 211, "EuroSAT": 10, "FER2013": 7, "Imagenette": 10, "ImageNet": 1000,
	"Places365": 365, "PCAM": 2, "RenderedSST2": 2,
}

// labelsOfEMNIST are those of its splits: the letters are 1 to 26.
var labelsOfEMNIST = map[string]int64{
	"byclass": 62, "bymerge": 47, "balanced": 47, "letters": 27, "digits": 10, "mnist": 10,
}

// LabelsOf is how many labels a dataset of torchvision has, 0 where that is not known. split is the part that it is
// given, kind what it is asked to give as labels; "" for nothing.
func LabelsOf(path, split, kind string) int64 {
	name, ok := strings.CutPrefix(path, "torchvision.datasets.")
	switch {
	case !ok:
		return 0
	case name == "EMNIST":
		return labelsOfEMNIST[split]
	case name == "OxfordIIITPet" && (kind == "" || kind == "category"):
		return 37
	}
	return labelsOf[name]
}

// IsHandedOn reports whether a method of a tensor gives the same labels in another place, type or shape.
func IsHandedOn(method string) bool { return handedOn[method] }

var handedOn = set(`to cuda cpu long type int view reshape squeeze flatten contiguous float half detach clone`)

// KeepsScores reports whether a method of a tensor gives as many numbers in the same places, for each class one.
func KeepsScores(method string) bool { return keepsScores[method] }

var keepsScores = set(`float contiguous cuda cpu to log_softmax softmax`)

// KeepsClasses reports whether a layer or a function of torch gives as many numbers for each sample as it is given.
func KeepsClasses(path string) bool {
	switch strings.TrimPrefix(strings.TrimPrefix(path, "torch.nn."), "functional.") {
	case "LogSoftmax", "Softmax", "log_softmax", "softmax", "Dropout", "dropout", "ReLU", "relu", "torch.log_softmax",
		"torch.softmax", "Sigmoid", "torch.sigmoid", "LeakyReLU", "Identity":
		return true
	}
	return false
}

// ClassifierOf is the attribute of a network of torchvision's that is its last layer alone; "" for one of which it is a
// part of an attribute.
func ClassifierOf(path string) string {
	name, ok := strings.CutPrefix(path, "torchvision.models.")
	if !ok || strings.Contains(name, ".") {
		return ""
	}
	for _, family := range []string{"resnet", "resnext", "wide_resnet", "googlenet", "shufflenet", "regnet"} {
		if strings.HasPrefix(name, family) {
			return "fc"
		}
	}
	if strings.HasPrefix(name, "densenet") {
		return "classifier"
	}
	return ""
}

// ClassifiesPictures reports whether a function of torchvision gives a network that classifies pictures.
func ClassifiesPictures(path string) bool {
	name, ok := strings.CutPrefix(path, "torchvision.models.")
	return ok && !strings.Contains(name, ".") && name != "get_model"
}
