package job

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// fromTransforms reads transforms.RandomCrop(512) and Resize((512, 768)); the last one says what reaches the model.
// Where it is seen what the images of the training step go through, only that counts: scripts hold tables of
// transforms, one for each dataset.
func (j *Job) fromTransforms(p *Program) {
	fed, known := p.run.fedTransforms()
	for _, c := range p.Module().AllCalls() {
		path := p.Module().Resolve(c.Func)
		name := run.LastPart(path)
		if strings.HasPrefix(path, "albumentations.") && knowledge.SizesImages(name) && !isEvaluation(c) {
			if text, v := p.heightAndWidth(c); text != "" {
				at := byScript
				if p.imported {
					at--
				}
				j.claim(dialect.ImageSize, text, at, "albumentations."+name, v.notDefault())
			} else {
				j.doubt(dialect.ImageSize, byConvention)
			}
			continue
		}
		if !strings.HasPrefix(path, "torchvision.transforms.") || !resizes[name] || isEvaluation(c) || known && !fed[c] {
			continue
		}
		v, _ := p.Argument(c, "size", 0)
		text, v := sizeOf(v)
		at := byScript
		if p.imported { // what a helper does to images counts where the script itself does nothing
			at--
		}
		j.claim(dialect.ImageSize, text, at, "transforms."+name, v.notDefault())
	}
}

// heightAndWidth is the size that a transform of albumentations is told: Resize(512, 768), or size=(512, 768) of those
// that crop, since 1.4.
func (p *Program) heightAndWidth(c *python.Call) (text string, by Found) {
	first := 0
	if run.LastPart(python.PathText(c.Func)) == "RandomSizedCrop" { // min_max_height stands before them
		first = 1
	}
	if size, presence := p.Argument(c, "size", first); presence == python.Given && len(size.Items) == 2 {
		return sizeOf(size)
	}
	height, _ := p.Argument(c, "height", first)
	width, _ := p.Argument(c, "width", first+1)
	h, _ := height.Int()
	w, _ := width.Int()
	switch {
	case h < 1 || w < 1:
		return "", height
	case h == w:
		return side(int(h)), height
	}
	return strconv.FormatInt(h, 10) + "x" + strconv.FormatInt(w, 10), height
}

// fedTransforms are the calls that make the transforms of the datasets which the training step is fed from. known is
// false where they are not all seen, or the step is fed in another way.
func (e *execution) fedTransforms() (fed map[*python.Call]bool, known bool) {
	loaders, _ := e.feeding()
	fed, known = map[*python.Call]bool{}, len(loaders) > 0
	for _, o := range loaders {
		if o.Made == nil || library.RoleOf(o) != knowledge.Loader {
			return nil, false
		}
		v, _ := o.Made.Argument("dataset", 0)
		known = known && e.transformsOf(v, fed, 0)
	}
	return fed, known
}

// maxWrapped bounds datasets in each other, and transforms.
const maxWrapped = 8

// transformsOf collects the calls that make the transforms that a dataset of torchvision is given. It reports whether
// that is one, and all of them are seen.
func (e *execution) transformsOf(dataset run.Value, into map[*python.Call]bool, depth int) bool {
	o, ok := run.Bare(dataset).(*run.Object)
	if !ok || o.Made == nil || depth > maxWrapped {
		return false
	}
	if path, ok := run.Bare(o.Made.Callee).(run.Symbol); !ok || !knowledge.MakesDataset(string(path)) {
		return false
	}
	v, _ := o.Made.Argument("transform", -1)
	return v != nil && e.transformsIn(v, into, depth)
}

func (e *execution) transformsIn(v run.Value, into map[*python.Call]bool, depth int) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || o.Made.Node == nil || depth > maxWrapped {
		return false
	}
	path, _ := run.Bare(o.Made.Callee).(run.Symbol)
	if !strings.HasPrefix(string(path), "torchvision.transforms.") {
		return false // the project's own may hold others: two crops of each image
	}
	into[o.Made.Node] = true
	if run.LastPart(string(path)) != "Compose" {
		return true
	}
	list, _ := o.Made.Argument("transforms", 0)
	parts, ok := run.Bare(list).(*run.Object)
	if !ok {
		return false
	}
	items, exact := e.machine.Elements(parts)
	for _, item := range items {
		exact = exact && e.transformsIn(item, into, depth+1)
	}
	return exact
}
