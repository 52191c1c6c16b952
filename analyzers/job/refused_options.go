package job

import (
	"cmp"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// RefusedOptions are the words of the job's command at which the script's own argparse parser surely ends the run: an
// option that it has not, a text where it wants a number, a choice that is none. Commands on a page of text, and those
// that a program puts together, are not judged: they leave words out.
func (j *Job) RefusedOptions() []library.RefusedOption {
	p := cmp.Or(j.Program, j.source)
	if p == nil || j.Launch == nil || j.Launch.Command.OfPage || j.Launch.Command.Made ||
		knowledge.KeepsRecords(j.Launch.Command.File.Path) || p.run.launch != j.Launch {
		return nil
	}
	p.run.ran()
	return p.run.started.Refused
}
