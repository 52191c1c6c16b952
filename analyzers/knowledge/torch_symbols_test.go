package knowledge

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"
)

// leftOut are names that the packages call deprecated, and that the rule says nothing of, with the reason.
var leftOut = map[string]string{
	"torch.cuda.amp.":                             "deprecated-autocast, deprecated-gradscaler, deprecated-custom-fwd",
	"torch.cpu.amp.":                              "deprecated-autocast, deprecated-gradscaler",
	"torch.jit.":                                  "what replaces TorchScript depends on where the model goes",
	"torch.autograd.profiler.":                    "tools beside a training",
	"torch.autograd.profiler_legacy.":             "tools beside a training",
	"torch.autograd.gradcheck.":                   "tools beside a training",
	"torch.utils.data.backward_compatibility.":    "moved code of the package's own",
	"torch.utils.data.datapipes.":                 "code of the package's build",
	"torch.utils.data.graph":                      "moved with torchdata",
	"torch.utils.model_dump.":                     "a command",
	"torch.distributed.launch.main":               "a command: launchers are read as commands",
	"torch.autograd.variable":                     "a module, and no name that a program calls",
	"torch.autograd.function.traceable":           "a decorator that did nothing, in no project seen",
	"torch.nn.modules.":                           "defined there, used as torch.nn.…",
	"torch.nn.parallel.distributed.is_namedtuple": "an internal in all but name",
	"torch.nn.parallel.scatter_gather.":           "an internal in all but name",
	"torch.nn.functional.sigmoid":                 "warned up to torch 1.13, and no more",
	"torch.nn.functional.tanh":                    "warned up to torch 1.13, and no more",
	"torch.functional.":                           "defined there, used as torch.…",
	"torch.distributed.distributed_c10d.":         "defined there, used as torch.distributed.…",
	"torch.distributed.checkpoint.state_dict_":    "defined there, used as torch.distributed.checkpoint.…",
	"torch.distributed.checkpoint.optimizer.":     "for optimizers in shards; nothing replaces it by name",
	"torch.distributed.all_gather_coalesced":      "nothing replaces it by name",
	"torch.distributed.all_reduce_coalesced":      "nothing replaces it by name",
	"torch.distributed.all_gather_into_tensor":    "warned in torch 2.13, and is a plain alias in 2.15",
	"torch.distributed.reduce_scatter_tensor":     "warned in torch 2.13, and is a plain alias in 2.15",
	"torch.distributed.gather_into_tensor":        "came in one release and was renamed in the next",
	"torch.floor_divide":                          "deprecated in words up to torch 1.12, and no more",
	"torch.svd":                                   "deprecated in words, and does what it did",
	"torch.norm":                                  "deprecated in words, and does what it did",
	"torch.cuda.memory.":                          "defined there, used as torch.cuda.…",
	"torch.nn.utils.clip_grad.":                   "defined there, used as torch.nn.utils.…",
	"torch.nn.utils.weight_norm.":                 "defined there, used as torch.nn.utils.…",
}

// TestSymbolsOfThePackages holds the table against what the released packages say.
func TestSymbolsOfThePackages(t *testing.T) {
	file, err := os.Open("facts/torch-symbols.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]TorchSymbol{}
	for _, s := range torchSymbols {
		ours[s.Old] = s
	}
	oldest, met := rows[0][1], map[string]bool{}
	for _, r := range rows[1:] {
		name, raisesSince, gone := r[0], r[3], r[4]
		s, told := ours[name]
		reason := reasonFor(name)
		met[reason] = true
		switch removed := firstOf(raisesSince, gone); {
		case !told && reason == "":
			t.Errorf("%s: the packages call it deprecated (%q), the table does not have it, and no reason is given", name, r[1:])
		case told && reason != "":
			t.Errorf("%s: the table has it, and leftOut says why not", name)
		case told && removed != s.Removed && (removed != oldest || s.Removed == "" || later(s.Removed, removed)):
			t.Errorf("%s: raises or is gone since %q in the packages, since %q in the table", name, removed, s.Removed)
		}
	}
	for prefix := range leftOut {
		if !met[prefix] {
			t.Errorf("leftOut: no package has a name %s…", prefix)
		}
	}
	for _, s := range torchSymbols {
		if s.Removed != "" && !listed(rows, s.Old) {
			t.Errorf("%s: said to be removed in %s, and no package says so", s.Old, s.Removed)
		}
	}
}

// reasonFor is the longest entry of leftOut that a name begins with; "" for none.
func reasonFor(name string) (prefix string) {
	for p := range leftOut {
		if (name == p || strings.HasPrefix(name, p) && !isLetter(p[len(p)-1]) || strings.HasPrefix(name, p+".") || strings.HasPrefix(name, p+"_")) && len(p) > len(prefix) {
			prefix = p
		}
	}
	return prefix
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func firstOf(a, b string) string {
	if a == "" || b != "" && later(a, b) {
		return b
	}
	return a
}

func later(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	major, _ := strconv.Atoi(x[0])
	other, _ := strconv.Atoi(y[0])
	if major != other {
		return major > other
	}
	minor, _ := strconv.Atoi(x[1])
	otherMinor, _ := strconv.Atoi(y[1])
	return minor > otherMinor
}

func listed(rows [][]string, name string) bool {
	for _, r := range rows {
		if r[0] == name {
			return true
		}
	}
	return false
}
