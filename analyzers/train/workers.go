package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// WorkerCount is what a run shows of a loader's number of worker processes.
type WorkerCount uint8

// What is known of it.
const (
	WorkersUnknown WorkerCount = iota
	NoWorkers                  // 0, given or by default
	PerhapsWorkers             // 0 unless somebody asks for more, or on one way through the program
	SomeWorkers                // given, and nothing shows that it may be 0
	KnownWorkers               // a number that is at least 1
)

// Workers is how many worker processes a loader has; n is the number of KnownWorkers.
func (l *Loader) Workers() (count WorkerCount, n int64) {
	count, n = workersAmong(l.Option("num_workers"))
	if count == NoWorkers && l.unseenCaller() {
		count = PerhapsWorkers
	}
	return count, n
}

// workersAmong is what a value of num_workers says, nil for none; open is set where something else may hold it.
func workersAmong(v run.Value, open bool) (count WorkerCount, n int64) {
	switch {
	case open:
		return WorkersUnknown, 0
	case v == nil:
		return NoWorkers, 0
	}
	for _, one := range run.Alternatives(v) {
		c, number := workersOf(one)
		if count != WorkersUnknown && (c != count || number != n) {
			if c == NoWorkers || count == NoWorkers || c == PerhapsWorkers || count == PerhapsWorkers {
				return PerhapsWorkers, 0
			}
			c, number = SomeWorkers, 0
		}
		count, n = c, number
	}
	return count, n
}

// unseenCaller reports whether a loader's number of workers is a parameter's default of a function that only the run
// calls: who calls it may ask for more.
func (l *Loader) unseenCaller() bool {
	name, ok := l.Written("num_workers").(*python.Name)
	if !ok || l.Call.Caller == nil || !l.Call.Caller.Entry {
		return false
	}
	f := functionOf(l.Call.Caller)
	return f != nil && f.Node != nil &&
		slices.ContainsFunc(f.Node.Params, func(p *python.Param) bool { return p.Name == name.ID })
}

func workersOf(v run.Value) (WorkerCount, int64) {
	switch v := run.Bare(v).(type) {
	case run.Int:
		if v > 0 {
			return KnownWorkers, int64(v)
		}
		return NoWorkers, 0
	case *run.Object:
		if v.Default != nil {
			if zero, known := run.Equal(v.Default, run.Int(0)); zero && known {
				return PerhapsWorkers, 0
			}
		}
	}
	return SomeWorkers, 0
}

// Written is the expression that the call of a loader gives for an option; nil where it comes out of a spread or of
// another file, or is not given.
func (l *Loader) Written(option string) python.Expr {
	if !l.TakesAsTorch() {
		return nil
	}
	position := knowledge.LoaderPosition(option)
	for i, a := range l.Call.Args {
		if a.Name == option || a.Name == "" && a.Star == 0 && i == position {
			return a.Node
		}
	}
	return nil
}

// Datasets are what a loader takes its samples from, where the run shows it: the datasets behind a Subset and behind
// the parts of a split.
func (l *Loader) Datasets() []run.Value {
	given, _ := l.Option("dataset")
	var list []run.Value
	var add func(v run.Value, depth int)
	add = func(v run.Value, depth int) {
		for _, one := range run.Alternatives(v) {
			inner := partOf(one)
			if inner == nil || depth >= maxNested {
				list = append(list, one)
				continue
			}
			o, ok := inner.(*run.Object)
			if !ok || o.Kind != run.List {
				add(inner, depth+1)
				continue
			}
			for _, item := range l.Entry.Facts.machine.Contents(o) { // ConcatDataset([a, b])
				add(item, depth+1)
			}
		}
	}
	add(given, 0)
	return list
}

