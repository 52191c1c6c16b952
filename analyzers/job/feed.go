package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// readFeeding takes the micro-batch of what the training step is fed from: the loader, or the object of another class,
// whose batches the loop around the step walks over. It reports whether that decides it, whatever other loaders the
// script makes.
func (j *Job) readFeeding() bool {
	var first batch
	fed, parts := j.Program.run.feeding()
	if parts {
		j.doubtBecause(dialect.MicroBatch, byScript, "each step trains on a part of what the loader gives")
		return true
	}
	for i, o := range fed {
		b := j.batchOf(o)
		if !b.decided || i > 0 && b.size != first.size {
			return false
		}
		if i == 0 {
			first = b
		}
	}
	if len(fed) == 0 {
		if o := j.Program.run.handed(); o != nil {
			first = j.batchOf(o)
			first.decided = first.decided && first.size > 0 && first.why == "" && first.value.Place.File != nil
		}
	}
	switch {
	case !first.decided:
		return false
	case first.why != "":
		j.doubtBecause(dialect.MicroBatch, byConvention, first.why)
	case first.size < 1:
		j.doubt(dialect.MicroBatch, byScript)
	default:
		if !j.cutBatch(first.size) {
			j.claim(dialect.MicroBatch, strconv.Itoa(first.size), byScript, first.from, first.said())
		}
	}
	return true
}

// cutBatch takes an option by which the project's own loop cuts each batch into pieces that go through the model one
// after the other: for i in range(0, len(batch), args.microbatch). It reports whether that decides how many samples are
// a micro-batch.
func (j *Job) cutBatch(size int) bool {
	for _, name := range knowledge.CutOptions() {
		v := j.Program.Option(name)
		if !v.Known() && v.Place.File == nil || !j.cutsBy(name) {
			continue
		}
		n, ok := v.Int()
		switch {
		case !ok:
			j.doubt(dialect.MicroBatch, byScript)
			return true
		case n < 1 || int(n) >= size:
			return false
		case size%int(n) == 0: // else the last piece is smaller
			j.claim(dialect.Accumulation, strconv.Itoa(size/int(n)), byScript, "--"+name, v.notDefault())
		}
		j.claim(dialect.MicroBatch, strconv.Itoa(int(n)), byScript, "--"+name, v.notDefault())
		return true
	}
	return false
}

// cutsBy reports whether a loop of the run goes through something in steps of a number that is called so.
func (j *Job) cutsBy(name string) bool {
	for m := range j.Program.run.programs {
		if slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			return len(c.Args) == 3 && python.PathText(c.Func) == "range" && python.LastName(c.Args[2].Value) == name
		}) {
			return true
		}
	}
	return false
}

// assumeBatch takes an option that is called batch_size where nothing is seen that gives batches: the script cuts them
// itself.
func (j *Job) assumeBatch() {
	if slices.ContainsFunc(j.claims, func(c claim) bool { return c.field == dialect.MicroBatch }) {
		return
	}
	for _, p := range j.programs {
		if len(p.trainerCalls()) > 0 || len(p.Module().Calls("torch.utils.data.DataLoader")) > 0 {
			return
		}
	}
	if j.drawn() || j.remembered() {
		return
	}
	for _, name := range knowledge.BatchOptions() {
		v := j.Program.Option(name)
		if n, _ := v.Int(); n > 0 {
			if !j.cutBatch(int(n)) {
				j.claim(dialect.MicroBatch, strconv.Itoa(int(n)), byConvention, "--"+name+", assumed from its name", v)
			}
			return
		}
	}
}

// batch is how much something gives at a time, as far as it is known.
type batch struct {
	decided bool // by this thing, and nothing else
	size    int  // 0 where it is not known
	why     string
	from    string
	value   Found
	unsaid  bool // it is torch's default
}

// said is the value with whether anything says it.
func (b batch) said() Found {
	if b.unsaid {
		return b.value
	}
	return b.value.notDefault()
}

// batchOf is what a loader, or an object that is made with a batch size, gives at a time.
func (j *Job) batchOf(o *run.Object) batch {
	made := o.Made
	if made == nil || made.Node == nil || j.ofTrainer(made) {
		return batch{}
	}
	if library.RoleOf(o) != knowledge.Loader {
		return j.namedBatch(made)
	}
	v, open := j.loaderArgument(o, "batch_size")
	switch {
	case open:
		return batch{}
	case v == nil:
		return j.batchUnsaid(o)
	case run.IsNone(run.Bare(v)): // the dataset gives whole batches
		return j.batchOfPart(o, "dataset")
	}
	b := batch{decided: true, from: "DataLoader(batch_size)", value: j.Program.run.found(v)}
	if n, _ := b.value.Number(); n > 0 {
		b.size = int(n)
	}
	if p := j.partOf(made); b.size == 1 && p != nil {
		b.why = p.wholeBatches(made.Node)
		if n, v := p.cachedBatch(made.Node); b.why != "" && n > 0 {
			return batch{decided: true, size: n, from: "DataLoader(batch_size) whose batches are kept", value: v}
		}
	}
	return b
}

