package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Restarted is a schedule of a learning rate that begins anew where the training goes on from a checkpoint.
type Restarted struct {
	// Made makes the scheduler, Loaded gives its optimizer the checkpoint's state, or the network its weights where nobody
	// loads the optimizer's, and Loop goes on counting where the checkpoint says.
	Made, Loaded *run.Call
	Loop         *Loop
	// Weights is set where only weights are loaded.
	Weights bool
}

// RestartedSchedules lists the schedulers that know nothing of the checkpoint from which their optimizer and the loop
// around them go on.
func (e *Entry) RestartedSchedules() []Restarted {
	var list []Restarted
	for _, loop := range e.AllLoops() {
		saved := e.begins(loop)
		if !loop.Trains || !e.ran(loop) || saved == nil || e.setsRate() {
			continue
		}
		seen := map[*run.Object]bool{}
		for _, ev := range e.Events() {
			if ev.Kind != Schedule || ev.Object == nil || seen[ev.Object] || !loop.has(ev.Call) {
				continue
			}
			seen[ev.Object] = true
			made, optimizers := ev.Object.Made, mayDrive(ev.Object)
			if made == nil || made.Node == nil || len(optimizers) == 0 || e.toldWhere(ev.Object, loop) {
				continue
			}
			loaded := e.resumed(optimizers, saved, loop)
			if loaded == nil || !compatible(loaded.Gates, made.Gates) {
				continue
			}
			r := Restarted{Made: made, Loaded: loaded, Loop: loop, Weights: !loads(loaded, optimizers)}
			if knowledge.ForgetsWhere(symbolOf(made), r.Weights) {
				list = append(list, r)
			}
		}
	}
	return list
}

// ran reports whether all that happened up to the end of a loop was seen.
func (e *Entry) ran(loop *Loop) bool { return e.Whole || e.Until > loop.Run.End }

// begins is the call of torch.load that says where a loop begins to count: for epoch in range(checkpoint["epoch"], n);
// nil where the loop begins somewhere else.
func (e *Entry) begins(loop *Loop) *run.Call {
	counted, ok := loop.Over().(*run.Object)
	if !ok || counted.Made == nil || len(counted.Made.Args) < 2 {
		return nil
	}
	if fromCheckpoint(counted.Made.Args[1].Value, maxReshaped) != nil {
		return nil // range(start, start + 200): as many more as without the checkpoint, as the schedule has it
	}
	return fromCheckpoint(counted.Made.Args[0].Value, maxReshaped)
}

// fromCheckpoint is the call of torch.load out of whose result a value may come; nil where there is none.
func fromCheckpoint(v run.Value, depth int) *run.Call {
	if depth == 0 {
		return nil
	}
	for _, one := range run.Alternatives(v) {
		o, ok := one.(*run.Object)
		if !ok {
			continue
		}
		if o.Made != nil && symbolOf(o.Made) == "torch.load" {
			return o.Made
		}
		parts := slices.Clone(o.Operands)
		if o.Made != nil { // checkpoint.get("epoch", 0), int(checkpoint["epoch"])
			if m, ok := o.Made.Callee.(*run.Member); ok {
				parts = append(parts, m.Object)
			}
			for i := range o.Made.Args {
				parts = append(parts, o.Made.Args[i].Value)
			}
		}
		for _, part := range parts {
			if load := fromCheckpoint(part, depth-1); load != nil {
				return load
			}
		}
	}
	return nil
}

// resumed is the last call before a loop that gives one of the optimizers the state of a checkpoint, or else the one
// that gives a network its weights out of the checkpoint by which the loop counts; nil where there is none.
func (e *Entry) resumed(optimizers []*run.Object, saved *run.Call, loop *Loop) (last *run.Call) {
	for _, c := range e.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "load_state_dict" || c.Seq > loop.Run.Seq || len(c.Args) == 0 {
			continue
		}
		from := fromCheckpoint(c.Args[0].Value, maxReshaped)
		switch {
		case from == nil:
		case loads(c, optimizers):
			last = c
		case from == saved && (last == nil || !loads(last, optimizers)):
			if slices.ContainsFunc(run.Alternatives(m.Object), e.mayHaveWeights) {
				last = c
			}
		}
	}
	return last
}

