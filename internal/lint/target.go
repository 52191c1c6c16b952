package lint

import (
	"fmt"
	"path/filepath"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/rules"
)

// knownGPU says whether a name is in the GPU catalogue.
func knownGPU(name string) error {
	if _, ok := estimator.LookupGPU(name); ok {
		return nil
	}
	var names []string
	for _, gpu := range estimator.GPUs() {
		names = append(names, gpu.Name, gpu.Key)
	}
	return fmt.Errorf("no GPU of the catalogue is called %q%s", name, nearest.Hint(name, names))
}

// target is the hardware that a file's jobs are judged against. The settings
// were read before; a folder whose settings are broken ended the run.
func (p *project) target(path string) rules.Target {
	held, err := p.resolver.For(filepath.Dir(p.full(path)))
	if err != nil {
		return rules.Target{}
	}
	target := rules.Target{GPU: held.Target.GPU.Value, Count: held.Target.Count, HostMemory: held.Target.HostMemory}
	if target.GPU != "" {
		target.From = held.Target.GPU.Origin.Relative(p.Dir)
	}
	if p.GPU != "" {
		target.GPU, target.From = p.GPU, "--gpu"
	}
	return target
}
