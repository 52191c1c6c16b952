package tensor

import "testing"

// TestSidesAsTensors: the sides of tensors that a program puts into tensors are still known where it takes them out
// again, level by level.
func TestSidesAsTensors(t *testing.T) {
	tape := NewTape()
	call := func(op string, args []Value, named map[string]Value) Value {
		t.Helper()
		v, err := tape.Call(op, args, named)
		if err != nil {
			t.Fatalf("%s: %v", op, err)
		}
		return v
	}
	var levels Tuple
	for _, side := range []int64{8, 4} {
		levels = append(levels, call("torch._shape_as_tensor", []Value{NewTensor(Float32, side, side+1)}, nil))
	}
	shapes := call("Tensor.view", []Value{call("torch.cat", []Value{levels}, nil), Int(-1), Int(2)}, nil)
	last := call("Tensor.unbind", []Value{shapes}, nil).(Tuple)[1].(*Tensor)
	if known := last.Elements(); len(known) != 2 || known[0] != 4 || known[1] != 5 {
		t.Errorf("the last level is %v, not 4x5", known)
	}
	row := call("torch.arange", nil, map[string]Value{"end": Int(6)}).(*Tensor)
	if len(row.Shape) != 1 || row.Shape[0] != 6 {
		t.Errorf("arange(end=6) is %v", row.Shape)
	}
}
