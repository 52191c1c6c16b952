package speed

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/rules"
)

const launchBlocking = "CUDA_LAUNCH_BLOCKING"

// launcherDebug are the variables of an environment that slow a run, or fill its log, so that somebody sees why it fails.
var launcherDebug = []struct {
	name     string
	values   []string
	severity rules.Severity
	cost     string
}{
	{launchBlocking, []string{"1"}, rules.Warning,
		"makes Python wait for every CUDA kernel: nothing overlaps any longer; set it when you debug, and not in the launcher"},
	{"TORCH_DISTRIBUTED_DEBUG", []string{"DETAIL"}, rules.Warning,
		"compares the shapes of every collective operation over all ranks before it runs; set it when you debug, and not in the launcher"},
	{"NCCL_DEBUG", []string{"TRACE"}, rules.Warning,
		"writes a line for every call of NCCL on every rank; set it when you debug, and not in the launcher"},
	{"NCCL_DEBUG", []string{"INFO"}, rules.Note,
		"writes some hundred lines on every rank before the first step; WARN says what goes wrong"},
}

// checkLauncherDebug looks at what the launcher's script sets for the command. A page tells what somebody typed, a script that is
// called after debugging is there for it.
func checkLauncherDebug(p *rules.Pass) {
	if p.Job.Launch == nil || p.Job.Launch.Command.Made || p.Job.Launch.Command.OfPage {
		return
	}
	command := p.Job.Launch.Command
	if strings.Contains(strings.ToLower(path.Base(command.File.Path)), "debug") {
		return
	}
	for _, d := range launcherDebug {
		w, ok := command.Env[d.name]
		if !ok || !w.Known || !slices.Contains(d.values, w.Text) {
			continue
		}
		origin := w.Origin
		if origin.Start >= origin.End || origin.End > len(command.File.Text) || command.File.Slice(origin) != w.Text {
			continue // another file sets it, or a word of this one that says more
		}
		p.Report(rules.Diagnostic{Severity: d.severity, File: command.File.Path, Span: origin, Message: d.name + "=" + w.Text + " " + d.cost})
	}
}
