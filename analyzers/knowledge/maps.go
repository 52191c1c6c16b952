package knowledge

import "strings"

// ChannelsOfMap is the argument, and its position, by which a layer of torch says how many channels the map has that it
// gives, on the second axis, and the one that says by how much it shrinks it; "" for any other.
func ChannelsOfMap(path string) (name string, position int, stride string) {
	switch path {
	case "torch.nn.Conv1d", "torch.nn.Conv2d", "torch.nn.Conv3d", "torch.nn.ConvTranspose1d", "torch.nn.ConvTranspose2d",
		"torch.nn.ConvTranspose3d":
		return "out_channels", 1, "stride"
	}
	return "", -1, ""
}

// EnlargesMap reports whether a layer or a function of torch gives a map of more places than it is given.
func EnlargesMap(path string) bool {
	return strings.HasPrefix(path, "torch.nn.ConvTranspose") || strings.HasPrefix(path, "torch.nn.Upsampl") ||
		path == "torch.nn.functional.interpolate" || path == "torch.nn.functional.upsample"
}

// KeepsMap reports whether a layer or a function of torch gives a map of as many places as it is given, and as many
// channels.
func KeepsMap(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return KeepsClasses(path) || strings.HasPrefix(name, "BatchNorm") || strings.HasPrefix(name, "Dropout") ||
		strings.HasPrefix(name, "GroupNorm") || strings.HasPrefix(name, "InstanceNorm") || keepsMap[name]
}

var keepsMap = set(`GELU ELU SiLU PReLU Mish Tanh tanh gelu silu elu leaky_relu mish add cat
	relu_ contiguous to cuda float`)

// SegmentsPictures reports whether what makes a network is a library's that gives a map of the classes for each
// picture, and under which key; "" for the map itself.
func SegmentsPictures(path string) (key string, ok bool) {
	if strings.HasPrefix(path, "torchvision.models.segmentation.") {
		return "out", true
	}
	rest, ok := strings.CutPrefix(path, "segmentation_models_pytorch.")
	return "", ok && (rest == "create_model" || rest != "" && rest[strings.LastIndexByte(rest, '.')+1] < 'a')
}
