package tensor

import "testing"

func TestKeepsWhatBackwardReads(t *testing.T) {
	tape := NewTape()
	x := NewTensor(Float32, 2, 3, 16, 16)
	conv, err := NewModule("torch.nn.Conv2d", []Value{Int(3), Int(8), Int(3)}, map[string]Value{"padding": Int(1)})
	if err != nil {
		t.Fatal(err)
	}
	bn, err := NewModule("torch.nn.BatchNorm2d", []Value{Int(8)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	y, err := tape.Forward(conv, []Value{x}, nil)
	if err != nil {
		t.Fatal(err)
	}
	y, err = tape.Forward(bn, []Value{y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	y, err = tape.Call("torch.relu", []Value{y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tape.SavedBytes(y), int64(2*3*256*4+2*8*256*4*2+64); got != want {
		t.Errorf("saved %d, want %d", got, want)
	}
}

// TestNormsByVersion: until torch 1.6 a group norm was a batch norm whose result, kept too, is scaled and shifted.
func TestNormsByVersion(t *testing.T) {
	const x, stats = 2 * 8 * 16 * 16 * 4, 2 * 2 * 2 * 4
	for version, want := range map[int]int64{0: x + stats, 106: x + stats, 113: x + stats, 105: 2*x + stats} {
		tape := NewTape()
		tape.Torch = version
		norm, err := NewModule("torch.nn.GroupNorm", []Value{Int(2), Int(8)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		in := NewTensor(Float32, 2, 8, 16, 16)
		in.RequiresGrad = true
		y, err := tape.Forward(norm, []Value{in}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := tape.SavedBytes(y); got != want {
			t.Errorf("torch %d: saved %d, want %d", version, got, want)
		}
	}
}

// TestSyncBatchNorm takes any number of dimensions from two on.
func TestSyncBatchNorm(t *testing.T) {
	for _, shape := range [][]int64{{4, 8}, {4, 8, 5}, {2, 8, 4, 4}, {2, 8, 2, 4, 4}} {
		tape := NewTape()
		norm, err := NewModule("torch.nn.SyncBatchNorm", []Value{Int(8)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		y, err := tape.Forward(norm, []Value{NewTensor(Float32, shape...)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tape.SavedBytes(y), product(shape)*4+2*8*4; got != want {
			t.Errorf("%v: saved %d, want %d", shape, got, want)
		}
	}
	norm, _ := NewModule("torch.nn.SyncBatchNorm", []Value{Int(8)}, nil)
	if _, err := NewTape().Forward(norm, []Value{NewTensor(Float32, 8)}, nil); err == nil {
		t.Error("one dimension is taken")
	}
}
