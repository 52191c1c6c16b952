package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// OutOfMemory reports whether an exception's class is PyTorch's for GPU memory that ran out.
func OutOfMemory(path string) bool {
	return path == "torch.cuda.OutOfMemoryError" || path == "torch.OutOfMemoryError"
}

// SaysOutOfMemory reports whether a text is one by which the message of such an exception is told.
func SaysOutOfMemory(text string) bool {
	return strings.Contains(strings.ToLower(text), "out of memory")
}

var takesMemory = pattern.New(
	`(?i)^_*(train|step|run|forward|model|net|backward|fit|process|compute|infer|predict|generate|evaluate|validate|encode|decode|sample|call|backbone|unet|vae|pipe|embed)`,
)

// record matches classes of what is told about a piece of work: StepResult, TrainReport.
var record = pattern.New(
	`^_*[A-Z]\w*?(Result|Response|Reply|Report|Record|Error|Exception|Failure|Status|Output|Outcome|Info|Stats|Statistics|` +
		`Measurement|Metrics|Summary|State|Config|Arguments|Args|Item|Entry|Event|Message|Data)s?$`,
)

// MayTakeMemory reports whether a function, by its name, works on a model: prints, looks at settings and what tells how
// it went take no memory.
func MayTakeMemory(name string) bool {
	return takesMemory.MatchString(name) && !record.MatchString(name)
}
