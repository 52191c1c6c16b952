package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Training says which loop is followed, and what is known before it begins.
type Training struct {
	// Models are made in this order; all of them lie on the device.
	Models []Trained
	// Globals and Allowed are a Request's.
	Globals func(m *exact.Machine, u *exact.Unit, name string) exact.Value
	Allowed func(steps int) bool
	// Published is a Request's.
	Published func(name string) *Published
	// Steps bounds the work; 0 is the usual bound.
	Steps int
	// Loop is the training loop, once the models are made.
	Loop func(m *exact.Machine) exact.Loop
	// Script is run from its start until it comes to the loop At, in place of Models and Loop: the models are those that
	// it has made by then. nil: it is not.
	Script *python.Module
	At     python.Stmt
	Around []python.Stmt // the loops that lead there
	// Told is what calls of what nobody knows give, as somebody else knows.
	Told func(m *exact.Machine, u *exact.Unit, n python.Node) exact.Value
	// Wide is told of what the constructor of a layer is given and is not known, and how the code writes that; Counted is
	// the machine's. nil: nobody asks.
	Wide    func(u *exact.Unknown, text string)
	Counted func(u *exact.Unknown) (n int64, ok bool)
	// Sizes are what somebody says of expressions whose value only data tells.
	Sizes []Size
	// Open: a batch of which not all can be followed is unknown, and the loop goes on to where it is used.
	Open bool
	// Sides are what images are taken to measure whose files say it; nil: nothing is taken.
	Sides *Sides
	// Picks say how many elements masks pick; nil: nothing is taken.
	Picks *tensor.Picks
	// Backward are the places where the program is seen to begin backward passes in the loop.
	Backward []exact.Place
	// Batch takes the place of the sizes of batches that loaders say; 0: none does.
	Batch int64
	// Torch is the version of torch: 204 is 2.4; 0 is the newest.
	Torch int
	// Undated: the version of torch 1 is not known.
	Undated bool
	// Precision is what accelerate calls the job's: no, fp16 or bf16; "" where that is not known.
	Precision string
	// Laps are how many steps are followed; 0: as many as it takes until what one leaves is there in the next.
	Laps int
	// Device is where it runs: on a CPU, host and device share one memory.
	Device tensor.Device
	// Card is what it trains on.
	Card tensor.Card

	// Crowded are datasets whose items may be made in more ways than are followed together, by what runs of the same job
	// found out before; nil: nothing is known.
	Crowded map[string]bool

	items   map[string]*item // by the dataset's class
	pick    int              // the outcome of an item that is taken first
	settled bool             // and alone: the first way of the loop has shown that it takes what all take
}

// Sides are the width and the height of images that only their files tell, 0 where they stay unknown; Asked: somebody
// wanted to know them.
type Sides struct {
	Of    [2]int64
	Asked bool
	Taken func() // told that somebody wants to know what is known; may be nil
	// End is "least" or "most" where images become as small, or as large, as a library may make them whatever their files
	// hold; Cap is the larger size, once something asked for it.
	End string
	Cap [2]int64
}

// lasting is how many samples a recording is taken to have, where images have one of the two sizes that are taken: a
// quarter of a second, or most of a minute.
func (s *Sides) lasting() (int64, bool) {
	switch {
	case !s.assumed():
		return 0, false
	case s.Of[0] < 1000:
		return 4_000, true
	}
	return 1_000_000, true
}

// depth is the third side of a volume, where images have one of the two sizes that are taken.
func (s *Sides) depth() (int64, bool) {
	if !s.assumed() {
		return 0, false
	}
	return (s.Of[0] + s.Of[1]) / 2, true
}

// assumed reports whether sides are taken that nobody said; the first time it is told that somebody wants to know them.
func (s *Sides) assumed() bool {
	if s != nil && s.Of == [2]int64{} {
		s.Asked = true
	}
	return s != nil && s.Of != [2]int64{} && s.Taken == nil
}

// Trained is one model that a loop finds.
type Trained struct {
	Make  func(*exact.Machine) exact.Value
	After func(*exact.Machine, *exact.Instance)
	// Beside: it is not one of those that are trained.
	Beside bool
}

