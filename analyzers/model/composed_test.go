package model

import (
	"fmt"
	"testing"
)

// TestComposed: methods of a tensor that torch puts together of others, and the parts of which torchvision's VGG is
// made.
func TestComposed(t *testing.T) {
	for _, c := range []struct {
		name, input, forward string
		parameters, saved    int64
		output               []int64
	}{
		{"nanmean", "4x8", "return self.a(x).nanmean(1)", 72, 4*(32+32) + 8*4, []int64{4}}, // the input, what has to be no NaN, and how many
		{"stft", "2x8", "return self.a(x).stft(4, return_complex=True).abs()", 72, 0, []int64{2, 3, 9}},
		{"VGG's layers", "2x3x8x8", "return self.b(x)", 72, 0, []int64{2, 4, 4, 4}},
		{"a check of values", "2x8", "y = self.a(x)\n        assert torch.equal(y, self.a(x)) and y.allclose(x), 'unlike'\n        return y", 72, 64, []int64{2, 8}},
		{"unlike shapes", "2x8", "return self.a(x) if not torch.equal(x, x[0]) else None", 72, 64, []int64{2, 8}},
		{"the same tensor", "2x8", "y = self.a(x)\n        return y if torch.equal(y, y) else None", 72, 64, []int64{2, 8}},
		{"a quantile", "4x8", "return torch.quantile(self.a(x), 0.9, dim=1)", 72, 4*32 + 8*32 + 4*32 + 8*4*2 + 4*4, []int64{4}}, // the input, its order, what is there and where
		{"three dimensions", "4x8", "return torch.atleast_3d(self.a(x))", 72, 4 * 32, []int64{4, 8, 1}},
		{"stubs of a quantization", "4x8", "return torch.quantization.DeQuantStub()(self.a(torch.ao.quantization.QuantStub()(x)))", 72, 4 * 32, []int64{4, 8}},
		{"the condition of a method", "4x8", "y = self.a(x)\n        return y.where(x > 0, x)", 72, 4*32 + 32, []int64{4, 8}},
		{"a version", "2x8", "return self.a(x) if self.a.weight._version > -1 else None", 72, 64, []int64{2, 8}},
		{"names of a library", "2x8", "return self.a(x) if 'resnet18' in torchvision.models.__dict__ else None", 72, 64, []int64{2, 8}},
		{"the smaller of two arrays", "2x8", "n = np.minimum(np.array([4, 9]), np.array(x.shape))\n        return self.a(x)[:, :int(n[1])]", 72, 64, []int64{2, 8}},
		{"powers", "2x8", "return self.a(x)[:, :(2 ** torch.arange(3)).tolist()[2]]", 72, 64, []int64{2, 4}},
		{"a logarithm", "2x8", "return self.a(x)[:, :int(torch.log2(torch.tensor(x.shape[1])).item())]", 72, 64, []int64{2, 3}},
		{"a root", "2x8", "return self.a(x)[:, :int(torch.sqrt(torch.tensor(9.0)))]", 72, 64, []int64{2, 3}},
		{"a tuple with names", "2x8", "return self.c(self.a(x), None).y", 72, 64, []int64{2, 8}},
	} {
		code := "from collections import namedtuple\nimport numpy as np\nimport torchvision\nfrom torchvision.models.vgg import cfgs, make_layers\n" + head +
			"class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(8, 8)\n" +
			"        self.c = namedtuple(typename='C', field_names='y z', defaults=[None])\n"
		parameters := c.parameters
		if c.name == "VGG's layers" {
			code += "        self.b = make_layers([4, 'M'])\n        assert len(cfgs['E']) == 21 and sum(w != 'M' for w in cfgs['D']) == 13\n"
			parameters += 3*4*9 + 4
		}
		a, err := build(t, files{"m.py": code + "    def forward(self, x):\n        " + c.forward + "\n"}, "m.py", Request{Name: "M", Inputs: inputsOf(t, c.input)})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Ran || len(a.Unknown) > 0 || a.Parameters != parameters || c.saved != 0 && a.Saved != c.saved {
			t.Errorf("%s: %d parameters, %d bytes kept: %v", c.name, a.Parameters, a.Saved, a.Unknown)
			continue
		}
		if len(a.Outputs) != 1 || len(a.Outputs[0]) != len(c.output) {
			t.Errorf("%s: %v", c.name, a.Outputs)
			continue
		}
		for i, n := range c.output {
			if a.Outputs[0][i] != n {
				t.Errorf("%s: %v, not %v", c.name, a.Outputs, c.output)
			}
		}
	}
}

