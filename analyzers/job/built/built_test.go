package built

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// layers are the models of the cases; torch counts the parameters that the cases state.
const layers = `
-- net.py --
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, width, act=nn.ReLU):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1)
        self.act = act()

    def forward(self, x):
        return x + self.act(self.conv(x))


class Net(nn.Module):
    def __init__(self, width, depth=2, cfg=None, act=nn.ReLU, block=Block):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3)
        self.blocks = nn.ModuleList([block(width, act) for _ in range(depth)])
        self.head = nn.Linear(width, getattr(cfg, "classes", 10))

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean((2, 3)))


class Pair(nn.Module):
    def __init__(self, first, second):
        super().__init__()
        self.first, self.second = first, second


def build(name, **options):
    return {"net": Net}[name](**options)
`

const training = `
loader = torch.utils.data.DataLoader(data, batch_size=8)
for x, y in loader:
    loss = nn.functional.cross_entropy(model(x.cuda()), y.cuda())
    opt.zero_grad()
    loss.backward()
    opt.step()
`

func init() { exact.Loud = true }

const head = "import argparse, itertools, functools\nimport torch\nfrom torch import nn\nimport net\nfrom net import Net, Block, Pair, build\n"

func jobOf(t *testing.T, text string) *job.Job {
	t.Helper()
	files := map[string]*source.File{}
	w := &job.Workspace{Loops: true, Open: func(p string) *source.File { return files[p] }}
	for _, section := range strings.Split(text, "\n-- ")[1:] {
		name, body, _ := strings.Cut(section, " --\n")
		files[name] = source.New(name, []byte(body+"\n"))
		w.Paths = append(w.Paths, name)
	}
	jobs := job.Find(w)
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	return jobs[0]
}

// said is what is known of a job's models: their class, parameters, trainable ones, those that optimizers hold.
func said(m *Models) string {
	if m == nil {
		return "none"
	}
	var list []string
	if m.Gap != nil {
		list = append(list, fmt.Sprintf("? %s:%d %s", m.Gap.Path, m.Gap.Line, m.Gap.Reason))
	}
	for _, one := range m.List {
		if one.Gap != nil {
			list = append(list, fmt.Sprintf("%s ? %s:%d %s", one.Name, one.Gap.Path, one.Gap.Line, one.Gap.Reason))
			continue
		}
		words := fmt.Sprintf("%s %d %d %d", one.Name, one.Answer.Parameters, one.Answer.Trainable, one.Held)
		if one.Unsure || one.Alternates {
			words += " unsure"
		}
		list = append(list, words)
	}
	return strings.Join(list, "; ")
}

