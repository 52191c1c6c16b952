package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// StrandedLoad is a torch.load of weights that puts them where they were saved from, in a program that runs on the CPU,
// at least where there is no GPU.
type StrandedLoad struct {
	Load *run.Call
	// Moved is the call of to() by which the program says on what it runs, and Always whether that is the CPU anyway.
	Moved  *run.Call
	Always bool

	entry *Entry
}

// IsTheModel reports whether what is loaded, or an item of it, is put into a mode or run by itself, and brought to no
// device: on the CPU it would not go together with its batches.
func (s *StrandedLoad) IsTheModel() bool {
	used := false
	for _, c := range s.entry.Calls {
		on := receiver(c)
		if on == nil || !isMadeOf(on, []run.Value{s.Load.Result}, map[*run.Object]bool{}) {
			continue
		}
		name := "forward"
		if m, ok := c.Callee.(*run.Member); ok {
			name = m.Name
		}
		switch name {
		case "to", "cuda":
			return false
		case "train", "eval", "forward", "parameters":
			used = true
		}
	}
	return used
}

// StrandedLoads lists the loads of a state_dict that say nothing of where its tensors go, in programs that choose
// between a GPU and the CPU themselves, or the CPU, and use the GPU nowhere without asking.
func (e *Entry) StrandedLoads() []*StrandedLoad {
	if f := e.Function; f != nil && f.Class != nil && f.Class.Node != nil && needsGPU(f.Class.Node) {
		return nil
	}
	var loads, moves []*run.Call
	saved := false
	for _, c := range e.Calls {
		switch {
		case c.Node == nil:
		case symbolOf(c) == "torch.save":
			saved = true // what is loaded behind it may be of this very run: it stands where the run does
		case symbolOf(c) == "torch.load":
			where, open := c.Argument("map_location", 1)
			if !saved && !open && (where == nil || run.IsNone(where)) && !goesOnWithout(c.Node) &&
				!asksOfDevice(c) && !knowledge.NamesForeignWeights(writtenPath(c)) {
				loads = append(loads, c)
			}
		case onGPUAnyway(c) && !asksOfDevice(c), symbolOf(c) == "torch.cuda.set_device":
			return nil // it needs a GPU anyway
		}
	}
	if len(loads) == 0 {
		return nil
	}
	for _, c := range e.Calls {
		if runsOnCPU(c) || e.onlyWithGPU(c) {
			moves = append(moves, c)
		}
	}
	for _, c := range e.Built.Calls { // the constructor of the object whose method is entered
		if c.Node != nil && runsOnCPU(c) {
			moves = append(moves, c)
		}
	}
	if len(moves) == 0 {
		return e.loadedWhereMade(loads)
	}
	if slices.ContainsFunc(moves, endsWithoutGPU) {
		return nil
	}
	var list []*StrandedLoad
	for _, load := range loads {
		if e.loadsWeights(load) {
			moved := nearest(load, moves, func(*run.Call) bool { return true })
			device, _ := moved.Argument("device", 0)
			list = append(list, &StrandedLoad{load, moved, isCPU(device) || isCPUByDefault(device), e})
		}
	}
	return list
}

// onGPUAnyway reports whether a call moves something to a GPU whatever there is: net.cuda(), net.to("cuda:%d" % gpu).
func onGPUAnyway(c *run.Call) bool {
	if receiver(c) == nil {
		return false
	}
	switch calleeName(c) {
	case "cuda":
		return true
	case "to":
		device, _ := c.Argument("device", 0)
		all := run.Alternatives(device)
		return len(all) > 0 && !slices.ContainsFunc(all, func(v run.Value) bool {
			return !cudaDevice(deviceName(v)) || fallsBackToCPU(v)
		})
	}
	return false
}

