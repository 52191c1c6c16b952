package built

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
)

// TestMetOnTheWay: what people's scripts do on the way to their loop, and its look-alikes that stay unknown.
func TestMetOnTheWay(t *testing.T) {
	const data = "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=BATCH)\n"
	const end = "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nsteps(model, loader, opt)\n"
	const sixteen = "BATCH = 16\n"
	const rows = "class Rows(Dataset):\n    def __init__(self):\n        self.held = []\n        for path in ['a', 'b']:\n" +
		"            with open(path, 'rb') as f:\n                self.held.append(pickle.load(f, encoding='bytes')[b'data'])\n" +
		"        self.held = np.concatenate(self.held)\n        self.held = self.held.reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)\n" +
		"    def __len__(self):\n        return 50000\n    def __getitem__(self, i):\n        return T.ToTensor()(Image.fromarray(self.held[i]))\n"
	for _, c := range []struct{ name, script, want string }{
		{"documents of a YAML file", "import yaml\nBATCH = {}\nwith open('c.yaml') as f:\n    for doc in yaml.load_all(f, Loader=yaml.Loader):\n        BATCH.update(doc)\nBATCH = BATCH['b']\n" +
			data + end + "-- c.yaml --\na: 1\n---\nb: 4\n", "4x3x32x32"},
		{"variables of the environment that have to be set", "root, rank = os.environ['DATA'], int(os.environ['LOCAL_RANK'])\nBATCH = 4 if rank == 0 else 8\n" + data + end, "4x3x32x32"},
		{"a variable that somebody does without", "try:\n    BATCH = int(os.environ['BATCH'])\nexcept KeyError:\n    BATCH = 2\n" + data + end, "2x3x32x32"},
		{"a class within a function", sixteen + "def scale():\n    class Twice:\n        def __call__(self, x):\n            return 2 * x - 1\n    return T.Compose([T.ToTensor(), Twice()])\n" +
			"loader = DataLoader(datasets.CIFAR10('.', transform=scale()), batch_size=BATCH)\n" + end, "16x3x32x32"},
		{"a bar as a context", sixteen + "from tqdm import tqdm\n" + data + "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"with tqdm(enumerate(loader), total=len(loader)) as bar:\n    for i, (x, y) in bar:\n        loss = model(x.cuda()).mean()\n        opt.zero_grad()\n        loss.backward()\n        opt.step()\n        bar.set_postfix(loss=loss.item())\n", "16x3x32x32"},
		{"a bar by hand", sixteen + "from tqdm import tqdm\n" + data + "bar = tqdm(total=10)\nbar.update(1)\ntqdm.write('begins')\n" + end, "16x3x32x32"},
		{"folders that are looked through with a try", sixteen + "def folder(parent):\n    n = 0\n    for name in os.listdir(parent):\n        if not os.path.isdir(os.path.join(parent, name)):\n            continue\n        try:\n            name = int(name.split('-run')[-1])\n            if name > n:\n                n = name\n        except:\n            pass\n    return parent + '-run{}'.format(n + 1)\nout = folder('runs')\n" + data + end, "16x3x32x32"},
		{"folders that are walked through", "ENDS = ['.png', '.jpg']\ndef is_image(name):\n    return any(name.endswith(end) for end in ENDS)\nclass Own(Dataset):\n    def __init__(self):\n        self.held = []\n        for root, _, names in sorted(os.walk('files')):\n            for name in names:\n                if is_image(name):\n                    self.held.append(os.path.join(root, name))\n" +
			"    def __len__(self):\n        return len(self.held)\n    def __getitem__(self, i):\n        return TF.to_tensor(Image.open(self.held[i % len(self.held)]).convert('RGB').resize((48, 40)))\nloader = DataLoader(Own(), batch_size=8)\n" + end, "8x3x40x48"},
		{"a function that keeps what it is asked", sixteen + "seen = []\nmodel = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\ndef kept(name, held):\n    return held.append(name)\nfor root, _, names in os.walk('files'):\n    for name in names:\n        if kept(name, seen):\n            pass\n" +
			data + "model = Net(8 if len(seen) == 0 else 16).cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nsteps(model, loader, opt)\n", "?"},
		{"a log whose handlers are taken away", sixteen + "import logging\nlog = logging.getLogger('x')\nlog.handlers.clear()\nlog.info(os.path.basename(p='a/b'))\n" + data + end, "16x3x32x32"},
		{"defaults of a dataclass's fields", "import dataclasses\n@dataclasses.dataclass\nclass C:\n    width: int = 8\n    batch: int = 5\nhow = {f.name: f.default for f in dataclasses.fields(C)}\nBATCH = how['batch']\n" + data + end, "5x3x32x32"},
		{"arrays of files, put together", "import pickle\n" + rows + "loader = DataLoader(Rows(), batch_size=8)\n" + end, "8x3x32x32"},
		{"items of an IterableDataset", "from torch.utils.data import IterableDataset\nclass Pairs(IterableDataset):\n    def __iter__(self):\n        for name in os.listdir('files'):\n            yield TF.to_tensor(Image.open(name).convert('RGB').resize((48, 40)))\n" +
			"loader = DataLoader(Pairs(), batch_size=8)\n" + end, "8x3x40x48"},
		{"items of an IterableDataset of which nothing is known", "from torch.utils.data import IterableDataset\nclass Pairs(IterableDataset):\n    def __iter__(self):\n        yield from torch.load('pairs')\n" +
			"loader = DataLoader(Pairs(), batch_size=8)\n" + end, "?"},
		{"a batch sampler that walks over what nobody counted", "class Skips:\n    def __init__(self, sampler, size):\n        self.sampler, self.size = sampler, size\n    def __iter__(self):\n        batch = []\n        for i in self.sampler:\n            batch.append(i)\n            if len(batch) == self.size:\n                yield batch\n                batch = []\n" +
			"data = datasets.ImageFolder('.', transform=T.Compose([T.Resize((24, 24)), T.ToTensor()]))\nloader = DataLoader(data, batch_sampler=Skips(torch.randperm(len(data)).tolist(), 6))\n" + end, "6x3x24x24"},
		{"an evaluation of many laps", sixteen + data + "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n@torch.no_grad()\ndef judged():\n    losses = torch.zeros(200000)\n    for k in range(200000):\n        losses[k] = model(torch.zeros(2, 3, 8, 8).cuda()).mean().item()\n    return losses.mean()\n" +
			"for x, y in loader:\n    judged()\n    loss = model(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n", "2x3x8x8"}, // what it is given first
		{"a batch that grows with each lap", sixteen + data + "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x, y in loader:\n    with torch.no_grad():\n        for k in range(20):\n            x = torch.cat((x, x[:1]))\n    loss = model(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n", "36x3x32x32"},
		{"a list that grows with each lap", sixteen + data + "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x, y in loader:\n    held = []\n    with torch.no_grad():\n        for k in range(20):\n            held.append(x[:1])\n    loss = model(torch.cat(held).cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n", "20x3x32x32"},
		{"an input of old that each batch is copied into", sixteen + data + "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nheld = torch.cuda.FloatTensor(16, 3, 32, 32)\nfor x, y in loader:\n    held.resize_(x.size()).copy_(x)\n    loss = model(held).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n", "16x3x32x32"},
	} {
		feeds(t, c.name, c.script, c.want)
	}
}

// TestOneSize: images of which only their files tell the size have the one that the network takes; of several sizes
// that it takes, none is said.
func TestOneSize(t *testing.T) {
	script := func(net string) string {
		return scriptHead + "data = datasets.ImageFolder('.', transform=T.Compose([T.CenterCrop(int(open('side').read())), T.ToTensor()]))\n" +
			"data = datasets.ImageFolder('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=4)\nmodel = nn.Sequential(" + net + ").cuda()\n" +
			"opt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x, y in loader:\n    loss = model(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	}
	for _, c := range []struct {
		net  string
		side int64
	}{
		{"nn.Conv2d(3, 2, 3, padding=1), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(2 * 32 * 32, 5)", 64},
		{"nn.Conv2d(3, 2, 3, padding=1), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2, 5)", 0},
		{"nn.Conv2d(3, 2, 3, padding=1), nn.Flatten(), nn.Linear(17, 5)", 0},
	} {
		step, gap := Train(jobOf(t, script(c.net)), 0)
		if c.side == 0 && gap == nil || c.side > 0 && (gap != nil || step.Side != c.side) {
			t.Errorf("%s: %+v", c.net, gap)
		}
	}
}

// TestDrawnByAnIndex: what an agent's memory holds, picked by numbers that nobody knows, is as large whichever it is.
func TestDrawnByAnIndex(t *testing.T) {
	const script = scriptHead + "import gym\nfrom collections import deque\nenv = gym.make('CartPole-v0')\nmodel = nn.Linear(4, 2).cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
		"memory = deque(maxlen=1000)\nstate = env.reset()\nfor n in range(10000):\n    following, reward, done, _ = env.step(0)\n    memory.append((state, following, reward, done))\n    state = following\n    if len(memory) < 20:\n        continue\n" +
		"    picked = [memory[i] for i in np.random.choice(np.arange(len(memory)), size=8, replace=False)]\n    before, after, rewards, ends = zip(*picked)\n" +
		"    loss = (model(torch.FloatTensor(before).cuda()).max(1)[0] - torch.FloatTensor(rewards).cuda() * (1 - torch.FloatTensor(ends).cuda())).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	step, gap := fromStart(jobOf(t, script), model.Training{}, nil, nil)
	if gap != nil || step.Inputs[0] != "8x4" {
		t.Errorf("%+v", gap)
	}
}

// TestFourierBasis: the sizes of a convolution that takes spectra, as audio projects put it together.
func TestFourierBasis(t *testing.T) {
	j := jobOf(t, "\n-- train.py --\nimport numpy as np\nimport torch\nfrom torch import nn\nfrom scipy.signal import get_window\n\nclass Net(nn.Module):\n    def __init__(self, n=64):\n        super().__init__()\n"+
		"        basis = np.fft.fft(np.eye(n))\n        basis = np.vstack([np.real(basis[:n // 2 + 1, :]), np.imag(basis[:n // 2 + 1, :])])\n        window = torch.from_numpy(get_window('hann', n, fftbins=True)).float()\n"+
		"        self.weight = nn.Parameter(torch.FloatTensor(basis[:, None, :]) * window)\n        self.back = nn.Parameter(torch.FloatTensor(np.linalg.pinv(basis).T[:, None, :]))\n    def forward(self, x):\n        return nn.functional.conv1d(x, self.weight)\n\n"+
		"model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x in torch.utils.data.DataLoader([torch.zeros(1, 100)], batch_size=2):\n    loss = model(x.cuda()).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n")
	models := Of(j)
	if models == nil || models.Open() != nil || models.List[0].Answer.Parameters != 2*66*64 {
		t.Errorf("%+v", models)
	}
}

// TestBelowTheName: a class below a test of the script's name, with what is imported there.
func TestBelowTheName(t *testing.T) {
	j := jobOf(t, "\n-- train.py --\nimport torch\nfrom torch import nn\n\nif __name__ == '__main__':\n    import torchvision\n\n    class Net(nn.Module):\n        def __init__(self):\n            super(Net, self).__init__()\n            self.conv = torchvision.models.resnet18(pretrained=False).conv1\n"+
		"        def forward(self, x):\n            return self.conv(x)\n\n    model = Net().cuda()\n    opt = torch.optim.SGD(model.parameters(), lr=0.1)\n    for x in torch.utils.data.DataLoader([torch.zeros(3, 32, 32)], batch_size=2):\n        loss = model(x.cuda()).sum()\n        opt.zero_grad()\n        loss.backward()\n        opt.step()\n")
	models := Of(j)
	if models == nil || models.Open() != nil || models.List[0].Answer.Parameters != 9408 {
		t.Errorf("%+v", models)
	}
}
