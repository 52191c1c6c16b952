package built

import (
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// TestNetworksByName: a template that many translations between images began with. The command says a part of a file's
// name, the class is found among all names of that file, its networks are put back where they were by the names of a
// list, and wrapped only where there are several processes; critics are frozen and thawed in turn and judge a pool of
// earlier images.
func TestNetworksByName(t *testing.T) {
	const files = "\n-- run.sh --\npython train.py --model two_way --batch 2\n" +
		"\n-- train.py --\nimport torch\nfrom options import Options\nfrom models import create\nfrom torchvision import datasets, transforms as T\n" +
		"if __name__ == '__main__':\n    opt = Options().parse()\n" +
		"    data = datasets.CIFAR10('.', transform=T.ToTensor())\n    loader = torch.utils.data.DataLoader(data, batch_size=opt.batch)\n" +
		"    model = create(opt)\n    model.setup()\n    for epoch in range(opt.epochs):\n        for x, y in loader:\n" +
		"            model.optimize(x)\n" +
		"\n-- options.py --\nimport argparse\nimport models\nclass Options:\n    def parse(self):\n        p = argparse.ArgumentParser()\n" +
		"        p.add_argument('--model', default='other')\n        p.add_argument('--batch', type=int, default=1)\n        p.add_argument('--epochs', type=int, default=5)\n" +
		"        known, _ = p.parse_known_args()\n        p = models.find(known.model).options(p)\n        return p.parse_args()\n" +
		"\n-- models/__init__.py --\nimport importlib\nfrom models.base import Base\ndef find(name):\n    lib = importlib.import_module('models.' + name + '_model')\n" +
		"    found = None\n    for key, cls in lib.__dict__.items():\n        if key.lower() == name.replace('_', '') and issubclass(cls, Base):\n            found = cls\n" +
		"    if found is None:\n        exit(0)\n    return found\ndef create(opt):\n    return find(opt.model)(opt)\n" +
		"\n-- models/base.py --\nimport torch\nimport torch.distributed as dist\nclass Base:\n    def setup(self):\n        for name in self.names:\n            if isinstance(name, str):\n" +
		"                net = getattr(self, 'net' + name)\n                for key in list(net.state_dict().keys()):\n                    print(key)\n                if dist.is_initialized():\n" +
		"                    net = torch.nn.parallel.DistributedDataParallel(net)\n                setattr(self, 'net' + name, net)\n" +
		"    def gradients(self, nets, on):\n        for net in nets:\n            for p in net.parameters():\n                p.requires_grad = on\n" +
		"\n-- models/two_way_model.py --\nimport functools, itertools, torch\nfrom torch import nn\nfrom models.base import Base\n" +
		"class Pool:\n    def __init__(self, size):\n        self.size, self.images = size, []\n        self.held = 0\n    def query(self, images):\n        out = []\n        for image in images:\n" +
		"            image = image.data.unsqueeze(0)\n            if self.held < self.size:\n                self.held += 1\n                self.images.append(image)\n            out.append(image)\n        return torch.cat(out, 0)\n" +
		"class Net(nn.Module):\n    def __init__(self, norm):\n        super().__init__()\n        bias = norm.func == nn.InstanceNorm2d if type(norm) == functools.partial else False\n" +
		"        self.all = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1, bias=bias), norm(64), nn.Conv2d(64, 3, 3, padding=1))\n    def forward(self, x):\n        return self.all(x)\n" +
		"class TwoWay(Base):\n    @staticmethod\n    def options(p):\n        p.add_argument('--lr', type=float, default=2e-4)\n        return p\n    def __init__(self, opt):\n" +
		"        self.names = ['G', 'F', 'D']\n        norm = functools.partial(nn.InstanceNorm2d, affine=False)\n        self.netG, self.netF, self.netD = Net(norm), Net(norm), Net(norm)\n        self.pool = Pool(50)\n" +
		"        self.first = torch.optim.Adam(itertools.chain(self.netG.parameters(), self.netF.parameters()), lr=opt.lr)\n        self.second = torch.optim.Adam(self.netD.parameters(), lr=opt.lr)\n" +
		"    def optimize(self, x):\n        y = self.netG(x)\n        back = self.netF(y)\n        self.gradients([self.netD], False)\n        self.first.zero_grad()\n" +
		"        ((back - x).abs().mean() + self.netD(y).mean()).backward()\n        self.first.step()\n        self.gradients([self.netD], True)\n        self.second.zero_grad()\n" +
		"        (self.netD(self.pool.query(y)).mean() - self.netD(x).mean()).backward()\n        self.second.step()\n"
	j := jobOf(t, files)
	const each = "Net 3523 3523 3523"
	if got, want := said(Of(j)), each+"; "+each+"; "+each+" unsure"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if Of(j).Estimated().Written.Unsure {
		t.Error("which parameters are trained is not known")
	}
	step, gap := Train(j, 0)
	if gap != nil || len(step.Inputs) == 0 || step.Inputs[0] != "2x3x32x32" {
		t.Errorf("%+v %+v", gap, step)
	}
	if w := (estimator.Model{Written: Of(j).Estimated().Written}); w.Written.Held != 3*3523 {
		t.Errorf("%d parameters are held", w.Written.Held)
	}
}
