package knowledge

import "strings"

// EvaluatesUnrecorded reports whether a class of a library calls what it is given for every batch of an evaluation, with
// gradients off: pytorch_pfn_extras puts torch.no_grad() around it.
func EvaluatesUnrecorded(path string) bool {
	return strings.HasPrefix(path, "pytorch_pfn_extras.") && strings.HasSuffix(path, "Evaluator")
}
