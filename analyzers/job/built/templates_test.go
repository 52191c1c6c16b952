package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
)

// overriding is a script whose defaults a file that it executes sets anew, from other files and from the command line.
const overriding = "-- train.py --\nimport torch\nfrom torch import nn\nwidth = 4\nrate = 0.1\nexec(open('over.py').read())\nmodel = nn.Linear(width, 2)\n" +
	"opt = torch.optim.SGD(model.parameters(), lr=rate)\nfor step in range(3):\n    opt.zero_grad()\n    model(torch.zeros(2, width)).sum().backward()\n    opt.step()\n" +
	"\n-- over.py --\nimport sys\nfrom ast import literal_eval\nfor word in sys.argv[1:]:\n    if '=' not in word:\n        exec(open(word).read())\n    else:\n" +
	"        key, text = word[2:].split('=')\n        try:\n            value = literal_eval(text)\n        except (SyntaxError, ValueError):\n            value = text\n" +
	"        globals()[key] = value\n\n-- wide.py --\nwidth = 8\n"

// optioned is a script whose options come out of a dictionary of defaults.
const optioned = "-- train.py --\nimport argparse, torch\nfrom torch import nn\ndef options():\n    defaults = dict(width=4, name='a', wide=False)\n    defaults.update(depth=1)\n" +
	"    p = argparse.ArgumentParser()\n    for key, value in defaults.items():\n        kind = type(value)\n        if isinstance(value, bool):\n            kind = lambda word: word == 'True'\n" +
	"        p.add_argument(f'--{key}', default=value, type=kind)\n    return p.parse_args()\nargs = options()\n" +
	"model = nn.Sequential(*[nn.Linear(args.width, args.width) for _ in range(args.depth)])\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
	"for step in range(3):\n    opt.zero_grad()\n    model(torch.zeros(2, args.width)).sum().backward()\n    opt.step()\n\n"

// built holds a network that takes many steps to put together, and helpers around helpers.
const manyLayers = "-- nets.py --\nfrom torch import nn\nPLAN = [8, 8, 'M', 16, 16, 'M', 16, 16, 16, 'M', 16, 16, 16, 'M', 16, 16, 16, 'M']\nclass Deep(nn.Module):\n    def __init__(self, features):\n" +
	"        super().__init__()\n        self.features = features\n        self.head = nn.Linear(16, 2)\n    def forward(self, x):\n        return self.head(self.features(x).mean((2, 3)))\n" +
	"def layers(plan, norm):\n    made = []\n    last = 3\n    for width in plan:\n        if width == 'M':\n            made += [nn.MaxPool2d(2)]\n            continue\n" +
	"        made += [nn.Conv2d(last, width, 3, padding=1)]\n        if norm:\n            made += [nn.BatchNorm2d(width)]\n        made += [nn.ReLU(inplace=True)]\n        last = width\n    return nn.Sequential(*made)\n" +
	"def deep(norm):\n    return Deep(layers(PLAN, norm))\ndef chosen(args):\n    if args.net == 'plain':\n        net = deep(False)\n    elif args.net == 'deep':\n        net = deep(True)\n    return net\n" +
	"\n-- train.py --\nimport argparse, torch\nfrom nets import chosen\np = argparse.ArgumentParser()\np.add_argument('-net', required=True)\nargs = p.parse_args()\nmodel = chosen(args)\n" +
	"opt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor step in range(3):\n    opt.zero_grad()\n    model(torch.zeros(2, 3, 64, 64)).sum().backward()\n    opt.step()\n"