// mayHaveWeights reports whether a value is a network, or something of which nothing says that it is none.
func (e *Entry) mayHaveWeights(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok || e.isModule(o) {
		return ok
	}
	return mayBeModule(o) && library.RoleOf(o) == knowledge.NoRole && !knowledge.NamesSchedule(o.Word+o.Named)
}

// loads reports whether a call puts a state into one of several objects.
func loads(c *run.Call, into []*run.Object) bool {
	m, ok := c.Callee.(*run.Member)
	return ok && slices.ContainsFunc(into, func(o *run.Object) bool { return holdsObject(m.Object, o) })
}

// setsRate reports whether the program sets a learning rate itself: group["lr"] = args.lr.
func (e *Entry) setsRate() bool {
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Kind == run.StoreItem && (s.Key == run.Value(run.Str("lr")) || s.Key == run.Value(run.Str("initial_lr")))
	})
}

// toldWhere reports whether a scheduler may know where the training goes on: its state is loaded, an argument or what
// it computes the rate by says so, it is stepped to that place before the loop or told it with each step, something of
// it is assigned, or it is handed to somebody who is not seen.
func (e *Entry) toldWhere(scheduler *run.Object, loop *Loop) bool {
	made := scheduler.Made
	for i := range made.Args {
		a := &made.Args[i]
		if a.Star > 0 || a.Name == "last_epoch" || fromCheckpoint(a.Value, maxReshaped) != nil || computesBeginning(a.Value) {
			return true
		}
		if name := a.Node; name != nil && a.Name == "" && i > 1 && knowledge.NamesBeginning(python.LastName(name)) {
			return true
		}
	}
	if slices.ContainsFunc(e.Stores, func(s *run.Store) bool { return s.Target == scheduler }) {
		return true
	}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if m, ok := c.Callee.(*run.Member); ok && slices.Contains(run.Alternatives(m.Object), run.Value(scheduler)) {
			return m.Name == "load_state_dict" || m.Name == "step" && (len(c.Args) > 0 || !loop.has(c))
		}
		if _, followed := c.Callee.(*run.Function); followed || library.RoleOf(c.Callee) == knowledge.Scheduler {
			return false
		}
		switch c.Callee.(type) {
		case *run.Method, *run.Class:
			return false
		}
		return slices.ContainsFunc(c.Args, func(a run.Argument) bool {
			return slices.Contains(run.Alternatives(a.Value), run.Value(scheduler))
		})
	})
}

// computesBeginning reports whether a function that gives a rate for a count may add to the count where the training
// was stopped, or does not read it at all.
func computesBeginning(v run.Value) bool {
	f, ok := v.(*run.Function)
	if !ok {
		_, bound := v.(*run.Method) // LambdaLR(optimizer, Decay(epochs, start).step)
		return bound
	}
	var body []python.Node
	var params []*python.Param
	if f.Lambda != nil {
		body, params = []python.Node{f.Lambda.Body}, f.Lambda.Params
	} else {
		for _, s := range f.Node.Body {
			body = append(body, s)
		}
		params = f.Node.Params
	}
	reads := false
	for _, b := range body {
		for n := range python.All(b) {
			switch n := n.(type) {
			case *python.Name:
				if knowledge.NamesBeginning(n.ID) {
					return true
				}
				reads = reads || slices.ContainsFunc(params, func(p *python.Param) bool { return p.Name == n.ID })
			case *python.Attribute:
				if knowledge.NamesBeginning(n.Attr) {
					return true
				}
			}
		}
	}
	return !reads
}
