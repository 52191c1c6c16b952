package compat

import "github.com/trainlint/trainlint/rules"

// DeprecatedAutocast flags torch.cuda.amp.autocast and torch.cpu.amp.autocast.
var DeprecatedAutocast = &rules.Rule{
	Name:         "deprecated-autocast",
	Group:        rules.Compat,
	Severity:     rules.Warning,
	Page:         page("deprecated-autocast"),
	On:           rules.PythonFile,
	Words:        []string{"autocast"},
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Version:      "torch>=2.4",
	Check:        checkDeprecatedAutocast,
}

var autocastMove = ampMove{name: "autocast", since: "1.12", order: []string{"enabled", "dtype", "cache_enabled"}}

func checkDeprecatedAutocast(p *rules.Pass) { autocastMove.report(p) }
