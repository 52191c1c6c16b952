// Package built builds the models that a job makes of the project's own classes, with the values that the job gives
// them, without running anything: what they hold is exact, or it is said where the answer ends.
package built

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Model is one model of a job.
type Model struct {
	*job.Own
	// Answer is what is known of it. It was built unless Gap says where that ends.
	Answer *model.Answer
	Gap    *Gap
	// Held are the parameters that get gradients and that an optimizer holds; unsure: at least none of them.
	Held   int64
	Unsure bool
	// Alternates: a loop freezes and thaws it.
	Alternates bool
}

// Gap is where an answer ends, and why. The path is one of the job's.
type Gap = model.Gap

// Models are the models that a job trains.
type Models struct {
	List []*Model
	// Gap is why these may not be the models that are trained, or not all of them; nil where that is certain.
	Gap *Gap
	// Asks is where the script's own run ends that would make them, for want of a size; nil: it does not end for that.
	Asks *Gap
	// step is that of the script that made them, where it was followed for that; nil otherwise.
	step *model.Step
}

// Of builds the models of a job; nil where it trains none of the project's own.
func Of(j *job.Job) *Models {
	bind(j)
	return j.Kept("models", func() (any, bool) { return modelsOf(j), lasts(j) }).(*Models)
}

// lasts reports whether an answer about a job will be the same later: as much may still be spent as on any other.
func lasts(j *job.Job) bool {
	sources := j.Sources()
	return sources != nil && sources.Ample()
}

func modelsOf(j *job.Job) *Models {
	out := seen(j, nil)
	if out == nil || out.Open() != nil || out.unsure() {
		whole, gap := made(j)
		if whole != nil {
			return whole
		}
		if out != nil && out.Open() != nil && gap != nil && gap.Asks != nil {
			out.Asks = gap
		}
	}
	return out
}

// unsure reports whether some of the parameters may be frozen, or held by no optimizer.
func (m *Models) unsure() bool {
	return slices.ContainsFunc(m.List, m.doubtful)
}

// seen builds the models that the abstract run has seen; nil for none. c are counts that are assumed.
func seen(j *job.Job, c *counts) *Models {
	if len(j.Own) == 0 {
		return nil
	}
	out := &Models{Gap: GapOf(j.OwnDoubt)}
	for _, own := range j.Own {
		out.List = append(out.List, build(j, own, Fed{}, standIns{counts: c}))
	}
	return out
}

// GapOf is a doubt of a job; nil for none.
func GapOf(d *job.Doubt) *Gap {
	if d == nil {
		return nil
	}
	gap := &Gap{Reason: d.Why}
	if d.At.File != nil {
		gap.Path, gap.Line = d.At.File.Path, d.At.Line()
	}
	return gap
}

// Fed is what a model is fed.
type Fed struct {
	Inputs   []model.Input
	Autocast tensor.DType // NoDType without
}

// Follow builds a model and follows a step of it; gap is where that ends.
func Follow(j *job.Job, own *job.Own, fed Fed) (answer *model.Answer, gap *Gap) {
	m := build(j, own, fed, standIns{})
	switch {
	case own.Hooked != nil:
		return nil, GapOf(own.Hooked)
	case m.Gap != nil:
		return nil, m.Gap
	case !m.Answer.Ran:
		return nil, m.where(m.Answer.Unknown[0])
	case m.Answer.Peaks.Gradients == 0:
		return nil, m.where(Gap{Reason: "nothing that it gives has a gradient"})
	}
	return m.Answer, nil
}

// standIns are numbers in the place of those that are not known, to learn what they add or to assume them; nil for
// none.
type standIns struct {
	supposed *supposed
	counts   *counts
}

