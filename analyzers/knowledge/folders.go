package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var stepOfFolder = pattern.New(
	`(?i)([-_](merged?|full|final|hf|fused)|/(merged?|final|final[-_]?(model|checkpoint)|model|hf|best|best[-_]model|last|latest|checkpoint[-_]\d+))$`,
)

// WithoutStep is a folder of weights without what its name, or that of the folder in it, says of how far they are:
// out/sft of out/sft_merged and of out/sft/checkpoint-300.
func WithoutStep(folder string) string {
	return stepOfFolder.Regexp().ReplaceAllString(strings.TrimRight(folder, "/"), "")
}
