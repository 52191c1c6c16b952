package model

import (
	"strings"
	"testing"
)

// TestKnownArrays: rows of numbers that a constructor makes with numpy, and lists of modules that are told of none.
func TestKnownArrays(t *testing.T) {
	const class = "import math\nimport numpy as np\nclass L(nn.ModuleList):\n    def __init__(self, modules=None):\n        super().__init__(modules)\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
	for code, want := range map[string]int64{
		"        a = np.float32(np.ones((3, 4)) * 2)\n        assert torch.from_numpy(a).dtype == torch.float32 and np.float64([1, 2, 3]).shape == (3,)\n        self.a = nn.Linear(*a.shape)\n":                   16,
		"        row = np.arange(-1, 2).astype(np.float64)\n        self.a = nn.Linear(1, len(np.repeat(row, 3)) + len(np.tile(row, 2)))\n":                                                                        30,
		"        row = np.repeat(np.array([2, 5]), 2)\n        self.a = nn.Linear(1, int(row[1]) + int(row[2]))\n":                                                                                                 14,
		"        row = np.tile(np.array([2, 5]), 2)\n        self.a = nn.Linear(1, int(row[1]) + int(row[2]))\n":                                                                                                   14,
		"        self.a = nn.Parameter(torch.Tensor(np.array([1.5, 2.5]) * 4))\n":                                                                                                                                  2,
		"        self.a = L()\n        self.a.append(nn.Linear(1, 1))\n        self.b = nn.Linear(1, self.a[0].out_features)\n":                                                                                    4,
		"        row = np.unique(np.round(np.array([3.2, 8.0, 2.9, 8.0])))\n        self.a = nn.Linear(int(row[1]), len(row))\n":                                                                                   18,
		"        row = np.diff([0, 2, 5]).tolist()\n        self.a = nn.Linear(row[0], row[1])\n":                                                                                                                  9,
		"        row = np.full(shape=(2, 3), fill_value=0, dtype=np.int64)\n        self.a = nn.Linear(row.shape[1], np.full_like(row, 1).shape[0])\n":                                                             8,
		"        self.a = nn.Parameter(torch.from_numpy(np.full((2, 3), 7, order='C')).float())\n":                                                                                                                 6,
		"        box = np.zeros((2, 4))[1, :]\n        wide = (box[2] - box[0] + 1) * np.array((1.0, 2.0, 4.0))\n        self.a = nn.Linear(1, np.hstack((wide[:, np.newaxis], wide[:, None])).shape[0])\n":        6,
		"        self.a = nn.Linear(int(np.prod(4)), int(np.prod((2, 3))))\n":                                                                                                                                      30,
		"        high = np.array([2.0, np.finfo(np.float32).max], dtype=np.float32)\n        self.a = nn.Linear(1, high.shape[0])\n":                                                                               4,
		"        some = np.random.choice(np.arange(50), size=6, replace=False)\n        self.a = nn.Linear(1, len(some))\n":                                                                                        12,
		"        self.a = nn.Linear(1, len(np.array([np.random.rand(), 0.5])))\n":                                                                                                                                  4,
		"        from sklearn.datasets import load_iris, make_moons\n        self.a = nn.Linear(load_iris().data.shape[1], make_moons(200)[0].shape[1])\n":                                                         10,
		"        best = np.argmax(np.zeros((2, 3, 4)), 2)\n        seen = np.tile(np.not_equal(best.reshape((2, 3, 1)), 0), (1, 1, 2))\n        self.a = nn.Linear(best.argmin(axis=0).shape[0], seen.shape[2])\n": 8,
		"        self.a = nn.Linear(np.count_nonzero(np.zeros((2, 3)), axis=1).shape[0], np.less(1, np.zeros((5, 1))).shape[0])\n":                                                                                 15,
		"        row = np.arange(4)\n        row[1] = 7\n        self.a = nn.Linear(1, int(row[[0, 1]][1]))\n":                                                                                                     14,
		"        row = np.arange(4)\n        row[-1] = 7\n        self.a = nn.Linear(1, int(row[np.array([False, True, False, True])][1]))\n":                                                                      14,
		"        row = np.arange(256)\n        self.a = nn.Linear(1, row[torch.zeros(3, 5, dtype=torch.long).numpy()].shape[1])\n":                                                                                 10,
		"        both = np.array([[np.zeros((2, 3))] * 4, [np.zeros((2, 3))] * 4])\n        self.a = nn.Linear(both.shape[1], len(both.shape))\n":                                                                  20,
		"        self.a = nn.Linear(1, np.array([[np.random.rand(), 0.5], [1, 2], [3, 4]]).shape[0])\n":                                                                                                            6,
		"        t = np.random.random() * 2. * np.pi\n        turn = np.array([[np.cos(t), -np.sin(t), 0], [np.sin(t), math.cos(t), 0], [0, 0, 1]])\n        x = turn.dot(np.zeros((5, 3)).T).T\n        x -= np.mean(x, axis=0)\n        x = x / np.max(np.linalg.norm(x, axis=1))\n        self.a = nn.Linear(*x.shape)\n": 18,
		"        import open3d, trimesh\n        x = np.asarray(open3d.io.read_triangle_mesh('a').sample_points_uniformly(number_of_points=7).points)\n        y = trimesh.sample.sample_surface(trimesh.load('b'), 4)[0]\n        self.a = nn.Linear(len(x), y.shape[1] + len(y))\n":                                        56,
		"        self.a = nn.SyncBatchNorm(6)\n":                                                       12,
		"        self.a = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2d(6)))\n": 12,
	} {
		a, err := build(t, files{"m.py": head + class + code}, "m.py", Request{Name: "M"})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Built || a.Parameters != want {
			t.Errorf("%s: %d parameters, %v", code, a.Parameters, a.Unknown)
		}
	}
	a, err := build(t, files{"m.py": head + class + "        row = np.repeat(np.array([1]), 100000)\n        self.a = nn.Linear(1, len(row))\n"}, "m.py", Request{Name: "M"})
	if err != nil || a.Built {
		t.Errorf("a very long array: %v, %+v", err, a)
	}
}