// Step is what is known of the steps of a training loop.
type Step struct {
	// Models are those that are trained, with what each keeps for the backward passes of one step.
	Models []*Answer
	tensor.Training
	// Moves are the steps, move by move.
	Moves *tensor.Moves
	// Weights are the bytes of all parameters and buffers, Others those of models that are not trained.
	Weights, Others int64
	// Perhaps are bytes that a step may take beyond that: what data or a version that is not known decides.
	Perhaps int64
	// Tokens: texts are taken to be as long as their tokenizer lets them be, so many at most; 0 where the length is
	// written.
	Tokens int64
	// Targets: what a loss compares with is not known, and taken to be of the shape that it takes.
	Targets bool
	// Shared: a router's experts are taken to be given as many tokens as each other.
	Shared bool
	// Side is that of square images, taken as the network takes no others; 0 where nothing is taken.
	Side int64
	// Ran says that a step was followed to its end; Gap says where that ends otherwise.
	Ran bool
	Gap *Gap
	// Updates is the optimizer that updates the parameters, in the words of configs: adamw, sgd-momentum; "" where there
	// are several kinds, or one that is not known.
	Updates string
	// Casts is what torch.autocast casts to in the steps, NoDType where it is never on; Mixed: to one type here, to
	// another there.
	Casts tensor.DType
	Mixed bool
	// Inputs are the shapes of what each of Models was given first: 32x3x224x224.
	Inputs []string
	// Refused is the one of Models, counted from 0, in whose forward pass torch refuses an operation; -1 for none.
	Refused int
	// Spread is a loss that compares each prediction with every target; nil where none surely does.
	Spread *Spread
	// idle: no parameter is trained on the way that was followed; left: it leaves the loop before its second lap.
	idle, left bool
	lenient    bool // statements of a dataset were passed over
	pick       int  // which outcome of its dataset's item was taken
	// Largest is the largest tensor that one of Models keeps for the backward passes of a step.
	Largest Kept
}

// raised reports whether the program itself ends where the answer does.
func (s *Step) raised() bool { return s.Gap != nil && s.Gap.Raised }

// training is what is noted while a loop is followed.
type training struct {
	m        *exact.Machine
	models   []*module
	beside   []*module
	made     []*module                // those of a script that are there before any loop
	known    map[*tensor.Storage]bool // of the parameters of both
	batch    int64
	pick     int // which of several outcomes of a dataset's item is taken
	items    map[string]*item
	crowded  map[string]bool
	outcomes int
	unified  bool
	inputs   []string // by model
	refused  int
	backward []exact.Place
	updates  int
	script   bool                     // the models are those that a script has made
	updated  map[*tensor.Storage]bool // parameters that an optimizer was told to update
	kinds    map[string]bool          // of the optimizers that do
	casts    map[tensor.DType]bool    // what autocasts cast to while gradients are recorded
	lenient  bool                     // statements of a dataset were passed over
	open     bool                     // a Training's
	targets  bool                     // a loss was given the target that it takes
	spread   *Spread                  // the first loss that compares each prediction with every target
	ways     *ways                    // while an item is made
	forks    *forks
	laps     int // that were begun
	enough   int // laps after which nothing new comes
	stepped  int // updates of this lap
	expected []exact.Place
}

