package lint

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// weighElsewhere gives a finding in another file than the one looked at the severity that this file's settings want;
// false when it is not to be reported: the file is no part of the run, or the rule is off there.
func (p *pipeline) weighElsewhere(d *rules.Diagnostic) bool {
	if !p.Has(d.File) {
		return false
	}
	held, err := p.policyOf(p.Full(d.File))
	if err != nil || !held.on(d.Rule) {
		return false
	}
	held.weigh(d)
	return true
}

// eachOnce leaves out what was found a second time: several programs may run the same code, or import what holds for
// all of them. Of two, the one that offers a fix is kept.
func eachOnce(found []rules.Diagnostic) []rules.Diagnostic {
	type place struct {
		rule       *rules.Rule
		file       string
		start, end int
	}
	seen := make(map[place]int, len(found))
	kept := found[:0]
	for _, d := range found {
		at := place{d.Rule, d.File, d.Span.Start, d.Span.End}
		if d.Rule.On&rules.PythonFile != 0 {
			if i, known := seen[at]; known {
				if len(kept[i].Fixes) == 0 && len(d.Fixes) > 0 {
					kept[i] = d
				}
				continue
			}
			seen[at] = len(kept)
		}
		kept = append(kept, d)
	}
	return kept
}

// lookingInto lists the files, other than the changed ones, whose findings lie in a changed file, or are mended there.
func (p *pipeline) lookingInto(changed []*source.File) []string {
	names := map[string]bool{}
	for _, file := range changed {
		names[file.Path] = true
	}
	var list []string
	for path, found := range p.byFile {
		for _, d := range found {
			if !names[path] && (names[d.File] || editsAny(d, names)) {
				list = append(list, path)
				break
			}
		}
	}
	return list
}

// editsAny reports whether a fix of a finding edits one of some files, wherever the finding itself stands: what it was
// planned on is no longer there.
func editsAny(d rules.Diagnostic, names map[string]bool) bool {
	return slices.ContainsFunc(d.Fixes, func(f fixes.Fix) bool {
		return slices.ContainsFunc(f.Edits, func(e fixes.Edit) bool { return names[e.File] })
	})
}
