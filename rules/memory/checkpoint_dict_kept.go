package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointDictKept finds loaded checkpoints that stay on the GPU while training.
var CheckpointDictKept = &rules.Rule{
	Name:     "checkpoint-dict-kept",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("checkpoint-dict-kept"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"load_state_dict"},
	Check:    checkCheckpointDictKept,
}

func checkCheckpointDictKept(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	told := map[python.Stmt]bool{}
	for _, one := range loadings(p) {
		load, where := one.call, one.where
		assign, ok := load.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || assign.Value != python.Expr(load) || inTest(load) {
			continue
		}
		name := one.name(assign.Targets[0])
		if name == nil {
			continue
		}
		loaded, uses := loadedBy(p, name, assign)
		if loaded == nil || told[loaded] {
			continue
		}
		last, after := lastUse(p, loaded, uses, one.among)
		if last == nil || !p.Train.TrainsAfter(load, after) {
			continue
		}
		told[loaded] = true
		severity := p.Rule.Severity
		if where == savedElsewhere && !readByKey(uses) {
			severity = rules.Note // weights of somebody else's: as often as not of the CPU
		}
		var notes []rules.NotePlace
		if one.behind != nil {
			notes = append(notes, p.NoteAt(one.behind.Place(), "it is loaded here"))
		}
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: assign.Span(), Notes: notes,
			Message: fmt.Sprintf("%s keeps a second copy of what it holds%s during the training that follows; load it with "+
				"map_location=\"cpu\" and del %s after its last use", name.ID, where.words(), name.ID),
			Fixes: deletion(editor, loaded, name, last, after)})
	}
	reportKeptOnSelf(p)
}

// reportKeptOnSelf speaks of checkpoints in attributes of what trains: as long as it is there, so are they.
func reportKeptOnSelf(p *rules.Pass) {
	told := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, kept := range e.KeptLoads() {
			where := placeOf(p, kept.Load)
			if told[kept.Stored.Node] || where == nowhere || where == savedElsewhere ||
				where == savedHere && everywhereOnOne(p, kept.Load.Node) ||
				readInAnotherFile(p, kept) || inTest(kept.Stored.Node) {
				continue
			}
			told[kept.Stored.Node] = true
			p.AtPlace(kept.Stored, fmt.Sprintf("self.%s keeps a second copy of what it holds%s while the object trains; "+
				"load it with map_location=\"cpu\", into a variable", kept.Name, where.words()), nil)
		}
	}
}

// readInAnotherFile reports whether a file other than that of the class names the attribute.
func readInAnotherFile(p *rules.Pass, kept *train.KeptLoad) bool {
	names := func(m *python.Module) bool {
		return m.File.Path != kept.Stored.File() &&
			len(m.Attributes(func(name string) bool { return name == kept.Name })) > 0
	}
	return names(p.Python) || p.OneElsewhere != nil && p.OneElsewhere(names, kept.Name)
}

// deletion is the fix that gives the checkpoint up behind the statement that uses it last. The loop whose header reads
// it, for epoch in range(checkpoint["epoch"], 100), has no place for that: its reader makes one.
func deletion(
	editor *pyedit.Editor,
	loaded python.Stmt,
	name *python.Name,
	last python.Stmt,
	after python.Node,
) []fixes.Fix {
	if after != python.Node(last) || loaded.Parent() != last.Parent() { // behind a condition it may not be there to delete
		return nil
	}
	return editor.InsertAfter(last, "del "+name.ID).Fixes("del "+name.ID+" after its last use", fixes.Safe)
}

// place is where a checkpoint is loaded to.
type place int

const (
	nowhere        place = iota // not the GPU, or who knows
	gpu                         // the GPU, as the call says
	savedHere                   // where the project saved it from
	savedElsewhere              // where somebody else saved it from
)

func (w place) words() string {
	if w == gpu {
		return " on the GPU"
	}
	return ", on the GPU if it was saved from there,"
}

// loading is a call of the file that gives what torch.load read, to the GPU or perhaps there.
type loading struct {
	call   *python.Call
	where  place
	behind *run.Call // the call of torch.load, where a function of the project makes it; nil where it is the call itself
	// among is set where the call gives it in the place at of a tuple, with its weights in a module already.
	among bool
	at    int
}

// name is the name that an assignment gives to what was loaded; nil where it gives none, or one that nobody reads.
func (l loading) name(target python.Expr) *python.Name {
	if list, ok := target.(*python.Sequence); ok && l.among && l.at < len(list.Items) {
		target = list.Items[l.at]
	} else if l.among {
		return nil
	}
	name, _ := target.(*python.Name)
	return name
}

