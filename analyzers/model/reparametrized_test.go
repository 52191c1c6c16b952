package model

import (
	"fmt"
	"strings"
	"testing"
)

// TestReparametrizedLayers runs the lines of testdata/oracle/ops.csv, which torch itself measured, about layers whose
// weight torch.nn.utils computes again in each forward pass.
func TestReparametrizedLayers(t *testing.T) {
	checked := 0
	for _, row := range measured(t, "../../testdata/oracle/ops.csv") {
		made, ok := strings.CutSuffix(row["code"], "(x)")
		if !ok || !strings.HasPrefix(made, "nn.utils.") {
			continue
		}
		checked++
		shape, _, _ := strings.Cut(row["result"], ":")
		want := fmt.Sprintf("%s saved %s parameters %s buffers %s", shape, row["saved_bytes"], row["parameters"], row["buffers"])
		text := head + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layer = " + made +
			"\n    def forward(self, x):\n        return self.layer(x.requires_grad_())\n"
		ask := Request{Name: "M", Inputs: inputsOf(t, strings.TrimPrefix(row["inputs"], "x="))}
		a, err := build(t, files{"m.py": text}, "m.py", ask)
		if err != nil || len(a.Unknown) > 0 || len(a.Outputs) != 1 {
			t.Errorf("%s: %+v, %v", made, a, err)
			continue
		}
		shape = strings.ReplaceAll(strings.Trim(fmt.Sprint(a.Outputs[0]), "[]"), " ", "x")
		got := fmt.Sprintf("%s saved %d parameters %d buffers %d", shape, a.Saved, a.Parameters, a.Buffers)
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", made, got, want)
		}
	}
	if checked != 12 {
		t.Errorf("%d rows", checked)
	}
}
