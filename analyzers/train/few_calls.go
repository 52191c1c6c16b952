package train

import (
	"github.com/trainlint/trainlint/analyzers/run"
)

// fewCalls are some of an entry's calls that are asked for once for each forward pass: to go over all calls each time
// took a twentieth of a run.
type fewCalls struct {
	load   []*run.Call // load_state_dict of an object, when the entry's own was made as well
	values []*run.Call // values()
	// gradients are those that may change or clear gradients and are not seen inside.
	gradients []*run.Call
}

func (e *Entry) callsOfInterest() *fewCalls {
	if e.few != nil {
		return e.few
	}
	e.few = &fewCalls{}
	for _, list := range [][]*run.Call{e.Built.Calls, e.Calls} {
		for _, c := range list {
			if m, ok := c.Callee.(*run.Member); ok && m.Name == "load_state_dict" {
				if _, known := m.Object.(*run.Object); known {
					e.few.load = append(e.few.load, c)
				}
			}
		}
	}
	for _, c := range e.Calls {
		if len(c.Args) == 0 && calleeName(c) == "values" {
			e.few.values = append(e.few.values, c)
		}
		if functionOf(c) == nil && e.changesGradients(c) {
			e.few.gradients = append(e.few.gradients, c)
		}
	}
	return e.few
}