// needsGPU reports whether a method of a class puts something on a GPU without asking for one: a method that is entered
// by itself, to load what another one saved, is of no program that runs without.
func needsGPU(class *python.Class) bool {
	for n := range python.All(class) {
		c, ok := n.(*python.Call)
		if ok && c.MethodName() == "cuda" && !slices.ContainsFunc(python.GatesOf(c), func(g python.Gate) bool {
			return python.MentionsIn(g.Test, knowledge.SpeaksOfDevice)
		}) {
			return true
		}
	}
	return false
}

// loadedWhereMade are the loads among some whose weights go into a network that is put together, filled and run without
// a word of a device: it stays on the CPU. A script of inference, beside a training on the GPU, is mostly so.
// The method of a network may be called wherever its caller has moved that to.
func (e *Entry) loadedWhereMade(loads []*run.Call) []*StrandedLoad {
	if e.Function != nil && e.Function.Class != nil && library.ModuleClass(e.Function.Class) {
		return nil
	}
	var list []*StrandedLoad
	for _, load := range loads {
		loaded, ok := load.Result.(*run.Object)
		if !ok || speaksOfDevice(load, e.Facts.Module) || load.Unit.Module.Mentions(knowledge.NamesPretrained) {
			continue
		}
		for _, c := range e.Calls {
			net, _ := c.Callee.(*run.Object)
			if net == nil || c.Node == nil || c.Seq < load.Seq || len(c.Args) == 0 || !library.IsModule(net) ||
				net.Made == nil || speaksOfDevice(c, e.Facts.Module) || speaksOfDevice(net.Made, e.Facts.Module) {
				continue
			}
			if class, ours := net.Class.(*run.Class); ours && namesDevice(class.Unit.Module) {
				continue
			}
			if e.filled(net, loaded, load, c) {
				list = append(list, &StrandedLoad{load, c, true, e})
				break
			}
		}
	}
	return list
}

// filled reports whether a network is given something of what a call loads before another call runs it.
func (e *Entry) filled(net, loaded *run.Object, load, runs *run.Call) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.Seq > load.Seq && c.Seq < runs.Seq && calleeName(c) == "load_state_dict" &&
			receiver(c) == run.Value(net) && len(c.Args) > 0 && e.weightsOf(c.Args[0].Value, loaded)
	})
}

// speaksOfDevice reports whether the file of a program, or of a call or of one that leads to it, speaks of devices.
func speaksOfDevice(c *run.Call, start *python.Module) bool {
	if namesDevice(start) {
		return true
	}
	for ; c != nil; c = c.Caller {
		if c.Unit != nil && namesDevice(c.Unit.Module) {
			return true
		}
	}
	return false
}

// namesDevice reports whether a file speaks of devices, or of a library that chooses them.
func namesDevice(m *python.Module) bool {
	return m.Shared(deviceNamed{}, func() any { return m.Mentions(knowledge.SpeaksOfDevice) }).(bool)
}

// deviceNamed keeps the answer of namesDevice with the tree of a file.
type deviceNamed struct{}

// goesOnWithout reports whether a call stands in a try statement that may catch what torch.load raises where there is
// no GPU, or in a with statement that watches. A file that is not there is something else.
func goesOnWithout(c *python.Call) bool {
	s := python.EnclosingStmt(c)
	if !insideTry(s) {
		return false
	}
	for n := s.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Function:
			return false
		case *python.With:
			if slices.ContainsFunc(n.Items, watches) {
				return true
			}
		case *python.Try:
			if slices.ContainsFunc(n.Handlers, func(h *python.Handler) bool {
				return (h.Type == nil || !knowledge.OfMissingFile(python.PathText(h.Type))) && !endsInRaise(h.Body)
			}) {
				return true
			}
		}
	}
	return false
}

// endsInRaise reports whether a block ends in an exception: what was caught is told in other words.
func endsInRaise(block []python.Stmt) bool {
	if len(block) == 0 {
		return false
	}
	_, ok := block[len(block)-1].(*python.Raise)
	return ok
}

