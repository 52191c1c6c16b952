package compat

import "github.com/trainlint/trainlint/rules"

// DeprecatedCustomFwd flags torch.cuda.amp.custom_fwd and custom_bwd.
var DeprecatedCustomFwd = &rules.Rule{
	Name:         "deprecated-custom-fwd",
	Group:        rules.Compat,
	Severity:     rules.Warning,
	Page:         page("deprecated-custom-fwd"),
	On:           rules.PythonFile,
	Words:        []string{"custom_fwd", "custom_bwd"},
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Version:      "torch>=2.4",
	Check:        checkDeprecatedCustomFwd,
}

func checkDeprecatedCustomFwd(p *rules.Pass) {
	for _, name := range []string{"custom_fwd", "custom_bwd"} {
		ampMove{name: name, since: "2.4", byKeyword: true}.report(p)
	}
}
