package launch

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Number is a count that a launch states somewhere.
type Number struct {
	Value  int
	Known  bool // false when it is stated but only the run knows the value
	Stated bool
	Span   source.Span // where it is stated
	From   string      // the flag or variable that states it
}

// Times multiplies two counts; the place is the first one's.
func (n Number) Times(m Number) Number {
	n.Value *= m.Value
	n.Known = n.Known && m.Known
	return n
}

// Processes is how many processes the launch starts over all nodes.
func (l *Launch) Processes() Number {
	switch l.Launcher {
	case Accelerate:
		return l.number("num_processes")
	case Torchrun, Torchtune, ColossalAI, Composer:
		return l.perNode()
	case DeepSpeed:
		return l.deepspeed()
	case Lightning:
		n := l.number("devices")
		if nodes := l.number("num_nodes"); n.Stated && nodes.Stated {
			return n.Times(nodes)
		}
		return n
	case Swift, Megatron: // which start torchrun when one of these is set
		return l.ofEnvironment("NPROC_PER_NODE", "NNODES")
	}
	return l.wrapped()
}

// ofEnvironment multiplies the processes of a machine and the machines that variables state.
func (l *Launch) ofEnvironment(processes, nodes string) Number {
	w, ok := l.Command.Env[processes]
	if !ok {
		return l.wrapped()
	}
	n := numberOf(w, processes)
	if w, ok := l.Command.Env[nodes]; ok {
		n = n.Times(numberOf(w, nodes))
	}
	return n
}

// Nodes is how many machines the launch names.
func (l *Launch) Nodes() Number {
	n := l.number("num_machines", "nnodes", "num_nodes", "N")
	if n.Stated {
		return n
	}
	if starter := l.starter(); len(starter) > 0 && path.Base(starter[0].Text) == "srun" {
		n = wrapperNumber(starter, "nodes", "N")
	}
	if n.Stated {
		return n
	}
	return l.directive("nodes", "N")
}

// directive is the number that a line of #SBATCH gives.
func (l *Launch) directive(names ...string) Number {
	for _, d := range l.Command.Slurm {
		if slices.Contains(names, d.Name) {
			return numberOf(Word{Text: d.Value, Known: true, Origin: d.Span}, d.Name)
		}
	}
	return Number{}
}

// Visible is how many GPUs CUDA_VISIBLE_DEVICES or --gpu_ids leaves visible.
func (l *Launch) Visible() Number {
	if f, ok := l.Option("gpu_ids"); ok && l.Launcher == Accelerate {
		if w, ok := f.Value(); ok && w.Text != "all" {
			return listLength(w, "gpu_ids")
		}
	}
	if w, ok := l.Command.Env["CUDA_VISIBLE_DEVICES"]; ok {
		return listLength(w, "CUDA_VISIBLE_DEVICES")
	}
	return Number{}
}

func listLength(w Word, from string) Number {
	list := strings.Trim(w.Text, " ,")
	n := Number{Known: w.Known, Stated: true, Span: w.Origin, From: from}
	if list != "" && list != "-1" {
		n.Value = strings.Count(list, ",") + 1
	}
	return n
}

func (l *Launch) number(names ...string) Number {
	f, ok := l.Option(names...)
	if !ok {
		return Number{}
	}
	w, ok := f.Value()
	if !ok {
		return Number{}
	}
	return numberOf(w, f.Name)
}

func numberOf(w Word, from string) Number {
	n, err := strconv.Atoi(strings.TrimSpace(w.Text))
	// -1: all there are
	return Number{Value: n, Known: err == nil && w.Known && n >= 0, Stated: true, Span: w.Origin, From: from}
}

// perNode is torchrun's processes per node times its nodes. "gpu" and "auto"
// start one process for each visible device.
func (l *Launch) perNode() Number {
	names := []string{"nproc_per_node", "nproc"}
	if l.Launcher == Composer {
		if all := l.number("world_size"); all.Stated {
			return all
		}
		names = []string{"nproc", "n"}
	}
	n := l.number(names...)
	switch f, _ := l.Option(names...); {
	// tune starts torchrun only where one of its options is given
	case !n.Stated && (l.Launcher == Torchrun || l.Launcher == Torchtune):
		n = Number{Value: 1, Known: true}
	case !n.Stated:
		return Number{}
	case !n.Known && len(f.Values) > 0 && (f.Values[0].Text == "gpu" || f.Values[0].Text == "auto"):
		n = l.Visible()
	}
	nodes := l.Nodes()
	if !nodes.Stated || l.Launcher == Composer {
		return n
	}
	return n.Times(nodes)
}

// deepspeed counts --include slots, else --num_gpus on each of --num_nodes.
func (l *Launch) deepspeed() Number {
	if f, ok := l.Option("include", "i"); ok {
		if w, ok := f.Value(); ok {
			return included(w)
		}
	}
	n := l.number("num_gpus")
	if nodes := l.number("num_nodes"); n.Stated && nodes.Stated {
		return n.Times(nodes)
	}
	return n
}

// included counts the slots of "localhost:0,1@worker-1:0,2"; a host without
// slots gives all it has, which nobody here knows.
func included(w Word) Number {
	n := Number{Known: w.Known, Stated: true, Span: w.Origin, From: "include"}
	for _, host := range strings.Split(w.Text, "@") {
		_, slots, ok := strings.Cut(host, ":")
		if !ok {
			n.Known = false
			continue
		}
		n.Value += strings.Count(strings.Trim(slots, ","), ",") + 1
	}
	return n
}

// wrapped reads the count that srun or mpirun gives to a plain program. The -n of nice or of conda run is another.
func (l *Launch) wrapped() Number {
	starter := l.starter()
	if n := wrapperNumber(starter, "ntasks", "n", "np", "num_proc"); n.Stated || len(starter) == 0 ||
		path.Base(starter[0].Text) != "srun" {
		return n
	}
	if n := l.directive("ntasks", "n"); n.Stated {
		return n
	}
	n, nodes := wrapperNumber(starter, "ntasks_per_node"), l.Nodes()
	if !n.Stated {
		n = l.directive("ntasks-per-node")
	}
	if !n.Stated || !nodes.Stated {
		return n
	}
	return n.Times(nodes)
}

// starters are the wrappers that start a program several times.
var starters = []string{"srun", "mpirun", "mpiexec", "horovodrun"}

// starter is the wrapper that does, with its options.
func (l *Launch) starter() []Word {
	words := l.Command.Wrappers
	first := slices.IndexFunc(words, func(w Word) bool { return slices.Contains(starters, path.Base(w.Text)) })
	if first < 0 {
		return nil
	}
	words = words[first:]
	for i := 1; i < len(words); i++ {
		_, another := wrappers[words[i].Text]
		if !another && i+1 < len(words) {
			_, another = wrappers[words[i].Text+" "+words[i+1].Text]
		}
		if before := words[i-1].Text; another && (!isOption(before) || strings.Contains(before, "=")) {
			return words[:i]
		}
	}
	return words
}

// wrapperNumber is the number behind an option of a wrapper.
func wrapperNumber(words []Word, names ...string) Number {
	for i, w := range words {
		name, value := optionName(w.Text)
		if value < 0 && len(w.Text) > 2 && w.Text[0] == '-' && unicode.IsDigit(rune(w.Text[2])) { // -n8
			name, value = w.Text[1:2], 2
		}
		switch {
		case !isOption(w.Text) || !slices.Contains(names, name):
		case value >= 0:
			return numberOf(w.Part(value, len(w.Text)), name)
		case i+1 < len(words):
			return numberOf(words[i+1], name)
		}
	}
	return Number{}
}