func train(project exact.Project, ask Training, pick int, f *forks) (step *Step, outcomes int) {
	l := newLibrary()
	m := exact.New(project, l)
	defer m.Close()
	m.Allowed, m.Returned, m.True, l.published = ask.Allowed, l.returned, knowledge.NamesWeights, ask.Published
	l.precision = ask.Precision
	m.Counted, l.sized, l.sides, m.Wants = ask.Counted, ask.Wide, ask.Sides, l.wanted
	m.Sizes = l.sizes(ask.Sizes)
	if ask.Steps > 0 {
		m.Steps = ask.Steps
	}
	if ask.Globals != nil {
		m.Globals = func(u *exact.Unit, name string) exact.Value { return ask.Globals(m, u, name) }
	}
	t := &training{
		open:     ask.Open,
		script:   ask.Script != nil,
		updated:  map[*tensor.Storage]bool{},
		kinds:    map[string]bool{},
		casts:    map[tensor.DType]bool{},
		enough:   cmp.Or(ask.Laps, laps),
		m:        m,
		pick:     pick,
		items:    ask.items,
		crowded:  ask.Crowded,
		forks:    f,
		outcomes: 1,
		refused:  -1,
		batch:    ask.Batch,
		unified:  ask.Device == tensor.CPU,
	}
	step = &Step{Refused: -1}
	for _, one := range ask.Models {
		r := &run{m: m, l: l, Answer: &Answer{}}
		if !r.build(func() exact.Value { return one.Make(m) }, one.After) {
			step.Gap = &r.Unknown[0]
			return step, 1
		}
		if one.Beside {
			t.beside = append(t.beside, r.model)
			continue
		}
		r.count()
		step.Models = append(step.Models, r.Answer)
		t.models = append(t.models, r.model)
		r.Layers = nil
	}
	var round func(lap lapping) error
	if ask.Script != nil {
		l.before = true
		if ask.Told != nil {
			m.Told = func(u *exact.Unit, n python.Node) exact.Value { return ask.Told(m, u, n) }
		}
		round = func(lap lapping) error {
			start := exact.Start{Script: ask.Script, Loop: ask.At, Around: ask.Around}
			start.Leaves = func() { t.made = modulesIn(m) }
			start.Begin = func() { t.models = modulesIn(m); t.begin(l, ask); l.inherit() }
			return m.RunScript(start, idleLaps, lap)
		}
	} else {
		var loop exact.Loop
		// the modules are imported before anything counts: a script's own loop stands in one of them
		if err := m.Try(func() { loop = ask.Loop(m) }); err != nil {
			r := &run{m: m, l: l, Answer: &Answer{}}
			r.gap(err)
			step.Gap = &r.Unknown[0]
			return step, 1
		}
		t.begin(l, ask)
		round = func(lap lapping) error { m.Run(loop, idleLaps, lap); return nil }
	}
	step.Gap = t.follow(l, round, ask.Backward)
	if step.Gap == nil && ask.Script != nil {
		step.Gap = t.sort(l, step)
	}
	step.idle = step.Gap != nil && (step.Gap.Reason == noBackward || step.Gap.Reason == noUpdate)
	step.left, step.lenient = t.laps < t.enough, t.lenient
	step.Inputs, step.Refused, step.Spread = t.inputs, t.refused, t.spread
	if step.Gap != nil {
		return step, t.outcomes
	}
	step.Ran = true
	t.count(l, step)
	return step, t.outcomes
}

// laps are two: in the second is there what the first leaves. An optimizer that waits for gradients of several may need
// more, and an agent steps only when its memory holds a batch: laps that walk nothing back count apart.
const (
	laps     = 2
	mostLaps = 9
	idleLaps = 1500
)

// lapping is handed each lap of a loop, does it, and says whether there is another.
type lapping func(n int, do func()) bool

// begin makes ready for the loop: what is made before it is there, and what happens before it counts no more. A script
// that is imported runs its own loop, with a model of its own.
func (t *training) begin(l *library, ask Training) {
	l.training, l.calls, l.seen, l.last, l.before = t, nil, nil, nil, false
	l.tape = tensor.NewTape()
	l.tape.Device, l.tape.Torch, l.tape.Undated = ask.Device, ask.Torch, ask.Undated
	l.tape.Card, l.tape.Picks = ask.Card, ask.Picks
	t.inputs, t.known = make([]string, len(t.models)), map[*tensor.Storage]bool{}
	for _, mod := range append(t.models[:len(t.models):len(t.models)], t.beside...) {
		mod.tensors(parametersOf, func(_ string, p *tensor.Tensor) { t.known[p.Storage] = true })
	}
	t.m.Replaced = l.replaced
	t.m.Idle = func() bool { return !l.tape.Grad && t.ways == nil && len(l.calls) == 0 }
}

