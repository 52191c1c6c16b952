package knowledge

import "strings"

// MakesStepped reports whether a class or function makes a scheduler of learning rates that does nothing until somebody
// calls its step().
func MakesStepped(path string) bool {
	last := path[strings.LastIndexByte(path, '.')+1:]
	class := strings.HasPrefix(path, "torch.optim.lr_scheduler.") && last != "LRScheduler" && last != "_LRScheduler"
	return class && last[0] >= 'A' && last[0] <= 'Z' || MakesTorchScheduler(path)
}

// ReadsScheduler reports whether an attribute of a scheduler only tells what it is, or puts a state into it.
func ReadsScheduler(attribute string) bool { return readsScheduler[attribute] }

var readsScheduler = set(`get_last_lr get_lr print_lr state_dict load_state_dict last_epoch base_lrs`)

// StartsLow reports whether a schedule, by the class or function that makes it, begins with a rate far below the one
// that the optimizer was given: where nothing steps it, that stays.
func StartsLow(class string) bool { return startsLow[class] || strings.Contains(class, "warmup") }

var startsLow = set(`OneCycleLR CyclicLR LinearLR WarmupLinearSchedule WarmupCosineSchedule`)

// IsSchedulerModule reports whether a path is that of the module which holds torch's schedulers.
func IsSchedulerModule(path string) bool { return path == "torch.optim.lr_scheduler" }
