package model

import "testing"

// TestSurroundings: what Python, numpy 1.26, packaging and torch 2.15 make of what old and small code asks them.
func TestSurroundings(t *testing.T) {
	const classes = "import numpy as np\nclass D(dict):\n    __getattr__ = dict.get\n    __setattr__ = dict.__setitem__\n    __delattr__ = dict.__delitem__\n" +
		"class Deep(dict):\n    __getattr__ = dict.__getitem__\n    def __init__(self, d):\n        for k, v in d.items():\n            if hasattr(v, 'keys'):\n                v = Deep(v)\n            self[k] = v\n" +
		"class Heir(Deep):\n    __getattr__ = Deep.__getitem__\n    __setattr__ = Deep.__setitem__\n"
	for body, parameters := range map[string]int64{
		"d = D({'n': 3})\n    d.w = 4\n    assert d['w'] == 4 and d.gone is None and 'w' in d\n    del d.n\n    assert d.n is None\n    m = nn.Linear(3, d.w)": 16,
		"m = nn.Linear(Deep({'n': {'m': 3}}).n.m, 4)":                                                                                                                       16,
		"h = Heir({'n': {'m': 3}})\n    h.w = 4\n    m = nn.Linear(h.n.m, h['w'])":                                                                                          16,
		"m = nn.Linear(np.int(3.7), np.int64(4))\n    assert np.float32(3) == 3.0 and np.bool_(2) is True and np.int32() == 0":                                              16,
		"m = nn.Linear(dict.get({'n': 3}, 'n'), len(dict.keys({1: 2, 3: 4})))":                                                                                              8,
		"m = nn.Module()\n    m.q, m.r = [nn.Parameter(w) for w in torch.qr(torch.randn(6, 4))]":                                                                            40,
		"m = nn.Module()\n    m.q, m.r = [nn.Parameter(w) for w in torch.linalg.qr(torch.randn(2, 6, 4), mode='complete')]":                                                 120,
		"m = nn.Module()\n    m.u, m.s, m.v = [nn.Parameter(w) for w in torch.linalg.svd(torch.randn(4, 6))]":                                                               56,
		"m = nn.Module()\n    m.u, m.s, m.v = [nn.Parameter(w) for w in torch.linalg.svd(torch.randn(4, 6), full_matrices=False)]":                                          44,
		"m = nn.Module()\n    m.u, m.s, m.v = [nn.Parameter(w) for w in torch.svd(torch.randn(4, 6))]\n    assert m.v.shape == (6, 4)":                                      44,
		"m = nn.Module()\n    m.w = nn.Parameter(torch.Tensor(4, 8))\n    m.w.data.uniform_(-1, 1).renorm_(2, 1, 1e-5).mul_(1e5)":                                           32,
		"nn.Mine = Heir\n    import torch.nn as layers\n    m = nn.Linear(layers.Mine({'n': 3}).n, 4)":                                                                      16,
		"torch.nn.Linear = lambda i, o: nn.Conv2d(i, o, 1, bias=False)\n    m = torch.nn.Linear(3, 4)":                                                                      12,
		"a = torch.linalg.lstsq(torch.randn(2, 6, 3), torch.randn(2, 6, 4)).solution\n    m = nn.Linear(*a.shape[1:])":                                                      16,
		"a, s = torch.randn(3, 3), torch.slogdet(torch.randn(5, 5)).logabsdet\n    m = nn.Linear(torch.linalg.solve(a, a).shape[0], 4 + s.dim())":                           16,
		"m = nn.Sequential(nn.Linear(3, 4), nn.NLLLoss2d())":                                                                                                                16,
		"m = nn.Module()\n    m.w = nn.Parameter(torch.Tensor(np.vstack([np.zeros((2, 3)), np.zeros(3)])))":                                                                 9,
		"m = nn.Module()\n    m.w = nn.Parameter(torch.Tensor(np.hstack([np.zeros((2, 3)), np.zeros((2, 1))])))":                                                            8,
		"m = nn.Module()\n    m.w = nn.Parameter(torch.Tensor(np.pad(np.zeros((2, 3)), ((1, 1), (0, 2)), 'constant')))":                                                     20,
		"m = nn.Module()\n    m.w = nn.Parameter(torch.from_numpy(np.pad(np.zeros((2, 3)), 1)).float())":                                                                    20,
		"m = nn.Module()\n    m.w = nn.Parameter(torch.Tensor(np.pad(np.zeros((2, 3)), ((1, 0),))))":                                                                        12,
		"import other\n    for n in (other.n, (other.n, 0), ((0, other.n), (0, 0))):\n        np.pad(np.zeros((2, 3)), n)\n    np.pad(other.a, 1)\n    m = nn.Linear(3, 4)": 16,
		"from packaging import version\n    v = version.parse('1.9.0+cu111')\n    assert v < version.parse('1.10') and v > version.parse('1.9rc1') and v.release == (1, 9, 0)\n" +
			"    m = nn.Linear(3, 4 if version.parse(torch.__version__) >= version.parse('1.9') else 5)": 16,
		"from distutils.version import LooseVersion\n    m = nn.Linear(3, 4 if LooseVersion(torch.__version__) >= '1.9' else 5)": 16,
	} {
		a, err := build(t, files{"m.py": head + classes + "def make():\n    " + body + "\n    return m\n"}, "m.py", Request{Name: "make"})
		if err != nil || !a.Built || a.Parameters != parameters {
			t.Errorf("%q: %+v, %v", body, a, err)
		}
	}
}

// TestDecompositionsWithGraphs: what a decomposition keeps is not known.
func TestDecompositionsWithGraphs(t *testing.T) {
	for _, name := range []string{"torch.qr", "torch.linalg.qr", "torch.svd", "torch.linalg.svd"} {
		text := head + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(4, 4)\n    def forward(self, x):\n        return " + name + "(self.fc(x))[0]\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "4x4")})
		if err != nil || a.Ran {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		if a, err = build(t, files{"m.py": text}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "4x4"), Eval: true}); err != nil || !a.Ran {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}
