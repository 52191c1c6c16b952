package tensor_test

import (
	"errors"
	"testing"
	"time"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

// TestBounded: sizes that nobody trains with end in an answer of not knowing, at once.
func TestBounded(t *testing.T) {
	const huge = 1_000_000_000
	tape := &tensor.Tape{Grad: true}
	long := func() *tensor.Tensor { return tensor.NewTensor(tensor.Float32, huge, 2) }
	begun := time.Now()
	for name, try := range map[string]func() error{
		"unbind": func() error { _, err := tape.Call("Tensor.unbind", []tensor.Value{long()}, nil); return err },
		"chunk": func() error {
			_, err := tape.Call("torch.chunk", []tensor.Value{long(), tensor.Int(huge)}, nil)
			return err
		},
		"tensor_split": func() error {
			_, err := tape.Call("torch.tensor_split", []tensor.Value{long(), tensor.Int(huge)}, nil)
			return err
		},
		"zeros": func() error {
			_, err := tape.Call("torch.zeros", []tensor.Value{tensor.Int(huge), tensor.Int(huge), tensor.Int(huge)}, nil)
			return err
		},
		"layers": func() error {
			_, err := tensor.NewModule("torch.nn.LSTM", []tensor.Value{tensor.Int(1), tensor.Int(1), tensor.Int(huge)}, nil)
			return err
		},
		"steps": func() error {
			m, err := tensor.NewModule("torch.nn.GRU", []tensor.Value{tensor.Int(2), tensor.Int(2)}, nil)
			if err != nil {
				return err
			}
			onCPU := tensor.NewTape() // cuDNN makes one operation of all steps
			onCPU.Device = tensor.CPU
			_, err = onCPU.Forward(m, []tensor.Value{tensor.NewTensor(tensor.Float32, huge, 1, 2)}, nil)
			return err
		},
	} {
		err := try()
		var unknown *tensor.Unknown
		if !errors.As(err, &unknown) {
			t.Errorf("%s: %v, want that it is not known", name, err)
		}
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("that took %v", took)
	}
}
