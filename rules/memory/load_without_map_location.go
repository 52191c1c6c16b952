package memory

import (
	"bytes"
	"path"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Words: []string{"DistributedDataParallel", "load is_available", "load cpu", "load load_state_dict", "load device"},
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
	if ask.InTest(p.File.Path) || !train.SavesInPlace(p.Python) && (p.OneNoted == nil ||
		!p.OneNoted(savesInPlace, func(saves any) bool { return saves.(bool) }, "save")) {
		return
	}
	for _, e := range p.Train.Entries() {
		var list []*train.StrandedLoad
		for _, s := range e.StrandedLoads() {
			if !reported[s.Load.Node] && (!s.Always || savedFromCUDA(p, s.Load)) {
				reported[s.Load.Node] = true
				list = append(list, s)
			}
		}
		for len(list) > 0 { // a GAN that is resumed loads four networks in as many lines: that is one thing to say
			fn, first := python.EnclosingFunction(list[0].Load.Node), list[0]
			beside := func(s *train.StrandedLoad) bool {
				return s.Load.Unit == first.Load.Unit && python.EnclosingFunction(s.Load.Node) == fn && s.Always == first.Always
			}
			var together, rest []*train.StrandedLoad
			for _, s := range list {
				if beside(s) {
					together = append(together, s)
				} else {
					rest = append(rest, s)
				}
			}
			reportStranded(p, together)
			list = rest
		}
	}
}

// savesInPlace is noted of a file once: each one that loads something asks it of all the others.
var savesInPlace = &rules.FileNote{Of: func(m *python.Module) any { return train.SavesInPlace(m) }}

// reportStranded speaks of the loads of one function at the first of them, and mends all.
func reportStranded(p *rules.Pass, loads []*train.StrandedLoad) {
	first := loads[0]
	on := "the CPU where there is no GPU"
	if first.Always {
		on = "the CPU"
	}
	notes := []rules.NotePlace{p.NoteAt(first.Moved.Place(), on)}
	for _, also := range loads[1:] {
		notes = append(notes, p.NoteAt(also.Load.Place(), "and this"))
	}
	var plan []fixes.Fix
	if first.Load.Unit.Module == p.Python && !slices.ContainsFunc(loads, (*train.StrandedLoad).IsTheModel) {
		e := pyedit.New(p.Python)
		edit := e.AddKeyword(first.Load.Node, "map_location", `"cpu"`)
		for _, also := range loads[1:] {
			edit = edit.And(e.AddKeyword(also.Load.Node, "map_location", `"cpu"`))
		}
		plan = edit.Fixes("load it to the host", fixes.Unsafe)
	}
	p.AtHazardAs(
		rules.Note,
		first.Load.Place(),
		first.Load.Place(),
		"what was saved from a GPU goes back to one: where there is none torch.load raises an error, and the rest of the "+
			"program runs on the CPU there; pass map_location=\"cpu\"",
		notes,
		plan...)
}

// savedFromCUDA reports whether a file of the project that saves something, and brings it not to the host before, uses
// a GPU: what is loaded may stand there. Where the load says which file it reads, that file has to be named there: of
// several lessons in one project, one may train on a GPU and another on the CPU.
func savedFromCUDA(p *rules.Pass, load *run.Call) bool {
	name := ""
	if file, _ := load.Argument("f", 0); file != nil {
		if text, ok := run.Bare(file).(run.Str); ok {
			name = path.Base(string(text))
		}
	}
	if bytes.Contains(p.File.Text, []byte("cuda")) && train.SavesInPlace(p.Python) {
		return true
	}
	return p.OneElsewhere != nil && p.OneElsewhere(func(m *python.Module) bool {
		return bytes.Contains(m.File.Text, []byte(name)) && train.SavesInPlace(m)
	}, "cuda", "save")
}
