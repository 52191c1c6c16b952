package bounds

import "strings"

// builtInputs are jobs whose models ask much of whoever builds them.
func builtInputs() []input {
	model := func(name, parameters, call, init string) input {
		return py("built-"+name, "import copy\nimport torch\nfrom torch import nn\n\nclass M(nn.Module):\n    def __init__(self"+parameters+"):\n        super().__init__()\n        "+
			strings.ReplaceAll(init, "\n", "\n        ")+"\n    def forward(self, x):\n        return x\n\nmodel = M("+call+")\nopt = torch.optim.Adam(model.parameters())\n"+
			"for x in loader:\n    model(x).sum().backward()\n    opt.step()\n")
	}
	plain := func(name, init string) input { return model(name, "", "", init) }
	return []input{
		plain("itself", "self.inner = M()"),
		model("itself-deep", ", n", "100000", "self.inner = M(n - 1) if n else None"),
		model("itself-wide", ", n", "60", "self.a = M(n - 1) if n else None\nself.b = M(n - 1) if n else None"),
		plain("sequential-long", "self.s = nn.Sequential(*[nn.Linear(1, 1) for _ in range(2 ** 40)])"),
		plain("sequential-repeated", "self.s = nn.Sequential(*([nn.Linear(1, 1)] * 2 ** 40))"),
		plain("channels", "self.s = nn.Conv2d(2 ** 40, 2 ** 40, 3)"),
		plain("channels-of-many", "self.s = nn.ModuleList([nn.Linear(2 ** 24, 2 ** 25) for _ in range(1000)])"),
		plain("number-large", "self.s = nn.Linear(10 ** 10 ** 6, 4)"),
		plain("loop-endless", "i = 0\nwhile True:\n    i += 1"),
		plain("list-doubling", "a = [0]\nwhile True:\n    a = a + a"),
		plain("list-doubling-in-place", "a = [0]\nwhile True:\n    a += a"),
		plain("text-doubling", "a = 'x'\nwhile True:\n    a = a + a"),
		plain("tuples-doubling-printed", "a = (1,)\nfor i in range(200):\n    a = (a, a)\nself.a = nn.Linear(len(str(a)), 1)"),
		plain("dictionary-long", "a = {}\nfor i in range(2 ** 40):\n    a[i] = i"),
		plain("layers-without-end", "for i in range(2 ** 40):\n    self.add_module(str(i), nn.Conv2d(8, 8, 3))"),
		plain("layers-within-one", "self.s = nn.Transformer(num_encoder_layers=2 ** 30)"),
		plain("layers-copied", "a = nn.Linear(1, 1)\nfor i in range(60):\n    a = nn.Sequential(copy.deepcopy(a), copy.deepcopy(a))\nself.a = a"),
		plain("layers-twice", "a = nn.Linear(1, 1)\nfor i in range(200):\n    a = nn.Sequential(a, a)\nself.a = a"),
		plain("parameters-long", "self.p = nn.ParameterList([nn.Parameter(torch.zeros(2 ** 20)) for _ in range(2 ** 30)])"),
		plain("library-repeated", "import torchvision\nself.s = nn.ModuleList([torchvision.models.densenet201() for _ in range(2 ** 40)])"),
		model("arguments-long", ", *a", "*range(2 ** 40)", "self.a = nn.Linear(1, 1)"),
	}
}
