package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Fetch is a call that copies a value from the GPU in every run of a training step, for which Python waits until the
// GPU has computed it.
type Fetch struct {
	Call *run.Call
	// Looped is set when it happens several times in one run of the step.
	Looped bool
}

// Fetches lists the values that a training step copies from the GPU, in its own function and in those that do a part of
// it: a tensor that was copied before is there already.
func (s *Step) Fetches() []Fetch {
	if s.Loop == nil || !s.single() {
		return nil
	}
	own := s.parts()
	var list []Fetch
	seen := map[python.Node]bool{}
	copied := map[*run.Object]bool{}
	for _, c := range s.latest() {
		if c.Node == nil || seen[c.At] || !(own[c.Caller] && s.Entry.fetches(c)) && !s.testedForEach(c, own) &&
			!s.fetchedByHelper(c, own) || !s.always(c) {
			continue
		}
		seen[c.At] = true
		tensors := fetched(c)
		if len(tensors) > 0 &&
			!slices.ContainsFunc(tensors, func(o *run.Object) bool { return !copied[o] && !s.leftOnHost(o) }) {
			continue
		}
		for _, o := range tensors {
			copied[o] = true
		}
		list = append(list, Fetch{c, s.severalTimes(c)})
	}
	slices.SortStableFunc(list, func(a, b Fetch) int {
		if a.Call.Unit != b.Call.Unit {
			return a.Call.Seq - b.Call.Seq
		}
		return a.Call.At.Span().Start - b.Call.At.Span().Start
	})
	return list
}

// severalTimes reports whether a call happens several times in one run of a step, other than once for each micro-batch.
func (s *Step) severalTimes(c *run.Call) bool {
	// The loop may be entered from elsewhere too, with other loops around it.
	depth := 1 + slices.IndexFunc(c.Laps, func(l run.Lap) bool { return l.Loop == s.Loop.Node() })
	open := false
	for _, lap := range c.Laps[depth:] {
		if l := s.Entry.loopFor(lap); l == nil || l.Kind != AccumulationLoop {
			open = open || !lap.Exact
		}
	}
	return open || slices.ContainsFunc(s.Entry.Calls, func(other *run.Call) bool {
		return other.At == c.At && len(other.Laps) == len(c.Laps) && !slices.Equal(other.Laps, c.Laps) &&
			slices.Equal(other.Laps[:depth], c.Laps[:depth]) &&
			c.Laps[len(c.Laps)-1].Exact
	})
}

// latest lists the calls of a step, those of its last lap first: it stands for all others.
func (s *Step) latest() []*run.Call {
	depth, last := len(s.Loop.Run.Laps), s.Loop.Run.Turns-1
	inLast := func(c *run.Call) bool {
		return len(c.Laps) > depth && c.Laps[depth].Entry == s.Loop.Run.Entry && c.Laps[depth].N == last
	}
	var first, rest []*run.Call
	for _, c := range s.calls() {
		if inLast(c) {
			first = append(first, c)
		} else {
			rest = append(rest, c)
		}
	}
	return append(first, rest...)
}

// parts are the calls whose functions do a part of the step themselves: the one that holds its loop, and those on the
// way to its backward passes and optimizer steps. nil stands for the script.
func (s *Step) parts() map[*run.Call]bool {
	own := map[*run.Call]bool{s.Loop.Run.Caller: true}
	for _, e := range s.Entry.Events() {
		if e.Kind != Backward && !e.StepsOptimizer() || !s.during(e.Call.Laps) {
			continue
		}
		for c := e.Call.Caller; c != nil && c != s.Loop.Run.Caller; c = c.Caller {
			own[c] = true
		}
	}
	return own
}

// fetchedByHelper reports whether a function that the step calls, and that makes no backward pass itself, fetches what
// carries the graph of the step: losses = self.compute_losses(batch), which reads each of them for a log. Other values
// in such a function may be of the host, as its caller hands them over. What a module fetches in its own code is its
// own business, and a function that evaluates, or that has a loop of its own around, does more than a part of the step.
func (s *Step) fetchedByHelper(c *run.Call, own map[*run.Call]bool) bool {
	loop := s.Entry.innermost(c.Laps)
	if own[c.Caller] || !s.Entry.fetches(c) || loop == nil || loop.Node() != s.Loop.Node() {
		return false
	}
	for up := c.Caller; !own[up]; up = up.Caller {
		if up == nil || functionOf(up) == nil || ofModule(up) || knowledge.NamesEvaluation(calleeName(up)) {
			return false
		}
	}
	return slices.ContainsFunc(fetched(c), func(o *run.Object) bool { return s.Entry.graphs().carries(o) == Carries })
}

// fetches reports whether a call copies a value from the GPU. Of x.cpu().numpy() only cpu does; numpy and tolist count
// on what is surely a tensor of a graph.
func (e *Entry) fetches(c *run.Call) bool {
	if o := madeFloat(c); o != nil {
		return !onHost(o, maxParts) && e.graphs().carries(o) == Carries
	}
	m, ok := c.Callee.(*run.Member)
	if !ok || len(c.Args) > 0 || library.IsModule(m.Object) {
		return false
	}
	if _, ofLibrary := m.Object.(run.Symbol); ofLibrary {
		return false
	}
	o, _ := m.Object.(*run.Object)
	switch m.Name {
	case "item":
		return o == nil || !onHost(o, maxParts)
	case "cpu":
		return o == nil || o.Made == nil || calleeName(o.Made) != "state_dict"
	case "numpy", "tolist":
		return o != nil && !onHost(o, maxParts) &&
			(o.Made != nil && calleeName(o.Made) == "detach" || e.graphs().carries(o) == Carries)
	}
	return false
}

