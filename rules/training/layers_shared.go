package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// LayersShared finds layers that stand in a container several times, where several layers were meant.
var LayersShared = &rules.Rule{
	Name:       "layers-shared",
	Group:      rules.Training,
	Severity:   rules.Error,
	Page:       page("layers-shared"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"ModuleList *", "Sequential *", "ModuleList for", "Sequential for"},
	Check:      checkLayersShared,
}

func checkLayersShared(p *rules.Pass) {
	for _, s := range p.Train.LayersShared() {
		edit := pyedit.New(p.Python)
		kind := python.LastName(s.Layer.Func)
		list, isProduct := s.List.(*python.Sequence)
		if !isProduct {
			p.At(s.Whole, fmt.Sprintf(
				"every item is the one %s that was made before: all of them have the same weights, and the network is as large "+
					"as with one; make each of them in here, or take copy.deepcopy()", kind),
				[]rules.NotePlace{p.Note(s.Layer, "it is made here")})
			continue
		}
		var plan []fixes.Fix
		if !strings.ContainsAny(edit.Text(s.Whole), "#\n") {
			each := edit.Text(list.Items[0]) + " for _ in range(" + edit.Text(s.Times) + ")"
			if len(list.Items) > 1 {
				each = "layer for _ in range(" + edit.Text(s.Times) + ") for layer in " + edit.Text(list)
			}
			plan = edit.ReplaceExpression(s.Whole, "["+each+"]").Fixes("make each layer", fixes.Unsafe)
		}
		p.At(s.Whole, fmt.Sprintf(
			"the list times %s holds the same %s each time: all of them have the same weights, and the network is as large "+
				"as with one; make each of them, [… for _ in range(%s)]",
			edit.Text(s.Times), kind, edit.Text(s.Times)), nil, plan...)
	}
}
