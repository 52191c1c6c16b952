package knowledge

import "strings"

// modelessLibraries give no modules of torch.
var modelessLibraries = set(`math cmath numpy scipy functools itertools collections typing typing_extensions copy warnings os sys random time logging abc
	dataclasses enum einops contextlib operator re string numbers inspect pathlib`)

// alikeModules are what torch.nn offers besides layers that compute the same in both modes: containers, parameters, layers whose dropout is
// zero unless they are told another.
var alikeModules = set(`Module ModuleList ModuleDict Sequential Parameter ParameterList ParameterDict Buffer RNN LSTM GRU RNNCell LSTMCell GRUCell MultiheadAttention`)

// TracksOnlyIfTold reports whether a norm keeps statistics of its batches only where it is told to.
func TracksOnlyIfTold(class string) bool { return strings.HasPrefix(class, "torch.nn.InstanceNorm") }

// MayAskForMode reports whether something of a library may be a module, or make one, that computes another thing in training than in
// evaluation. What is no library of modules does not.
func MayAskForMode(path string) bool {
	first, rest, dotted := strings.Cut(path, ".")
	if !dotted || modelessLibraries[first] {
		return false
	}
	if first != "torch" {
		return true
	}
	last := rest[strings.LastIndexByte(rest, '.')+1:]
	if strings.Contains(last, "spectral_norm") || strings.HasPrefix(rest, "hub.") {
		return true
	}
	name, module := strings.CutPrefix(path, "torch.nn.")
	if !module || last == "" || strings.ToLower(last[:1]) == last[:1] {
		return false
	}
	name = strings.TrimPrefix(name, "parameter.")
	return !alikeModules[name] && !SameInBothModes("torch.nn."+name) && !strings.HasSuffix(name, "Loss")
}
