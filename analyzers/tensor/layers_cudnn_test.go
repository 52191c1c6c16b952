package tensor

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/table"
)

// dropoutStates are the random states that torch makes once for all recurrent layers, with the first that drops
// something: 48 KiB for each of an H200's processors.
const dropoutStates = 132 * 48 << 10

// TestRecurrentLayersOnAGPU holds what cuDNN keeps and takes against what an H200 allocated
// (estimator/oracle/gpu_rnn.py): the first to the byte for nearly all, the workspaces to a few hundredths.
func TestRecurrentLayersOnAGPU(t *testing.T) {
	text, err := os.Open("../../testdata/oracle/gpu_rnn.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := table.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	exact, all := 0, 0
	off := map[string][]float64{}
	for _, row := range rows {
		n := func(column string) int64 {
			v, err := strconv.ParseInt(row[column], 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", column, err)
			}
			return v
		}
		if row["mode"] != "train" || row["states"] == "1" || row["backward"] == "" {
			continue
		}
		typed, autocast, _ := strings.Cut(row["dtype"], " autocast ")
		types := map[string]DType{"float32": Float32, "float16": Float16, "bfloat16": BFloat16, "": NoDType}
		rate, _ := strconv.ParseFloat(row["dropout"], 64)
		kw := map[string]Value{"num_layers": Int(n("layers")), "bias": Bool(n("bias") == 1), "batch_first": Bool(n("first") == 1),
			"dropout": Float(rate), "bidirectional": Bool(n("both") == 1), "dtype": types[typed]}
		kind := row["kind"]
		if kind == "ReLU" {
			kind, kw["nonlinearity"] = "RNN", String("relu")
		}
		m, err := NewModule("torch.nn."+kind, []Value{Int(n("w")), Int(n("h"))}, kw)
		if err != nil {
			t.Fatal(err)
		}
		shape := []int64{n("b"), n("t"), n("w")}
		if n("first") == 0 {
			shape[0], shape[1] = shape[1], shape[0]
		}
		x := NewTensor(types[typed], shape...)
		x.RequiresGrad = n("leaf") == 1
		tape := NewTape()
		tape.Autocast = types[autocast]
		v, err := tape.Forward(m, []Value{x}, nil)
		if err != nil {
			t.Fatal(err)
		}
		node := v.(Tuple)[0].(*Tensor).history()
		for node.saved == nil && len(node.next) > 0 { // behind the turned dimensions
			node = node.next[0].to
		}
		saved := int64(0)
		for i, s := range node.saved {
			if s != x.Storage && !s.Parameter && !slices.Contains(node.saved[:i], s) {
				saved += s.Bytes
			}
		}
		all++
		if want := n("saved"); saved == want || saved+dropoutStates == want {
			exact++
		} else if row["bias"] == "1" {
			t.Logf("%v: %d bytes kept, torch keeps %d", row, saved, want)
		}
		there := slices.Clone(node.saved)
		for out := range tensorsIn(v) {
			there = append(there, out.Storage)
		}
		taken := int64(0)
		for _, s := range tape.allocations {
			if !slices.Contains(there, s) {
				taken += s.Bytes
			}
		}
		off["forward"] = append(off["forward"], math.Abs(float64(taken)/float64(n("forward_peak"))-1))
		beside := node.scratch
		if autocast != "" && x.RequiresGrad { // its own gradient is counted in float32, which is made behind
			beside -= x.Bytes() / 2
		}
		off["backward"] = append(off["backward"], math.Abs(float64(beside)/float64(n("backward_peak"))-1))
	}
	t.Logf("%d of %d exact", exact, all)
	if all < 1500 || float64(exact) < 0.98*float64(all) {
		t.Errorf("what is kept is exact for %d of %d", exact, all)
	}
	for _, way := range []string{"forward", "backward"} {
		slices.Sort(off[way])
		median, most := off[way][all/2], off[way][all*9/10]
		t.Logf("%s: median %.1f %%, nine of ten within %.1f %%", way, 100*median, 100*most)
		if median > 0.01 || most > 0.04 {
			t.Errorf("%s: median %.1f %%, nine of ten within %.1f %%", way, 100*median, 100*most)
		}
	}
}
