package job

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
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
	if p.run.ran(); len(p.run.started.Refused) == 0 || !j.startsThis(p.run.entry.File().Path) {
		return nil
	}
	return p.run.started.Refused
}

// startsThis reports whether the job's command surely runs the project's own script, as it lies there: no other of its
// name in a folder to which the launcher goes, in an image, or in a revision that it fetches first.
func (j *Job) startsThis(script string) bool {
	c := j.Launch.Command
	text := string(c.File.Text)
	above, rest := text[:c.Span.Start], text[c.Span.End:]
	line := above[strings.LastIndexByte(above, '\n')+1:]
	rest, _, _ = strings.Cut(rest, "\n")
	if knowledge.ReplacesScript(text, path.Base(script)) || knowledge.EndsAbove(above) ||
		knowledge.Attempts(line, rest) || inImage(c) {
		return false
	}
	if c.Dir == "" {
		return !knowledge.MovesAway(text)
	}
	named := path.Join(c.Dir, j.Launch.Target.Text)
	return script == named || script == path.Join(path.Dir(c.File.Path), named)
}

// inImage reports whether a command runs in a container that is made of an image, with nothing of this machine in it.
func inImage(c *launch.Command) bool {
	words := make([]string, len(c.Wrappers))
	for i, w := range c.Wrappers {
		words[i] = w.Text
	}
	at := slices.IndexFunc(words, func(w string) bool { return w == "docker" || w == "podman" })
	if at < 0 || at+1 >= len(words) || words[at+1] != "run" {
		return false
	}
	return !slices.ContainsFunc(words[at:], func(w string) bool {
		return w == "-v" || strings.HasPrefix(w, "--mount") || strings.HasPrefix(w, "--volume")
	})
}
