package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// The script and the config that the cases change.
const (
	engineImports = "import argparse\nfrom mmengine.config import Config, DictAction\nfrom mmengine.runner import Runner\n" +
		"p = argparse.ArgumentParser()\np.add_argument('config')\np.add_argument('--other')\np.add_argument('--size', type=int)\n" +
		"p.add_argument('--cfg-options', nargs='+', action=DictAction)\na = p.parse_args()\ncfg = Config.fromfile(a.config)\n" +
		"if a.cfg_options is not None:\n    cfg.merge_from_dict(a.cfg_options)\n"
	engineRuns = "Runner.from_cfg(cfg).train()\n"
	under      = "-- cfg/under.py --\noptim_wrapper = dict(type='AmpOptimWrapper', optimizer=dict(type='SGD', lr=0.1, momentum=0.9), accumulative_counts=4)\n" +
		"train_dataloader = dict(batch_size=8)\ntrain_cfg = dict(max_epochs=12)\n"
)

// TestPythonConfigs: what a Python config says of a run, and what only the run knows.
func TestPythonConfigs(t *testing.T) {
	const base = "_base_ = './under.py'\n"
	for name, c := range map[string]struct{ config, script, words, batch, precision, accumulation string }{
		"a base":                       {base, "", "", "8", "amp-fp16", "4"},
		"over a base":                  {base + "train_dataloader = dict(batch_size=2)\n", "", "", "2", "amp-fp16", "4"},
		"under a test":                 {base + "from installed import wide\nif wide():\n    train_dataloader = dict(batch_size=64)\n", "", "", "", "amp-fp16", "4"},
		"under a test that is decided": {base + "wide = True\nif wide:\n    train_dataloader = dict(batch_size=64)\n", "", "", "64", "amp-fp16", "4"},
		"either way": {base + "from installed import half\nif half():\n    optim_wrapper = dict(type='AmpOptimWrapper')\nelse:\n" +
			"    optim_wrapper = dict(type='OptimWrapper')\n", "", "", "8", "", ""},
		"a base by its name":            {base + "_base_.train_dataloader.batch_size = 6\n_base_.optim_wrapper.type = 'OptimWrapper'\n", "", "", "6", "fp32", "4"},
		"a base by its name, not known": {base + "from installed import size\n_base_.train_dataloader.batch_size = size()\n", "", "", "", "amp-fp16", "4"},
		"a base by its name, some key":  {base + "from installed import key\n_base_.optim_wrapper[key()] = 2\n", "", "", "8", "", ""},
		"a base by its name, in one":    {base + "_base_.train_dataloader = dict(batch_size=3)\n", "", "", "3", "amp-fp16", "4"},
		"a base by its name, and over":  {base + "_base_.train_dataloader.batch_size = 6\ntrain_dataloader = dict(batch_size=2)\n", "", "", "2", "amp-fp16", "4"},
		"None over a dictionary":        {base + "optim_wrapper = None\n", "", "", "8", "", ""},
		"a number over a dictionary":    {base + "train_dataloader = 3\n", "", "", "", "amp-fp16", "4"},
		"None in a dictionary":          {base + "optim_wrapper = dict(accumulative_counts=None)\n", "", "", "8", "amp-fp16", ""},
		"a name that is deleted":        {base + "optim_wrapper = dict(type='OptimWrapper')\ndel optim_wrapper\n", "", "", "8", "", ""},
		"a helper that is deleted":      {base + "n = 5\ntrain_dataloader = dict(batch_size=n)\ndel n\n", "", "", "5", "amp-fp16", "4"},
		"a dictionary of somebody":      {base + "from installed import some\ntrain_dataloader = dict(**some)\n", "", "", "", "amp-fp16", "4"},
		"in place of its base":          {base + "optim_wrapper = dict(_delete_=True, type='OptimWrapper')\n", "", "", "8", "fp32", ""},
		"perhaps in place":              {base + "from installed import half\noptim_wrapper = dict(_delete_=half, type='OptimWrapper')\n", "", "", "8", "fp32", ""},
		"in place by nobody's word":     {base + "from installed import half\noptim_wrapper = dict(_delete_=half(), type='OptimWrapper')\n", "", "", "8", "fp32", ""},
		"a base of a library":           {"_base_ = 'installed::some.py'\ntrain_dataloader = dict(batch_size=2)\n", "", "", "2", "", ""},
		"a base under read_base":        {"from mmengine.config import read_base\nwith read_base():\n    from .under import *\ntrain_dataloader.update(batch_size=5)\n", "", "", "5", "amp-fp16", "4"},
		"on itself":                     {"_base_ = ['./new.py', './new.py']\ntrain_dataloader = dict(batch_size=2)\n", "", "", "2", "", ""},
		"the script's own":              {base, "cfg.train_dataloader.batch_size = 64\n", "", "64", "amp-fp16", "4"},
		"the script's, by key":          {base, "cfg['train_dataloader']['batch_size'] = 64\n", "", "64", "amp-fp16", "4"},
		"the script's, not known":       {base, "cfg.train_dataloader.batch_size = int(input())\n", "", "", "amp-fp16", "4"},
		"the script's, perhaps":         {base, "if input():\n    cfg.optim_wrapper.accumulative_counts = 16\n", "", "8", "amp-fp16", ""},
		"the script's, grown":           {base, "cfg.train_dataloader.batch_size *= 2\n", "", "", "amp-fp16", "4"},
		"the script's, under an alias":  {base, "part = cfg.optim_wrapper\npart.accumulative_counts = 16\n", "", "8", "amp-fp16", "16"},
		"the script's, in a function":   {base, "def mend(c):\n    c.train_dataloader.batch_size = 64\nmend(cfg)\n", "", "64", "amp-fp16", "4"},
		"the script's, taken out":       {base, "cfg.pop('optim_wrapper')\n", "", "8", "", ""},
		"the script's, merged":          {base, "cfg.merge_from_dict({'optim_wrapper.accumulative_counts': 2})\n", "", "", "", ""},
		"the script's, of other keys":   {base, "cfg.work_dir = 'out'\ncfg.setdefault('launcher', 'none')\n", "", "8", "amp-fp16", "4"},
		"the script's, under False":     {base, "if False:\n    cfg.train_dataloader.batch_size = 64\n", "", "8", "amp-fp16", "4"},
		"the script's, in a loop":       {base, "for n in input():\n    cfg.train_dataloader.batch_size = 64\n", "", "", "amp-fp16", "4"},
		"the script's, in a while":      {base, "while input():\n    cfg.train_dataloader.batch_size = 64\n", "", "", "amp-fp16", "4"},
		"the script's, in a handler":    {base, "try:\n    input()\nexcept OSError:\n    cfg.train_dataloader.batch_size = 64\n", "", "8", "amp-fp16", "4"}, // as it runs without one
		"the script's, deleted":         {base, "del cfg.optim_wrapper\n", "", "8", "", ""},
		"the script's, a name deleted":  {base, "part = cfg.optim_wrapper\ndel part\n", "", "8", "amp-fp16", "4"},
		"the script's, some key":        {base, "cfg[input()] = 3\n", "", "", "", ""},
		"the script's, some key below":  {base, "cfg.optim_wrapper[input()] = 3\n", "", "8", "", ""},
		"the script's, two indices":     {base, "cfg.optim_wrapper['accumulative_counts', 1] = 3\n", "", "8", "", ""},
		"the script's, setattr":         {base, "setattr(cfg, 'optim_wrapper', wrap())\n", "", "8", "", ""},
		"the script's, setattr of some": {base, "setattr(cfg, input(), 1)\n", "", "", "", ""},
		"another thing's setattr":       {base, "setattr(a, 'optim_wrapper', 1)\n", "", "8", "amp-fp16", "4"},
		"the script's, by default":      {base, "cfg.optim_wrapper.setdefault('accumulative_counts', 2)\n", "", "8", "amp-fp16", ""},
		"the script's, updated":         {base, "cfg.train_dataloader.update(dict(batch_size=2))\n", "", "", "amp-fp16", "4"},
		"the script's, in one":          {base, "cfg.train_dataloader = dict(batch_size=3)\n", "", "3", "amp-fp16", "4"},
		"the script's, another type":    {base, "cfg.optim_wrapper.type = 'OptimWrapper'\n", "", "8", "fp32", "4"},
		"the script's, another config":  {base, "cfg = other()\n", "", "", "", ""},
		"the script's, handed back":     {base, "def same(c):\n    return c\ncfg = same(cfg)\n", "", "8", "amp-fp16", "4"},
		"the script's, by keyword":      {base, "def mend(n, c):\n    c.train_dataloader.batch_size = n\nmend(c=cfg, n=16)\n", "", "16", "amp-fp16", "4"},
		"the script's, second":          {base, "def mend(n, c):\n    c.train_dataloader.batch_size = n\nmend(16, cfg)\n", "", "16", "amp-fp16", "4"},
		"the script's, elsewhere":       {base, "from other import mend\nmend(16, cfg)\n", "", "16", "amp-fp16", "4"},
		"the script's, part elsewhere":  {base, "from other import mend_part\nmend_part(part=cfg.train_dataloader)\n", "", "32", "amp-fp16", "4"},
		"nothing of it elsewhere":       {base, "from other import mend\nmend(16, a)\n", "", "8", "amp-fp16", "4"},
		"an option, given":              {base, "if a.size:\n    cfg.train_dataloader.batch_size = a.size\n", " --size 32", "32", "amp-fp16", "4"},
		"an option, not given":          {base, "if a.size:\n    cfg.train_dataloader.batch_size = a.size\n", "", "8", "amp-fp16", "4"},
		"a flag nobody reads":           {base, "", " --amp", "8", "amp-fp16", "4"},
		"an override":                   {base, "", " --cfg-options train_dataloader.batch_size=3", "3", "amp-fp16", "4"},
		"an override without a dot":     {base, "", " --cfg-options optim_wrapper=None", "8", "", ""},
		"an override, not known":        {base, "", " --cfg-options train_dataloader.batch_size=$SIZE", "", "amp-fp16", "4"},
		"an override, and the script's": {base, "cfg.train_dataloader.batch_size = 64\n",
			" --cfg-options train_dataloader.batch_size=3", "", "amp-fp16", "4"},
	} {
		t.Run(name, func(t *testing.T) {
			j := find(t, "-- run.sh --\npython tools/train.py cfg/new.py"+c.words+"\n"+under+"-- cfg/new.py --\n"+c.config+
				"-- tools/train.py --\n"+engineImports+c.script+engineRuns+
				"-- tools/other.py --\ndef mend(n, config):\n    config.train_dataloader.batch_size = n\ndef mend_part(part):\n    part.batch_size = 32\n")
			b, p, n := j.Text(dialect.MicroBatch), j.Text(dialect.Precision), j.Text(dialect.Accumulation)
			if b != c.batch || p != c.precision || n != c.accumulation {
				t.Errorf("batch %q, precision %q, accumulation %q; want %q, %q, %q", b, p, n, c.batch, c.precision, c.accumulation)
			}
		})
	}
}

