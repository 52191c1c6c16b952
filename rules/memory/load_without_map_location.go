package memory

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// LoadWithoutMapLocation finds checkpoints that every process of a data-parallel training loads to the same GPU.
var LoadWithoutMapLocation = &rules.Rule{
	Name:     "load-without-map-location",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("load-without-map-location"),
	On:       rules.PythonFile,
	Words:    []string{"DistributedDataParallel"},
	Check:    checkLoadWithoutMapLocation,
}

func checkLoadWithoutMapLocation(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, u := range e.UnplacedLoads() {
			if reported[u.Load.Node] {
				continue
			}
			reported[u.Load.Node] = true
			var plan []fixes.Fix
			if u.Load.Node.Keyword("map_location") == nil && u.Load.Unit.Module == p.Python {
				plan = pyedit.New(p.Python).
					AddKeyword(u.Load.Node, "map_location", `"cpu"`).
					Fixes("load it to the host", fixes.Unsafe)
			}
			p.AtPlace(
				u.Load.Place(),
				"every process of DistributedDataParallel loads this to the GPU that it was saved from: one GPU holds a copy and a CUDA "+
					"context for each of them; pass map_location=\"cpu\", and load_state_dict copies it to the right one",
				[]rules.NotePlace{
					p.NoteAt(u.Wrapped.Place(), "each process has a GPU of its own"),
					p.NoteAt(u.Saved.Place(), "this is saved from one of them"),
				},
				plan...)
		}
	}
}
