package train

import "testing"

func TestUnreadParameters(t *testing.T) {
	const head = "import torch\nclass Net(torch.nn.Module):\n    def __init__(self, flag=False, *, other=1):\n"
	const forward = "    def forward(self, x):\n        return x\n"
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"unused":                  {head + "        self.other = other\n" + forward, 1},
		"stored":                  {head + "        self.flag = flag\n" + forward, 1},
		"stored and read":         {head + "        self.flag = flag\n    def forward(self, x):\n        return x if self.flag else None\n", 0},
		"read by a string":        {head + "        self.flag = flag\n" + forward + "setattr(Net(), 'flag', True)\n", 0},
		"read in the constructor": {head + "        if flag: pass\n" + forward, 0},
		"stored twice":            {head + "        self.flag = flag\n        self.again = flag\n" + forward, 0},
		"stored on a part":        {head + "        self.part.flag = flag\n" + forward, 0},
		"stored in a variable":    {head + "        flags = flag\n" + forward, 0},
		"kept with all others":    {head + "        self.save_hyperparameters()\n" + forward, 0},
		"kept by a decorator":     {"import torch\nclass Net(torch.nn.Module):\n    @keep\n    def __init__(self, flag=False):\n        pass\n" + forward, 0},
		"a class without forward": {head + "        pass\n", 0},
		"no module":               {"class Net:\n    def __init__(self, flag=False):\n        pass\n" + forward, 0},
		"a base's constructor":    {head + "        pass\n" + forward + "class Other(Net):\n    def forward(self, x):\n        pass\n", 1},
		"any options":             {"import torch\nclass Net(torch.nn.Module):\n    def __init__(self, **flag):\n        pass\n" + forward, 0},
	} {
		list := factsOf(t, c.text).UnreadParameters(func(name string) bool { return name == "flag" })
		if len(list) != c.want {
			t.Errorf("%s: %d parameters, want %d", name, len(list), c.want)
		}
		for _, u := range list {
			if u.Class.Name != "Net" || u.Parameter.Name != "flag" {
				t.Errorf("%s: %s of %s", name, u.Parameter.Name, u.Class.Name)
			}
		}
	}
}
