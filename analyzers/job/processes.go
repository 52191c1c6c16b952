package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/run"
)

// launcherVariable is a variable that the launcher sets in every process it starts.
// A script that asks for one with a default, os.environ.get("WORLD_SIZE", 1), means
// the default for a run without a launcher. Ranks are those of the first process,
// whose run is the job.
func (j *Job) launcherVariable(name string) (v *run.Located, set bool) {
	if !knowledge.SaysRank(name) || !j.setsRanks() {
		return nil, false
	}
	processes := j.processes()
	switch {
	case j.Launch.Launcher == launch.Accelerate && processes == 1:
		return nil, false // it starts a single process as python would
	case j.Launch.Launcher == launch.Accelerate && processes == 0, name == "LOCAL_WORLD_SIZE":
		return nil, true
	case name == "RANK", name == "LOCAL_RANK":
		return j.fromLauncher("0", name), true
	case processes == 0:
		return nil, true
	}
	return j.fromLauncher(strconv.Itoa(processes), name), true
}

// setsRanks reports whether the launcher hands its processes their ranks.
func (j *Job) setsRanks() bool {
	if j.Launch == nil {
		return false
	}
	switch j.Launch.Launcher {
	case launch.Accelerate, launch.Torchrun, launch.DeepSpeed, launch.Composer, launch.ColossalAI:
		return true
	}
	return false
}

// processes is how many processes the launcher starts, 0 when only the run knows.
func (j *Job) processes() int {
	number := func(f dialect.Field) int {
		v, _ := j.launcherClaim(f)
		n, _ := strconv.Atoi(v.Text)
		return n
	}
	if n := number(dialect.GPUs); n > 0 {
		return n
	}
	if n := number(dialect.GPUsPerNode); n > 0 {
		return n * max(1, number(dialect.Nodes))
	}
	if n := j.Launch.Processes(); n.Known {
		return n.Value
	}
	return 0
}

func (j *Job) fromLauncher(text, name string) *run.Located {
	command := j.Launch.Command
	return &run.Located{Value: run.Str(text), Origin: Place{File: command.File, Span: command.Span, Key: name}}
}

// spawned reads how many processes the program itself starts, one for each card: mp.spawn(main, nprocs=4). It is not
// known where the host decides it, as in nprocs=torch.cuda.device_count(), and where only some runs start them.
func (j *Job) spawned() {
	e := j.Program.run
	for _, c := range e.ran().Trace.Calls {
		if j.submitted(c) {
			continue
		}
		path, _ := run.Bare(c.Callee).(run.Symbol)
		how, ok := knowledge.Spawns(string(path))
		if !ok {
			continue
		}
		if how.Count == "" {
			if len(c.Laps) > 0 { // for rank in range(n): Process(target=main).start()
				j.doubt(dialect.GPUs, byUnread)
			}
			continue
		}
		v, uncertain := c.Argument(how.Count, 2)
		count := e.found(v)
		n, known := count.Number()
		switch {
		case v == nil && !uncertain && !how.ByHost: // one process
		case known && n >= 1 && len(c.Gates) == 0:
			j.claim(dialect.GPUs, strconv.Itoa(int(n)), byScript, run.LastPart(string(path))+"("+how.Count+")", count)
		default:
			j.doubt(dialect.GPUs, byUnread) // the cards that the launcher lets it see decide
		}
	}
}

// submitted reads what a program asks a cluster for: executor.update_parameters(gpus_per_node=8, nodes=2) of submitit.
// Each task is a process: the cards are those of the training where each has one and all that the program submits goes
// the same way.
func (j *Job) submitted(c *run.Call) bool {
	method, ok := run.Bare(c.Callee).(*run.Member)
	if !ok || method.Name != "update_parameters" || !submits(method.Object) {
		return false
	}
	if len(c.Args) == 0 || !slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		return a.Star > 0 || strings.HasSuffix(a.Name, "gpus_per_node") || strings.HasSuffix(a.Name, "nodes") ||
			strings.HasSuffix(a.Name, "tasks_per_node")
	}) {
		return true // another call says it: executor.update_parameters(name="detr")
	}
	cards := j.toldExecutor(c, "gpus_per_node", 0)
	tasks, nodes := j.toldExecutor(c, "tasks_per_node", 1), j.toldExecutor(c, "nodes", 1)
	executors := map[run.Value]bool{}
	for _, other := range j.Program.run.ran().Trace.Calls {
		if m, ok := run.Bare(other.Callee).(*run.Member); ok && m.Name == "update_parameters" && submits(m.Object) {
			executors[run.Bare(m.Object)] = true
		}
	}
	per, known := cards.Number()
	each, alone := tasks.Number()
	number, told := nodes.Number()
	if !known || !alone || !told || per != each || len(executors) > 1 || perhaps(c.Gates) {
		j.doubt(dialect.GPUs, byUnread)
		return true
	}
	j.claim(dialect.GPUs, strconv.Itoa(int(per*number)), byScript, "update_parameters(gpus_per_node, nodes)", cards)
	return true
}

// submits reports whether a value is an executor of submitit.
func submits(v run.Value) bool {
	executor, ok := run.Bare(v).(*run.Object)
	if !ok || executor.Made == nil {
		return false
	}
	path, _ := run.Bare(executor.Made.Callee).(run.Symbol)
	return knowledge.SubmitsJobs(string(path))
}

// toldExecutor is a number that an executor is told, under its own name or slurm's; what it is where nothing is said.
func (j *Job) toldExecutor(c *run.Call, name string, otherwise int64) Found {
	for _, one := range []string{name, "slurm_" + name} {
		if v, uncertain := c.Argument(one, -1); v != nil || uncertain {
			return j.Program.run.found(v)
		}
	}
	return Found{Value: run.Int(otherwise)}
}