// follow goes round the loop.
func (t *training) follow(l *library, round func(lapping) error, backward []exact.Place) *Gap {
	r := &run{m: t.m, l: l, Answer: &Answer{Built: true}}
	t.m.Decide = func(u *exact.Unknown) (bool, bool) { return t.forks.take(t.m, u), true }
	defer func() { t.m.Replaced, t.m.Decide = nil, nil }()
	var stopped *Gap
	var ended error
	walked := 0 // laps in which something was walked back
	t.expected = backward
	err := t.m.Try(func() {
		ended = round(func(n int, do func()) bool {
			t.laps = n + 1
			l.tape.Lap()
			t.backward, t.stepped = nil, 0
			l.calls = nil
			l.tape.Owner = nil
			if err := t.m.Try(do); err != nil && !t.complete(backward) {
				r.gap(err)
				stopped = &r.Unknown[0]
				if stopped.Shapes {
					t.refused = slices.Index(t.models, l.calls[0])
				}
				return false
			}
			l.calls = nil
			l.hold()
			if len(t.backward) > 0 {
				walked++
			}
			return (walked < t.enough || t.updates == 0) && walked < mostLaps && (walked > 0 || n+1 < idleLaps)
		})
	})
	switch err = cmp.Or(err, ended); {
	case err != nil:
		r.gap(err)
		return &r.Unknown[0]
	case stopped != nil:
		return stopped
	case l.tape.Backwards() == 0:
		return &Gap{Reason: noBackward}
	case t.updates == 0:
		return &Gap{Reason: noUpdate}
	}
	return nil
}

// NotPrepared is why a loop ends whose Accelerator has been handed nothing: it is followed by itself.
const NotPrepared = "what accelerate has prepared"

// Why a loop that was followed is none that trains.
const (
	noBackward = "where the loop calls backward"
	noUpdate   = "where the loop updates its parameters"
)

// mostSteps are the updates of one lap after which the others do the same: a lap that goes round an inner loop, as an
// agent does that learns from what it has seen in many small batches, would be followed through all of them.
const mostSteps = 48

// repeats ends a lap once it has updated so often, and has come by each backward pass that is seen in the loop.
func (t *training) repeats() {
	if t.stepped++; t.stepped >= mostSteps && t.complete(t.expected) {
		panic(&exact.Stop{At: t.m.Place(), Reason: "the lap goes on as it has begun"})
	}
}

// complete reports whether all backward passes of a step that are seen have been followed.
func (t *training) complete(seen []exact.Place) bool {
	return len(seen) > 0 && !slices.ContainsFunc(seen, func(p exact.Place) bool { return !slices.Contains(t.backward, p) })
}

// count adds up what the steps take.
func (t *training) count(l *library, step *Step) {
	known := map[*tensor.Storage]bool{}
	var owned []int64
	add := func(mod *module) (bytes int64) {
		for _, of := range []func(*module) *exact.Dict{parametersOf, buffersOf} {
			mod.tensors(of, func(_ string, p *tensor.Tensor) {
				if !known[p.Storage] {
					known[p.Storage] = true
					bytes += p.Storage.Bytes
					owned = append(owned, p.Storage.Bytes)
				}
			})
		}
		return bytes
	}
	for _, mod := range t.models {
		step.Weights += add(mod)
	}
	for _, mod := range t.beside {
		step.Others += add(mod)
	}
	trained := maps.Clone(known)
	for _, mod := range append(t.named(), l.seen...) {
		step.Others += add(mod)
	}
	for _, s := range l.tape.Parameters() {
		if !known[s] {
			step.Ran, step.Gap = false, &Gap{Reason: "whose parameters the loop uses"}
			return
		}
	}
	for kind := range t.kinds {
		if len(t.kinds) == 1 {
			step.Updates = kind
		}
	}
	for cast := range t.casts {
		if cast != tensor.NoDType {
			step.Casts, step.Mixed = cast, step.Mixed || step.Casts != tensor.NoDType
		}
	}
	step.Weights += step.Others
	step.Targets, step.Shared = t.targets, l.tape.Shared
	step.Perhaps, step.Tokens = l.tape.Perhaps, l.tokens
	var grown []*tensor.Tensor
	step.Training, grown, step.Moves = l.tape.Training(owned)
	for _, p := range grown {
		if p.Parameter && !trained[p.Storage] {
			step.Ran, step.Gap = false, &Gap{Reason: "whose parameters the loop trains"}
			return
		}
	}
	if t.script {
		t.trainable(step, grown)
	}
	kept := map[*module]int64{}
	var holder *module
	for _, k := range l.tape.StepKeepers() {
		mod, _ := k.Owner.(*module)
		kept[mod] += k.Bytes
		if k.Largest > step.Largest.Bytes {
			step.Largest, holder = Kept{Shape: k.Shape, Bytes: k.Largest, Type: "the training loop"}, mod
		}
	}
	for i, mod := range t.models {
		r := &run{l: l, model: mod, Answer: step.Models[i]}
		r.layers(kept)
		r.Ran = true
		mod.all(func(path string, one *module) {
			if one == holder {
				step.Largest.Path, step.Largest.Type = path, one.object.Class.Name
			}
		})
	}
}