// testsTruth reports whether an if asks a call of torch for one truth of a tensor, which waits as item() does:
// torch.isnan(g).any(), not torch.isfinite(g).all().
func testsTruth(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok || m.Name != "any" && m.Name != "all" || len(c.Args) > 0 || c.Node == nil {
		return false
	}
	of, ok := m.Object.(*run.Object)
	if !ok || of.Made == nil || !knowledge.AsksOfEach(calleeName(of.Made)) {
		return false
	}
	var n python.Node = c.Node
	for {
		switch parent := n.Parent().(type) {
		case *python.Unary:
			if parent.Op != "not" {
				return false
			}
			n = parent
		case *python.Bool:
			n = parent
		case *python.If:
			return parent.Test == n
		case *python.Assert:
			return parent.Test == n
		default:
			return false
		}
	}
}

// testedForEach reports whether a loop of the step, or of a helper that it calls, asks for the truth of what it
// computes of each parameter: if not all_finite(model): continue.
func (s *Step) testedForEach(c *run.Call, own map[*run.Call]bool) bool {
	if !testsTruth(c) || !own[c.Caller] && (c.Caller == nil || !own[c.Caller.Caller]) {
		return false
	}
	of, _ := memberObject(c).(*run.Object)
	return !onHost(of, maxParts) && s.computedForEach(Fetch{Call: c})
}

// leftOnHost reports whether a tensor is a part of the batch as the loader gave it, of which the step moves other parts
// to the GPU, or is computed of such parts alone: the lengths of sequences stay where they were loaded.
func (s *Step) leftOnHost(o *run.Object) bool { return s.onHostSince(o, maxParts) }

func (s *Step) onHostSince(o *run.Object, depth int) bool {
	if path := partsDownTo(o); len(path) > 1 {
		return s.movesOthers(path)
	}
	if depth == 0 || o.Made == nil || MovesToCUDA(o.Made) || makesOnCUDA(o.Made) ||
		knowledge.MethodGives(calleeName(o.Made)) == knowledge.NotKnown {
		return false
	}
	if _, ofTensor := o.Made.Callee.(*run.Member); !ofTensor && !strings.HasPrefix(symbolOf(o.Made), "torch.") {
		return false
	}
	host := false
	for _, v := range operands(o) {
		of, ok := v.(*run.Object)
		if ok && !s.onHostSince(of, depth-1) {
			return false
		}
		host = host || ok
	}
	return host
}

// movesOthers reports whether a step moves parts of the batch to the GPU that are none of these: a part of it, what
// that is a part of, down to the batch.
func (s *Step) movesOthers(path []*run.Object) bool {
	batch := path[len(path)-1]
	return slices.ContainsFunc(s.calls(), func(c *run.Call) bool {
		if !MovesToCUDA(c) && !movesSomewhere(c) {
			return false
		}
		moved, _ := memberObject(c).(*run.Object)
		of := partsDownTo(moved)
		return len(of) > 1 && of[len(of)-1] == batch && !slices.Contains(path, moved)
	})
}

// movesSomewhere reports whether a call moves a tensor to a device that only the caller knows: x.to(device).
func movesSomewhere(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	to, _ := c.Argument("device", 0)
	device, unknown := to.(*run.Object)
	return ok && m.Name == "to" && unknown && device.Kind == run.Unknown && device.Word == "device"
}

// partsDownTo are a value, what it is an item of, and so on down to what one lap of a loop goes over; nil where it is
// no part of that.
func partsDownTo(o *run.Object) []*run.Object {
	var list []*run.Object
	for o != nil && len(list) < maxBatchParts {
		list = append(list, o)
		if o.Operator == run.Iterating {
			return list
		}
		inner, _ := o.ItemFrom().(*run.Object)
		o = inner
	}
	return nil
}

// madeFloat is what float(…) or int(…) makes a number of; nil for any other call.
func madeFloat(c *run.Call) *run.Object {
	of, ok := c.Callee.(run.Symbol)
	if !ok || of != "float" && of != "int" || len(c.Args) != 1 {
		return nil
	}
	o, _ := c.Args[0].Value.(*run.Object)
	return o
}

// fetched are the tensors one of which a fetch copies: x of x.item(), x.detach().cpu().
func fetched(c *run.Call) []*run.Object {
	var list []*run.Object
	from := memberObject(c)
	if o := madeFloat(c); o != nil {
		from = o
	} else if testsTruth(c) {
		from = c.Result
	}
	for _, v := range run.Alternatives(from) {
		if o := sameValues(v); o != nil {
			list = append(list, o)
		}
	}
	return list
}

// sameValues is the tensor that a value is, elsewhere or without its graph; nil when it is none.
func sameValues(v run.Value) *run.Object {
	for {
		o, ok := v.(*run.Object)
		if !ok {
			return nil
		}
		m, isMember := (*run.Member)(nil), false
		if o.Made != nil {
			m, isMember = o.Made.Callee.(*run.Member)
		}
		switch {
		case isMember && len(o.Made.Args) == 0 && knowledge.PassesOn(m.Name):
			v = m.Object
		case o.Operator == ".data" && len(o.Operands) > 0:
			v = o.Operands[0]
		default:
			return o
		}
	}
}
