package project

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/internal/settings"
)

// Target is the hardware that jobs are judged against, as far as someone said it.
type Target struct {
	GPU        string // as the user named it; estimator.LookupGPU knows it
	Count      int    // GPUs in all
	HostMemory int64  // bytes
	From       string // where it was said: "--gpu" or file:line
}

// KnownGPU says whether a name is in the GPU catalogue.
func KnownGPU(name string) error {
	if _, ok := estimator.LookupGPU(name); ok {
		return nil
	}
	hint := NearGPU(name)
	if hint == "" {
		var keys []string
		for _, gpu := range estimator.GPUs() {
			keys = append(keys, gpu.Key)
		}
		hint = ", which holds " + strings.Join(keys, ", ")
	}
	return fmt.Errorf("no GPU of the catalogue is called %q%s", name, hint)
}

// NearGPU is which of the catalogue's cards may be meant, in words; "" where none comes near.
func NearGPU(name string) string {
	var names []string
	for _, gpu := range estimator.GPUs() {
		names = append(names, gpu.Key, gpu.Name)
	}
	return nearest.Hint(name, names)
}

// Target is the hardware that a file's jobs are judged against. The settings
// were read before; a folder whose settings are broken ended the run.
func (p *Project) Target(path string) Target {
	held, err := p.SettingsOf(p.Full(path))
	if err != nil {
		return Target{}
	}
	return p.targetIn(held)
}

// targetIn is the usual hardware of settings.
func (p *Project) targetIn(held *settings.Settings) Target {
	target := Target{GPU: held.Target.GPU.Value, Count: held.Target.Count, HostMemory: held.Target.HostMemory}
	if target.GPU != "" {
		target.From = held.Target.GPU.Origin.Relative(p.Dir)
	}
	if p.GPU != "" {
		target.GPU, target.From = p.GPU, "--gpu"
	}
	return target
}
