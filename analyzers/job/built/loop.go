package built

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// TrainOn follows the first steps of a job's training loop on a card, "" for one that is not known, with what its
// loaders are seen to give; batch takes the place of the sizes that they say, 0: none does. gap is where that ends.
func TrainOn(j *job.Job, batch int, gpu string) (step *model.Step, gap *Gap) {
	bind(j)
	type trained struct {
		step *model.Step
		gap  *Gap
	}
	t := j.Kept(fmt.Sprintf("step %d %s", batch, gpu), func() (any, bool) {
		step, gap := train(j, model.Training{Batch: int64(batch), Card: tensor.CardOf(gpu)})
		return trained{step, gap}, lasts(j) && (gap == nil || !gap.Spent)
	}).(trained)
	return t.step, t.gap
}

// TrainOn is TrainOn of the job that trains these models, and nothing is followed again.
func (m *Models) TrainOn(j *job.Job, batch int, gpu string) (step *model.Step, gap *Gap) {
	if m.step != nil && batch == 0 && tensor.CardOf(gpu) == (tensor.Card{}) {
		return m.step, nil
	}
	return TrainOn(j, batch, gpu)
}

// train follows the loop, with images of two sizes where only their files tell it: what comes out the same does not
// depend on it, as behind a crop.
func train(j *job.Job, ask model.Training) (step *model.Step, gap *Gap) {
	ask.Torch, ask.Undated = TorchOf(j)
	ask.Sides, ask.Picks = sidesOf(j), &tensor.Picks{}
	certain := sync.OnceValue(func() *Models { return certainOf(j) })
	step, gap = trainOnce(j, ask, certain)
	if gap != nil && ask.Picks.Asked {
		open := *gap
		open.Picks, gap = true, &open
	}
	if gap == nil || gap.Raised || gap.Spent || !ask.Sides.Asked {
		return step, gap
	}
	var ends *Gap
	again := func(ask model.Training) (step *model.Step) {
		if step, ends = trainOnce(j, ask, certain); ends != nil {
			return nil
		}
		return step
	}
	if whole := whateverSize(ask, again); whole != nil {
		return whole, nil
	}
	if ends != nil && !ends.Raised { // at what no size of an image tells
		return step, gap
	}
	if ends == nil {
		if b := bounded(ask, again); b != nil {
			open := *gap
			open.Bounds = b
			return step, &open
		}
	}
	if only := oneSize(j, ask, certain); only != nil {
		return only, nil
	}
	return step, gap
}

// bounded are the steps with the smallest and the largest images that a library makes of any; nil where nothing bounds
// them.
func bounded(ask model.Training, follow func(model.Training) *model.Step) *model.Bounds {
	var b model.Bounds
	for i, end := range []string{"least", "most"} {
		ask.Sides = &model.Sides{Of: sizes[1], End: end}
		if b.Steps[i] = follow(ask); b.Steps[i] == nil || ask.Sides.Cap == [2]int64{} {
			return nil
		}
		b.Largest = ask.Sides.Cap
	}
	return &b
}

// Sides are those of square images that people's networks are made for. 640 is asked first: it is no usual size, and a
// network that takes it pools its maps and takes any.
var Sides = []int64{640, 28, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 227, 240, 256, 299, 300, 320, 384, 448, 512}

// oneSize is the step that is taken with square images of the one usual size that the network takes: who flattens a map
// for a layer of a fixed width says how large it is. nil where it takes several, or none.
func oneSize(j *job.Job, ask model.Training, certain func() *Models) (found *model.Step) {
	for i, side := range Sides {
		ask.Sides = &model.Sides{Of: [2]int64{side, side}}
		step, gap := trainOnce(j, ask, certain)
		switch {
		case gap == nil && (found != nil || i == 0), gap != nil && !gap.Raised:
			return nil
		case gap == nil:
			found = step
			found.Side = side
		}
	}
	return found
}

// sizes are two of images, as cameras and the web have them.
var sizes = [][2]int64{{640, 480}, {1100, 1300}}

// whateverSize is the step that is taken with images of either size; nil where it depends on that, or ends with one of
// them.
func whateverSize(ask model.Training, follow func(model.Training) *model.Step) (found *model.Step) {
	for _, size := range sizes {
		ask.Sides = &model.Sides{Of: size}
		step := follow(ask)
		if step == nil ||
			found != nil &&
				(step.Training != found.Training || step.Weights != found.Weights || !slices.Equal(step.Inputs, found.Inputs)) {
			return nil
		}
		found = step
	}
	return found
}

// trainOnce follows the loop as the abstract run finds it and, where that does not tell enough, as the script comes to
// it.
func trainOnce(j *job.Job, ask model.Training, certain func() *Models) (step *model.Step, gap *Gap) {
	unsure := unfollowed(j)
	if gap = unsure; gap == nil {
		step, gap = follow(j, ask, nil)
	}
	if gap == nil || !startsItself(j) {
		return step, gap
	}
	if unsure != nil {
		certain = nil
	}
	whole, ends := fromStart(j, ask, certain, nil)
	if ends == nil {
		return whole, nil
	}
	if gap.Reason == model.NotPrepared { // the loop alone does not say it
		return step, ends
	}
	if ends.Asks != nil && !gap.Raised { // what is not known there lies in data alone
		first := *gap
		first.Asks, first.Beside = ends.Asks, gap
		return step, &first
	}
	return step, gap
}