// writtenPath is what the code says of the file that a call loads: weights that somebody else published were mostly
// saved from the CPU.
func writtenPath(load *run.Call) string {
	if len(load.Node.Args) == 0 {
		return ""
	}
	module := load.Unit.Module
	path := load.Node.Args[0].Value
	text := module.File.Slice(path.Span())
	if written := module.OnlyValue(path); written != nil {
		text += " " + module.File.Slice(written.Span())
	}
	return text
}

// runsOnCPU reports whether a call moves something to a device that is the CPU where there is no GPU, or a network to
// the CPU.
func runsOnCPU(c *run.Call) bool {
	if calleeName(c) != "to" || receiver(c) == nil {
		return false
	}
	device, _ := c.Argument("device", 0)
	return fallsBackToCPU(device) ||
		device != nil && (isCPU(device) || isCPUByDefault(device)) && library.IsModule(receiver(c))
}

// onlyWithGPU reports whether a call moves a network to a GPU only where the program asked whether there is one, or
// whether to use it, and stays on the CPU elsewhere: if torch.cuda.is_available(): net.cuda(). A test between one GPU
// and several tells nothing: both ways call cuda().
func (e *Entry) onlyWithGPU(c *run.Call) bool {
	if calleeName(c) != "cuda" || receiver(c) == nil {
		return false
	}
	return slices.ContainsFunc(c.Gates, func(l run.Literal) bool {
		if !knowledge.AsksWhetherGPU(textOfTest(l)) {
			return false
		}
		return !slices.ContainsFunc(e.Calls, func(other *run.Call) bool {
			otherwise := run.Literal{Condition: l.Condition, Holds: !l.Holds}
			return calleeName(other) == "cuda" && slices.Contains(other.Gates, otherwise)
		})
	})
}

// endsWithoutGPU reports whether the file of a call stops where there is no GPU: an assertion, or a test whose body
// ends the program.
func endsWithoutGPU(c *run.Call) bool {
	m := c.Unit.Module
	asks := func(e python.Expr) bool {
		test, ok := e.(*python.Call)
		return ok && knowledge.AsksForGPU(m.Resolve(test.Func))
	}
	for n := range python.AllIn(m.Body) {
		switch n := n.(type) {
		case *python.Assert:
			if asks(n.Test) {
				return true
			}
		case *python.If:
			if not, ok := n.Test.(*python.Unary); !ok || !asks(not.Operand) || len(n.Body) == 0 {
				continue
			}
			last := n.Body[len(n.Body)-1]
			if _, raises := last.(*python.Raise); raises || run.Ends(last) {
				return true
			}
		}
	}
	return false
}

// fallsBackToCPU reports whether a device is a GPU where there is one, and the CPU elsewhere, be it where nobody says
// otherwise: config.get("device", "cuda" if torch.cuda.is_available() else "cpu").
func fallsBackToCPU(device run.Value) bool {
	gpu, cpu := false, false
	for _, v := range run.Alternatives(device) {
		if byDefault := defaultOf(v); byDefault != nil && fallsBackToCPU(byDefault) {
			return true
		}
		for _, name := range run.Alternatives(deviceName(v)) {
			gpu = gpu || cudaDevice(name)
			cpu = cpu || run.Bare(name) == run.Value(run.Str("cpu"))
		}
	}
	return gpu && cpu
}

// isCPUByDefault reports whether a device that the caller may name is the CPU where nobody does: def __init__(self,
// device="cpu").
func isCPUByDefault(device run.Value) bool {
	all := run.Alternatives(device)
	return len(all) > 0 && !slices.ContainsFunc(all, func(v run.Value) bool {
		byDefault := defaultOf(v)
		return byDefault == nil || !isCPU(byDefault)
	})
}

// defaultOf is what stands in for a value that nobody gives; nil for none.
func defaultOf(v run.Value) run.Value {
	if name := deviceName(v); name != nil {
		v = name
	}
	if o, ok := run.Bare(v).(*run.Object); ok && o.Kind == run.Unknown {
		return o.Default
	}
	return nil
}

