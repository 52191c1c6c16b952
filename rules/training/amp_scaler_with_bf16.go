package training

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpScalerWithBf16 finds loss scaling where there is nothing to save from underflow.
var AmpScalerWithBf16 = &rules.Rule{
	Name:     "amp-scaler-with-bf16",
	Group:    rules.Training,
	Severity: rules.Note,
	Page:     page("amp-scaler-with-bf16"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"GradScaler"},
	Check:    checkScalerWithBf16,
}

func checkScalerWithBf16(p *rules.Pass) {
	told := map[python.Node]bool{}
	if onlyBf16(p) {
		for _, c := range p.Python.AllCalls() {
			path := p.Python.Resolve(c.Func)
			if !strings.HasPrefix(path, "torch.") || !strings.HasSuffix(path, ".GradScaler") ||
				p.Python.Argument(c, "enabled", enabledPosition(path)).Presence != python.Absent {
				continue
			}
			told[c] = true
			fix := pyedit.New(p.Python).AddKeyword(c, "enabled", "False").Fixes("disable the scaler", fixes.Unsafe)
			p.At(c, scalesBf16, nil, fix...)
		}
	}
	for _, made := range p.Train.ScalersOfBF16() {
		if !told[made.Node] {
			p.AtPlace(made.Place(), scalesBf16, nil)
		}
	}
}

const scalesBf16 = "GradScaler scales losses that autocast computes in bf16, which has the range of fp32: " +
	"it costs a pass " +
	"over all gradients and a wait for the GPU in every step; disable it"

// enabledPosition is where the enabled argument stands: the device comes first in
// torch.amp.GradScaler.
func enabledPosition(path string) int {
	if path == "torch.amp.GradScaler" {
		return 5
	}
	return 4
}

// onlyBf16 reports whether the file has autocast blocks and all of them say bf16.
func onlyBf16(p *rules.Pass) bool {
	found := false
	for _, c := range p.Python.Calls("torch.amp.autocast", "torch.cuda.amp.autocast", "torch.autocast") {
		dtype := p.Python.Argument(c, "dtype", 1) // in the old and in the new order
		if dtype.Presence != python.Given || p.Python.Resolve(dtype.Value) != "torch.bfloat16" {
			return false
		}
		found = true
	}
	return found
}