// named are the modules that variables name, or that what they name holds.
func (t *training) named() []*module { return modulesIn(t.m) }

// given notes what a model that is trained is given first.
func (t *training) given(mod *module, a exact.Args) {
	i := slices.Index(t.models, mod)
	if i < 0 || t.inputs[i] != "" {
		return
	}
	var words []string
	for _, v := range a.Pos {
		for _, one := range tensorsOf(v) {
			words = append(words, Kept{Shape: one.Shape}.Text())
		}
	}
	for _, k := range a.Kw {
		for _, one := range tensorsOf(k.Value) {
			words = append(words, k.Name+" "+Kept{Shape: one.Shape}.Text())
		}
	}
	t.inputs[i] = strings.Join(words, ", ")
}

// inherit notes what a script holds when it comes to its loop: what was computed with gradients before is there as long
// as a variable names it.
func (l *library) inherit() {
	var held []tensor.Value
	l.training.m.Held(func(v exact.Value) { held = append(held, l.holds(v)...) })
	l.training.m.Spend(l.tape.Inherit(held...) + len(held))
}

// hold notes that what variables name now is still there.
func (l *library) hold() {
	var held []tensor.Value
	l.training.m.Held(func(v exact.Value) {
		held = append(held, l.holds(v)...)
	})
	for _, mod := range l.training.models {
		mod.all(func(_ string, one *module) {
			for _, v := range one.object.Attrs.All() {
				held = append(held, l.holds(v)...)
			}
		})
	}
	// what follows the loop walks over all that is allocated, once for each of the things that happen in it
	l.training.m.Spend(l.tape.Hold(held...) + len(held) + l.tape.Live())
}

// holds are the tensors that a value holds; whoever follows a loop pays for looking through it.
func (l *library) holds(v exact.Value) []tensor.Value {
	list, looked := tensorsIn(v)
	l.training.m.Spend(looked / 2)
	held := make([]tensor.Value, len(list))
	for i, t := range list {
		held[i] = t
	}
	return held
}

// replaced notes that a variable named something until now.
func (l *library) replaced(old exact.Value) {
	switch old.(type) {
	case *tensor.Tensor, *exact.Tuple, *exact.List, *exact.Dict:
	default:
		return
	}
	if l.training.ways != nil {
		return
	}
	held := l.holds(old)
	if len(l.calls) > 0 {
		l.tape.Use(held...)
	} else {
		l.training.m.Spend(l.tape.Hold(held...) + len(held))
	}
}

// backwardMethod is loss.backward().
func backwardMethod(l *library, m *exact.Machine, t *tensor.Tensor, a exact.Args) exact.Value {
	switch {
	case l.training == nil || l.training.ways != nil:
		m.Stop("a backward pass of its own is not followed")
	case a.Get(2, "create_graph") != nil && m.Truth(a.Get(2, "create_graph")):
		m.Stop("a backward pass that is differentiated again is not followed")
	case !t.RequiresGrad:
		m.Raise(exact.RuntimeError, "element 0 of tensors does not require grad and does not have a grad_fn")
	}
	if op := l.tape.Overwritten(t); op != "" {
		m.Stop("torch refuses its backward pass: what %s keeps for it is changed in place later", op)
	}
	retain := a.Get(1, "retain_graph")
	l.hold()
	l.tape.Backward(t, retain != nil && m.Truth(retain))
	l.training.backward = append(l.training.backward, m.Place())
	return exact.None
}

// parametersIn are the tensors of an optimizer's groups; what is not known of them ends the answer.
func (t *training) parametersIn(m *exact.Machine, v exact.Value) []*tensor.Tensor {
	if u := unknownAmong([]exact.Value{v}); u != nil {
		m.StopFor(u, "which parameters an optimizer holds")
	}
	list := tensorsOf(v)
	for _, p := range list {
		if p.Parameter && !t.known[p.Storage] {
			m.Stop("which parameters an optimizer holds is not known")
		}
	}
	return list
}