// batchUnsaid is what a loader gives that is told no batch size: what its batch_sampler says or, of torch's without
// one, one sample at a time.
func (j *Job) batchUnsaid(o *run.Object) batch {
	made := o.Made
	sampler, _ := j.loaderArgument(o, "batch_sampler")
	s, ok := run.Bare(made.Callee).(run.Symbol)
	p := j.partOf(made)
	if sampler != nil && !run.IsNone(run.Bare(sampler)) || !ok || string(s) != "torch.utils.data.DataLoader" || p == nil {
		return j.batchOfPart(o, "batch_sampler")
	}
	one := foundAt(run.Int(1), p.Place(made.Node))
	one.Default = true
	return batch{
		decided: true,
		size:    1,
		from:    "DataLoader(batch_size)",
		value:   one,
		why:     p.wholeBatches(made.Node),
		unsaid:  true,
	}
}

// batchOfPart is what a part of a loader gives at a time.
func (j *Job) batchOfPart(o *run.Object, name string) batch {
	v, _ := j.loaderArgument(o, name)
	part, ok := run.Bare(v).(*run.Object)
	if !ok || part.Made == nil || part.Made.Node == nil {
		return batch{}
	}
	return j.namedBatch(part.Made)
}

func (j *Job) loaderArgument(o *run.Object, name string) (v run.Value, open bool) {
	return library.LoaderArgument(j.Program.run.ran(), o, name)
}

// namedBatch is a parameter that is called batch_size, of something that gives batches in a way that is not looked
// into.
func (j *Job) namedBatch(made *run.Call) batch {
	e := j.Program.run
	position := -1
	if class, ok := made.Callee.(*run.Class); ok {
		_, position = parameter(e.machine, class, "batch_size")
	} else if s, ok := run.Bare(made.Callee).(run.Symbol); ok && knowledge.MakesBatchSampler(string(s)) {
		v, _ := made.Argument("batch_size", 1)
		b := batch{decided: true, from: "BatchSampler(batch_size)", value: e.found(v)}
		if n, _ := b.value.Number(); n > 0 {
			b.size = int(n)
		}
		return b
	}
	v, _ := made.Argument("batch_size", position)
	counted, _ := made.Argument("batch_size_fn", -1) // torchtext's: tokens, or what else it counts
	if v == nil || counted != nil {
		return batch{}
	}
	f := e.found(v)
	n, _ := f.Number()
	if n < 1 {
		return batch{}
	}
	return batch{
		decided: true,
		size:    int(n),
		from:    "batch_size of " + giverName(made.Callee) + ", assumed from its name",
		value:   f,
	}
}

func giverName(callee run.Value) string {
	switch callee := callee.(type) {
	case *run.Class:
		return callee.Name()
	case run.Symbol:
		return run.LastPart(string(callee))
	case *run.Member:
		return "." + callee.Name + "()"
	}
	return "what feeds the step"
}

// partOf is the module of the job in which a call stands, nil for one of another.
func (j *Job) partOf(c *run.Call) *Program {
	for _, p := range j.programs {
		if c.Unit != nil && p.Module() == c.Unit.Module {
			return p
		}
	}
	return nil
}

// ofTrainer reports whether a loader is made in a method of a trainer of the project: its batch is what the arguments
// say.
func (j *Job) ofTrainer(made *run.Call) bool {
	p := j.partOf(made)
	return p != nil && p.inTrainer(made.Node)
}

// feeding is what the loops around the training steps take their batches from, each once: the innermost loop that walks
// over something of the kind. parts is set where a step is given a part of a batch, and the list is empty then.
func (e *execution) feeding() (list []*run.Object, parts bool) {
	m := e.ran()
	loops := map[int]*run.LoopRun{}
	for _, l := range m.Trace.Loops {
		loops[l.Entry] = l
	}
	seen := map[*run.Object]bool{}
	add := func(found []*run.Object) {
		for _, o := range found {
			if !seen[o] {
				list = append(list, o)
			}
			seen[o] = true
		}
	}
	for _, c := range m.Trace.Calls {
		if c.Node == nil || c.Node.MethodName() != "backward" {
			continue
		}
		for i := len(c.Laps) - 1; i >= 0; i-- {
			l := loops[c.Laps[i].Entry]
			if l == nil || l.Iterated == nil {
				continue
			}
			found, parts := sourcesOf(m, l.Iterated)
			if parts {
				return nil, true
			}
			add(found)
			if len(found) > 0 {
				break
			}
		}
	}
	return list, false
}