// certainOf are the models that a job is seen to make where nothing of them is in doubt; nil otherwise.
func certainOf(j *job.Job) *Models {
	if models := seen(j, nil); models.Open() == nil && !models.unsure() {
		return models
	}
	return nil
}

// loopSteps bounds the work of following one loop with the model that it trains. Of those in sixty repositories that
// were followed to their end none took more than 240,000; what takes millions are other programs that run before (the
// boxes of a detector, one by one: a second for each job).
const loopSteps = 2_000_000

func follow(j *job.Job, ask model.Training, c *counts) (step *model.Step, gap *Gap) {
	gap = &Gap{Reason: "the files of the project together take too many steps"}
	sources := j.Sources()
	if j.Loop.Steps != nil {
		ask.Laps = 1 // gradients that stay behind a step are counted with the optimizer
	} else {
		ask.Steps = loopSteps
	}
	sources.Within(func(allowed func(int) bool) {
		ask.Allowed, ask.Published, ask.Precision = allowed, Published, j.Accelerated()
		asksLoop(&ask, j, sources, c)
		step = model.Train(sources, ask)
		named(sources, step.Gap)
		if gap = step.Gap; gap != nil && j.Loop.Steps != nil {
			gap = ours(*gap)
		}
	})
	if gap != nil && gap.Path == "" {
		placed := *gap
		placed.Path, placed.Line = j.Loop.At.File.Path, j.Loop.At.Line()
		gap = &placed
	}
	return step, gap
}

// changes are the versions of torch from which operations keep something else, with those just below.
var changes = []struct {
	before string
	below  int
}{
	{"<1.6", 105}, {"<1.8", 107}, {"<1.10", 109}, {"<1.11", 110}, {"<1.12", 111}, {"<1.13", 112}, {"<2.0", 113},
	{"<2.2", 201},
}

// TorchOf is the version of torch that a project is bound to: 113 is 1.13; 0 for the newest, which is what an open
// range gives. undated: it is one of torch 1, which one is not said.
func TorchOf(j *job.Job) (version int, undated bool) {
	for _, one := range changes {
		if j.Versions.Requires("torch", one.before) {
			return one.below, false
		}
	}
	if j.Loop == nil || !j.Loop.Old {
		return 0, false
	}
	var major, minor int
	if floor, ok := j.Versions.Floor("torch"); ok { // people install what its pages say, as long as it runs there
		if n, _ := fmt.Sscanf(floor.String(), "%d.%d", &major, &minor); n == 2 && major == 1 {
			return 100 + min(minor, 13), false
		}
	}
	return 113, true
}

// ours is where a step ends that a library takes: as it is written down here it is not what the project's code does,
// and an exception says that it is not known well enough.
func ours(gap Gap) *Gap {
	if gap.Raised {
		_, raised, _ := strings.Cut(gap.Reason, "the program raises ")
		gap.Reason, gap.Raised, gap.Shapes = "a step of its framework is not known so far: "+raised, false, false
	}
	return &gap
}

// unfollowed is why the loop of a job is not followed at all.
func unfollowed(j *job.Job) *Gap {
	switch {
	case len(j.Own) == 0:
		return &Gap{Reason: "which models it trains"}
	case j.OwnDoubt != nil:
		return GapOf(j.OwnDoubt)
	case j.Loop == nil:
		return &Gap{Reason: "where its training loop is"}
	}
	if loaded := j.LoadedBeside(); loaded != nil {
		return GapOf(loaded)
	}
	for _, own := range append(j.Loop.Own[:len(j.Own):len(j.Own)], j.Loop.Beside...) {
		if own.Doubt != nil || own.Hooked != nil {
			return GapOf(cmp.Or(own.Doubt, own.Hooked))
		}
	}
	for _, own := range j.Loop.Beside {
		if own.Frozen {
			return GapOf(&job.Doubt{At: own.Made.At, Why: "which of the parameters of " + own.Name + " are frozen"})
		}
	}
	return nil
}

