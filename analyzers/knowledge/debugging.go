package knowledge

import (
	"path"
	"strings"
)

// DebugVariable is a variable of the environment that slows a run, or fills its log, so that somebody sees why it
// fails.
type DebugVariable struct {
	Name, Value string
	// Cost is what it does, behind the name and the value.
	Cost string
	// Mild: it costs a moment at the start only.
	Mild bool
}

// FindsFaults reports whether a script, by its name or a folder of it, is there to find out what fails:
// debug_train.sh, scripts/troubleshooting/one_batch.sh.
func FindsFaults(script string) bool {
	script = strings.ToLower(script)
	return strings.Contains(path.Base(script), "debug") || strings.Contains(script, "troubleshoot") ||
		strings.Contains(path.Dir("/"+script)+"/", "/debug")
}

// LaunchBlocking is the variable that makes each CUDA kernel wait.
const LaunchBlocking = "CUDA_LAUNCH_BLOCKING"

// DebugVariables are those that people leave in their launchers.
func DebugVariables() []DebugVariable { return debugVariables }

var debugVariables = []DebugVariable{
	{Name: LaunchBlocking, Value: "1", Cost: "makes Python wait for every CUDA kernel: nothing overlaps any longer"},
	{
		Name:  "TORCH_DISTRIBUTED_DEBUG",
		Value: "DETAIL",
		Cost:  "compares the shapes of every collective operation over all ranks before it runs",
	},
	{Name: "NCCL_DEBUG", Value: "TRACE", Cost: "writes a line for every call of NCCL on every rank"},
	{Name: "NCCL_DEBUG", Value: "INFO", Cost: "writes some hundred lines on every rank before the first step", Mild: true},
}
