package job

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// pipelineEnd is how the names of diffusers' pipelines end.
const pipelineEnd = "Pipeline"

// denoisers are the parts of a pipeline that it is named after.
var denoisers = []string{"unet", "transformer"}

// readPipelines notes the pipelines of which an optimizer holds the UNet or the transformer: they are loaded whole.
func (j *Job) readPipelines(owners []part) {
	for _, owner := range owners {
		if owner.many || !slices.Contains(denoisers, owner.path) || owner.model.Made == nil || owner.model.Made.Node == nil {
			continue
		}
		made := owner.model.Made
		p := j.partOf(made)
		method, _ := made.Callee.(run.Symbol)
		class, loads := strings.CutSuffix(string(method), ".from_pretrained")
		if p == nil || !loads || !strings.HasPrefix(class, "diffusers.") || !strings.HasSuffix(class, pipelineEnd) {
			continue
		}
		l := p.load(made.Node, class)
		l.Trained, l.Pipeline = true, true
		j.Loads = append([]Load{l}, j.Loads...)
		return
	}
}

// readPriorImages asks for DreamBooth's prior preservation: the script then joins as many images of the class to each
// batch.
func (j *Job) readPriorImages() {
	const word = "with_prior_preservation"
	for _, p := range j.programs {
		if !bytes.Contains(p.File().Text, []byte(word)) {
			continue
		}
		python.WalkBody(p.Module().Body, func(n python.Node) bool {
			if e, ok := n.(*python.Attribute); ok && e.Attr == word {
				on, known := p.Value(e).Truth()
				j.PriorImages = j.PriorImages || known && on
			}
			return !j.PriorImages
		})
	}
}