// handed is the one loader of which next(…) is asked where a training step stands, nil where there is none, or several.
func (e *execution) handed() *run.Object {
	m := e.ran()
	steps := map[*run.Call]bool{} // the calls of the functions in which a step stands
	for _, c := range m.Trace.Calls {
		if c.Node != nil && c.Node.MethodName() == "backward" {
			steps[c.Caller] = true
		}
	}
	var asked *run.Call
	for _, c := range m.Trace.Calls {
		if run.Bare(c.Callee) != run.Value(run.Symbol("next")) || len(c.Args) == 0 || !steps[c.Caller] {
			continue
		}
		if asked != nil && asked.Node != c.Node {
			return nil
		}
		asked = c
	}
	if asked == nil {
		return nil
	}
	found, parts := sourcesOf(m, asked.Args[0].Value)
	if parts || len(found) != 1 {
		return nil
	}
	return found[0]
}

// sourcesOf are the loaders, and the objects that give batches in another way, that a loop or next(…) takes from. parts
// is set where it takes from what one of them gave: nobody knows how much of a batch that is.
func sourcesOf(m *run.Machine, walked run.Value) (list []*run.Object, parts bool) {
	seen := map[*run.Object]bool{}
	var from func(v run.Value, depth int, inside bool)
	from = func(v run.Value, depth int, inside bool) {
		for _, one := range run.Alternatives(v) {
			if tuple, ok := run.Bare(one).(*run.Tuple); ok && depth < mostParts {
				for _, item := range tuple.Items {
					from(item, depth+1, inside)
				}
			}
			o, ok := run.Bare(one).(*run.Object)
			if !ok || seen[o] || depth > mostParts {
				continue
			}
			seen[o] = true
			if o.Class == run.Value(run.Generator) { // it hands on what it walks over
				for _, inner := range yieldedFrom(m, o) {
					from(inner, depth+1, inside)
				}
				continue
			}
			if givesBatches(m, o) {
				list, parts = append(list, o), parts || inside
				continue
			}
			of, item := behind(o)
			for _, inner := range of {
				from(inner, depth+1, inside || item)
			}
		}
	}
	from(walked, 0, false)
	return list, parts
}

// yieldedFrom is what a generator takes the things from that it yields.
func yieldedFrom(m *run.Machine, generator *run.Object) (list []run.Value) {
	for _, content := range m.Contents(generator) {
		for _, yielded := range run.Alternatives(content) {
			if item, ok := run.Bare(yielded).(*run.Object); ok && item.Operator == run.Iterating {
				list = append(list, item.Operands...)
			}
		}
	}
	return list
}

// mostParts bounds tuples and wrappers in each other.
const mostParts = 8

// givesBatches reports whether an object is a loader, or something that was made with a batch size.
func givesBatches(m *run.Machine, o *run.Object) bool {
	if library.RoleOf(o) == knowledge.Loader {
		return true
	}
	if o.Made == nil {
		return false
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Class:
		takes, _ := parameter(m, callee, "batch_size")
		return o.Kind == run.Instance && takes != nil && !isModule(callee) // a network knows how much it is fed
	case run.Symbol: // torchtext's BucketIterator(batch_size=…)
		v, _ := o.Made.Argument("batch_size", -1)
		return v != nil && strings.Contains(string(callee), ".")
	case *run.Member: // dataset.iter(batch_size=…) of datasets
		v, _ := o.Made.Argument("batch_size", -1)
		return v != nil && knowledge.WalksInBatches(callee.Name)
	}
	return false
}

// parameter is a parameter of the constructor of a class of the project, nil for none, and where it is given by
// position.
func parameter(m *run.Machine, class *run.Class, name string) (p *python.Param, position int) {
	init, ok := m.ClassMember(class, "__init__").(*run.Function)
	if !ok {
		return nil, -1
	}
	for i, p := range init.Params() {
		switch {
		case p.Name != name || p.Star != 0:
		case p.KeywordOnly:
			return p, -1
		default:
			return p, i - 1 // self
		}
	}
	return nil, -1
}

// behind is what an object was taken from: what it wraps, counts or pairs, or whose method gave it; item is set where
// it is an item of that.
func behind(o *run.Object) (of []run.Value, item bool) {
	switch o.Operator {
	case run.Wrapping, run.Enumerated, run.Zipped:
		return o.Operands, false
	case run.Iterating, "[]":
		return o.Operands, true
	}
	if o.Made == nil {
		return nil, false
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		return []run.Value{callee.Object}, false
	case *run.Method:
		return []run.Value{callee.Self}, false
	}
	return nil, false
}