// build follows the constructor of one model, and its forward pass where it is fed.
func build(j *job.Job, own *job.Own, fed Fed, with standIns) *Model {
	m := &Model{Own: own, Gap: GapOf(own.Doubt), Unsure: own.Frozen || own.Held == nil}
	if m.Gap != nil {
		return m
	}
	sources := j.Sources()
	m.Gap = &Gap{Reason: "the files of the project together take too many steps"}
	sources.Within(func(allowed func(int) bool) {
		ask := model.Request{
			Name:      own.Name,
			Allowed:   allowed,
			Inputs:    fed.Inputs,
			Autocast:  fed.Autocast,
			Published: Published,
		}
		ask.Make = func(machine *exact.Machine) exact.Value {
			g := newGiver(machine, sources)
			g.supposed, g.counts = with.supposed, with.counts
			return g.value(own.Made)
		}
		if with.supposed != nil {
			ask.Suppose = with.supposed.of
		}
		ask.Wide, ask.Counted = with.counts.asks()
		ask.Sizes = sizesOf(sources)
		ask.Globals = globals(j, sources, with.counts)
		ask.After = func(machine *exact.Machine, made *exact.Instance) {
			m.change(with.counts.giver(machine, sources), made)
		}
		m.Answer, _ = model.Build(sources, nil, "", ask)
		if len(m.Answer.Unknown) > 0 {
			named(sources, &m.Answer.Unknown[0])
		}
		m.Gap = nil
	})
	switch {
	case m.Gap != nil:
	case !m.Answer.Built:
		m.Gap = m.where(m.Answer.Unknown[0])
	default:
		m.count()
		if late := sources.Late(); late.File != nil {
			m.Gap = &Gap{
				Path:   late.File.Path,
				Line:   late.Line(),
				Reason: "parameters are registered here, perhaps not before the model runs",
			}
		}
	}
	return m
}

// globals are what the names of the script's modules are in this run.
func globals(j *job.Job, sources *job.Sources, c *counts) func(*exact.Machine, *exact.Unit, string) exact.Value {
	var g *giver
	return func(m *exact.Machine, u *exact.Unit, name string) exact.Value {
		given := j.Globals[u.Module.File.Path][name]
		if given == nil {
			return nil
		}
		if g == nil {
			g = c.giver(m, sources)
		}
		return g.value(given)
	}
}

// change does to a model that is made what the program does to it.
func (m *Model) change(g *giver, made *exact.Instance) {
	flags := map[string][]bool{}
	for _, c := range m.After {
		if c.Method != "requires_grad_" || c.Thaws {
			continue
		}
		on := true
		if len(c.Call.Items) > 0 {
			on = g.Truth(g.value(c.Call.Items[0]))
		}
		flags[c.Path] = append(flags[c.Path], on)
	}
	for _, c := range m.After {
		if c.Keeps {
			g.SetAttribute(g.part(made, c), c.Set, g.value(c.Value))
			continue
		}
		if c.Set != "" {
			g.made[m.Made] = made
			to := g.value(c.Value)
			if u, ok := to.(*exact.Unknown); ok {
				panic(&exact.Stop{At: u.At, Reason: "its part " + c.Set + " is not known: " + u.Why})
			}
			g.SetPart(g.part(made, c), c.Set, to)
			continue
		}
		both := slices.Contains(flags[c.Path], true) && slices.Contains(flags[c.Path], false)
		if c.Method == "requires_grad_" && !c.Thaws && both {
			if m.Unsure = m.Unsure || !c.InLoop(); c.InLoop() {
				m.Alternates = true // frozen and thawed, as the networks of a GAN are in turn
			}
			continue
		}
		g.Call(g.Attribute(g.part(made, c), c.Method), g.arguments(c.Call))
	}
}

// part is the part of a model at a path.
func (g *giver) part(made *exact.Instance, c job.Change) exact.Value {
	at := exact.Value(made)
	for _, name := range strings.Split(c.Path, ".") {
		if name != "" {
			at = g.Part(at, name)
		}
	}
	return at
}

// where is a gap with a place: where the model is made, for one that says none.
func (m *Model) where(gap Gap) *Gap {
	if at := m.Made.At; gap.Path == "" && at.File != nil {
		gap.Path, gap.Line = at.File.Path, at.Line()
	}
	return &gap
}

// count adds up what the optimizers hold.
func (m *Model) count() {
	for _, l := range m.Answer.Layers {
		if slices.Contains(m.Own.Held, l.Path) {
			m.Held += l.Trainable
		}
	}
	m.Held = min(m.Held, m.Answer.Trainable)
	for _, path := range m.Own.Held {
		if !slices.ContainsFunc(m.Answer.Layers, func(l model.Layer) bool { return l.Path == path }) {
			m.Unsure = true // a parameter of its own
		}
	}
}
