package built

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
)

// sidesOf are the sides of image files, as far as somebody said them.
func sidesOf(j *job.Job) *model.Sides {
	if sources := j.Sources(); sources != nil {
		if said := model.SidesOf(sizesOf(sources)); said != nil {
			return said
		}
	}
	return &model.Sides{}
}

// sizesOf are what somebody says of a job's data, for an exact run.
func sizesOf(sources *job.Sources) []model.Size {
	var list []model.Size
	for _, s := range sources.Sizes() {
		shape, single, d, err := model.ParseSize(s.Text)
		if err != nil { // whoever took it has said so
			continue
		}
		var at []exact.Expression
		for _, one := range s.At {
			at = append(at, exact.Expression{Path: one.Path, Span: one.Span})
		}
		list = append(list, model.Size{
			At: at, Name: s.Name, Path: s.Path, Line: s.Line, Shape: shape, Single: single, DType: d, Taken: s.Take,
			Otherwise: func(at exact.Place, known string) { s.Refuse(known, at.Path, at.Line) },
		})
	}
	return list
}

// named gives a gap's size that would have to be known its name.
func named(sources *job.Sources, gap *Gap) {
	if gap == nil || gap.Asks == nil || sources == nil {
		return
	}
	module, _ := sources.Module(gap.Asks.Path)
	gap.Asks = gap.Asks.Named(module)
}

// mostBound bounds how often a job is followed to find the variables that something is said of.
const mostBound = 12

// bind finds which variables of the program those are that somebody says something of: the ones that a run asks for.
// Others that are called the same are other ones.
func bind(j *job.Job) {
	j.Bind(func() {
		for range mostBound {
			met := false
			for _, asks := range Asks(j, 0, "") {
				for _, s := range j.Sizes() {
					at := job.At{Path: asks.Path, Span: asks.Span}
					if s.Name == asks.Base && s.Name != asks.Name {
						at = job.At{Path: asks.BaseAt.Path, Span: asks.BaseAt.Span}
					} else if s.Name != asks.Name {
						continue
					}
					if s.Line == 0 && at.Path != "" && !slices.Contains(s.At, at) {
						s.At, met = append(s.At, at), true
					}
				}
			}
			if !met {
				return
			}
		}
	})
}

// Asks are what would have to be known for the next step towards an answer, what the script's own run asks for first;
// none where it is no size that is missing.
func Asks(j *job.Job, batch int, gpu string) (list []*model.Asked) {
	add := func(gaps ...*Gap) {
		for _, gap := range gaps {
			if gap != nil && gap.Asks != nil {
				list = append(list, gap.Asks)
			}
		}
	}
	models := Of(j)
	switch {
	case models == nil:
	case models.Open() != nil:
		add(models.Asks, models.Open())
	default:
		_, gap := models.TrainOn(j, batch, gpu)
		if gap != nil {
			add(gap, gap.Beside)
		}
	}
	return list
}

// EndsOf are the models and the step of a job with what is supposed of its data; else what would have to be known next,
// nil where that is no size, and whether the program itself ends there.
func EndsOf(j *job.Job, batch int, gpu string) (ends *Ends, asks *model.Asked, raised bool) {
	models := Of(j)
	switch {
	case models == nil:
		return nil, nil, false
	case models.Open() != nil:
		return nil, askedOf(models.Asks, models.Open()), models.Open().Raised
	}
	step, gap := models.TrainOn(j, batch, gpu)
	if gap == nil {
		return &Ends{models, step}, nil, false
	}
	return nil, askedOf(gap, gap.Beside), gap.Raised
}

// askedOf is the first thing that gaps ask for; nil for none.
func askedOf(gaps ...*Gap) *model.Asked {
	for _, gap := range gaps {
		if gap != nil && gap.Asks != nil {
			return gap.Asks
		}
	}
	return nil
}