// loadings are those of a file. Of two branches that load the same, the one that says so puts it on the GPU.
func loadings(p *rules.Pass) (list []loading) {
	for _, load := range p.Python.Calls("torch.load") {
		list = append(list, loading{call: load, where: loadsTo(p, load)})
	}
	for _, call := range p.Python.AllCalls() {
		if assign, ok := call.Parent().(*python.Assign); !ok || assign.Value != python.Expr(call) {
			continue
		}
		for _, load := range p.Train.LoadsBehind(call) {
			list = append(list, loading{call: call, where: placeOf(p, load), behind: load})
		}
		among := p.Train.LoadsAmong(call)
		for _, at := range slices.Sorted(maps.Keys(among)) {
			for _, load := range among[at] {
				list = append(list, loading{call, placeOf(p, load), load, true, at})
			}
		}
	}
	list = slices.DeleteFunc(list, func(l loading) bool {
		node := l.call
		if l.behind != nil {
			node = l.behind.Node
		}
		return l.where == nowhere || l.where == savedHere && everywhereOnOne(p, node)
	})
	slices.SortStableFunc(list, func(a, b loading) int { return cmp.Compare(a.where.order(), b.where.order()) })
	return list
}

func (w place) order() int {
	if w == gpu {
		return 0
	}
	return 1
}

// placeOf is where a call of another function puts what it loads, as its callers have it.
func placeOf(p *rules.Pass, load *run.Call) place {
	switch where, open := load.Argument("map_location", 1); {
	case open:
		return nowhere
	case where == nil || run.IsNone(where):
		return whereSaved(p)
	case train.MayBeCUDA(where):
		return gpu
	}
	return nowhere
}

// whereSaved is where a checkpoint goes back to that nobody says the place of.
func whereSaved(p *rules.Pass) place {
	switch saves := func(m *python.Module) bool { return m.Mentions(knowledge.SavesTensors) }; {
	case !trainsOnGPU(p):
		return nowhere
	case saves(p.Python) || p.OneElsewhere != nil && p.OneElsewhere(saves, "save"):
		return savedHere
	}
	return savedElsewhere
}

func loadsTo(p *rules.Pass, load *python.Call) place {
	where := p.Python.Argument(load, "map_location", 1)
	switch {
	case where.Presence == python.Uncertain:
		return nowhere
	case where.Presence == python.Absent || python.IsNone(where.Value):
		return whereSaved(p)
	}
	if p.Train.IsCUDA(where.Value) || p.Train.LoadsToCUDA(load) {
		return gpu
	}
	if s, ok := where.Value.(*python.String); ok && strings.Contains(p.File.Slice(s.Span()), "cuda") { // f"cuda:{rank}"
		return gpu
	}
	return nowhere
}

// everywhereOnOne reports whether load-without-map-location speaks of a call: what it asks for keeps the copy off the
// GPU as well.
func everywhereOnOne(p *rules.Pass, load *python.Call) bool {
	return slices.ContainsFunc(p.Train.Entries(), func(e *train.Entry) bool {
		return slices.ContainsFunc(e.UnplacedLoads(), func(u *train.UnplacedLoad) bool { return u.Load.Node == load })
	})
}

// trainsOnGPU reports whether the file, or another one of the project, speaks of a GPU at all: a program that never
// does saved its weights from the CPU.
func trainsOnGPU(p *rules.Pass) bool {
	speaks := func(m *python.Module) bool { return m.Mentions(knowledge.SpeaksOfGPU) }
	return speaks(p.Python) ||
		p.OneElsewhere != nil &&
			(p.OneElsewhere(speaks, "cuda") || p.OneElsewhere(speaks, "gpu") || p.OneElsewhere(speaks, "accelerator") ||
				p.OneElsewhere(speaks, "Accelerator"))
}

// loadedBy is the statement that loads a checkpoint under a name, with what reads it: the assignment, or the if in
// whose branches the same file is loaded to one place or another, as PyTorch's own example for ImageNet does with and
// without args.gpu. nil where the name is bound to something else as well, or deleted.
func loadedBy(p *rules.Pass, name *python.Name, assign *python.Assign) (python.Stmt, []*python.Name) {
	_, bindings := p.Python.Lookup(name.ID, name)
	if len(bindings) == 1 {
		return assign, p.Python.Uses(bindings...)
	}
	for loaded := python.Stmt(assign); ; {
		branch, ok := loaded.Parent().(*python.If)
		if !ok {
			return oneOfSeveral(p, bindings, assign)
		}
		loaded = branch
		if !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
			one, ok := b.Node.(*python.Assign)
			return !ok || !python.Within(one, branch) || !isLoad(p, one.Value)
		}) {
			uses := p.Python.Uses(bindings...)
			if !eachInABranch(p, bindings) ||
				slices.ContainsFunc(uses, func(use *python.Name) bool { return python.Within(use, branch) }) {
				return oneOfSeveral(p, bindings, assign)
			}
			return branch, uses
		}
	}
}