// asksLoop asks for the loop of a job; c are counts that are assumed.
func asksLoop(ask *model.Training, j *job.Job, sources *job.Sources, c *counts) {
	ask.Wide, ask.Counted = c.asks()
	ask.Crowded = j.Crowded()
	ask.Sizes = sizesOf(sources)
	ask.Open = len(ask.Sizes) > 0 || j.Supposes()
	var g *giver
	of := func(m *exact.Machine) *giver {
		if g == nil || g.Machine != m {
			g = c.giver(m, sources)
		}
		return g
	}
	add := func(own *job.Own, beside bool) {
		one := &Model{Own: own}
		ask.Models = append(ask.Models, model.Trained{
			Beside: beside,
			Make:   func(m *exact.Machine) exact.Value { return of(m).value(own.Made) },
			After:  func(m *exact.Machine, made *exact.Instance) { one.change(of(m), made) },
		})
	}
	for _, own := range j.Loop.Own {
		add(own, false)
	}
	for _, own := range j.Loop.Beside {
		add(own, true)
	}
	ask.Globals = func(m *exact.Machine, u *exact.Unit, name string) exact.Value {
		if given := j.Globals[u.Module.File.Path][name]; given != nil {
			return of(m).value(given)
		}
		return nil
	}
	if j.Loop.Fit != nil {
		ask.Backward = append(ask.Backward, model.FitsBackward())
	}
	for _, at := range j.Loop.Backward {
		ask.Backward = append(ask.Backward, placeOf(at))
	}
	ask.Loop = func(m *exact.Machine) exact.Loop {
		if j.Loop.Fit == nil {
			return loopOf(j.Loop, sources, of(m))
		}
		return model.Fit(m, fitting(j, of(m)))
	}
}

// fitting is what Lightning's Trainer is given, for the exact run.
func fitting(j *job.Job, g *giver) model.Fitting {
	fit := j.Loop.Fit
	g.lenient = true
	cast, known := fit.Autocast()
	if !known {
		g.Stop("in which precision Lightning trains")
	}
	f := model.Fitting{Model: g.value(fit.Model), Every: int64(fit.Every())}
	if f.Every < 1 {
		g.Stop("after how many batches Lightning takes a step")
	}
	if fit.Data != nil {
		f.Data = g.value(fit.Data)
	}
	if fit.Loaders != nil {
		f.Loaders = g.value(fit.Loaders)
	}
	if cast != "" {
		f.DType = g.Imported(cast)
	}
	return f
}

// loopOf is a loop as the exact run finds it.
func loopOf(l *job.Loop, sources *job.Sources, g *giver) exact.Loop {
	if l.Steps != nil {
		return librarySteps(l, g)
	}
	module, name := sources.Module(l.At.File.Path)
	if module == nil {
		g.Stop("%s cannot be read", l.At.File.Path)
	}
	loop := exact.Loop{
		Unit:   g.Unit(module, name),
		Inside: l.Inside,
		Names:  map[string]exact.Value{},
		Stmt:   loopAt(module, l.At),
	}
	if loop.Stmt == nil {
		g.Stop("the training loop cannot be read")
	}
	g.lenient = true
	for name, given := range l.Models {
		g.SetAttribute(loop.Unit, name, g.value(given))
	}
	for name, given := range l.Names {
		v := g.value(given)
		if _, unknown := v.(*exact.Unknown); unknown && !loop.Inside && g.Global(loop.Unit, name) != nil {
			continue // the module's body says it
		}
		loop.Names[name] = v
	}
	for _, name := range l.Unbound {
		if g.Global(loop.Unit, name) == nil && !boundOnFailure(loop.Stmt, name) {
			loop.Names[name] = &exact.Unknown{Why: "nothing seen here binds " + name, At: placeOf(l.At)}
		}
	}
	return loop
}

// boundOnFailure reports whether a name is bound within a loop where reading it has failed: `try: x = next(batches)`
// with `except: batches = iter(loader)`, which the first lap goes through.
func boundOnFailure(loop python.Stmt, name string) bool {
	for n := range python.AllIn([]python.Stmt{loop}) {
		try, ok := n.(*python.Try)
		if !ok {
			continue
		}
		for _, h := range try.Handlers {
			if h.Type != nil && !catchesNames[python.PathText(h.Type)] {
				continue
			}
			for _, s := range h.Body {
				if a, ok := s.(*python.Assign); ok && slices.ContainsFunc(a.Targets, func(t python.Expr) bool {
					bound, ok := t.(*python.Name)
					return ok && bound.ID == name
				}) {
					return true
				}
			}
		}
	}
	return false
}

// catchesNames are the exceptions that a name which nothing binds is caught by.
var catchesNames = map[string]bool{
	"Exception": true, "BaseException": true, "NameError": true, "UnboundLocalError": true,
}

// librarySteps is the loop in which a library runs the steps that a config describes.
func librarySteps(l *job.Loop, g *giver) exact.Loop {
	steps, ok := g.Imported("trainlint.openmm.steps").(*exact.Function)
	if !ok {
		g.Stop("how the library runs its steps is not known")
	}
	loop := exact.Loop{Unit: steps.Unit, Inside: true, Names: map[string]exact.Value{"runner": g.value(l.Steps)}}
	for _, s := range steps.Node.Body {
		if around, ok := s.(*python.For); ok {
			loop.Stmt = around
		}
	}
	return loop
}

// loopAt is the loop as it stands in a module that may have been parsed again.
func loopAt(module *python.Module, at job.Place) python.Stmt {
	var found python.Stmt
	python.WalkBody(module.Body, func(n python.Node) bool {
		switch s := n.(type) {
		case *python.For:
			if s.Span() == at.Span {
				found = s
			}
		case *python.While:
			if s.Span() == at.Span {
				found = s
			}
		}
		return found == nil
	})
	return found
}
