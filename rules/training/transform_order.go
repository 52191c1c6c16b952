package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// TransformOrder finds transforms of pictures that stand in the wrong place of their list.
var TransformOrder = &rules.Rule{
	Name:     "transform-order",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("transform-order"),
	On:       rules.PythonFile,
	Words:    []string{"Normalize Compose", "ToTensor Compose"},
	Check:    checkTransformOrder,
}

func checkTransformOrder(p *rules.Pass) {
	for _, m := range p.Train.MisplacedTransforms() {
		name, other := m.Names()
		severity, message, note := rules.Warning, "", ""
		switch m.Fault {
		case train.BeforeTensor:
			severity = rules.Error
			message = fmt.Sprintf("%s takes a tensor, and %s behind it takes none: whatever picture comes in, "+
				"one of the two raises a TypeError; put %s behind it", name, other, name)
			note = "this makes the tensor"
		case train.GivenOther:
			severity = rules.Error
			message = fmt.Sprintf("%s is given %s, which it refuses: the first samples end in an exception", name, m.Given)
			note = "it comes out of this"
		case train.CutsNormalized:
			message = fmt.Sprintf("%s stands behind %s: it takes pictures of 0 to 1 and cuts off what lies beyond, "+
				"all that is darker than the mean; put it before", name, other)
			note = "behind this the pictures lie around 0"
		case train.NormalizedTwice:
			message = name + " is applied twice, with the statistics of pictures of 0 to 1 both times: " +
				"they lie around -1 then, and no longer around 0; take one away"
			note = "the first one"
		case train.NotScaled:
			message = fmt.Sprintf("%s without scale=True leaves the pictures at 0 to 255, and %s is given the statistics "+
				"of 0 to 1: they come out in the hundreds; pass scale=True", name, other)
			note = "with the statistics of 0 to 1"
		}
		at := m.At
		d := rules.Diagnostic{Severity: severity, File: at.File(), Span: at.Node.Span(), Message: message}
		if m.Other != nil && m.Other.Node != nil {
			d.Notes = []rules.NotePlace{p.NoteAt(m.Other.Place(), note)}
		}
		p.Report(d)
	}
}