// TestWhichPythonConfig: of several configs on a command line the one that the script trains by counts, or none; and a
// script that only speaks of OpenMMLab is one like any other.
func TestWhichPythonConfig(t *testing.T) {
	const two = "-- run.sh --\npython tools/train.py --other cfg/big.py cfg/under.py\n-- cfg/big.py --\ntrain_dataloader = dict(batch_size=99)\n" + under + "-- tools/train.py --\n"
	check(t, find(t, two+engineImports+engineRuns), map[dialect.Field]string{dialect.MicroBatch: "8 @ cfg/under.py:2"})
	for more, want := range map[string]string{
		"other = Config.fromfile(a.other)\n": "?", "again = Config.fromfile(a.config)\n": "8 @ cfg/under.py:2", "if False:\n    other = Config.fromfile(a.other)\n": "8 @ cfg/under.py:2",
		"other = Config.fromfile(chosen())\n": "?",
	} {
		if got := show(find(t, two+engineImports+more+engineRuns), dialect.MicroBatch); got != want {
			t.Errorf("%q: %s, want %s", more, got, want)
		}
	}
	for text, want := range map[string]string{ // MMEngine's first versions took an optimizer by itself
		"optimizer = dict(type='SGD', lr=0.25)\ntrain_dataloader = dict(batch_size=2)\n":                                                                                "0.25 @ c.py:1",
		"optimizer = dict(type='SGD', lr=0.25)\ntrain_dataloader = dict(batch_size=2)\noptim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.5))\n": "0.5 @ c.py:3",
	} {
		j := find(t, "-- run.sh --\npython tools/train.py c.py\n-- c.py --\n"+text+"-- tools/train.py --\n"+engineImports+engineRuns)
		if got := show(j, dialect.LearningRate); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	const unread = "import sys\nfrom mmengine.config import Config\nfrom mmengine.runner import Runner\ncfg = Config.fromfile(chosen(sys.argv))\nRunner.from_cfg(cfg).train()\n"
	j := find(t, two+unread)
	check(t, j, map[dialect.Field]string{dialect.MicroBatch: "?", dialect.Precision: "?"})
	if j.Framework != MMEngine {
		t.Errorf("one of two configs: the framework is %q", j.Framework)
	}
	const older = "-- run.sh --\npython train.py old.py --options total_epochs=3\n-- old.py --\noptimizer = dict(type='SGD', lr=0.1)\nfp16 = dict(loss_scale=512.)\n" +
		"data = dict(samples_per_gpu=4)\ntotal_epochs = 12\n-- train.py --\nimport sys\nfrom mmcv import Config\nfrom mmdet.apis import train_detector\n" +
		"cfg = Config.fromfile(sys.argv[1])\ntrain_detector(build(cfg.model), [data(cfg.data.train)], cfg)\n"
	check(t, find(t, older), map[dialect.Field]string{dialect.MicroBatch: "4 @ old.py:3", dialect.Precision: "amp-fp16 @ old.py:2", dialect.Epochs: "3 @ run.sh:1"})
	const speaks = "-- run.sh --\npython train.py --settings settings.py\n-- settings.py --\noptimizer = dict(type='SGD', lr=0.5)\ndata = dict(samples_per_gpu=3)\n" +
		"-- train.py --\n# the weights come from an mmcv checkpoint, see train_ids\nimport torch\nnet = torch.nn.Linear(2, 2)\n" +
		"o = torch.optim.AdamW(net.parameters(), lr=1e-3)\nfor x in torch.utils.data.DataLoader([1], batch_size=32):\n    net(x).mean().backward()\n    o.step()\n    o.zero_grad()\n"
	check(t, find(t, speaks), map[dialect.Field]string{dialect.MicroBatch: "32 @ train.py:5", dialect.Optimizer: "adamw @ train.py:4"})
}

// TestSpreadAccelerator: what is spread into Accelerator() may split the job, and may gather gradients.
func TestSpreadAccelerator(t *testing.T) {
	const rest = "net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\nnet, o = acc.prepare(net, o)\n" +
		"for x in data:\n    acc.backward(net(x).mean())\n    o.step()\n"
	for made, open := range map[string]bool{"Accelerator(mixed_precision='bf16', **some)": true, "Accelerator(mixed_precision='bf16')": false,
		"Accelerator(mixed_precision='bf16', **{'log_with': 'x'})": false} {
		j := find(t, "-- train.py --\nimport torch\nfrom accelerate import Accelerator\nfrom installed import some\nacc = "+made+"\n"+rest)
		if sharding, n := j.Undecided(dialect.Sharding), j.Undecided(dialect.Accumulation); sharding != open || n != open {
			t.Errorf("%s: sharding open %v, accumulation open %v; want %v", made, sharding, n, open)
		}
	}
}
