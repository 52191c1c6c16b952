package job

import (
	"bytes"
	"slices"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// makesOwnAdapter reports whether a call makes a layer with adapters of a class that the project wrote itself: it holds a layer that it was given,
// and two small ones beside it, self.lora_A and self.lora_B.
func makesOwnAdapter(m *python.Module, c *python.Call) bool {
	if len(c.Args) == 0 || !bytes.Contains(bytes.ToLower(m.File.Text), []byte("lora")) {
		return false
	}
	class, ok := m.Definition(c.Func).(*python.Class)
	if !ok || !slices.Contains(m.BaseNames(class), "torch.nn.Module") {
		return false
	}
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

// adaptsItself reports whether a script puts adapters of its own class into a model for certain: the function that does so is called, and walks over
// the modules of the model, of which only the run can tell which it changes. What is not frozen then is trained with them.
func (p *Program) adaptsItself(c *python.Call) (runs, known bool) {
	if runs, known = p.Runs(c); known && !runs {
		return false, true
	}
	f := python.EnclosingFunction(c)
	if f == nil || !slices.ContainsFunc(p.run.ran().Trace.Calls, func(made *run.Call) bool {
		callee, ok := run.Bare(made.Callee).(*run.Function)
		return ok && callee.Node == python.Node(f) && len(made.Gates) == 0 && !guessed(made)
	}) {
		return false, false
	}
	return p.freezes(), p.freezes()
}

// freezes reports whether a file of the script freezes parameters.
func (p *Program) freezes() bool {
	return slices.ContainsFunc(p.run.modules, func(q *Program) bool { return bytes.Contains(q.Module.File.Text, []byte("requires_grad")) })
}

// ownAdapted are the models that the script's own functions put adapters into, where the optimizer is only given a list of these.
func (j *Job) ownAdapted(owners []part) (list []part) {
	if len(owners) > 0 {
		return nil
	}
	for _, p := range j.programs {
		for _, c := range p.Module.AllCalls() {
			f := python.EnclosingFunction(c)
			if f == nil || !makesOwnAdapter(p.Module, c) {
				continue
			}
			if runs, _ := p.adaptsItself(c); !runs {
				continue
			}
			for _, made := range p.run.ran().Trace.Calls {
				callee, ok := run.Bare(made.Callee).(*run.Function)
				if !ok || callee.Node != python.Node(f) || len(made.Args) == 0 || guessed(made) {
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
	class, _ := p.Module.Definition(c.Func).(*python.Class)
	if class == nil {
		return
	}
	init, ok := p.Module.Method(class, "__init__").(*python.Function)
	if !ok {
		return
	}
	for i, parameter := range init.Params {
		if !knowledge.NamesRank(parameter.Name) {
			continue
		}
		rank, presence := p.Argument(c, parameter.Name, i-1) // self is given by nobody
		if presence == python.Absent && parameter.Default != nil {
			rank = p.Value(parameter.Default)
		}
		if n, known := rank.Number(); known && n > 0 {
			j.claim(dialect.LoRARank, rank.Text(), j.rankOf(rank), "the script's own adapters", rank.notDefault())
		}
		return
	}
}
