package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// NeverReset is a metric that goes on from one epoch to the next: what each of them reads is of all before it, too.
type NeverReset struct {
	// Read gives the figure, Added adds to it; Added has no node where a module of Lightning's keeps the metric.
	Read, Added run.Place
	// Name is the metric as it is read.
	Name string
	// Epochs is the loop over epochs; nil for a module of Lightning's.
	Epochs *Loop
}

// NeverReset lists the metrics that were made before a loop over epochs, are added to and read in it, and are never
// told to forget; and those of modules of Lightning's, which resets only such as are logged as objects.
func (f *Facts) NeverReset() []*NeverReset {
	var list []*NeverReset
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, n := range e.neverReset() {
			if !seen[n.Read.Node] {
				seen[n.Read.Node] = true
				list = append(list, n)
			}
		}
	}
	for n := range python.AllIn(f.Module.Body) {
		if class, ok := n.(*python.Class); ok {
			list = append(list, f.neverResetByLightning(class)...)
		}
	}
	return list
}

// metered is what a program does with a metric.
type metered struct {
	adds, reads []*run.Call
	forgets     bool // it is reset, or something that is not seen may reset it
}

func (e *Entry) neverReset() []*NeverReset {
	var order []*run.Object
	meters := map[*run.Object]*metered{}
	for _, c := range e.Calls {
		for _, a := range c.Args { // what is not seen may reset it, as may whoever goes over a list of them
			for _, v := range run.Alternatives(a.Value) {
				if o, ok := v.(*run.Object); ok && meters[o] != nil && !onlyShows(c) {
					meters[o].forgets = true
				}
			}
		}
		o, method := meterCalled(c)
		if o == nil || c.Node == nil {
			continue
		}
		how, _ := knowledge.MeterOf(symbolOf(o.Made))
		m := meters[o]
		if m == nil {
			m = &metered{}
			meters[o], order = m, append(order, o)
		}
		switch {
		case slices.Contains(how.Adds, method):
			m.adds = append(m.adds, c)
		case slices.Contains(how.Reads, method):
			m.reads = append(m.reads, c)
		case method == "to":
		default:
			m.forgets = true
		}
	}
	var list []*NeverReset
	for _, o := range order {
		if m := meters[o]; !m.forgets && !e.storesAway(o) {
			if n := e.goesOn(o, m); n != nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// meterCalled is the one metric whose method a call is, or that is called itself; nil for any other call.
func meterCalled(c *run.Call) (o *run.Object, method string) {
	on := c.Callee
	if m, ok := c.Callee.(*run.Member); ok {
		on, method = m.Object, m.Name
	}
	o, ok := run.Bare(on).(*run.Object)
	if !ok || o.Made == nil {
		return nil, ""
	}
	if _, meter := knowledge.MeterOf(symbolOf(o.Made)); !meter {
		return nil, ""
	}
	return o, method
}

// onlyShows reports whether a call is of a function that runs on and is followed, or of a builtin.
func onlyShows(c *run.Call) bool {
	switch callee := c.Callee.(type) {
	case *run.Function:
		return true
	case run.Symbol:
		return callee == "print" || callee == "len" || callee == "str"
	}
	return false
}

// storesAway reports whether a metric is put where somebody else may find it: an item, an attribute of something that
// is not seen whole, or one whose name something in the file is reset by.
func (e *Entry) storesAway(o *run.Object) bool {
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		if s.Kind == run.StoreName || !holdsValue(s.New, o) && !holdsValue(s.Added, o) {
			return false
		}
		if s.Kind != run.StoreAttribute || s.Target == nil || s.Unit == nil {
			return true
		}
		_, ours := s.Target.Class.(*run.Class)
		return !ours || resetsBy(s.Unit.Module, s.Name) || resetsBy(e.Facts.Module, s.Name)
	})
}

func holdsValue(v run.Value, o *run.Object) bool {
	return v != nil && slices.Contains(run.Alternatives(v), run.Value(o))
}

// resetsBy reports whether a file resets something by the name of an attribute: trainer.accuracy.reset().
func resetsBy(m *python.Module, attr string) bool {
	return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		return python.LastName(c.Func) == knowledge.ResetsMeter && python.LastName(c.Receiver()) == attr
	})
}

