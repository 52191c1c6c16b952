package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Spawned is how a function starts a function of the program in processes of its own.
type Spawned struct {
	Function string // the parameter that takes the function
	Args     int    // the position of the tuple of its arguments, called args; -1: by name only
	Ranked   bool   // the process's number is given in front of them
	Count    string // the parameter that says how many processes, at position 2
	ByHost   bool   // as many as the host has, where nobody says; else one
}

// Spawns tells how a function starts others in processes of their own; ok is false for one that does not.
func Spawns(path string) (s Spawned, ok bool) {
	s, ok = spawns[path]
	return s, ok
}

var spawns = map[string]Spawned{
	"torch.multiprocessing.spawn":           {"fn", 1, true, "nprocs", false},
	"torch.multiprocessing.spawn.spawn":     {"fn", 1, true, "nprocs", false},
	"torch.multiprocessing.start_processes": {"fn", 1, true, "nprocs", false},
	"accelerate.notebook_launcher":          {"function", 1, false, "num_processes", true},
	"torch.multiprocessing.Process":         {"target", -1, false, "", false},
	"multiprocessing.Process":               {"target", -1, false, "", false},
	"threading.Thread":                      {"target", -1, false, "", false},
	"detectron2.engine.launch":              {"main_func", 5, false, "", false},
	"detectron2.engine.launch.launch":       {"main_func", 5, false, "", false},
}

var (
	startsPython = pattern.New(
		`sys\.executable|["'\s](?:python3?|accelerate|torchrun|deepspeed|axolotl|llamafactory-cli|swift|tune|` +
			`trl|uv|nohup|srun|bash|yolo|nnUNetv2_train|litgpt|fairseq-train)["'\s]`,
	)
	stringStart = pattern.New(`^([A-Za-z]{0,2})("""|'''|"|')`)
)

// StartsPython reports whether the text of a program holds what starts another one in Python.
func StartsPython(text []byte) bool { return startsPython.Match(text) }

// StringStart is how a Python string begins: the letters in front of it and its quotes.
func StringStart(text string) (prefix, quote string, ok bool) {
	m := stringStart.Regexp().FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// StartsCommand reports whether a function starts another program: with its words, or with a text for a shell.
func StartsCommand(path string) bool { return startsCommand[path] }

var startsCommand = set(
	`subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen os.system os.popen
	subprocess.getoutput subprocess.getstatusoutput`,
)

// NamesStarter reports whether a function, by the last part of its name, may call a function that it is given: to start
// it in other processes, or with what the command line says.
func NamesStarter(name string) bool { return starters[name] }

var starters = set(`spawn start_processes notebook_launcher Process launch run Fire cli`)

// CallsAny reports whether a function, as it is written, may call any function of a script: by a text that holds its
// name, or all of them by the words of a command line, or gives all classes that inherit from one.
func CallsAny(path string) bool {
	return callsAny[path] || strings.HasSuffix(path, ".__subclasses__")
}

// What runs another file of a program as Python runs a script, and the module without whose name nobody calls it.
const (
	RunsFilesOf = "runpy"
	RunsModule  = "runpy.run_module"
	RunsPath    = "runpy.run_path"
)

// HoldsOwnNames reports whether an expression, as it is written, is the module in which it stands:
// sys.modules[__name__].
func HoldsOwnNames(text string) bool { return strings.Contains(text, "modules[__name__]") }

// Registers is the method of a class that is called with every class that inherits from it.
const Registers = "__init_subclass__"

var callsAny = set(
	`globals locals eval exec Fire fire.Fire import_module importlib.import_module runpy.run_path runpy.run_module
	instantiate hydra.utils.instantiate hydra.utils.call hydra.utils.get_class hydra.utils.get_method`,
)

// MakesCommand reports whether a decorator hands its function to something that calls it: a command line, a scheduler.
func MakesCommand(path string) bool {
	return commands[path[strings.LastIndexByte(path, '.')+1:]] && strings.Contains(path, ".")
}

var commands = set(
	`command main automain local_entrypoint entrypoint function task flow step pipeline remote op asset component record`,
)

// SaysRank reports whether a variable is one that a launcher hands to each of the processes that it starts.
func SaysRank(variable string) bool {
	switch variable {
	case "WORLD_SIZE", "RANK", "LOCAL_RANK", "LOCAL_WORLD_SIZE":
		return true
	}
	return false
}

// JoinsProcesses reports whether a function makes the process one of a group.
func JoinsProcesses(path string) bool { return joins[path] }

var joins = set(`torch.distributed.init_process_group torch.distributed.distributed_c10d.init_process_group
	deepspeed.init_distributed`)

var sharingSampler = pattern.New(`Dist\w*Sampler$|(Rank|Shard)\w*Sampler$`)

// NamesSharingSampler reports whether a class, by its name, samples a share of the data for each process.
func NamesSharingSampler(class string) bool { return sharingSampler.MatchString(class) }

// SubmitsJobs reports whether a class of submitit hands functions to a cluster, or to processes of this machine.
func SubmitsJobs(path string) bool {
	return strings.HasPrefix(path, "submitit.") && strings.HasSuffix(path, "Executor")
}
