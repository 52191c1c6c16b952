package tensor

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestKeptByVersion holds what operations keep against the saved variables of torch's own autograd functions
// (estimator/oracle/kept_by_version.py).
func TestKeptByVersion(t *testing.T) {
	f, err := os.Open("../../testdata/oracle/kept_by_version.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 80 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows[1:] {
		operation, version, kept := row[0], row[1], strings.Fields(row[2])
		var major, minor int
		if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
			t.Fatal(err)
		}
		tape := NewTape()
		tape.Torch = 100*major + minor
		x := NewTensor(Float32, 2, 4, 8, 8)
		x.RequiresGrad = true
		out, args := x.Bytes(), []Value{x}
		name, keywords := "torch.nn.functional."+operation, map[string]Value{}
		var indices int64
		switch operation {
		case "softmax", "log_softmax":
			args = append(args, Int(1))
		case "stack":
			name, args = "torch.stack", []Value{List{x}}
		case "mean over dimensions":
			name, args = "torch.mean", append(args, Int(1))
		case "unfold":
			args = append(args, Int(2))
		case "max_unpool2d":
			where := NewTensor(Int64, 2, 4, 8, 8)
			indices, out = where.Bytes(), 4*out
			args = append(args, where, Int(2))
		}
		y, err := tape.Call(name, args, keywords)
		if err != nil {
			t.Fatal(operation, err)
		}
		var want int64
		for _, one := range kept {
			want += map[string]int64{"self": x.Bytes(), "tensors": x.Bytes(), "result": out, "indices": indices}[one]
		}
		if got := tape.SavedBytes(y); got != want {
			t.Errorf("torch %s: %s keeps %d bytes, not %d (%s)", version, operation, got, want, row[2])
		}
	}
}

// TestUndatedKeeps: of a torch 1 whose version nobody knows, what older ones kept may be there.
func TestUndatedKeeps(t *testing.T) {
	for _, grad := range []bool{true, false} {
		tape := NewTape()
		tape.Torch, tape.Undated = 113, true
		x := NewTensor(Float32, 2, 4, 8, 8)
		x.RequiresGrad = grad
		if _, err := tape.Call("torch.softmax", []Value{x, Int(1)}, nil); err != nil {
			t.Fatal(err)
		}
		want := x.Bytes()
		if !grad {
			want = 0
		}
		if tape.Perhaps != want {
			t.Errorf("gradients %v: perhaps %d bytes, not %d", grad, tape.Perhaps, want)
		}
	}
}
