package tensor_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

// TestStepsPeakWhereTorchDoes runs every line of testdata/oracle/steps.csv: a training step whose storages torch's
// dispatcher saw come and go. Every phase is compared to the byte.
func TestStepsPeakWhereTorchDoes(t *testing.T) {
	for _, r := range readRows(t, "../../testdata/oracle/steps.csv") {
		p := newProgram(r["inputs"])
		p.tape.Device = tensor.CPU
		for _, v := range p.names {
			v.(*tensor.Tensor).RequiresGrad = false
		}
		loss, ok := p.run(r["code"]).(*tensor.Tensor)
		if !ok {
			t.Fatalf("%s: the loss is no tensor", r["code"])
		}
		for _, v := range p.names {
			if _, ok := v.(layer); !ok {
				p.tape.Use(v)
			}
		}
		owned := tensor.Owned{}
		parameters := int64(0)
		for _, root := range p.modules {
			for m := range root.All() {
				for _, named := range m.Parameters {
					if named.Tensor != nil {
						parameters += named.Tensor.Bytes()
						owned.Bytes += 3*named.Tensor.Bytes() + 4 // AdamW's two states, and a count of steps
					}
				}
				for _, named := range m.Buffers {
					owned.Bytes += named.Tensor.Bytes()
				}
			}
		}
		owned.Update = parameters
		for name, v := range p.names {
			if strings.Contains(" "+r["inputs"], " "+name+"=") {
				owned.Held = append(owned.Held, v)
			}
		}
		peaks, _ := p.tape.Peaks(loss, owned)
		for _, phase := range []struct {
			name string
			got  int64
		}{{"forward_peak", peaks.Forward}, {"backward_peak", peaks.Backward}, {"optimizer_peak",
			peaks.Optimizer}, {"gradients", peaks.Gradients}} {
			want, _ := strconv.ParseInt(r[phase.name], 10, 64)
			if phase.got != want {
				t.Errorf("%s | %s: %s %d, want %d (%+.2f %%)", r["inputs"], r["code"], phase.name, phase.got, want,
					100*float64(phase.got-want)/float64(want))
			}
		}
	}
}
