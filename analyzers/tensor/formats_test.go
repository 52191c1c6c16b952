package tensor

import (
	"slices"
	"strings"
	"testing"
)

// TestFormats: channels last is a copy where the tensor does not lie so, and the tensor itself where it does.
func TestFormats(t *testing.T) {
	last := map[string]Value{"memory_format": String("channels_last")}
	for _, method := range []string{"Tensor.to", "Tensor.contiguous"} {
		tape := NewTape()
		x := NewTensor(Float32, 2, 3, 8, 8)
		first, err := tape.Call(method, []Value{x}, last)
		if err != nil {
			t.Fatal(err)
		}
		turned := first.(*Tensor)
		if turned.Storage == x.Storage || !slices.Equal(turned.Strides, []int64{192, 1, 24, 3}) {
			t.Errorf("%s: strides %v, the storage of the tensor itself: %t", method, turned.Strides, turned.Storage == x.Storage)
		}
		if again, err := tape.Call(method, []Value{turned}, last); err != nil || again != Value(turned) {
			t.Errorf("%s: what lies channels last is copied (%v)", method, err)
		}
		if _, err := tape.Call(method, []Value{NewTensor(Float32, 2, 3)}, last); err == nil {
			t.Errorf("%s: a matrix has channels", method)
		}
	}
	tape := NewTape()
	x := NewTensor(Float32, 2, 3)
	if same, err := tape.Call("Tensor.contiguous", []Value{x}, map[string]Value{"memory_format": String("contiguous_format")}); err != nil || same != Value(x) {
		t.Errorf("a contiguous tensor is copied (%v)", err)
	}
}

// TestCheckpointsUnderAutocast: what autocast makes of the weights of a checkpoint goes where autocast ends, and is
// made again; a weight that is read in two parts ends the answer.
func TestCheckpointsUnderAutocast(t *testing.T) {
	step := func(checkpointed bool, readers int) (Peaks, error) {
		tape := NewTape()
		tape.Autocast = BFloat16
		x := NewTensor(Float32, 4, 256)
		x.RequiresGrad = true
		weights := []*Tensor{NewTensor(Float32, 256, 256), NewTensor(Float32, 256, 256), NewTensor(Float32, 256, 256)}
		for _, w := range weights {
			w.RequiresGrad, w.Parameter, w.Storage.Parameter = true, true, true
		}
		var now Value = x
		for i := range weights {
			w := weights[i%readers]
			var inner error
			layer := func() []Value {
				for range 2 {
					if out, err := tape.Call("torch.nn.functional.linear", []Value{now, w}, nil); err != nil {
						inner = err
					} else {
						now = out
					}
				}
				return []Value{now}
			}
			if !checkpointed {
				layer()
			} else if err := tape.Checkpoint(false, []Value{now}, layer); err != nil {
				return Peaks{}, err
			}
			if inner != nil {
				return Peaks{}, inner
			}
		}
		loss, err := tape.Call("torch.sum", []Value{now}, nil)
		if err != nil {
			return Peaks{}, err
		}
		tape.EndAutocast()
		peaks, _ := tape.Peaks(loss.(*Tensor), Owned{})
		return peaks, nil
	}
	const half = 256 * 256 * 2
	kept, err := step(false, 3)
	again, wrong := step(true, 3)
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	// the copies are there when the forward pass ends; the graph keeps them only where nothing is made again
	if again.Forward < 3*half || again.Saved > 16<<10 || kept.Saved < 3*half {
		t.Errorf("%+v, with checkpoints %+v", kept, again)
	}
	if _, err := step(true, 1); err == nil || !strings.Contains(err.Error(), "within a checkpoint and outside") {
		t.Errorf("a weight of several checkpoints: %v", err)
	}
}