// partOf is the dataset of which another is a part; nil when it is none.
func partOf(v run.Value) run.Value {
	o, ok := v.(*run.Object)
	if !ok {
		return nil
	}
	if whole := o.ItemFrom(); whole != nil { // train, valid = random_split(dataset, lengths)
		o, _ = whole.(*run.Object)
	}
	if o == nil || o.Made == nil || !knowledge.SplitsDataset(symbolOf(o.Made)) {
		return nil
	}
	if inner, _ := o.Made.Argument("dataset", 0); inner != nil {
		return inner
	}
	inner, _ := o.Made.Argument("datasets", 0)
	return inner
}

// Resident reports whether a loader needs no workers: tensors in memory, of which an item is a slice, or a stream that
// workers would read several times.
func (l *Loader) Resident() bool {
	for _, v := range l.Datasets() {
		switch v := v.(type) {
		case *run.Tuple:
			return true
		case *run.Object:
			if v.Kind == run.List || residentClass(v.Class) || arrayInMemory(v, maxParts) {
				return true
			}
		}
	}
	work, seen := l.work()
	return seen && len(work) == 0
}

// arrayInMemory reports whether a value is an array of numpy's, or a tensor, that functions of theirs and operators
// computed.
func arrayInMemory(v run.Value, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok || depth == 0 {
		return false
	}
	if o.Made != nil {
		if m, method := o.Made.Callee.(*run.Member); method {
			return knowledge.MethodGives(m.Name) == knowledge.Computed && arrayInMemory(m.Object, depth-1)
		}
		path := symbolOf(o.Made)
		return strings.HasPrefix(path, "numpy.") ||
			knowledge.OfTorchItself(path) && path != "torch.load"
	}
	switch o.Operator {
	case "+", "-", "*", "/":
		return slices.ContainsFunc(o.Operands, func(v run.Value) bool { return arrayInMemory(v, depth-1) })
	}
	return false
}

func residentClass(class run.Value) bool {
	line := []run.Value{class}
	if c, ours := class.(*run.Class); ours {
		line = c.Line()
	}
	for _, one := range line {
		path, ok := one.(run.Symbol)
		if ok && (strings.HasSuffix(string(path), "IterableDataset") || strings.HasSuffix(string(path), "TensorDataset")) {
			return true
		}
	}
	return false
}

// GivesCUDA reports whether a loader's dataset or collate_fn may give tensors that are on a CUDA device already.
func (l *Loader) GivesCUDA() bool {
	work, _ := l.work()
	for _, c := range work {
		if MovesToCUDA(c) || makesOnCUDA(c) {
			return true
		}
	}
	if collate, open := l.Option("collate_fn"); open || opaqueFunction(collate) {
		return true
	}
	for _, v := range l.Datasets() {
		o, ok := v.(*run.Object)
		if !ok || o.Made == nil {
			continue
		}
		for _, c := range l.Entry.Calls { // what its constructor does
			if within(c, o.Made) && (MovesToCUDA(c) || makesOnCUDA(c) || movesToNetwork(c)) {
				return true
			}
		}
		for _, a := range o.Made.Args {
			if MayBeCUDA(a.Value) || onCUDA(a.Value, maxParts) {
				return true
			}
		}
	}
	return false
}

// movesToNetwork reports whether a call copies a tensor to where a network is, x.to(self.encoder.device): what a
// dataset computes with it once, and keeps, stays there.
func movesToNetwork(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok || m.Name != "to" || library.IsModule(m.Object) || c.Node == nil || len(c.Node.Args) == 0 {
		return false
	}
	device, ok := c.Node.Args[0].Value.(*python.Attribute)
	return ok && device.Attr == "device" && python.PathText(device.Value) != "self"
}

// onCUDA reports whether a value is, or was computed from, a tensor that was put on a CUDA device:
// TensorDataset(x.cuda()).
func onCUDA(v run.Value, depth int) bool {
	return depth > 0 && slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
		o, ok := one.(*run.Object)
		if !ok {
			return false
		}
		return o.Made != nil && (MovesToCUDA(o.Made) || makesOnCUDA(o.Made)) ||
			slices.ContainsFunc(operands(o), func(from run.Value) bool { return onCUDA(from, depth-1) })
	})
}

