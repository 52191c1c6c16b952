package training

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// gradScaler reports whether a scaler may be one of PyTorch's and is not switched
// off for good. Classes of the file, and those of other libraries, wrap the whole step.
func gradScaler(p *rules.Pass, scaler python.Expr) bool {
	t := p.Python.TypeOf(scaler)
	if t != "" && !(strings.HasPrefix(t, "torch.") && strings.HasSuffix(t, "GradScaler")) {
		return false
	}
	made, _ := p.Flow.ValueOf(scaler).(*python.Call)
	if made == nil {
		return true
	}
	if t == "" { // made by a function of another file
		return false
	}
	return !p.Python.IsFalse(p.Python.Argument(made, "enabled", -1).Value)
}