// TestTemplates: the ways in which the scripts that people start from say what their model is made of.
func TestTemplates(t *testing.T) {
	readme := func(lines string) string { return "\n-- README.md --\n```\n" + lines + "\n```\n" }
	guarded := func(handler string) string {
		return "-- train.py --\nimport torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(4, 4)\n" +
			"    def lean(self):\n        self.a = nn.Linear(4, 1)\n    def forward(self, x):\n        return self.a(x)\nmodel = Net()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"def train():\n    for step in range(3):\n        opt.zero_grad()\n        model(torch.zeros(2, 4)).sum().backward()\n        opt.step()\nif __name__ == '__main__':\n    try:\n        train()\n    except " + handler + ":\n        model.lean()\n        train()\n"
	}
	wrapping := func(part string) string {
		return "-- train.py --\nimport torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.body = nn.Linear(4, 4)\n" +
			"    def forward(self, x):\n        return self.body(x)\nmodel = Net()\nif torch.cuda.device_count() > 1:\n    model.body = " + part + "\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"for step in range(3):\n    opt.zero_grad()\n    model(torch.zeros(2, 4)).sum().backward()\n    opt.step()\n"
	}
	for _, c := range []struct{ name, project, want string }{
		{"defaults that nothing overrides", overriding + readme("python train.py"), "Linear 10 10 10"},
		{"a default that the command line overrides", overriding + readme("python train.py --width=6"), "Linear 14 14 14"},
		{"a default that a file overrides", overriding + readme("python train.py wide.py"), "Linear 18 18 18"},
		{"both, the last holds", overriding + readme("python train.py wide.py --width=2"), "Linear 6 6 6"},
		{"a file that is not there", overriding + readme("python train.py other.py"), "Linear ? train.py:6 an argument is not known: what exec runs may set it (over.py:5)"},
		{"options out of a dictionary", optioned + readme("python train.py"), "Sequential 20 20 20"},
		{"and on the command line", optioned + readme("python train.py --width 2 --depth 3"), "Sequential 18 18 18"},
		{"flags that an earlier block sets", optioned + readme("MODEL_FLAGS=\"--width 2 --depth 3\"\n```\nthen\n```\npython train.py $MODEL_FLAGS"), "Sequential 18 18 18"},
		{"a network that helpers put together", manyLayers + readme("python train.py -net deep"), "Deep 25594 25594 25594"},
		{"another one", manyLayers + readme("python train.py -net plain"), "Deep 25210 25210 25210"},
		{"what happens when memory has run out", guarded("torch.cuda.OutOfMemoryError"), "Net 20 20 20"},
		{"what happens for another reason", guarded("ValueError"), "Net 20 20 20"},
		{"a part that is wrapped", wrapping("nn.DataParallel(model.body)"), "Net 20 20 20"},
		{"another part that is wrapped", wrapping("nn.DataParallel(nn.Linear(4, 1))"), "Net 20 20 20"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := said(Of(jobOf(t, "\n"+c.project))); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// TestFlagsThatNobodySees: of a command with a variable of flags that nobody sets no default holds; one with another
// variable has its defaults.
func TestFlagsThatNobodySees(t *testing.T) {
	for words, want := range map[string]string{"$EXTRA_ARGS": "", "${FLAGS}": "", "$opts": "", "$DATA": "7", "$NAME --batch_size 9": "9", "$FLAGS --batch_size 9": "9"} {
		j := jobOf(t, "\n-- train.py --\nimport argparse, torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, TensorDataset\np = argparse.ArgumentParser()\n"+
			"p.add_argument('--batch_size', type=int, default=7)\na, rest = p.parse_known_args()\nm = nn.Linear(8, 1)\no = torch.optim.Adam(m.parameters())\n"+
			"for x, y in DataLoader(TensorDataset(torch.zeros(100, 8), torch.zeros(100, 1)), batch_size=a.batch_size):\n    o.zero_grad()\n    m(x).sum().backward()\n    o.step()\n"+
			"\n-- run.sh --\npython train.py "+words+"\n")
		if got := text(j, dialect.MicroBatch); got != want {
			t.Errorf("python train.py %s: a micro-batch of %q, want %q", words, got, want)
		}
	}
}

func text(j *job.Job, key dialect.Field) string {
	v, ok := j.Get(key)
	if !ok {
		return ""
	}
	return strings.TrimSpace(v.Text)
}

// TestModelsOfSeveralLaps: a model that is made anew in each lap is one; with another setting, or kept beside the next
// one, it is not.
func TestModelsOfSeveralLaps(t *testing.T) {
	lap := func(before, made, after string) string {
		return "\n-- train.py --\nimport torch\nfrom torch import nn\nclass Cfg: pass\nclass Net(nn.Module):\n    def __init__(self, cfg):\n        super().__init__()\n        self.a = nn.Linear(4, cfg.width)\n" +
			"    def forward(self, x):\n        return self.a(x)\ncfg = Cfg()\ncfg.width = 2\nkept = []\nfor k in [2, 3]:\n" + before + "    model = " + made + "\n    opt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    for step in range(3):\n        opt.zero_grad()\n        model(torch.zeros(2, 4)).sum().backward()\n        opt.step()\n" + after
	}
	for _, c := range []struct {
		name, script string
		one          bool
	}{
		{"made anew", lap("", "Net(cfg)", ""), true},
		{"another width", lap("    cfg.width = k\n", "Net(cfg)", ""), false},
		{"kept beside the next one", lap("", "Net(cfg)", "    kept.append(model)\n"), false},
	} {
		if got := said(Of(jobOf(t, c.script))); (got == "Net 10 10 10") != c.one {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