// TestCountedTensors: whole numbers that code counts out of small tensors and arrays, as torch 2.15 and numpy count
// them.
func TestCountedTensors(t *testing.T) {
	const class = "import numpy as np\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
		"        dims = (8, 16, 32)\n"
	layer := func(lines, width string) string {
		return class + "        " + lines + "\n        self.a = nn.Linear(1, " + width + ", bias=False)\n"
	}
	for _, c := range []struct {
		lines, width string
		want         int64
	}{
		{"i = torch.linspace(0, 2 - 1E-6, 8).floor()", "int((i == 0).sum())", 4},
		{"i = torch.linspace(0, 32 - 1E-6, 100).floor()", "int((i == 31).sum())", 4},
		{"i = torch.linspace(0, 7 - 1E-6, 9).ceil()", "int((i > 3).sum())", 5},
		{"i = 2", "dims[(i > torch.tensor([1, 3])).sum()]", 16},
		{"i = 3", "dims[(torch.tensor([1, 3]) <= i).sum()]", 32},
		{"a = np.arange(7) % 3 == 1", "int(a.sum())", 2},
		{"a = np.arange(7) % 3 == np.arange(7)", "int(a.sum()) * len(a)", 21},
		{"a = (np.arange(4) % 2 == 1)[:, None] * (np.arange(4) % 2 == 0)[None, :]", "a.shape[0] + a.shape[1]", 8},
		{"a = np.arange(2)", "3 if a is not None and not (a == 'all') else 5", 3},
	} {
		a, err := build(t, files{"m.py": head + layer(c.lines, c.width)}, "m.py", Request{Name: "M"})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Built || a.Parameters != c.want {
			t.Errorf("%s, %s: %d parameters, %v", c.lines, c.width, a.Parameters, a.Unknown)
		}
	}
	// a comparison of numbers that have a fraction is not told: fp32 rounds them
	code := head + layer("i = torch.linspace(0, 1, 8)", "int((i > 0.4).sum())")
	a, err := build(t, files{"m.py": code}, "m.py", Request{Name: "M"})
	if err != nil || a.Built {
		t.Errorf("fractions: %v, %+v", err, a)
	}
}

// TestManyRearranged: einops_exts does to several tensors what einops does to one, and timm's models hand their
// initialisers on.
func TestManyRearranged(t *testing.T) {
	const code = "from einops_exts import rearrange_many, repeat_many\nfrom timm.models.vision_transformer import trunc_normal_\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
		"        self.a = nn.Linear(8, 24)\n        trunc_normal_(self.a.weight, std=.02)\n    def forward(self, x):\n        q, k, v = rearrange_many(self.a(x).chunk(3, dim=-1), 'b n (h d) -> b h n d', h=2)\n" +
		"        q, k = repeat_many((q, k), 'b h n d -> b (h r) n d', r=2)\n        return q @ k.transpose(-1, -2)\n"
	a, err := build(t, files{"m.py": head + code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x5x8")})
	if err != nil {
		t.Fatal(err)
	}
	if !a.Ran || a.Parameters != 216 || len(a.Outputs) != 1 || a.Outputs[0][1] != 4 || a.Outputs[0][3] != 5 {
		t.Errorf("%d parameters, %v, %v", a.Parameters, a.Outputs, a.Unknown)
	}
}

// TestShiftedFrames: what mmcv's kernel shifts is a tensor of its own, of which backward needs the shifts alone.
func TestShiftedFrames(t *testing.T) {
	const code = "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 8)\n    def forward(self, x, by):\n" +
		"        from mmcv.ops import tin_shift\n        x = self.a(x).view(2, 4, 8, 5)\n        return tin_shift(x, by) + tin_shift(x, by)\n"
	saved := int64(4 * 2 * 4 * 5 * 8)
	for shift, want := range map[string]string{"2x4:int32": "", "3x4:int32": "should be same", "2x3:int32": "equal to 0"} {
		a, err := build(t, files{"m.py": head + code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x20x8 "+shift)})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case want != "":
			if a.Ran || len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, want) {
				t.Errorf("%s: %v, %+v", shift, a.Ran, a.Unknown)
			}
		case !a.Ran || a.Saved != saved+32:
			t.Errorf("%s: %d bytes are kept, not %d; %+v", shift, a.Saved, saved+32, a.Unknown)
		}
	}
}