// asksOfDevice reports whether something happens only where the program asked what it runs on.
func asksOfDevice(c *run.Call) bool {
	for _, l := range c.Gates {
		if knowledge.AsksOfDevice(textOfTest(l)) {
			return true
		}
	}
	return false
}

// textOfTest is a condition as the code writes it; "" for a loop that may have no lap, or a statement that may raise:
// they ask nothing, whatever stands in them.
func textOfTest(l run.Literal) string {
	at := l.Condition.Test
	if _, asks := at.Node.(python.Expr); !asks || at.Unit == nil {
		return ""
	}
	return at.Unit.Module.File.Slice(at.Node.Span())
}

// loadsWeights reports whether what a call loads, or an item of it, is given to load_state_dict, or is a network
// itself.
func (e *Entry) loadsWeights(load *run.Call) bool {
	loaded, ok := load.Result.(*run.Object)
	if !ok {
		return false
	}
	for _, c := range e.Calls {
		switch calleeName(c) {
		case "load_state_dict":
			if receiver(c) != nil && len(c.Args) > 0 && (e.weightsOf(c.Args[0].Value, loaded) || handedDown(c, loaded)) {
				return true
			}
		case "eval", "train", "parameters":
			if takenOf(receiver(c), loaded, 0) { // load(path).to(device), too
				return true
			}
		}
	}
	return false
}

// handedDown reports whether a function that leads to a call is given something of what is loaded: load_state(net,
// checkpoint), which puts together what the network takes of it.
func handedDown(c *run.Call, loaded *run.Object) bool {
	for c = c.Caller; c != nil; c = c.Caller {
		if slices.ContainsFunc(c.Args, func(a run.Argument) bool { return takenOf(a.Value, loaded, 0) }) {
			return true
		}
	}
	return false
}

// weightsOf reports whether a value is something of what is loaded, or a dictionary that is filled with it.
func (e *Entry) weightsOf(v run.Value, loaded *run.Object) bool {
	if takenOf(v, loaded, 0) {
		return true
	}
	o, ok := v.(*run.Object)
	return ok && o.Kind == run.Dict && slices.ContainsFunc(e.Facts.machine.Contents(o), func(item run.Value) bool {
		return takenOf(item, loaded, 0)
	})
}

// SavesInPlace reports whether a file saves something that it did not bring to the host before, in the same function:
// model.eval().cpu() stands above torch.save(model.state_dict(), path). Where a framework saves what is in place
// counts.
func SavesInPlace(m *python.Module) bool {
	return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		return knowledge.SavesWeights(python.LastName(c.Func))
	}) || slices.ContainsFunc(m.Calls("torch.save"), func(save *python.Call) bool {
		given := m.Argument(save, "obj", 0).Value
		if c, ok := given.(*python.Call); ok {
			given = c.Receiver() // of model.state_dict()
		}
		saved := python.PathText(given)
		return saved == "" || !slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			return movesToHost(m, c) && moved(c) == saved && c.Span().End <= save.Span().Start &&
				python.EnclosingFunction(c) == python.EnclosingFunction(save)
		})
	})
}

// movesToHost reports whether a call brings a module to the CPU: model.cpu(), model.to("cpu").
func movesToHost(m *python.Module, c *python.Call) bool {
	if c.MethodName() == "cpu" {
		return true
	}
	if c.MethodName() != "to" || len(c.Args) == 0 {
		return false
	}
	device, known := m.Const(c.Args[0].Value)
	return known && device.Str == "cpu"
}

// moved is what a chain of methods is called on that give the module itself: model of model.eval().cpu().
func moved(c *python.Call) string {
	on := c.Receiver()
	for {
		inner, ok := on.(*python.Call)
		if !ok || !knowledge.ReturnsItself(inner.MethodName()) {
			return python.PathText(on)
		}
		on = inner.Receiver()
	}
}
