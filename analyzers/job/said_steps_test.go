package job

import "testing"

// imageScript trains on images that a dataset of torchvision gives; TRAIN are its transforms.
var imageScript = lines("import torch", "import torchvision.transforms as T", "from torchvision.datasets import CIFAR10", "from installed import made, flag", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", "MORE",
	"for x, y in torch.utils.data.DataLoader(data, batch_size=4):", "    net(x).sum().backward()", "    opt.step()")

// castScript is a step; MORE stands before it.
func castScript(before, with string) string {
	return lines("import torch", "from torch.utils.checkpoint import checkpoint", "from installed import made, flag, data", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", before,
		"for x in torch.utils.data.DataLoader(data, batch_size=4):", "    with "+with+":", "        loss = net(x).sum()", "    loss.backward()", "    opt.step()")
}

// TestSaidOfSteps: in which precision a step goes, over which sizes, for how long.
func TestSaidOfSteps(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"cast":                            {castScript("", "torch.autocast('cuda')"), "train.py precision=amp-fp16"},
		"cast by amp":                     {castScript("", "torch.amp.autocast('cuda')"), "train.py precision=amp-fp16"},
		"cast by the old amp":             {castScript("", "torch.cuda.amp.autocast()"), "train.py precision=amp-fp16"},
		"cast by the old amp, off":        {castScript("", "torch.cuda.amp.autocast(False)"), "train.py precision=fp32"},
		"cast by the old amp, by nobody":  {castScript("", "torch.cuda.amp.autocast(flag())"), "train.py precision=?"},
		"cast by the old amp, to bf16":    {castScript("", "torch.cuda.amp.autocast(True, torch.bfloat16)"), "train.py precision=amp-bf16"},
		"cast to bf16":                    {castScript("", "torch.amp.autocast('cuda', torch.bfloat16)"), "train.py precision=amp-bf16"},
		"cast to fp16":                    {castScript("", "torch.amp.autocast('cuda', dtype=torch.float16)"), "train.py precision=amp-fp16"},
		"cast to fp32":                    {castScript("", "torch.amp.autocast('cuda', dtype=torch.float32)"), "train.py precision=fp32"},
		"cast to nobody's dtype":          {castScript("", "torch.amp.autocast('cuda', dtype=made())"), "train.py precision=?"},
		"cast, on":                        {castScript("", "torch.amp.autocast('cuda', enabled=True)"), "train.py precision=amp-fp16"},
		"cast, off":                       {castScript("", "torch.amp.autocast('cuda', enabled=False)"), "train.py precision=fp32"},
		"cast, off by place":              {castScript("", "torch.amp.autocast('cuda', torch.bfloat16, False)"), "train.py precision=fp32"},
		"cast, by nobody's word":          {castScript("", "torch.amp.autocast('cuda', enabled=flag())"), "train.py precision=?"},
		"cast, by options":                {castScript("", "torch.amp.autocast('cuda', **made())"), "train.py precision=?"},
		"cast, but a part":                {castScript("def part(x):\n    with torch.amp.autocast('cuda', enabled=False):\n        return net(x)\npart(1)", "torch.amp.autocast('cuda', dtype=torch.bfloat16)"), "train.py precision=amp-bf16"},
		"cast for an evaluation":          {castScript("def evaluate(x):\n    with torch.amp.autocast('cuda'):\n        return net(x)\nevaluate(1)", "torch.enable_grad()"), "train.py precision=fp32"},
		"cast for training and testing":   {castScript("def train_and_test(x):\n    with torch.amp.autocast('cuda'):\n        return net(x)\ntrain_and_test(1)", "torch.enable_grad()"), "train.py precision=amp-fp16"},
		"cast never":                      {castScript("if False:\n    with torch.amp.autocast('cuda'):\n        net(1)", "torch.enable_grad()"), "train.py precision=fp32"},
		"cast perhaps":                    {castScript("if flag():\n    with torch.amp.autocast('cuda'):\n        net(1)", "torch.enable_grad()"), "train.py precision=?"},
		"by another package":              {castScript("from apex import amp", "torch.enable_grad()"), "train.py precision=-"},
		"by another package, whole":       {castScript("import apex.amp", "torch.enable_grad()"), "train.py precision=-"},
		"by apex, behind an option":       {castScript("import argparse\nfrom apex import amp\np = argparse.ArgumentParser()\np.add_argument('--fp16', action='store_true')\na = p.parse_args()\nif a.fp16:\n    amp.initialize(1, 2)", "torch.enable_grad()"), "train.py precision=fp32"},
		"by apex, switched on":            {castScript("from apex import amp\namp.initialize(1, 2)", "torch.enable_grad()"), "train.py precision=-"},
		"by apex's older way":             {castScript("from apex import amp, fp16_utils\nif False:\n    amp.initialize(1, 2)", "torch.enable_grad()"), "train.py precision=-"},
		"by no other package":             {castScript("import json, apexes", "torch.enable_grad()"), "train.py precision=fp32"},
		"layers are run again":            {castScript("net.gradient_checkpointing_enable()", "torch.enable_grad()"), "train.py checkpointing=full"},
		"layers are run again, never":     {castScript("if False:\n    net.gradient_checkpointing_enable()", "torch.enable_grad()"), "train.py checkpointing=none"},
		"layers are run again, perhaps":   {castScript("if flag():\n    net.gradient_checkpointing_enable()", "torch.enable_grad()"), "train.py checkpointing=?"},
		"a layer is run again":            {castScript("y = checkpoint(net, 1)", "torch.enable_grad()"), "train.py checkpointing=?"},
		"an average":                      {castScript("ema = torch.optim.swa_utils.AveragedModel(net)", "torch.enable_grad()"), "train.py ema=true"},
		"an average, never":               {castScript("if False:\n    ema = torch.optim.swa_utils.AveragedModel(net)", "torch.enable_grad()"), "train.py ema=-"},
		"an average, perhaps":             {castScript("if flag():\n    ema = torch.optim.swa_utils.AveragedModel(net)", "torch.enable_grad()"), "train.py ema=?"},
		"attention":                       {castScript("net.enable_xformers_memory_efficient_attention()", "torch.enable_grad()"), "train.py attention=xformers"},
		"attention, perhaps":              {castScript("if flag():\n    net.enable_xformers_memory_efficient_attention()", "torch.enable_grad()"), "train.py attention=-"},
		"a size":                          {told(imageScript, "data = CIFAR10('.', transform=T.Compose([T.Resize(32), T.RandomCrop(28), T.ToTensor()]))"), "train.py image_size=28"},
		"a size of two sides":             {told(imageScript, "data = CIFAR10('.', transform=T.Resize((32, 48)))"), "train.py image_size=32x48"},
		"a size of two equal sides":       {told(imageScript, "data = CIFAR10('.', transform=T.Resize([32, 32]))"), "train.py image_size=32"},
		"a size of three":                 {told(imageScript, "data = CIFAR10('.', transform=T.Resize((32, 48, 3)))"), "train.py image_size=-"},
		"a size of 1":                     {told(imageScript, "data = CIFAR10('.', transform=T.Resize(1))"), "train.py image_size=1"},
		"a size of 0":                     {told(imageScript, "data = CIFAR10('.', transform=T.Resize(0))"), "train.py image_size=-"},
		"nobody's size":                   {told(imageScript, "data = CIFAR10('.', transform=T.Resize(made()))"), "train.py image_size=-"},
		"a size of half nobody's":         {told(imageScript, "data = CIFAR10('.', transform=T.Resize((32, made())))"), "train.py image_size=-"},
		"a size for another dataset":      {told(imageScript, "other = CIFAR10('.', transform=T.Resize(64))\ndata = CIFAR10('.', transform=T.Resize(32))\nmore = CIFAR10('.', transform=T.Resize(96))"), "train.py image_size=32"},
		"a size for nobody's dataset":     {told(imageScript, "data = made(transform=T.Resize(32))"), "train.py image_size=32"},
		"a size for a dataset of options": {told(imageScript, "data = CIFAR10('.', transform=T.Resize(32), **made())\nother = T.Resize(48)"), "train.py image_size=32"},
		"a size for a test":               {told(imageScript, "data = CIFAR10('.')\ntest_data = CIFAR10('.', transform=T.Resize(32))\ndef evaluate(x):\n    return T.Resize(48)(x)"), "train.py image_size=-"},
		"a size of albumentations":        {told(imageScript, "import albumentations as A\nt = A.Resize(32, 48)\ndata = made(t)"), "train.py image_size=32x48"},
		"a square of albumentations":      {told(imageScript, "import albumentations as A\nt = A.Resize(height=32, width=32)\ndata = made(t)"), "train.py image_size=32"},
		"a pair of albumentations":        {told(imageScript, "import albumentations as A\nt = A.RandomResizedCrop(size=(32, 48))\ndata = made(t)"), "train.py image_size=32x48"},
		"a crop of albumentations":        {told(imageScript, "import albumentations as A\nt = A.RandomSizedCrop((10, 20), 32, 48)\ndata = made(t)"), "train.py image_size=32x48"},
		"1 of albumentations":             {told(imageScript, "import albumentations as A\nt = A.Resize(1, 1)\ndata = made(t)"), "train.py image_size=1"},
		"0 of albumentations":             {told(imageScript, "import albumentations as A\nt = A.Resize(0, 32)\ndata = made(t)"), "train.py image_size=?"},
		"half of albumentations":          {told(imageScript, "import albumentations as A\nt = A.Resize(32, made())\ndata = made(t)"), "train.py image_size=?"},
		"a processor":                     {told(imageScript, "from transformers import ViTImageProcessor\np = ViTImageProcessor(size={'height': 32, 'width': 48})\ndata = made(p)"), "train.py image_size=32x48"},
		"a processor of a square":         {told(imageScript, "from transformers import ViTImageProcessor\np = ViTImageProcessor(size={'height': 32, 'width': 32})\ndata = made(p)"), "train.py image_size=32"},
		"a processor of a number":         {told(imageScript, "from transformers import ViTImageProcessor\np = ViTImageProcessor(size=32)\ndata = made(p)"), "train.py image_size=32"},
		"a processor of one side":         {told(imageScript, "from transformers import ViTImageProcessor\np = ViTImageProcessor(size={'shortest_edge': 32})\ndata = made(p)"), "train.py image_size=-"},
		"a processor of no side":          {told(imageScript, "from transformers import ViTImageProcessor\np = ViTImageProcessor(size={'height': 32, 'width': 0})\ndata = made(p)"), "train.py image_size=-"},
		"a processor by itself":           {told(imageScript, "from transformers import ViTImageProcessor\np = ViTImageProcessor()\ndata = made(p)"), "train.py image_size=224"},
		"a processor never":               {told(imageScript, "from transformers import ViTImageProcessor\nif False:\n    p = ViTImageProcessor(size=32)\ndata = made()"), "train.py image_size=-"},
		"two processors":                  {told(imageScript, "from transformers import ViTImageProcessor\np, q = ViTImageProcessor(size=32), ViTImageProcessor(size=48)\ndata = made(p)"), "train.py image_size=-"},
		"two processors alike":            {told(imageScript, "from transformers import ViTImageProcessor\np, q = ViTImageProcessor(size=32), ViTImageProcessor(size=32)\ndata = made(p)"), "train.py image_size=32"},
		"a processor of nobody":           {told(imageScript, "from transformers import AutoImageProcessor\np = AutoImageProcessor.from_pretrained(made())\ndata = made(p)"), "train.py image_size=-"},
		"steps by how many there are":     {lines("import torch", "from installed import data", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", "num_iters = 30", "for i in range(num_iters):", "    net(next(data)).sum().backward()", "    opt.step()"), "train.py max_steps=30"},
		"steps by how many more":          {lines("import torch", "from installed import data, start", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", "num_iters = 30", "for i in range(start, num_iters + 1):", "    net(next(data)).sum().backward()", "    opt.step()"), "train.py max_steps=30"},
		"steps by another number":         {lines("import torch", "from installed import data", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", "n = 30", "for i in range(n):", "    net(next(data)).sum().backward()", "    opt.step()"), "train.py max_steps=-"},
		"epochs by how many there are":    {lines("import torch", "from installed import data, a", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", "class O: epochs = 7", "for i in range(O.epochs):", "    for x in data:", "        net(x).sum().backward()", "        opt.step()"), "train.py epochs=7"},
		"rounds of a rollout":             {lines("import torch", "from installed import data", "net = torch.nn.Linear(2, 2)", "opt = torch.optim.SGD(net.parameters(), lr=0.1)", "for iteration in range(50):", "    rollout = list(data)", "    for epoch in range(4):", "        for x in rollout:", "            net(x).sum().backward()", "            opt.step()"), "train.py max_steps=- epochs=-"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, c.files, c.want) })
	}
}
