package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
)

// checkLauncherDebug looks at what the launcher's script sets for the command. A page tells what somebody typed, a
// script that is called after debugging is there for it.
func checkLauncherDebug(p *rules.Pass) {
	if p.Job.Launch == nil || p.Job.Launch.Command.Made || p.Job.Launch.Command.OfPage {
		return
	}
	command := p.Job.Launch.Command
	if knowledge.FindsFaults(command.File.Path) {
		return
	}
	for _, d := range knowledge.DebugVariables() {
		value, at, written, _ := command.Sets(d.Name)
		if !written || value != d.Value {
			continue
		}
		severity, cure := rules.Warning, "set it when you debug, and not in the launcher"
		if d.Mild {
			severity, cure = rules.Note, "WARN says what goes wrong"
		}
		p.Report(
			rules.Diagnostic{
				Severity: severity,
				File:     command.File.Path,
				Span:     at,
				Message:  fmt.Sprintf("%s=%s %s; %s", d.Name, value, d.Cost, cure),
			},
		)
	}
}
