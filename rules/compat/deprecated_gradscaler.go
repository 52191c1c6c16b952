package compat

import "github.com/trainlint/trainlint/rules"

// DeprecatedGradScaler flags torch.cuda.amp.GradScaler and torch.cpu.amp.GradScaler.
var DeprecatedGradScaler = &rules.Rule{
	Name:         "deprecated-gradscaler",
	Group:        rules.Compat,
	Severity:     rules.Warning,
	Page:         page("deprecated-gradscaler"),
	On:           rules.PythonFile,
	Words:        []string{"GradScaler"},
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Version:      "torch>=2.4",
	Check:        checkDeprecatedGradScaler,
}

var gradScalerMove = ampMove{name: "GradScaler", since: "2.3"}

func checkDeprecatedGradScaler(p *rules.Pass) { gradScalerMove.report(p) }
