package memory

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LoadWithoutMapLocation finds checkpoints that every process of a data-parallel training loads to the same GPU.
var LoadWithoutMapLocation = &rules.Rule{
	Name:     "load-without-map-location",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("load-without-map-location"),
	On:       rules.PythonFile,
	// The load may stand in a helper of another file.
	Words: []string{"DistributedDataParallel", "load is_available", "load cpu"},
	Check: checkLoadWithoutMapLocation,
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
	reportStrandedLoads(p, reported)
}

// reportStrandedLoads finds the checkpoints that a program cannot read on the CPU, on which it says itself that it
// runs.
func reportStrandedLoads(p *rules.Pass, reported map[python.Node]bool) {
	if ask.InTest(p.File.Path) || !bytes.Contains(p.File.Text, []byte("torch.save(")) &&
		(p.Elsewhere == nil || !p.Elsewhere("torch", "save")) {
		return
	}
	for _, e := range p.Train.Entries() {
		for _, s := range e.StrandedLoads() {
			if reported[s.Load.Node] {
				continue
			}
			if s.Always && !speaksOfCUDA(p) {
				continue
			}
			reported[s.Load.Node] = true
			on := "the CPU where there is no GPU"
			if s.Always {
				on = "the CPU"
			}
			var plan []fixes.Fix
			if s.Load.Unit.Module == p.Python {
				plan = pyedit.New(p.Python).
					AddKeyword(s.Load.Node, "map_location", `"cpu"`).
					Fixes("load it to the host", fixes.Unsafe)
			}
			p.AtHazardAs(
				rules.Note,
				s.Load.Place(),
				s.Load.Place(),
				"what was saved from a GPU goes back to one: where there is none torch.load raises an error, and the rest of the "+
					"program runs on the CPU there; pass map_location=\"cpu\"",
				[]rules.NotePlace{p.NoteAt(s.Moved.Place(), on)},
				plan...)
		}
	}
}

// speaksOfCUDA reports whether a file of the project uses a GPU: what it saves may stand there.
func speaksOfCUDA(p *rules.Pass) bool {
	return bytes.Contains(p.File.Text, []byte("cuda")) || p.Elsewhere != nil && p.Elsewhere("cuda")
}
