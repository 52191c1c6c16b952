package knowledge

import "strings"

// BiasOfConvolution is the position of the argument that decides whether a convolution of torch's adds a bias to what
// it gives for each channel; ok is false for any other class. On CUDA the bias is added in a pass of its own, where a
// linear layer adds it on the way.
func BiasOfConvolution(class string) (position int, ok bool) {
	switch name, _ := strings.CutPrefix(class, "torch.nn."); name {
	case "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d":
		return 7, true
	}
	return 0, false
}

// IsBatchNorm reports whether a class takes the mean of each channel away that the samples of a batch have.
func IsBatchNorm(class string) bool {
	switch class {
	case "torch.nn.BatchNorm1d", "torch.nn.BatchNorm2d", "torch.nn.BatchNorm3d", "torch.nn.SyncBatchNorm":
		return true
	}
	return false
}

// NamesBatchNorm reports whether a word is the name of such a class, or of their base.
func NamesBatchNorm(word string) bool {
	return strings.HasSuffix(word, "BatchNorm") || IsBatchNorm("torch.nn."+word)
}

// SpeaksOfBatchNorm reports whether a piece of code names such a class: isinstance(m, nn.BatchNorm2d), or a text that
// the name of one has.
func SpeaksOfBatchNorm(text string) bool { return strings.Contains(text, "BatchNorm") }

// RunsInRow reports whether a class runs the modules that it is given one after the other.
func RunsInRow(class string) bool { return class == "torch.nn.Sequential" }

var publishedWeights = set(`load_state_dict_from_url load_url model_urls hf_hub_download hf_hub_url from_pretrained
pretrained pretrained_path default_cfgs default_cfg weights_url model_zoo`)

// SpeaksOfPublishedWeights reports whether a word is one for weights that somebody else has trained, and which decide
// what parameters a model has.
func SpeaksOfPublishedWeights(word string) bool { return publishedWeights[word] }

// NamesWeights reports whether a dotted name is one of the weights that a library lists for a network:
// torchvision.models.ResNet50_Weights.DEFAULT.
func NamesWeights(dotted string) bool {
	home, _, _ := strings.Cut(dotted, "_Weights.")
	return len(home) < len(dotted) && strings.HasPrefix(home, "torchvision.models.")
}

// FetchedWeights are functions that give the weights which somebody has published, and no model.
var FetchedWeights = []string{
	"torch.hub.load_state_dict_from_url", "torch.utils.model_zoo.load_url",
	"torchvision.models.utils.load_state_dict_from_url",
	"torchvision._internally_replaced_utils.load_state_dict_from_url",
}
