package estimate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/project"
)

// Written are the models of the project's own that a job trains, with places as reports name them.
type Written struct {
	Models []WrittenModel
	// Gap is why these may not be the models, or not all of them; nil where that is certain.
	Gap *Gap

	// Unfed is why the step of the one model was not followed; nil where it was.
	Unfed *Gap

	models *built.Models
	sized  []*built.Model // those of which only numbers are not known, with one in the place of each
	beside *Gap           // another model, whose memory is not counted; nil for none
	follow func(fed built.Fed) (*model.Answer, *Gap)
	train  func(batch int, gpu string) (*model.Step, *Gap)
	assume func(batch int, gpu string) (low, high *built.Ends, list []built.Assumed)
	full   func(batch int, gpu string) *built.Ends // with its parameters in fp32 all the time
	recast *Gap                                    // where they are cast in each step; nil where they are not
	taken  []taken
	// Asks are the sizes of data that the answer waits for; asks is where it ends for the first of them.
	Asks []Asked
	asks *Gap
}

// taken is a number that only data tells, and between what it is taken to lie.
type taken struct {
	name      string
	low, high int64
	between   string // what else it is taken to be: a shape
	usual     bool   // one shape, of the one usual size of images that the model takes
	gap       *Gap
	ofMasks   bool // nobody can say it
	recast    bool // nothing is counted: parameters are cast in each step
	capped    bool // the most that it can be
}

// text is num_classes=2 to 1000.
func (t taken) text() string {
	if t.capped {
		return t.name + "=" + t.between + estimator.AtItsMost
	}
	return t.name + "=" + cmp.Or(t.between, fmt.Sprintf("%d to %d", t.low, t.high))
}

// WrittenModel is one of them. Its numbers are exact, and null where Gap says why they are not known.
type WrittenModel struct {
	Class      string `json:"class"`
	Path       string `json:"path,omitempty"` // "" for layers of torch that the script puts together
	Line       int    `json:"line,omitempty"`
	Parameters *int64 `json:"parameters"`
	Trainable  *int64 `json:"trainable"`
	Gap        *Gap   `json:"unknown,omitempty"`
	// AtLeast are its parameters where only numbers are not known that its layers are as wide as, with one in the place of
	// each.
	AtLeast *int64        `json:"parameters_at_least,omitempty"`
	Sizes   []WrittenSize `json:"sizes_unknown,omitempty"`
	// Parts are the modules that it holds itself.
	Parts []WrittenPart `json:"modules,omitempty"`

	made string // where it is made
}

// WrittenSize is a number that only the run knows, and what one more of it adds.
type WrittenSize struct {
	Name string `json:"name"`
	Each int64  `json:"parameters_each"`
	Gap  *Gap   `json:"unknown"`
}

// text is how it is called.
func (s WrittenSize) text() string {
	if s.Name == "" {
		return "a number"
	}
	return s.Name
}

// WrittenPart is a module of a model: its parameters, and the bytes that a step keeps of it for the backward pass, null
// where no step was followed.
type WrittenPart struct {
	Name       string `json:"path"`
	Class      string `json:"type"`
	Parameters int64  `json:"parameters"`
	Saved      *int64 `json:"saved_bytes"`
}

// partsOf are the modules that a model holds itself.
func partsOf(a *model.Answer) []WrittenPart {
	var list []WrittenPart
	for _, l := range a.Layers {
		if l.Depth != 1 {
			continue
		}
		part := WrittenPart{Name: l.Path, Class: l.Type, Parameters: l.Parameters}
		if a.Ran {
			part.Saved = &l.Saved
		}
		list = append(list, part)
	}
	return list
}

