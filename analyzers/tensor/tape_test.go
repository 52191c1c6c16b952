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
