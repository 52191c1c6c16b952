package tensor

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/table"
)

// TestConvolutionsOnAGPU holds cuDNN's workspaces against what an H100 allocated (estimator/oracle/gpu_ops.py). Which
// kernel cuDNN takes is its own decision: most of the rows have to be near, and no more may be said on the whole than
// there is.
func TestConvolutionsOnAGPU(t *testing.T) {
	text, err := os.Open("../../testdata/oracle/gpu_ops.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := table.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	near, seen := map[string]int{}, map[string]int{}
	said, there := 0.0, 0.0
	for _, row := range rows {
		op, way := row["operation"], strings.Fields(row["pass"])[0]
		if !strings.HasPrefix(op, "conv") || strings.Contains(row["arguments"], "channels last") || strings.Contains(row["pass"], "weight") {
			continue
		}
		words := strings.Fields(row["arguments"])
		dtype := map[string]DType{"float32": Float32, "bfloat16": BFloat16, "float16": Float16}[row["dtype"]]
		x, w := sized(t, dtype, words[0]), sized(t, dtype, words[1])
		kw := map[string]Value{}
		for i := 2; i+1 < len(words); i += 2 {
			var n int64
			if _, err := fmt.Sscan(words[i+1], &n); err != nil {
				t.Fatal(err)
			}
			kw[words[i]] = Int(n)
		}
		if kw["dilation"] != nil {
			kw["padding"] = Int(int64(kw["dilation"].(Int)) * (w.Shape[2] / 2))
		}
		x.RequiresGrad, w.RequiresGrad = true, true
		tape := NewTape()
		tape.Card.Cores = TF32Cores
		out, err := tape.Call("torch.nn.functional."+op, []Value{x, w}, kw)
		if err != nil {
			t.Fatalf("%s %s: %v", op, row["arguments"], err)
		}
		got := float64(out.(*Tensor).fn.scratch)
		if way == "forward" {
			got = 0
			for _, s := range tape.allocations {
				if s != out.(*Tensor).Storage {
					got += float64(s.Bytes)
				}
			}
		}
		var want float64
		if _, err := fmt.Sscan(row["extra"], &want); err != nil {
			t.Fatal(err)
		}
		said, there = said+got, there+want
		const slack = 8 << 20
		seen[way]++
		if math.Abs(got-want) <= 0.1*want+slack {
			near[way]++
		} else {
			t.Logf("%s %s %s %s: %.1f MiB, cuDNN takes %.1f", op, row["dtype"], way, row["arguments"], got/(1<<20), want/(1<<20))
		}
	}
	for _, way := range []string{"forward", "backward"} {
		t.Logf("%s: %d of %d near", way, near[way], seen[way])
		if seen[way] < 60 || float64(near[way]) < 0.75*float64(seen[way]) {
			t.Errorf("%s: %d of %d near", way, near[way], seen[way])
		}
	}
	if off := said/there - 1; math.Abs(off) > 0.15 {
		t.Errorf("%+.0f %% of what all take", 100*off)
	}
}

func sized(t *testing.T, dtype DType, text string) *Tensor {
	t.Helper()
	var shape []int64
	for _, word := range strings.Split(text, "x") {
		var n int64
		if _, err := fmt.Sscan(word, &n); err != nil {
			t.Fatal(err)
		}
		shape = append(shape, n)
	}
	return NewTensor(dtype, shape...)
}

// TestScratchOnAGPU holds what backward passes need beside their gradients against an H200
// (estimator/oracle/gpu_rnn.py), by operation.
func TestScratchOnAGPU(t *testing.T) {
	text, err := os.Open("../../testdata/oracle/gpu_kernels.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := table.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"softmax 1": "softmax", "log_softmax 1": "log_softmax", "cumsum 1": "cumsum", "roll": "roll", "erf": "erf", "pow 3": "pow",
		"logsumexp 1": "logsumexp", "std 1": "std", "var 2 3": "var", "norm all": "norm", "relu": "relu", "gelu": "gelu", "silu": "silu"}
	seen := map[string]int{}
	for _, row := range rows {
		name, ok := names[row["operation"]]
		var given, extra int64
		if _, err := fmt.Sscan(row["gradients"]+" "+row["backward_extra"], &given, &extra); err != nil {
			t.Fatal(err)
		}
		if !ok || given < 1<<22 { // below, the counters of a reduction weigh
			continue
		}
		tape := NewTape()
		e := &engine{timeline: newTimeline(tape, 0)}
		n := &node{op: "torch." + name, out: given, next: []edge{{bytes: given}}}
		if scratchOfInput[name] > 0 {
			n.out = 0
		}
		got := e.beside(n, name)
		seen[name]++
		if math.Abs(float64(got-extra)) > 0.06*float64(given) {
			t.Errorf("%s %s %s: %d bytes, torch takes %d", row["operation"], row["arguments"], row["dtype"], got, extra)
		}
	}
	if len(seen) < len(names) {
		t.Errorf("seen: %v", seen)
	}
}

// TestMadeBeforeTheSteps: what a program makes before its loop was allocated on another tape, whose clock says nothing
// here.
func TestMadeBeforeTheSteps(t *testing.T) {
	before := NewTape()
	for range 40 {
		if _, err := before.Call("torch.zeros", []Value{Int(8), Int(4)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	made, err := before.Call("torch.zeros", []Value{Int(8), Int(4)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	steps := NewTape()
	weight := NewParameter(Float32, 4, 2)
	weight.RequiresGrad = true
	out, err := steps.Call("torch.mm", []Value{made, weight}, nil)
	if err != nil {
		t.Fatal(err)
	}
	loss, err := steps.Call("torch.sum", []Value{out}, nil)
	if err != nil {
		t.Fatal(err)
	}
	steps.Backward(loss.(*Tensor), false)
	const data, result, sum = 8 * 4 * 4, 8 * 2 * 4, 4
	if got, _, _ := steps.Training(nil); got.Forward.Bytes != data+result+sum {
		t.Errorf("%d bytes in the forward pass, want the data, the product and its sum: %d", got.Forward.Bytes, data+result+sum)
	}
}