// Gap is where an answer ends, and why.
type Gap struct {
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`

	input  string // of one about what a model is fed: the kind of shape that is asked for
	raised bool   // the program itself ends there
	spent  bool   // the work that following it may cost is done
	picks  bool   // it was asked how many elements masks pick
	asks   *model.Asked
	bounds *model.Bounds
}

// WrittenOf builds the models of a job's own; nil where it trains none.
func WrittenOf(in project.Job, training *job.Job) *Written {
	models := built.Of(training)
	if models == nil {
		return nil
	}
	out := &Written{
		Gap:    reportedGap(in, models.Gap),
		models: models,
		asks:   reportedGap(in, cmp.Or(models.Asks, models.Open())),
	}
	for _, m := range models.List {
		one := WrittenModel{Class: m.Name, Gap: reportedGap(in, m.Gap)}
		if m.Class.File != nil {
			one.Path, one.Line = in.Reported(m.Class.File.Path), m.Class.Line()
		}
		if at := m.Made.At; at.File != nil {
			one.made = fmt.Sprintf("%s:%d", in.Reported(at.File.Path), at.Line())
		}
		if a := m.Answer; m.Gap == nil {
			one.Parameters = &a.Parameters
			if !m.Frozen {
				one.Trainable = &a.Trainable
			}
			one.Parts = partsOf(a)
		} else if sized := built.SizedOf(training, m.Own); sized != nil {
			one.AtLeast = &sized.Answer.Parameters
			for _, size := range sized.Sizes {
				one.Sizes = append(one.Sizes, WrittenSize{Name: size.Name, Each: size.Each, Gap: reportedGap(in, &size.Gap)})
			}
			out.sized = append(out.sized, sized.Model)
		}
		out.Models = append(out.Models, one)
	}
	out.train = func(batch int, gpu string) (*model.Step, *Gap) {
		step, gap := models.TrainOn(training, batch, gpu)
		return step, reportedGap(in, gap)
	}
	out.assume = func(batch int, gpu string) (low, high *built.Ends, list []built.Assumed) {
		low, high, list = built.Assuming(training, batch, gpu)
		for i, one := range list {
			list[i].Gap.Path = reportedGap(in, &one.Gap).Path
		}
		return low, high, list
	}
	out.recast = reportedGap(in, built.Recast(training))
	out.full = func(batch int, gpu string) *built.Ends { return built.HeldInFull(training, batch, gpu) }
	if len(models.List) == 1 {
		own := models.List[0].Own
		out.beside = reportedGap(in, built.GapOf(own.Beside))
		out.follow = func(fed built.Fed) (*model.Answer, *Gap) {
			answer, gap := built.Follow(training, own, fed)
			return answer, reportedGap(in, gap)
		}
	}
	return out
}

// Feed follows a step of a job's own model, once all is known of the job: with these inputs or, without any, with those
// that its program is seen to feed it.
func (d *Described) Feed(inputs []model.Input) {
	if d.afresh != nil {
		d.afresh()
	}
	if d.library != nil && d.Written == nil {
		if d.asBuilt(inputs) {
			return
		}
		// nothing but what is built of it can say anything
		if !d.Job.Model.Sized() && !strings.HasPrefix(d.From["model"], "--") {
			d.Written = d.library
			d.writtenModel()
		}
	}
	w := d.Written
	if w == nil {
		return
	}
	if w.Open() != nil {
		if d.counted(inputs); len(w.taken) == 0 && len(inputs) == 0 {
			if end := cmp.Or(w.asks, w.Open()); !d.atEnds(end) {
				d.ask(end)
			}
		}
		return
	}
	if w.recast != nil {
		d.recasted()
		return
	}
	cast, known := built.Autocast(d.Job.Compute)
	switch {
	case !known && len(inputs) > 0:
		w.Unfed = &Gap{Reason: "the precision"}
	case len(inputs) == 0:
		step, gap := w.train(d.batch, d.Job.GPU)
		if gap == nil && !known && !d.casts(step) {
			gap = &Gap{Reason: "the precision"}
		}
		if gap != nil {
			if d.capped(gap) {
				return
			}
			if gap.picks {
				if d.bothEnds(); len(w.taken) > 0 {
					return
				}
			}
			if known && !gap.raised && len(w.Models) == 1 && d.assumed(cast) {
				return
			}
			if d.atEnds(gap) {
				return
			}
			if len(w.Models) == 1 {
				gap.input = w.models.List[0].Answer.Example()
			}
			w.Unfed = gap
			d.ask(gap)
			return
		}
		d.trained(step)
	case w.follow == nil:
		w.Unfed = &Gap{Reason: "what each of several models is fed"}
	case w.beside != nil:
		w.Unfed = w.beside
	default:
		w.Unfed = d.followed(inputs, cast, true)
	}
}

// counted follows a job of whose models only numbers are not known that it counts in its data, with each at both ends
// of what it may be.
func (d *Described) counted(inputs []model.Input) {
	if len(inputs) == 0 && len(d.Written.Models) > 0 && !d.Job.Model.Known() {
		d.bothEnds()
	}
}

// followed takes a step of the only model that is fed with these inputs; else why there is none. Without a loss that is
// not in it, what it gives may only be a small part of what it keeps.
func (d *Described) followed(inputs []model.Input, cast tensor.DType, whole bool) *Gap {
	answer, gap := d.Written.follow(built.Fed{Inputs: inputs, Autocast: cast})
	if answer == nil {
		return gap
	}
	if !whole && answer.OutputBytes > answer.Saved/smallOutput {
		return &Gap{Reason: "what its loss keeps"}
	}
	if answer.Moves == nil {
		return &Gap{Reason: "what of it is trained"}
	}
	counted := *d.Job.Model.Written
	counted.Step = built.StepOf(answer)
	d.Written.Models[0].Parts = partsOf(answer)
	d.Job.Model.Written = &counted
	return nil
}

// smallOutput: a loss keeps some two times what it is given.
const smallOutput = 40

// assumed feeds the only model with a batch of what is known of the samples, once a step, where the program's own step
// cannot be followed: a library's network with images in three channels, as the catalogue's networks are fed, and a
// model of the project's own, which each step is seen to call once, with such images where it takes one thing, or with
// tokens under the names that tokenizers of transformers give them. What does not fit the model's layers ends its
// forward pass, and is no answer. That it is fed so is said.
func (d *Described) assumed(cast tensor.DType) bool {
	w := d.Written
	if w.follow == nil || w.beside != nil || d.Job.MicroBatch == 0 {
		return false
	}
	own, batch := w.models.List[0].Own, int64(d.Job.MicroBatch)
	if image := d.Job.Image; image.Height > 0 && image.Frames <= 1 && (own.OfLibrary || takesOne(own.Fed)) {
		height, width := int64(image.Height), int64(image.Width)
		pixels := model.Input{Shape: []int64{batch, 3, height, width}, DType: tensor.Float32}
		labels := model.Input{Name: "labels", Shape: []int64{batch, height, width}, DType: tensor.Int64}
		if !(own.OfLibrary && d.followed([]model.Input{pixels, labels}, cast, true) == nil) &&
			d.followed([]model.Input{pixels}, cast, false) != nil {
			return false
		}
		d.From["image"] = strings.TrimPrefix(d.From["image"]+", three channels, once a step: assumed", ", ")
		return true
	}
	if d.Job.SeqLen == 0 {
		return false
	}
	var inputs []model.Input
	for _, p := range own.Fed {
		switch {
		case p.Name == "input_ids" || p.Name == "attention_mask" || p.Name == "token_type_ids" && p.Required:
			inputs = append(inputs, model.Input{Name: p.Name, Shape: []int64{batch, int64(d.Job.SeqLen)}, DType: tensor.Int64})
		case p.Required:
			return false
		}
	}
	if len(inputs) == 0 || inputs[0].Name != "input_ids" || d.followed(inputs, cast, false) != nil {
		return false
	}
	d.From["seq-len"] = strings.TrimPrefix(d.From["seq-len"]+", tokens of one text, once a step: assumed", ", ")
	return true
}

// takesOne reports whether a forward pass has to be given one thing.
func takesOne(parameters []job.Parameter) bool {
	return len(parameters) > 0 && parameters[0].Required &&
		!slices.ContainsFunc(parameters[1:], func(p job.Parameter) bool { return p.Required })
}

// asBuilt takes the step of a library's networks, as the program puts them together; false where that is not followed
// to its end, and where a flag says something else of what they are or are fed.
func (d *Described) asBuilt(inputs []model.Input) bool {
	if len(inputs) > 0 || d.library.Open() != nil {
		return false
	}
	for _, field := range []string{"model", "image", "params"} {
		if strings.HasPrefix(d.From[field], "--") {
			return false
		}
	}
	_, known := built.Autocast(d.Job.Compute)
	step, gap := d.library.train(d.batch, d.Job.GPU)
	if gap != nil && gap.bounds != nil {
		before, from := d.Job.Model, d.From["model"]
		d.Written = d.library
		if d.writtenModel(); d.capped(gap) {
			return true
		}
		d.Written, d.Job.Model, d.From["model"] = nil, before, from
	}
	if gap != nil || !known && !d.casts(step) {
		return false
	}
	d.Written = d.library
	d.writtenModel()
	d.trained(step)
	return true
}

// casts takes the precision of a followed step where nothing else says it: the run decides which of several autocasts
// is the step's, and what switches it.
func (d *Described) casts(step *model.Step) bool {
	compute := built.ComputeOf(step, d.Job.Weights)
	if compute == "" {
		return false
	}
	d.Job.Compute, d.From["compute"] = compute, d.From["model"]
	return true
}

// trained takes the steps of the job's own loop.
func (d *Described) trained(step *model.Step) {
	counted := *d.Job.Model.Written
	counted.Step = built.TrainedOf(step)
	d.Job.Model.Written = &counted
	if d.Job.Optimizer == "" && step.Updates != "" {
		d.Job.Optimizer, d.From["optimizer"] = estimator.Optimizer(step.Updates), d.From["model"]
	}
	if len(step.Models) != len(d.Written.Models) { // one of them holds the others
		return
	}
	for i, answer := range step.Models {
		d.Written.Models[i].Parts = partsOf(answer)
	}
}

func reportedGap(in project.Job, gap *built.Gap) *Gap {
	if gap == nil {
		return nil
	}
	out := Gap{
		Path: gap.Path, Line: gap.Line, Reason: gap.Reason,
		raised: gap.Raised, spent: gap.Spent, picks: gap.Picks, asks: gap.Asks, bounds: gap.Bounds,
	}
	if out.Path != "" {
		out.Path = in.Reported(out.Path)
	}
	return &out
}

// Open is where the first answer about parameters ends; nil where all are exact.
func (w *Written) Open() *Gap {
	if w.Gap != nil {
		return w.Gap
	}
	for _, m := range w.Models {
		if m.Gap != nil {
			return m.Gap
		}
	}
	return nil
}

// model is what the estimator is told of them.
func (w *Written) model() estimator.Model {
	names := make([]string, len(w.Models))
	for i, m := range w.Models {
		names[i] = m.name()
	}
	out := w.models.Estimated()
	out.ID = strings.Join(names, ", ")
	return out
}

// name is the class of a model and where it stands.
func (m WrittenModel) name() string {
	if m.Path == "" {
		return m.Class
	}
	return fmt.Sprintf("%s (%s:%d)", m.Class, m.Path, m.Line)
}

// Lines say the models, a line each, and why they may not be these.
func (w *Written) Lines() []string {
	var list []string
	for _, m := range w.Models {
		said := "trains " + m.name()
		switch {
		case m.Gap != nil && m.AtLeast != nil:
			said += fmt.Sprintf(": at least %s parameters", thousands(*m.AtLeast))
			for _, size := range m.Sizes {
				said += fmt.Sprintf("; each 1,000 of %s add %s (%s)", size.text(), thousands(1000*size.Each), size.Gap.Text())
			}
		case m.Gap != nil && len(w.taken) > 0: // and the answer holds at both ends of what it is taken to be
			said += ", whose size follows from what is assumed below: " + m.Gap.Text()
		case m.Gap != nil:
			said += ", whose size is " + m.Gap.Text()
		case m.Trainable == nil || *m.Trainable == *m.Parameters:
			said += fmt.Sprintf(": %s parameters", thousands(*m.Parameters))
		default:
			said += fmt.Sprintf(": %s parameters, %s of them trainable", thousands(*m.Parameters), thousands(*m.Trainable))
		}
		list = append(list, said)
	}
	if w.Gap != nil {
		list = append(list, "which models it trains is "+w.Gap.Text())
	}
	return list
}

// Text is "not known: model.py:31: …".
func (g *Gap) Text() string {
	if g.Path == "" {
		return "not known: " + g.Reason
	}
	return fmt.Sprintf("not known: %s:%d: %s", g.Path, g.Line, g.Reason)
}

// leastOf is what every step of a job needs; ok is false where that is not known.
func leastOf(job Sized) (least estimator.Components, ok bool) {
	if least, ok = estimator.Least(job.Job); !ok && job.Written != nil {
		return job.Written.least(job.Job)
	}
	return least, ok
}

// open are the numbers that are not known.
func (w *Written) open() string {
	if w == nil {
		return ""
	}
	var names []string
	for _, m := range w.Models {
		for _, size := range m.Sizes {
			if !slices.Contains(names, size.text()) {
				names = append(names, size.text())
			}
		}
	}
	return strings.Join(names, " and ")
}

// least is what a job needs of which only numbers are not known that layers are as wide as.
func (w *Written) least(j estimator.Job) (estimator.Components, bool) {
	if w.Gap != nil || len(w.sized) == 0 {
		return estimator.Components{}, false
	}
	known := &built.Models{}
	for i, m := range w.models.List {
		switch {
		case w.Models[i].Gap == nil:
			known.List = append(known.List, m)
		case w.Models[i].AtLeast == nil:
			return estimator.Components{}, false
		}
	}
	known.List = append(known.List, w.sized...)
	j.Model = known.Estimated()
	return estimator.Least(j)
}

// missing says that a step was not followed.
func (g *Gap) missing() string {
	switch {
	case g.input != "" && g.Path != "" && g.raised:
		return fmt.Sprintf("its program does not get through a training step (%s:%d: %s)", g.Path, g.Line, g.Reason)
	case g.input != "" && g.Path != "":
		return fmt.Sprintf(
			"what the model is fed is not known (%s:%d: %s), tell it with --input %s",
			g.Path,
			g.Line,
			g.Reason,
			g.input,
		)
	case g.Path == "":
		return g.Reason + " is not known"
	}
	return fmt.Sprintf("what a step keeps is not known: %s:%d: %s", g.Path, g.Line, g.Reason)
}

// maxParts bounds the modules that a text lists: those that keep most.
const maxParts = 6