// TestWholeNumbers: what code computes with whole numbers in tensors is computed, too; what a batch holds is not known.
func TestWholeNumbers(t *testing.T) {
	const code = head + "def changed(k, how):\n    if how == 0:\n        k[0] = 7\n    elif how == 1:\n        k[:2].add_(1)\n    elif how == 2:\n        k.fill_(9)\n" +
		"    elif how == 3:\n        v = k.view(-1)\n        k.zero_()\n        return v[0].item()\n    else:\n        k.data.add_(1)\n    return k[0].item()\n" +
		"class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        k = torch.tensor([1, 2, 3])\n        self.a = nn.Linear(4, %s)\n" +
		"    def forward(self, x):\n        return self.a(x)\n"
	for said, width := range map[string]int64{
		"(k ** 3).tolist()[2]": 27, "(k * 2 + 1).tolist()[1]": 5, "(1 + k)[2].item()": 4, "(k - torch.tensor([1, 0, 1])).tolist()[2]": 2,
		"int((k * k)[1])": 4, "(k // 2).tolist()[2]": 1, "k.mul(torch.tensor(7)).tolist()[0]": 7, "torch.add(k, 1, alpha=2)[0].item()": 0,
		"(k / 2).tolist()[0]": 0, "(k * 0.5).tolist()[0]": 0, "torch.randint(1, 4, (3,)).mul(2).tolist()[0]": 0, "k.add_(1)[0].item()": 0,
		"changed(k * 1, 0)": 0, "changed(k * 1, 1)": 0, "changed(k * 1, 2)": 0, "changed(k * 1, 3)": 0, "changed(k * 1, 4)": 0,
	} {
		a, err := build(t, files{"m.py": fmt.Sprintf(code, said)}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil {
			t.Fatal(err)
		}
		if width > 0 && a.Parameters != 5*width || width == 0 && len(a.Unknown) == 0 {
			t.Errorf("%s: %d parameters, %v", said, a.Parameters, a.Unknown)
		}
	}
}

// TestNamesOfResults: what operations of several results return is a tuple whose items have names, too; of others it is
// a plain one.
func TestNamesOfResults(t *testing.T) {
	const code = head + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 6)\n    def forward(self, x):\n        x = self.a(x)\n        return %s\n"
	for said, shape := range map[string]string{
		"torch.max(x, dim=1).values": "[[2]]", "x.min(1, keepdim=True).values": "[[2 1]]", "x.topk(3).values": "[[2 3]]", "x.topk(3).indices.float()": "[[2 3]]",
		"torch.sort(x, descending=True).values": "[[2 6]]", "x.median(1).values": "[[2]]", "x.kthvalue(2, 1)[0]": "[[2]]", "x.cummax(1).indices.float()": "[[2 6]]",
		"torch.max(x, 1)": "[[2] [2]]", "sum(v.float() for v in x.max(1))": "[[2]]", "x.max(1)._asdict()['values']": "[[2]]",
		"x.max(1)[0] if isinstance(x.max(1), tuple) else None": "[[2]]", "x.max().unsqueeze(0)": "[[1]]", "x.chunk(2, 1).values": "", "x.max(1).logits": "",
	} {
		a, err := build(t, files{"m.py": fmt.Sprintf(code, said)}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x4")})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(a.Outputs); shape != "" && (len(a.Unknown) > 0 || got != shape) || shape == "" && len(a.Unknown) == 0 {
			t.Errorf("%s: %s, not %s: %v", said, got, shape, a.Unknown)
		}
	}
}