// opaqueFunction reports whether something is called that is not seen.
func opaqueFunction(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		switch one := one.(type) {
		case run.NoneType, *run.Function, *run.Method, *run.Partial, run.Symbol:
		case *run.Object:
			if _, ours := one.Class.(*run.Class); !ours {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// within reports whether a call happens in what another one runs.
func within(c, outer *run.Call) bool {
	for up := c.Caller; up != nil; up = up.Caller {
		if up == outer || up.Node != nil && up.Node == outer.Node && up.Caller == outer.Caller {
			return true
		}
	}
	return false
}

// Transfer is the first call in what a loader's workers run that copies to a CUDA device, unless they ask whether they
// are workers; nil when there is none.
func (l *Loader) Transfer() *run.Call {
	work, _ := l.work()
	var found *run.Call
	for _, c := range work {
		if calleeName(c) == "get_worker_info" {
			return nil
		}
		if found == nil && c.Node != nil && MovesToCUDA(c) && onlyHardware(c.Gates) {
			found = c
		}
	}
	return found
}

// asideSteps bounds the run of what a library calls once: a worker for a sample or batch, a module as its hook.
const asideSteps = 5_000

// work is what a loader's workers do: the calls of the dataset's __getitem__ and of collate_fn. seen is set when the
// dataset's is the project's.
func (l *Loader) work() (calls []*run.Call, seen bool) {
	if l.worked {
		return l.calls, l.sees
	}
	l.worked = true
	f := l.Entry.Facts
	for _, v := range l.Datasets() {
		o, ok := v.(*run.Object)
		if !ok {
			continue
		}
		class, ok := o.Class.(*run.Class)
		if !ok || o.Kind != run.Instance {
			continue
		}
		for _, name := range []string{"__getitem__", "__getitems__"} {
			if fn, ok := f.machine.ClassMember(class, name).(*run.Function); ok {
				l.sees = true
				l.calls = append(l.calls, f.callsIn(fn, o)...)
			}
		}
	}
	collate, _ := l.Option("collate_fn")
	for _, v := range run.Alternatives(collate) {
		switch v := v.(type) {
		case *run.Function:
			l.calls = append(l.calls, f.callsIn(v, nil)...)
		case *run.Method:
			l.calls = append(l.calls, f.callsIn(v.Func, v.Self)...)
		case *run.Partial:
			if fn, ok := v.Func.(*run.Function); ok {
				l.calls = append(l.calls, f.callsIn(fn, nil)...)
			}
		case *run.Object:
			class, ok := v.Class.(*run.Class)
			if !ok {
				continue
			}
			if fn, ok := f.machine.ClassMember(class, "__call__").(*run.Function); ok {
				l.calls = append(l.calls, f.callsIn(fn, v)...)
			}
		}
	}
	return l.calls, l.sees
}

// aside runs a function that a library calls where no entry sees it.
func (f *Facts) aside(fn *run.Function, self run.Value) run.Trace {
	return f.asideOf(func() { f.machine.Enter(fn, self) })
}

// asideOf is what happens in a part of the program that no entry sees.
func (f *Facts) asideOf(do func()) run.Trace {
	f.machine.Renew(asideSteps)
	before := f.machine.Trace
	f.machine.Trace = run.Trace{}
	do()
	inside := f.machine.Trace
	f.machine.Trace = before
	return inside
}

// callsIn lists the calls in a function that a library calls.
func (f *Facts) callsIn(fn *run.Function, self run.Value) []*run.Call {
	calls := f.aside(fn, self).Calls
	if len(calls) > 0 && calls[0].Entry {
		calls = calls[1:]
	}
	return calls
}

// Spawns reports whether a loader's worker processes do not inherit CUDA's state.
func (l *Loader) Spawns() bool {
	if v, open := l.Option("multiprocessing_context"); open || v != nil && !run.IsNone(v) {
		return true
	}
	for _, e := range l.Entry.Facts.Entries() {
		for _, c := range e.Calls {
			if name := calleeName(c); name == "set_start_method" || name == "get_context" {
				return true
			}
		}
	}
	return false
}
