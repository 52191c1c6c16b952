package job

import (
	"bytes"
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

type ownAdaptersKey struct{}

// makesOwnAdapter reports whether a call makes a layer with adapters of a class that the project wrote itself: it holds
// a layer that it was given, and two small ones beside it, self.lora_A and self.lora_B.
func makesOwnAdapter(m *python.Module, c *python.Call) bool {
	if len(c.Args) == 0 {
		return false
	}
	classes := m.Keep(ownAdaptersKey{}, func() any { return ownAdapters(m) }).(map[*python.Class]bool)
	if len(classes) == 0 {
		return false
	}
	class, ok := m.Definition(c.Func).(*python.Class)
	return ok && classes[class]
}

// ownAdapters are the classes of a file that do so.
func ownAdapters(m *python.Module) map[*python.Class]bool {
	out := map[*python.Class]bool{}
	if !bytes.Contains(bytes.ToLower(m.File.Text), []byte("lora")) {
		return out
	}
	for n := range python.AllIn(m.Body) {
		if class, ok := n.(*python.Class); ok && slices.Contains(m.BaseNames(class), "torch.nn.Module") &&
			holdsHalves(class) {
			out[class] = true
		}
	}
	return out
}

func holdsHalves(class *python.Class) bool {
	down, up, holds := false, false, false
	for n := range python.All(class) {
		s, ok := n.(*python.Assign)
		if !ok || len(s.Targets) != 1 {
			continue
		}
		a, ok := s.Targets[0].(*python.Attribute)
		if !ok || python.PathText(a.Value) != "self" {
			continue
		}
		_, given := s.Value.(*python.Name)
		d, u := knowledge.NamesHalfOfAdapter(a.Attr)
		down, up, holds = down || d, up || u, holds || given
	}
	return down && up && holds
}

// adaptsItself reports whether a script puts adapters of its own class into a model for certain: the function that does
// so is called, and walks over the modules of the model, of which only the run can tell which it changes. What is not
// frozen then is trained with them.
func (p *Program) adaptsItself(c *python.Call) (runs, known bool) {
	if p.NeverRuns(c) {
		return false, true
	}
	f := python.EnclosingFunction(c)
	if f == nil ||
		!slices.ContainsFunc(
			p.run.ran().Trace.Calls,
			func(made *run.Call) bool { return begins(made, f) && len(made.Gates) == 0 },
		) {
		return false, false
	}
	return p.freezes(), p.freezes()
}

// begins reports whether the program calls a function, which may then call itself for what stands deeper.
func begins(made *run.Call, f *python.Function) bool {
	callee, ok := run.Bare(made.Callee).(*run.Function)
	return ok && callee.Node == f && made.Node != nil && python.EnclosingFunction(made.Node) != f && !guessed(made)
}

// freezes reports whether a file of the script freezes parameters.
func (p *Program) freezes() bool {
	return slices.ContainsFunc(
		p.run.modules,
		func(q *Program) bool { return bytes.Contains(q.File().Text, []byte("requires_grad")) },
	)
}

// ownAdapted are the models that the script's own functions put adapters into, where the optimizer is only given a list
// of these.
func (j *Job) ownAdapted(owners []part) (list []part) {
	if slices.ContainsFunc(owners, func(o part) bool { return !o.many }) {
		return nil
	}
	for _, p := range j.programs {
		for _, c := range p.Module().AllCalls() {
			f := python.EnclosingFunction(c)
			if f == nil || !makesOwnAdapter(p.Module(), c) {
				continue
			}
			if runs, _ := p.adaptsItself(c); !runs {
				continue
			}
			for _, made := range p.run.ran().Trace.Calls {
				if !begins(made, f) || len(made.Args) == 0 {
					continue
				}
				for _, one := range j.parts(made.Args[0].Value) {
					if !slices.Contains(list, one) {
						list = append(list, one)
					}
				}
			}
		}
	}
	if len(list) > 1 {
		return nil
	}
	return list
}

// readOwnAdapter takes the rank of adapters of a class of the project: LoRALinear(layer, rank=8).
func (j *Job) readOwnAdapter(p *Program, c *python.Call) {
	if runs, _ := p.adaptsItself(c); !runs {
		return
	}
	class, _ := p.Module().Definition(c.Func).(*python.Class)
	if class == nil {
		return
	}
	init, ok := p.Module().Method(class, "__init__").(*python.Function)
	if !ok {
		return
	}
	for i, parameter := range init.Params {
		if !knowledge.NamesRank(parameter.Name) {
			continue
		}
		rank := p.passed(c, parameter, i-1) // self is given by nobody
		if n, _ := rank.Number(); n > 0 {
			j.claim(dialect.LoRARank, rank.Text(), j.rankOf(rank), "the script's own adapters", rank.notDefault())
		}
		return
	}
}

// passed is what a call gives for a parameter, or its default. A call that the run does not come to, as it stands in a
// loop over the modules of a library's model, hands on what its function was given.
func (p *Program) passed(c *python.Call, parameter *python.Param, at int) Found {
	if v, presence := p.Argument(c, parameter.Name, at); presence == python.Given && v.Known() {
		return v
	}
	given := p.Module().Argument(c, parameter.Name, at)
	name, isName := given.Value.(*python.Name)
	f := python.EnclosingFunction(c)
	switch {
	case given.Presence == python.Absent && parameter.Default != nil:
		return p.Value(parameter.Default)
	case given.Presence == python.Given && !isName: // LoRALinear(m, rank=4)
		if v, known := p.Module().Const(given.Value); known && v.Kind == python.IntValue {
			return foundAt(run.Int(v.Int), p.Place(given.Value))
		}
		return Found{}
	case given.Presence != python.Given || f == nil:
		return Found{}
	}
	for i, outer := range f.Params {
		if outer.Name != name.ID {
			continue
		}
		for _, made := range p.run.ran().Trace.Calls {
			if !begins(made, f) {
				continue
			}
			if v, uncertain := made.Argument(outer.Name, i); v != nil {
				return p.run.found(v)
			} else if !uncertain && outer.Default != nil {
				return p.Value(outer.Default)
			}
		}
	}
	return Found{}
}
