package train

import "testing"

func TestDevices(t *testing.T) {
	for device, want := range map[string]struct{ cuda, cpu bool }{
		"'cuda:0'":                    {true, false},
		"torch.device('cuda', 1)":     {true, false},
		"torch.device(type='cuda')":   {true, false},
		"torch.device(device='cuda')": {true, false},
		"'cpu'":                       {false, true},
		"torch.device('cpu')":         {false, true},
		"torch.device(type='cpu')":    {false, true},
		"torch.device(device='cpu')":  {false, true},
		"torch.device()":              {false, false},
		"device":                      {false, false},
	} {
		f := factsOf(t, imports+"\ndef main(x, optimizer, device):\n    x.to("+device+")\n    optimizer.step()\n")
		met := false
		for _, c := range f.Entries()[0].Calls {
			if calleeName(c) != "to" {
				continue
			}
			met = true
			v, _ := c.Argument("device", 0)
			if MayBeCUDA(v) != want.cuda || isCPU(v) != want.cpu {
				t.Errorf("%s: CUDA %v, CPU %v, want %v", device, MayBeCUDA(v), isCPU(v), want)
			}
		}
		if !met {
			t.Errorf("%s: the call is not seen", device)
		}
	}
}
