package train

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestCalledQuietly: how a file calls the function `test` of another file: perhaps with gradients off, or not, and from
// where.
func TestCalledQuietly(t *testing.T) {
	const from = "import torch\nimport lib\nfrom engine import test\n"
	for text, c := range map[string]struct {
		quiet bool
		by    []string
	}{
		from + "test(x)\n":                                             {false, nil},
		from + "def main():\n    test(x)\n":                            {false, []string{"main"}},
		from + "def main():\n    test(x)\n    test(y)\n":               {false, []string{"main"}},
		from + "def inner():\n    test(x)\ndef main():\n    inner()\n": {false, []string{"inner", "main"}},
		from + "def inner():\n    test(x)\ndef main():\n    with torch.no_grad():\n        inner()\n": {true, nil},
		from + "def inner():\n    test(x)\ndef main():\n    inner()\n    test(y)\n":                   {false, []string{"inner", "main"}},
		from + "def inner():\n    inner()\n    test(x)\n":                                             {false, []string{"inner"}},
		from + "with torch.no_grad():\n    test(x)\n":                                                 {true, nil},
		from + "with torch.inference_mode():\n    test(x)\n":                                          {true, nil},
		from + "with open('log') as f:\n    test(x)\n":                                                {false, nil},
		from + "with torch.autocast('cuda'):\n    test(x)\n":                                          {false, nil},
		from + "with lib.quiet():\n    test(x)\n":                                                     {true, nil}, // who knows what it does
		from + "with context:\n    test(x)\n":                                                         {true, nil}, // it may be either
		from + "with self.context():\n    test(x)\n":                                                  {true, nil},
		from + "with open('a'), torch.no_grad():\n    test(x)\n":                                      {true, nil},
		from + "@torch.no_grad()\ndef main():\n    test(x)\n":                                         {true, nil},
		from + "@lib.main\ndef main():\n    test(x)\n":                                                {true, nil},
		from + "@property\ndef main(self):\n    test(x)\n":                                            {false, []string{"main"}},
		from + "torch.set_grad_enabled(False)\ntest(x)\n":                                             {true, nil},
		from + "run(test)\n":              {true, nil},
		from + "run(step=test)\n":         {true, nil},
		from + "test.__name__\n":          {true, nil},
		from + "test = 3\n":               {false, nil},
		"import engine\nengine.test(x)\n": {false, nil},
		"import engine\nwith torch.no_grad():\n    engine.test(x)\n":                                                                        {true, nil},
		"import torch\nimport engine\nwith torch.no_grad():\n    engine.test(x)\n":                                                          {true, nil},
		"import torch\nfrom engine import test as check\nwith torch.no_grad():\n    check(x)\n":                                             {true, nil},
		"import numpy as np\nnp.test(x)\n":                                                                                                  {false, nil},
		"import torch\nwith torch.no_grad():\n    torch.test(x)\n":                                                                          {false, nil}, // a library's own
		"import torch\nwith torch.no_grad():\n    model.test(x)\n":                                                                          {true, nil},
		"import torch\nwith torch.no_grad():\n    model.train(x)\n":                                                                         {false, nil},
		"import torch\ndef test():\n    pass\nwith torch.no_grad():\n    test()\n":                                                          {false, nil}, // the file's own
		"import lightning\nimport engine\nclass M(lightning.LightningModule):\n    def validation_step(self, x):\n        engine.test(x)\n": {true, nil},
		"import torch\nimport engine\nclass M(torch.nn.Module):\n    def validation_step(self, x):\n        engine.test(x)\n":               {false, []string{"validation_step"}},
		"import engine\nclass M:\n    def check(self, x):\n        engine.test(x)\n":                                                        {false, []string{"check"}},
		"pass\n": {false, nil},
	} {
		m, err := python.Parse(source.New("other.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		quiet, by := CalledQuietly(m, "test")
		slices.Sort(by)
		if quiet != c.quiet || !slices.Equal(by, c.by) {
			t.Errorf("%s: quiet %v by %v, want %v by %v", text, quiet, by, c.quiet, c.by)
		}
	}
}
