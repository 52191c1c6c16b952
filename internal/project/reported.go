package project

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/fixes"
)

// ReportedIn is how reports name a path of a project; an empty one stays empty.
func (p *Project) ReportedIn(r *Root, path string) string {
	if path == "" {
		return ""
	}
	return p.Reported(r.Full(path))
}

// ReportedFixes are fixes of a project's files under the paths of reports.
func (p *Project) ReportedFixes(r *Root, list []fixes.Fix) []fixes.Fix {
	if r.Dir == p.Dir {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].Edits = slices.Clone(list[i].Edits)
		for n := range list[i].Edits {
			list[i].Edits[n].File = p.ReportedIn(r, list[i].Edits[n].File)
		}
		list[i].ConfigPaths = slices.Clone(list[i].ConfigPaths)
		for n, declared := range list[i].ConfigPaths {
			if file, key, ok := strings.Cut(declared, ":"); ok {
				list[i].ConfigPaths[n] = p.ReportedIn(r, file) + ":" + key
			}
		}
	}
	return list
}