// oneOfSeveral is an assignment that loads under a name to which others load another file, each behind a condition of
// its own, with what reads it: `if args.pretrained: …` and `if args.resume: …`. nil where another one surely takes its
// place, or it is not told which of them is read.
func oneOfSeveral(p *rules.Pass, bindings []*python.Binding, assign *python.Assign) (python.Stmt, []*python.Name) {
	var loads []*python.Assign
	for _, b := range bindings {
		load, ok := b.Node.(*python.Assign)
		if !ok || !isLoad(p, load.Value) {
			return nil, nil
		}
		if load != assign && load.Span().Start > assign.Span().Start &&
			python.StatementOf(p.Python.Block(load), assign) != nil {
			return nil, nil
		}
		loads = append(loads, load)
	}
	var uses []*python.Name
	for _, use := range p.Python.Uses(bindings...) {
		var read *python.Assign
		for _, load := range loads {
			if load.Span().End <= use.Span().Start && python.StatementOf(p.Python.Block(load), use) != nil &&
				(read == nil || load.Span().Start > read.Span().Start) {
				read = load
			}
		}
		switch {
		case read == nil || slices.ContainsFunc(loads, func(load *python.Assign) bool { // behind a condition, between them
			return load.Span().Start > read.Span().Start && load.Span().End <= use.Span().Start
		}):
			return nil, nil
		case read == assign:
			uses = append(uses, use)
		}
	}
	return assign, uses
}

// eachInABranch reports whether no block holds two of some bindings: the second would take the first one's place.
func eachInABranch(p *rules.Pass, bindings []*python.Binding) bool {
	blocks := map[*python.Stmt]bool{}
	for _, b := range bindings {
		s, ok := b.Node.(python.Stmt)
		if !ok || blocks[&p.Python.Block(s)[0]] {
			return false
		}
		blocks[&p.Python.Block(s)[0]] = true
	}
	return true
}

func isLoad(p *rules.Pass, e python.Expr) bool {
	c, ok := e.(*python.Call)
	return ok && (p.Python.Resolve(c.Func) == "torch.load" || len(p.Train.LoadsBehind(c)) > 0)
}

// lastUse is the statement, beside the one that loads, in which a checkpoint is used
// last, and the part of it behind which nothing uses it; nil when it is not fed to load_state_dict, there or before, or
// is used by others.
func lastUse(p *rules.Pass, loaded python.Stmt, uses []*python.Name, fed bool) (last python.Stmt, after python.Node) {
	block, feeds := p.Python.BlockAround(loaded, uses), fed // it may be read under the same condition further down
	if fed && len(uses) == 0 {
		return loaded, loaded
	}
	for _, use := range uses {
		in := python.StatementOf(block, use)
		if in == nil || aliased(use) || isModel(use) {
			return nil, nil
		}
		if loop, ok := in.(*python.For); !ok || !python.Within(use, loop.Iter) {
			after = in
		} else if in != last { // a loop asks once for what it goes through
			after = loop.Iter
		}
		last, feeds = in, feeds || feedsModel(p, use)
	}
	if !feeds {
		return nil, nil
	}
	return last, after
}

// feedsModel reports whether a module copies what it is given into its parameters. An
// optimizer takes the tensors themselves as its state (torch 1.13 still copied them):
// deleting the dictionary frees nothing. Schedulers and scalers hold numbers.
func feedsModel(p *rules.Pass, use *python.Name) bool {
	call := python.CallAround(use, "load_state_dict")
	if call == nil {
		return false
	}
	switch p.Train.RoleAt(call) {
	case knowledge.Optimizer, knowledge.Scheduler, knowledge.Scaler:
		return false
	}
	return true
}

// readByKey reports whether a checkpoint is read by names, as those are that a training writes of itself.
func readByKey(uses []*python.Name) bool {
	return slices.ContainsFunc(uses, func(use *python.Name) bool {
		item, ok := use.Parent().(*python.Subscript)
		return ok && item.Value == python.Expr(use)
	})
}

// isModel reports whether what was loaded is a model itself, which takes weights: the program goes on to use it.
func isModel(use *python.Name) bool {
	a, ok := use.Parent().(*python.Attribute)
	if !ok {
		return false
	}
	c, ok := a.Parent().(*python.Call)
	return ok && c.Func == python.Expr(a) && a.Attr == "load_state_dict"
}

// inTest reports whether a node stands in a test: what it trains for a few steps is small, and gone behind it.
func inTest(n python.Node) bool {
	return slices.ContainsFunc(
		python.FunctionsAround(n),
		func(fn *python.Function) bool { return strings.HasPrefix(fn.Name, "test_") },
	)
}

// aliased reports whether the checkpoint itself is stored under another name: deleting the variable would then free
// nothing.
func aliased(use *python.Name) bool {
	a, ok := use.Parent().(*python.Assign)
	return ok && a.Value == python.Expr(use)
}
