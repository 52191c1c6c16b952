package library

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// spawn runs the function that mp.spawn(worker, args=(…)) starts in each process: once, it stands for all of them.
func (l Library) spawn(m *run.Machine, c *run.Call, how knowledge.Spawned) {
	worker, _ := c.Argument(how.Function, 0)
	if worker == nil {
		return
	}
	var args []run.Argument
	if how.Ranked {
		rank := m.Unknown("the number of the process")
		rank.Word = "rank"
		args = append(args, run.Argument{Value: rank})
	}
	given, open := c.Argument("args", how.Args)
	switch given := given.(type) {
	case *run.Tuple:
		for _, v := range given.Items {
			args = append(args, run.Argument{Value: v})
		}
	case nil:
		if open {
			return
		}
	default:
		args = append(args, run.Argument{Value: given, Star: 1})
	}
	m.InProcess(worker, args, c)
}

// submitted runs what executor.submit(trainer, …) of submitit hands to a cluster: a function, or an object that can be
// called.
func submitted(m *run.Machine, c *run.Call, f *run.Member) bool {
	o, ok := f.Object.(*run.Object)
	if !ok || o.Made == nil || f.Name != "submit" || len(c.Args) == 0 || c.Args[0].Star > 0 || c.Args[0].Name != "" {
		return false
	}
	path, _ := run.Bare(o.Made.Callee).(run.Symbol)
	if !knowledge.SubmitsJobs(string(path)) {
		return false
	}
	m.InProcess(c.Args[0].Value, c.Args[1:], c)
	return true
}