// TestReadFromFiles: a model whose layers stand in a file of the project that it reads, from where it is started.
func TestReadFromFiles(t *testing.T) {
	const script = "import torch\nfrom torch import nn\ndef widths(path):\n    with open(path) as file:\n        return [int(line.split('=')[1]) for line in file if line.startswith('width')]\n" +
		"class Made(nn.Module):\n    def __init__(self, path):\n        super().__init__()\n        first, last = widths(path)\n        self.a = nn.Linear(first, last)\n    def forward(self, x):\n        return self.a(x)\n" +
		"model = Made('cfg/net.cfg')\nopt = torch.optim.Adam(model.parameters())\n" + training
	const cfg = "\n-- cfg/net.cfg --\n# sizes\nwidth=4\nwidth=6\n"
	for text, want := range map[string]string{
		"\n-- train.py --\n" + script + cfg: "Made 30 30 30",
		"\n-- train.py --\n" + script:       "Made ? train.py:10 an argument is not known: a file's contents (train.py:4)",
	} {
		if got := said(Of(jobOf(t, text))); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestReadFromConfigs: a model that reads its config itself, in YAML or TOML, beside the script that is started.
func TestReadFromConfigs(t *testing.T) {
	const train = "import torch\nfrom helper import fit\nfrom made import Made\nfit(Made('./configs/net.yaml'))\n\n-- app/helper.py --\nimport torch\ndef fit(model):\n    opt = torch.optim.Adam(model.parameters())\n" +
		"    for x in torch.utils.data.DataLoader([1]):\n        opt.zero_grad()\n        model(x).sum().backward()\n        opt.step()\n"
	const made = "\n-- app/made.py --\nimport toml, yaml\nfrom torch import nn\nclass Made(nn.Module):\n    def __init__(self, path):\n        super().__init__()\n        with open(path) as file:\n            config = READ\n" +
		"        self.a = nn.Linear(**config['sizes'])\n        self.b = nn.Linear(int(float(config['tiny']) * 2e6), len(config['list']))\n    def forward(self, x):\n        return self.a(x)\n"
	const cfg = "\n-- app/configs/net.yaml --\nsizes:\n  in_features: 4\n  out_features: 6\nlist: [1, 2.0, a, null]\n"
	for name, c := range map[string]struct{ read, cfg, want string }{
		"YAML":                     {"yaml.safe_load(file)", cfg + "tiny: 1e-6\n", "Made 42 42 42"}, // PyYAML's text "1e-6"
		"YAML with a loader":       {"yaml.load(file, Loader=yaml.FullLoader)", cfg + "tiny: 1.0e-6\n", "Made 42 42 42"},
		"TOML":                     {"toml.loads(file.read())", "\n-- app/configs/net.yaml --\ntiny = 1e-6\nlist = [1, 2, 3, 4]\n[sizes]\nin_features = 4\nout_features = 6\n", "Made 42 42 42"},
		"YAML with other keys":     {"yaml.safe_load(file)", cfg + "tiny: 1e-6\n3: 4\n", "Made ? app/made.py:8 what is spread into a dictionary is not known: yaml that does not read (app/made.py:7)"},
		"YAML that is merged":      {"yaml.safe_load(file)", cfg + "tiny: 1e-6\nb: &b {c: 1}\nd:\n  <<: *b\n", "Made ? app/made.py:8 what is spread into a dictionary is not known: yaml that does not read (app/made.py:7)"},
		"YAML that is not there":   {"yaml.safe_load(file)", "", "Made ? app/made.py:8 what is spread into a dictionary is not known: a file's contents (app/made.py:6)"},
		"YAML with a number's end": {"yaml.safe_load(file)", cfg + "tiny: .inf\n", "Made ? app/made.py:8 what is spread into a dictionary is not known: yaml that does not read (app/made.py:7)"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := said(Of(jobOf(t, "\n-- app/train.py --\n"+train+strings.Replace(made, "READ", c.read, 1)+c.cfg))); got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

// TestFoldsOfParts: the models of several folds, made of parts that are made anew for each, are one in size.
func TestFoldsOfParts(t *testing.T) {
	const script = "\n-- train.py --\nimport torch\nfrom torch import nn\nfrom installed import data, wide\nfor fold in range(5):\n    body = MADE\n    CHANGED\n    model = nn.Sequential(body, nn.Linear(3, 2))\n" +
		"    opt = torch.optim.Adam(model.parameters())\n    for x in data:\n        opt.zero_grad()\n        model(x).sum().backward()\n        opt.step()\n"
	for name, c := range map[string]struct{ made, changed, want string }{
		"alike":           {"nn.Linear(4, 3)", "pass", "Sequential 23 23 23"},
		"by the fold":     {"nn.Linear(4, 3 + fold)", "pass", "? train.py:8 which model it trains, only the run can tell"},
		"changed in some": {"nn.Linear(4, 3)", "body.weight = nn.Parameter(wide(fold))", "? train.py:8 which model it trains, only the run can tell"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := said(Of(jobOf(t, strings.NewReplacer("MADE", c.made, "CHANGED", c.changed).Replace(script)))); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

// TestIdleMethods: what a method does to a network that nobody calls, as it came with the network, is not done.
func TestIdleMethods(t *testing.T) {
	const script = "\n-- train.py --\nimport torch, torch.utils\nimport lightning as L\nfrom installed import data\nclass Own(L.LightningModule):\n    def __init__(self):\n        super().__init__()\n        self.head = torch.nn.Linear(4, 2)\n" +
		"    def training_step(self, batch, i):\n        return self.head(batch).sum()\n    def configure_optimizers(self):\n        return torch.optim.Adam(self.parameters())\n" +
		"    def NAME(self):\n        self.head = torch.utils.checkpoint(self.head)\nMOREL.Trainer(max_epochs=1).fit(Own(), data)\n"
	const doubt = "Own ? train.py:13 its part head is set after it is made"
	for name, c := range map[string]struct{ method, more, want string }{
		"nobody calls it":           {"use_less", "", "Own 10 10 10"},
		"only one of its name does": {"use_less", "class Holder:\n    def use_less(self):\n        self.net.use_less()\n", "Own 10 10 10"},
		"somebody may call it":      {"use_less", "def main(net):\n    net.use_less()\n", doubt},
		"its name is said":          {"use_less", "names = ['use_less']\n", doubt},
		"a library may call it":     {"on_train_start", "", doubt},
	} {
		t.Run(name, func(t *testing.T) {
			if got := said(Of(jobOf(t, strings.NewReplacer("NAME", c.method, "MORE", c.more).Replace(script)))); got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

func TestModels(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"constants", "model = Net(16).cuda()\nopt = torch.optim.Adam(model.parameters())\n", "Net 5258 5258 5258"},
		{"by name, a class, a symbol", "model = Net(width=8, depth=1, act=nn.GELU, block=Block)\nopt = torch.optim.Adam(model.parameters())\n", "Net 898 898 898"},
		{"options of the command line", "p = argparse.ArgumentParser()\np.add_argument('--width', type=int, default=32)\np.add_argument('--classes', type=int, default=5)\n" +
			"args = p.parse_args()\nmodel = Net(args.width, cfg=args)\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n", "Net 19557 19557 19557"},
		{"a factory", "model = build('net', width=4, depth=3)\nopt = torch.optim.Adam(model.parameters())\n", "Net 606 606 606"},
		{"wrapped", "model = nn.DataParallel(Net(4)).cuda()\nopt = torch.optim.Adam(model.module.parameters())\n", "Net 458 458 458"},
		{"models as arguments, one of them twice", "a = Net(4)\nmodel = Pair(a, a)\nopt = torch.optim.Adam(model.parameters())\n", "Pair 458 458 458"},
		{"a part that it was given, held again", "a = Net(4)\nmodel = Pair(a, Net(4))\nfirst = torch.optim.Adam(model.parameters())\nsecond = torch.optim.Adam([{'params': a.parameters()}])\n", "Pair 916 916 916"},
		{"a part that it was given, held before", "a = Net(4)\nmodel = Pair(a, Net(4))\nfirst = torch.optim.Adam(a.parameters())\nsecond = torch.optim.Adam(model.parameters())\n", "Pair 916 916 916"},
		{"two parts of one model", "a = Net(4)\nmodel = Pair(a, Net(4))\nfirst = torch.optim.Adam(a.parameters())\nsecond = torch.optim.Adam(model.first.head.parameters())\n", "Net 458 458 458"},
		{"layers put together", "model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))\nopt = torch.optim.Adam(model.parameters())\n", "Sequential 58 58 58"},
		{"two models", "model = Net(4)\nother = Block(4)\nopt = torch.optim.Adam(itertools.chain(model.parameters(), other.parameters()))\n", "Net 458 458 458; Block 148 148 148"},
		{"as wide as an image of the data", "from torchvision import datasets, transforms as T\ndata = datasets.MNIST('.', transform=T.ToTensor())\nmodel = Net(data[0][0].shape[1])\nopt = torch.optim.Adam(model.parameters())\n", "Net 15242 15242 15242"},
		{"as wide as an image of a folder", "from torchvision import datasets, transforms as T\ndata = datasets.ImageFolder('.', transform=T.ToTensor())\nmodel = Net(data[0][0].shape[1])\nopt = torch.optim.Adam(model.parameters())\n",
			"Net ? net.py:17 an argument is not known: the size of an image lies in its file"},
		{"as wide as an image that is cropped by chance", "from torchvision import datasets, transforms as T\ndata = datasets.MNIST('.', transform=T.Compose([T.RandomApply([T.Resize(16)]), T.ToTensor()]))\nmodel = Net(data[0][0].shape[1])\nopt = torch.optim.Adam(model.parameters())\n",
			"Net ? net.py:17 an argument is not known: whether it happens, only the run can tell (train.py:8)"},
		{"two optimizers", "model = Net(4)\nother = Block(4)\nopt = torch.optim.Adam(model.parameters())\nsecond = torch.optim.Adam(other.parameters())\n",
			"Net 458 458 458; Block 148 148 148"},
		{"a part of it", "model = Net(4)\nopt = torch.optim.Adam(model.head.parameters())\n", "Net 458 458 50"},
		{"a part of it is frozen", "model = Net(4)\nfor p in model.stem.parameters():\n    p.requires_grad = False\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 346 346"},
		{"a part of it is cut off", "model = Net(4)\nfor p in model.stem.parameters():\n    p.detach_()\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 346 346"},
		{"what is cut off is computed of a part", "model = Net(4)\nfor p in model.stem.parameters():\n    p.mul(2).detach_()\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 458 458"},
		{"all of it is frozen but a part", "model = Net(4)\nmodel.requires_grad_(False)\nmodel.head.requires_grad_(True)\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 50 50"},
		{"frozen and thawed in turn", "model = Net(4)\nopt = torch.optim.Adam(model.parameters())\nfor e in range(9):\n    model.requires_grad_(False)\n    model.requires_grad_(True)\n",
			"Net 458 458 458 unsure"},
		{"groups of which one is left out", "model = Net(4)\nopt = torch.optim.Adam([p for n, p in model.named_parameters() if 'bias' not in n])\n", "Net 458 458 0 unsure"},
		{"another head", "model = Net(4)\nmodel.head = nn.Linear(4, 2)\nopt = torch.optim.Adam(model.parameters())\n", "Net 418 418 418"},
		{"another head, perhaps", "model = Net(4)\nif data:\n    model.head = nn.Linear(4, 2)\nopt = torch.optim.Adam(model.parameters())\n", "Net ? train.py:8 its part head is set after it is made"},
		{"another layer", "model = Net(4)\nmodel.add_module('more', nn.Linear(4, 2))\nopt = torch.optim.Adam(model.parameters())\n", "Net ? train.py:7 it gets another part after it is made"},
		{"a part that is told something before it is given away", "a = nn.Sequential(nn.Linear(4, 8), nn.ReLU())\na.width = 8\na.note = str(data)\n" +
			"class Headed(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        self.body = body\n        self.head = nn.Linear(body.width, 2)\n\n" +
			"    def forward(self, x):\n        return self.head(self.body(x))\n\nmodel = Headed(a)\nopt = torch.optim.Adam(model.parameters())\n", "Headed 58 58 58"},
		{"a part of the project's that is told something, in a function", "def backbone():\n    b = Block(4)\n    b.width = 4\n    return b\n\n" +
			"class Headed(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        self.body = body\n        self.head = nn.Linear(body.width, 2)\n\n" +
			"    def forward(self, x):\n        return self.head(self.body(x))\n\nmodel = Headed(backbone())\nopt = torch.optim.Adam(model.parameters())\n", "Headed 158 158 158"},
		{"a part that is told something else afterwards", "a = Block(4)\na.width = 4\n" +
			"class Headed(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        self.body = body\n        self.head = nn.Linear(body.width, 2)\n\n" +
			"    def forward(self, x):\n        return self.head(self.body(x))\n\nmodel = Headed(a)\na.width = 99\nopt = torch.optim.Adam(model.parameters())\n", "Headed 158 158 158"},
		{"a part that is perhaps told something", "a = Block(4)\na.width = 4\nif data:\n    a.width = 8\n" +
			"class Headed(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        self.body = body\n        self.head = nn.Linear(body.width, 2)\n\n" +
			"    def forward(self, x):\n        return self.head(self.body(x))\n\nmodel = Headed(a)\nopt = torch.optim.Adam(model.parameters())\n",
			"Headed ? train.py:14 an argument is not known: whether width is set, only the run can tell (train.py:9)"},
		{"another model takes a part of it away", "class Monitor(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        body.head = nn.Identity()\n        self.body = body\n\n" +
			"    def forward(self, x):\n        return self.body(x)\n\nmodel = Net(4)\nmonitor = Monitor(model)\nopt = torch.optim.Adam(model.parameters())\n", "Net 408 408 408"},
		{"another model gives it a part", "class Monitor(nn.Module):\n    def __init__(self, body):\n        super().__init__()\n        body.add_module('more', nn.Linear(4, 4))\n        self.body = body\n\n" +
			"    def forward(self, x):\n        return self.body(x)\n\nmodel = Net(4)\nmonitor = Monitor(model)\nopt = torch.optim.Adam(model.parameters())\n",
			"Net ? train.py:9 it gets another part after it is made"},
		{"a library makes something of it", "import loralib\nmodel = Net(4)\nmodel = loralib.inject(model)\nopt = torch.optim.Adam(model.parameters())\n",
			"Net ? train.py:8 what inject makes of it is not known"},
		{"a width that only the run knows", "model = Net(len(data))\nopt = torch.optim.Adam(model.parameters())\n", "Net ? net.py:17 an argument is not known: computed from something unknown (train.py:6)"},
		{"one of two", "model = Net(4) if data else Block(4)\nopt = torch.optim.Adam(model.parameters())\n", "? train.py:7 which model it trains, only the run can tell; Net 458 458 458; Block 148 148 148"},
		{"an option that nobody has", "p = argparse.ArgumentParser()\nargs = p.parse_args()\nmodel = Net(4, cfg=args)\nopt = torch.optim.Adam(model.parameters())\n",
			"Net ? net.py:19 an argument is not known: the result of .parse_args() (train.py:7)"},
		{"changed after it was read", "class Config:\n    def __init__(self):\n        self.width = 4\n        self.classes = 10\nc = Config()\nmodel = Net(c.width, cfg=c)\n" +
			"c.classes = 99\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 458 458"},
		{"a dictionary spread, and partial", "kw = dict(width=4, depth=1)\nkw['depth'] = 2\nmodel = functools.partial(Net, act=nn.SiLU)(**kw)\nopt = torch.optim.Adam(model.parameters())\n",
			"Net 458 458 458"},
		{"sync batch norms change nothing", "model = Net(4)\nmodel = nn.SyncBatchNorm.convert_sync_batchnorm(model)\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 458 458"},
		{"in half precision", "model = Net(4).half()\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 458 458"},
		{"names of the script's own", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(args.width, size[0])\n" +
			"p = argparse.ArgumentParser()\np.add_argument('--width', type=int, default=3)\nargs = p.parse_args()\nsize = (args.width * 2, 1)\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own 24 24 24"},
		{"a name that changes", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(width, 2)\n" +
			"p = argparse.ArgumentParser()\np.add_argument('--width', type=int, default=3)\nwidth = p.parse_args().width\nwidth += 1\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own ? train.py:9 an argument is not known: the options of the command line (train.py:12)"},
		{"a part that a library makes", "import apart\nclass Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n" +
			"        self.more = apart.Layer(2)\n        self.words = apart.words()\n    def forward(self, x):\n        return self.more(self.net(x))\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own ? train.py:11 what its part more is is not known: apart.Layer is not known"},
		{"an optimizer of the project's own", "class Ranger(torch.optim.Optimizer):\n    pass\nmodel = Net(4)\nopt = Ranger(model.parameters(), lr=1)\n", "Net 458 458 458"},
		{"parameters that come with the first run", "class Late(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n" +
			"    def forward(self, x):\n        self.register_parameter('w', nn.Parameter(torch.ones(x.shape[1])))\n        return self.net(x) * self.w\n" +
			"model = Late()\nopt = torch.optim.Adam(model.parameters())\n", "Late ? train.py:11 parameters are registered here, perhaps not before the model runs"},
		{"parameters that are registered from the start", "class Early(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n" +
			"        self.register_parameter('w', nn.Parameter(torch.ones(2)))\n    def forward(self, x):\n        return self.net(x).sigmoid() * self.w\n" +
			"model = Early()\nopt = torch.optim.Adam(model.parameters())\n", "Early 8 8 8"},
		{"by the names of a module", "import net\nmodel = net.__dict__['Net'](4)\nother = net.__dict__.get('Block')(4)\n" +
			"opt = torch.optim.Adam(model.parameters())\nsecond = torch.optim.Adam(other.parameters())\n", "Net 458 458 458; Block 148 148 148"},
		{"a model that asks a module for its names", "import net\nclass Own(nn.Module):\n    def __init__(self, name):\n        super().__init__()\n" +
			"        self.net = net.__dict__.get(name)(4)\nmodel = Own('Block')\nopt = torch.optim.Adam(model.parameters())\n", "Own 148 148 148"},
		{"a model that a library makes, changed in a constructor under a name of its own", "import torchvision\nclass Own(nn.Module):\n    def __init__(self, stride):\n        super().__init__()\n" +
			"        net = torchvision.models.resnet18(pretrained=True)\n        if stride == 1:\n            net.layer4[0].conv1.stride = (1, 1)\n        net.fc = nn.Identity()\n        self.net = net\n" +
			"model = Own(1)\nopt = torch.optim.Adam(model.parameters())\n", "Own 11176512 11176512 11176512"},
		{"the same by who only holds it", "import torchvision\nclass Own(nn.Module):\n    def __init__(self, net):\n        super().__init__()\n        self.net = net\n" +
			"class Holder:\n    def __init__(self):\n        net = torchvision.models.resnet18(pretrained=True)\n        net.layer4[0].conv1.stride = (1, 1)\n        self.model = Own(net)\n" +
			"holder = Holder()\nmodel = holder.model\nopt = torch.optim.Adam(model.parameters())\n", "Own ? train.py:14 its part stride is set after it is made"},
		{"a model that a library makes, with another head", "import torchvision\nclass Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
			"        self.net = torchvision.models.mobilenet_v2(pretrained=True)\n        self.net.classifier[1] = nn.Linear(self.net.classifier[1].in_features, 3)\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own 2227715 2227715 2227715"},
		{"a library's model that is changed by itself", "import torchvision\nclass Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
			"        self.net = torchvision.models.mobilenet_v3_small()\n        self.net.shrink(2)\nmodel = Own()\nopt = torch.optim.Adam(model.parameters())\n",
			"Own ? train.py:11 shrink of MobileNetV3 in torchvision.models.mobilenet_v3_small is not known"},
		{"a library's model with an argument that nobody recorded", "import torchvision\nclass Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
			"        self.net = torchvision.models.mobilenet_v3_small(width_mult=0.5)\nmodel = Own()\nopt = torch.optim.Adam(model.parameters())\n",
			"Own ? train.py:10 what torchvision.models.mobilenet_v3_small makes of width_mult is not known"},
		{"weights that lie elsewhere are copied", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n" +
			"        held = torch.load('w.pt')\n        held['w'] = torch.cat([held['w']] * 2, 1) / 2\n        self.net.weight.data.copy_(held['w'])\n        self.net.load_state_dict(held)\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own 6 6 6"},
		{"a parameter made of what lies elsewhere", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n" +
			"        self.register_parameter('w', torch.cat([torch.load('w.pt')] * 2))\nmodel = Own()\nopt = torch.optim.Adam(model.parameters())\n",
			"Own ? train.py:10 a parameter is not known: torch.load: what lies elsewhere"},
		{"a buffer made of what lies elsewhere", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n" +
			"        self.register_buffer('w', torch.cat([torch.load('w.pt')] * 2))\nmodel = Own()\nopt = torch.optim.Adam(model.parameters())\n",
			"Own ? train.py:10 a buffer is not known: torch.load: what lies elsewhere"},
		{"a stride that changes", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Conv2d(2, 2, 1, stride=2)\n        self.net.stride = (1, 1)\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own 6 6 6"},
		{"a width that changes", "class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Conv2d(2, 2, 1)\n        self.net.out_channels = 4\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own ? train.py:10 out_channels of a torch.nn.Conv2d changes after it was built"},
		{"a function with a backward pass of its own", "class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x * 2\ntwice = Twice.apply\n" +
			"class Own(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(2, 2)\n        self.act = twice\n    def forward(self, x):\n        return self.act(self.net(x))\n" +
			"model = Own()\nopt = torch.optim.Adam(model.parameters())\n", "Own 6 6 6"},
		{"options under names that a file holds", "import yaml\np = argparse.ArgumentParser()\np.add_argument('--width', type=int, default=4)\np.add_argument('--config')\n" +
			"args = p.parse_args()\nfor k, v in yaml.safe_load(open(args.config)).items():\n    setattr(args, k, v)\nmodel = Net(args.width)\n" +
			"opt = torch.optim.Adam(model.parameters())\n", "? train.py:12 which options are set here, only the run can tell; Net ? net.py:17 an argument is not known: an attribute that setattr may set (train.py:12)"},
		{"a module by its name", "net = __import__('net', fromlist=['x'])\nmodel = net.Net(4)\nopt = torch.optim.Adam(model.parameters())\n", "Net 458 458 458"},
		{"a library's network", "import torchvision\nmodel = torchvision.models.resnet18()\nopt = torch.optim.Adam(model.parameters())\n", "resnet18 11689512 11689512 11689512"},
		{"a network of transformers of which its name says all", "import transformers\nmodel = transformers.SegformerForSemanticSegmentation.from_pretrained('nvidia/mit-b0', num_labels=6)\n" +
			"opt = torch.optim.Adam(model.parameters())\n", "SegformerForSemanticSegmentation 3715686 3715686 3715686"},
		{"its settings are changed", "import transformers\nmodel = transformers.SegformerForSemanticSegmentation.from_pretrained('nvidia/mit-b0', num_labels=6)\n" +
			"model.config.id2label = {i: str(i) for i in data}\nmodel.config.use_cache = False\nopt = torch.optim.Adam(model.parameters())\n",
			"SegformerForSemanticSegmentation 3715686 3715686 3715686"},
		{"another part is set deep within", "import transformers\nmodel = transformers.SegformerForSemanticSegmentation.from_pretrained('nvidia/mit-b0', num_labels=6)\n" +
			"model.decode_head.more = data\nopt = torch.optim.Adam(model.parameters())\n",
			"SegformerForSemanticSegmentation ? train.py:8 its part more is set after it is made"},
		{"the first of what is loaded", "import open_clip\nmodel, _, images = open_clip.create_model_and_transforms('ViT-B-32', pretrained='laion2b_s34b_b79k')\n" +
			"opt = torch.optim.Adam(model.parameters())\n", "CLIP ViT-B-32 151277313 151277313 151277313"},
		{"the first of two that are loaded", "import clip\nmodel, images = clip.load('ViT-B/32')\nopt = torch.optim.Adam(model.parameters())\n", "CLIP ViT-B/32 151277313 151277313 151277313"},
		{"no model of the project", "import transformers\nmodel = transformers.AutoModel.from_pretrained('bert-base-uncased')\nopt = torch.optim.Adam(model.parameters())\n", "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := jobOf(t, layers+"\n-- train.py --\n"+head+c.script+training)
			if got := said(Of(j)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestBytes: what a model is cast to is counted.
// TestRegistered: timm.create_model gives what the project registers under the name, whatever timm itself has of that
// name.
func TestRegistered(t *testing.T) {
	const models = "\n-- nets.py --\nimport torch\nfrom torch import nn\nfrom timm.models.registry import register_model\n\n\nclass Small(nn.Module):\n" +
		"    def __init__(self, width, num_classes=1000, rate=0.0):\n        super().__init__()\n        self.head = nn.Linear(width, num_classes)\n\n    def forward(self, x):\n        return self.head(x)\n\n\n" +
		"@register_model\ndef resnet18(pretrained=False, **kwargs):\n    return Small(4, **kwargs)\n\n\ndef resnet34(pretrained=False, **kwargs):\n    return Small(8, **kwargs)\n"
	for _, c := range []struct{ name, makes, want string }{
		{"registered", "model = create_model('resnet18', pretrained=False, num_classes=2)\n", "Small 10 10 10"},
		{"what is None is left out", "model = create_model(model_name='resnet18', num_classes=None, rate=0.5)\n", "Small 5000 5000 5000"},
		{"by an option", "p = argparse.ArgumentParser()\np.add_argument('--model', default='resnet18')\nargs = p.parse_args([])\nmodel = create_model(args.model, num_classes=2)\n", "Small 10 10 10"},
		{"one that is not registered is timm's", "model = create_model('resnet34', num_classes=10)\n", "resnet34 21289802 21289802 21289802"},
		{"of timm alone", "model = create_model('resnet50', num_classes=10)\n", "resnet50 23528522 23528522 23528522"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := "import argparse, torch\nfrom torch import nn\nfrom timm.models import create_model\nimport nets\n" + c.makes + "opt = torch.optim.Adam(model.parameters())\n" + training
			if got := said(Of(jobOf(t, models+"\n-- train.py --\n"+script))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestBytes(t *testing.T) {
	for script, want := range map[string]int64{
		"model = Net(4)\n": 4 * 458, "model = Net(4)\nmodel.half()\n": 2 * 458, "model = Net(4)\nmodel.to('cuda', dtype=torch.bfloat16)\n": 2 * 458,
		"model = Net(4)\nmodel.to('cuda')\n": 4 * 458, "model = Net(4).half()\n": 2 * 458,
	} {
		j := jobOf(t, layers+"\n-- train.py --\n"+head+script+"opt = torch.optim.Adam(model.parameters())\n"+training)
		m := Of(j)
		if m == nil || m.List[0].Gap != nil || m.List[0].Answer.ParameterBytes != want {
			t.Errorf("%s: %s, want %d bytes", script, said(m), want)
		}
	}
}

// TestTorchOf: the torch that a project is bound to, and, where an old framework runs the steps, the one that people
// install for it.
func TestTorchOf(t *testing.T) {
	const script = "\n-- train.py --\nimport torch\nnet = torch.nn.Linear(2, 2)\nopt = torch.optim.Adam(net.parameters())\nfor x in range(3):\n    net(x).sum().backward()\n    opt.step()\n"
	for requirements, want := range map[string]struct {
		version, old int
		undated      bool
	}{
		"numpy":           {0, 113, true},
		"torch==1.5.1":    {105, 105, false},
		"torch==1.12.1":   {112, 112, false},
		"torch==2.1.0":    {201, 201, false},
		"torch==2.4.0":    {0, 113, true},
		"torch>=1.8":      {0, 108, false},
		"torch>=1.8,<2.0": {113, 113, false},
	} {
		j := jobOf(t, script+"\n-- requirements.txt --\n"+requirements)
		j.Loop = nil
		if version, undated := TorchOf(j); version != want.version || undated {
			t.Errorf("%s: %d, undated %t", requirements, version, undated)
		}
		j.Loop = &job.Loop{Old: true}
		if version, undated := TorchOf(j); version != want.old || undated != want.undated {
			t.Errorf("%s: %d, undated %t, under an old framework", requirements, version, undated)
		}
	}
}

// TestCoresOf: which cores a card has for convolutions follows from its generation.
func TestCoresOf(t *testing.T) {
	for name, want := range map[string]tensor.Cores{"": tensor.NoCores, "P100": tensor.NoCores, "V100": tensor.HalfCores, "T4": tensor.HalfCores, "A100": tensor.TF32Cores, "H100": tensor.TF32Cores} {
		if got := tensor.CardOf(name).Cores; got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}