// goesOn is the metric where each lap of a loop over epochs adds to it in a loop within, and reads it behind that.
func (e *Entry) goesOn(o *run.Object, m *metered) *NeverReset {
	for _, read := range m.reads {
		for l := e.LoopAround(read.Laps); l != nil; l = l.Parent {
			if l.Kind != EpochLoop || !l.again() || l.has(o.Made) {
				continue
			}
			i := slices.IndexFunc(m.adds, func(add *run.Call) bool {
				inner := e.LoopAround(add.Laps)
				return l.has(add) && inner != nil && inner != l && inner.Kind != InnerLoop && !inner.has(read) && add.Seq < read.Seq
			})
			if i < 0 {
				continue
			}
			name := python.PathText(read.Node.Receiver())
			if name == "" {
				name = "the metric"
			}
			return &NeverReset{Read: read.Place(), Added: m.adds[i].Place(), Name: name, Epochs: l}
		}
	}
	return nil
}

// neverResetByLightning lists the metrics of a module of Lightning's whose value is computed at the end of epochs where
// nothing in the class resets anything.
func (f *Facts) neverResetByLightning(class *python.Class) []*NeverReset {
	m := f.Module
	isModule := func(b *python.Arg) bool { return knowledge.IsLightningModule(m.Resolve(b.Value)) }
	if !slices.ContainsFunc(class.Bases, isModule) {
		return nil
	}
	made := map[string]bool{}
	var reads []*python.Call
	for n := range python.AllIn(class.Body) {
		switch n := n.(type) {
		case *python.Assign:
			for _, target := range n.Targets {
				if a, ok := target.(*python.Attribute); ok && isOfSelf(a) && f.makesMeter(n.Value) {
					made[a.Attr] = true
				}
			}
		case *python.Call:
			switch a, _ := n.Func.(*python.Attribute); {
			case a == nil:
			case a.Attr == knowledge.ResetsMeter:
				return nil
			case a.Attr == "compute" && !knowledge.IsStepOfLightning(nameOfFunction(python.EnclosingFunction(n))):
				reads = append(reads, n)
			}
		}
	}
	var list []*NeverReset
	for _, read := range reads {
		on := read.Func.(*python.Attribute).Value
		if item, ok := on.(*python.Subscript); ok {
			on = item.Value
		}
		a, ok := on.(*python.Attribute)
		if !ok || !made[a.Attr] || !isOfSelf(a) || f.logsObject(class, a.Attr) {
			continue
		}
		at := run.Place{Unit: f.machine.Unit(m, "__main__"), Node: read}
		list = append(list, &NeverReset{Read: at, Name: m.File.Slice(read.Receiver().Span())})
	}
	return list
}

// isOfSelf reports whether an attribute is one of the object whose method it stands in.
func isOfSelf(a *python.Attribute) bool {
	fn := python.EnclosingFunction(a)
	return fn != nil && isSelf(fn, a.Value)
}

func nameOfFunction(fn *python.Function) string {
	if fn == nil {
		return ""
	}
	return fn.Name
}

// makesMeter reports whether an expression makes a metric of torchmetrics, or a copy of one.
func (f *Facts) makesMeter(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	if a, ok := c.Func.(*python.Attribute); ok && a.Attr == "clone" {
		return f.makesMeter(f.Module.OnlyValue(a.Value))
	}
	_, meter := knowledge.MeterOf(f.Module.Resolve(c.Func))
	return meter
}

// logsObject reports whether something of a class uses a metric on self in another way than by its methods: given to
// self.log, Lightning resets it, and whoever goes over several may do so, too.
func (f *Facts) logsObject(class *python.Class, attr string) bool {
	for n := range python.AllIn(class.Body) {
		a, ok := n.(*python.Attribute)
		if !ok || a.Attr != attr || python.IsTarget(a) || !isOfSelf(a) {
			continue
		}
		parent := a.Parent()
		if item, ok := parent.(*python.Subscript); ok && item.Value == python.Expr(a) {
			parent = item.Parent()
		}
		switch p := parent.(type) {
		case *python.Attribute: // self.acc.update(…)
		case *python.Call: // self.acc(…)
			if p.Func != python.Expr(a) {
				if s, ok := p.Func.(*python.Subscript); !ok || s.Value != python.Expr(a) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}
