package estimate

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/project"
)

// Written are the models of the project's own that a job trains, with places as reports name them.
type Written struct {
	Models []WrittenModel
	// Gap is why these may not be the models, or not all of them; nil where that is certain.
	Gap *Gap
}

// WrittenModel is one of them. Its numbers are exact, and null where Gap says why they are not known.
type WrittenModel struct {
	Class      string `json:"class"`
	Path       string `json:"path,omitempty"` // "" for layers of torch that the script puts together
	Line       int    `json:"line,omitempty"`
	Parameters *int64 `json:"parameters"`
	Trainable  *int64 `json:"trainable"`
	Gap        *Gap   `json:"unknown,omitempty"`

	bytes, wide, held int64  // of all its tensors; of its trainable parameters; how many of these optimizers hold
	made              string // where it is made
	unsure            bool   // which parameters get gradients, and which are held, is not known
}

// Gap is where an answer ends, and why.
type Gap struct {
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
}

// WrittenOf builds the models of a job's own; nil where it trains none.
func WrittenOf(in project.Job, training *job.Job) *Written {
	models := built.Of(training)
	if models == nil {
		return nil
	}
	out := &Written{Gap: reportedGap(in, models.Gap)}
	for _, m := range models.List {
		one := WrittenModel{Class: m.Name, Gap: reportedGap(in, m.Gap), unsure: m.Unsure}
		if m.Class.File != nil {
			one.Path, one.Line = in.Reported(m.Class.File.Path), m.Class.Line()
		}
		if at := m.Made.At; at.File != nil {
			one.made = fmt.Sprintf("%s:%d", in.Reported(at.File.Path), at.Line())
		}
		if a := m.Answer; m.Gap == nil {
			one.Parameters, one.Trainable, one.held = &a.Parameters, &a.Trainable, m.Held
			one.bytes, one.wide = a.ParameterBytes+a.BufferBytes, a.TrainableBytes
		}
		out.Models = append(out.Models, one)
	}
	return out
}

func reportedGap(in project.Job, gap *built.Gap) *Gap {
	if gap == nil {
		return nil
	}
	out := Gap(*gap)
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
	out := estimator.Model{ID: strings.Join(names, ", "), Basis: "counted from its code", Written: &estimator.Written{}}
	if w.Open() != nil {
		return out
	}
	for _, m := range w.Models {
		out.Params += *m.Parameters
		out.Written.Weights += m.bytes
		if m.unsure {
			continue // some of its parameters may be frozen, or held by nobody
		}
		out.Written.Gradients += m.wide
		out.Written.Held += m.held
		if len(w.Models) > 1 {
			out.Written.InTurn = max(out.Written.InTurn, m.wide)
		}
		if *m.Trainable > 0 {
			out.Written.Width = m.wide / *m.Trainable
		}
	}
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
		case m.Gap != nil:
			said += ", whose size is " + m.Gap.Text()
		case *m.Trainable == *m.Parameters:
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

// thousands is a number with its thousands apart.
func thousands(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// writeLeast says what a job of written models needs whatever it is fed.
func writeLeast(text *strings.Builder, job Sized) {
	least, ok := estimator.Least(job.Job)
	if !ok {
		return
	}
	words := []string{"weights " + estimator.FormatBytes(least.Weights)}
	if least.Gradients > 0 {
		words = append(words, "gradients "+estimator.FormatBytes(least.Gradients))
	}
	if least.OptimizerState > 0 {
		words = append(words, "optimizer state "+estimator.FormatBytes(least.OptimizerState))
	}
	printable.Fprintf(text, "  at least %s per GPU, whatever it is fed, where all its parameters take part: %s; and the CUDA context\n",
		estimator.FormatBytes(least.Sum()), strings.Join(words, ", "))
}
