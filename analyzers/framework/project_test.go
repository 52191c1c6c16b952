package framework

import "testing"

// A module that a star imports from may stand where only the one who starts the script has it on the path: what the
// file writes of torch tells, unless what it imports shows another framework.
func TestNamesOfAStar(t *testing.T) {
	step := "optimizer = torch.optim.Adam(net.parameters())\nloss.backward()\n"
	for _, c := range []struct {
		name, text string
		others     map[string]string
		want       bool
	}{
		{"not found", "from utils import *\n" + step, nil, true},
		{"found, and it stars further", "from utils import *\n" + step, map[string]string{"utils.py": "from parameters import *\n"}, true},
		{"no star", "from utils import torch\n" + step, nil, false},
		{"another framework", "from utils import *\n" + step, map[string]string{"utils.py": "import paddle as torch\n"}, false},
		{"nothing of torch", "from utils import *\nloss.backward()\n", nil, false},
		{"a word in a text", "from utils import *\nprint('torchvision.models')\n", nil, false},
	} {
		paths := []string{"train.py"}
		for path := range c.others {
			paths = append(paths, path)
		}
		p := NewProject(paths, func(path string) []byte {
			if path == "train.py" {
				return []byte(c.text)
			}
			return []byte(c.others[path])
		})
		if got := p.UsesTorch("train.py", []byte(c.text)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
