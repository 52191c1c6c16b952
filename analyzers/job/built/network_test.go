package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
)

// networkHead and networkTail train a network on images of 64 x 64, once the program has made it.
const networkHead = `import timm
import torch
from torch import nn
from torchvision import datasets, models
from torchvision import transforms as T

device = torch.device("cuda")
data = datasets.CIFAR10("data", transform=T.Compose([T.Resize(72), T.RandomCrop(64), T.ToTensor()]))
loader = torch.utils.data.DataLoader(data, batch_size=8)
`

const networkTail = `
opt = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1, momentum=0.9)
criterion = nn.CrossEntropyLoss()
for epoch in range(2):
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()
`

// TestNetworks: what torch 2.10, torchvision 0.25 and timm 1.0 allocate at most in the forward and the backward passes
// of the third lap, on a CPU, where the model is a library's, whole or with parts of the program's own.
func TestNetworks(t *testing.T) {
	for _, c := range []struct {
		name, script      string
		forward, backward int64
	}{
		{"another head, as wide as the first", "model = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)\nwide = model.fc.in_features\nmodel.fc = nn.Linear(wide, 10)\n", 90278260, 100791864},
		{"frozen but for a part of a part", "model = models.vgg16_bn(pretrained=True)\nfor p in model.parameters():\n    p.requires_grad = False\nmodel.classifier[6] = nn.Linear(4096, 10)\n", 554448756, 537966304},
		{"its own number of classes", "model = models.mobilenet_v2(num_classes=10)\n", 60493836, 64175672},
		{"frozen but for a head of several layers", "model = models.resnet50(pretrained=True)\nfor p in model.parameters():\n    p.requires_grad = False\n" +
			"model.fc = nn.Sequential(nn.Linear(model.fc.in_features, 256), nn.ReLU(), nn.Dropout(0.2), nn.Linear(256, 10))\n", 103568564, 98932960},
		{"taught by another one", "teacher = models.resnet34(pretrained=True).to(device)\nteacher.eval()\nmodel = models.resnet18(num_classes=10)\n", 177569332, 188082936},
		{"by its name", "model = timm.create_model('resnet18', pretrained=True, num_classes=10)\n", 90278260, 100791864},
		{"made and changed in a function", "def build(n):\n    net = models.densenet121(pretrained=False)\n    net.classifier = nn.Linear(net.classifier.in_features, n)\n" +
			"    net.features.conv0 = nn.Conv2d(3, 64, 3, bias=False)\n    return net\n\n\nmodel = build(10)\n", 321837756, 326170720},
	} {
		tail := networkTail
		if strings.Contains(c.script, "teacher") {
			tail = strings.Replace(tail, "        opt.zero_grad()\n", "        opt.zero_grad()\n        with torch.no_grad():\n            taught = teacher(x)\n", 1)
		}
		j := jobOf(t, "\n-- train.py --\n"+networkHead+c.script+tail)
		agrees(t, c.name, j, c.forward, c.backward, 0.01)
	}
}

// TestNetworksRefused: where what a network is made of is not certain, nothing is said of its steps.
func TestNetworksRefused(t *testing.T) {
	for _, script := range []string{
		"model = models.vgg16()\nfor i in range(len(data)):\n    model.classifier[i] = nn.Identity()\n",
		"model = models.resnet18()\nsetattr(model, input(), nn.Linear(512, 10))\n",
		"model = models.resnet18()\nmodel.layer1[0].conv1 = make(3)\n",
		"model = nn.Sequential(*list(models.resnet18().children())[:-1], nn.Flatten(), nn.Linear(512, make(3)))\n",
		"model = models.resnet18()\nmodel.register_forward_hook(keep)\n",
		"model = models.resnet18()\nsurgeon(model)\nmodel = surgeon(model)\n",
		"teacher = models.vgg16(pretrained=True)\nmodel = models.resnet18()\n",
	} {
		j := jobOf(t, "\n-- train.py --\n"+networkHead+script+networkTail)
		if step, gap := train(j, model.Training{}); gap == nil {
			t.Errorf("%q is answered with %d bytes", script, step.Backward.Bytes)
		}
	}
}

// TestNetworksFromStart: what a script makes of a network on its way to the loop counts as if it were made so at once.
func TestNetworksFromStart(t *testing.T) {
	const plain = "model = models.resnet18()\nmodel.fc = nn.Linear(512, 10)\n"
	for script, same := range map[string]string{
		"model = models.resnet18()\nif len(data) > 7:\n    model.fc = nn.Linear(512, 10)\n":                                                                        plain,
		"model = models.resnet18()\nmodel.fc = nn.Linear(512, 10) if len(data) > 7 else nn.Identity()\n":                                                           plain,
		"model = models.resnet18()\nmodel._modules['fc'] = nn.Linear(512, 10)\n":                                                                                   plain,
		"model = models.resnet18()\nmodel.add_module('fc', nn.Linear(512, 10))\n":                                                                                  plain,
		"model = models.vgg16()\nif len(data) > 7:\n    model.classifier[6] = nn.Identity()\n":                                                                     "model = models.vgg16()\nmodel.classifier[6] = nn.Identity()\n",
		"model = models.resnet18(num_classes=len(data))\n":                                                                                                         "model = models.resnet18(num_classes=50000)\n",
		"layers = []\nfor width in [3, 8]:\n    layers.append(nn.Conv2d(width, 8, 3))\nmodel = nn.Sequential(*layers, nn.Flatten(), nn.Linear(8 * 60 * 60, 10))\n": "model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.Conv2d(8, 8, 3), nn.Flatten(), nn.Linear(8 * 60 * 60, 10))\n",
	} {
		of := func(text string) int64 {
			step, gap := train(jobOf(t, "\n-- train.py --\n"+networkHead+text+networkTail), model.Training{})
			if gap != nil {
				t.Fatalf("%q: %+v", text, gap)
			}
			return step.Backward.Bytes
		}
		if got, want := of(script), of(same); got != want {
			t.Errorf("%q: %d bytes, and %d", script, got, want)
		}
	}
}
