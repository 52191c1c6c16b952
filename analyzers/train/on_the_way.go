package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// CalledOnTheWay lists the calls of functions of libraries, by their paths, that stand in other files and that a run of
// this file comes to whatever is chosen: no condition is on the way, and no loop.
func (f *Facts) CalledOnTheWay(paths ...string) []*run.Call {
	var list []*run.Call
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node != nil && c.Unit.Module != f.Module && c.Caller != nil && len(c.Gates) == 0 && len(c.Laps) == 0 &&
				!seen[c.Node] && slices.Contains(paths, symbolOf(c)) {
				seen[c.Node] = true
				list = append(list, c)
			}
		}
	}
	return list
}
