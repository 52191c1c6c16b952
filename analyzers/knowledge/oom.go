package knowledge

import (
	"regexp"
	"strings"
)

// OutOfMemory reports whether an exception's class is PyTorch's for GPU memory that ran out.
func OutOfMemory(path string) bool {
	return path == "torch.cuda.OutOfMemoryError" || path == "torch.OutOfMemoryError"
}

// SaysOutOfMemory reports whether a text is one by which the message of such an exception is told.
func SaysOutOfMemory(text string) bool {
	return strings.Contains(strings.ToLower(text), "out of memory")
}

var takesMemory = regexp.MustCompile(`(?i)^_*(train|step|run|forward|model|net|backward|fit|process|compute|infer|predict|generate|evaluate|validate|encode|decode|sample|call|backbone|unet|vae|pipe|embed)`)

// MayTakeMemory reports whether a function, by its name, works on a model: prints and looks at settings take no memory.
func MayTakeMemory(name string) bool { return takesMemory.MatchString(name) }
