package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestSaid: what the jobs of small projects say, one line of "name field=value" for each; "?" is a field that something
// decides and nobody here can know, "-" one of which nothing is said. The values follow from what Python and the
// libraries do with the text.
func TestSaid(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"a library's script on two pages":             {runCLM("README.md", "a/b") + runCLM("README_zh.md", "a/b"), "README.md:2 model=a/b micro_batch=4"},
		"a library's script of a launcher and a page": {"-- run.sh --\n" + clmCommand + "a/b --output_dir x\n" + runCLM("README.md", "a/b --output_dir y"), "run.sh:1 model=a/b"},
		"another model on the page": {"-- run.sh --\n" + clmCommand + "a/b\n" + runCLM("README.md", "c/d"),
			"run.sh:1 model=a/b; README.md:2 model=c/d"},
		"another script on the page": {"-- run.sh --\n" + clmCommand + "a/b\n-- README.md --\n```\n" + strings.Replace(clmCommand, "run_clm", "run_glue", 1) + "a/b\n```\n",
			"run.sh:1 model=a/b; README.md:2 model=a/b"},
		"a page for developers":          {"-- run.sh --\n" + clmCommand + "a/b\n" + runCLM("CONTRIBUTING.md", "c/d"), "run.sh:1 model=a/b"},
		"it begins with no folder":       {"-- run.sh --\n" + clmCommand + "../.. --output_dir out\n", "run.sh:1 model=../.."},
		"it asks for nothing to be done": {"-- run.sh --\npython run_clm.py --model_name_or_path a/b\n", ""},
		"a script of TRL": {"-- run.sh --\npython trl/scripts/sft.py --model_name_or_path a/b --per_device_train_batch_size 3\n-- requirements.txt --\ntransformers<5\n",
			"run.sh:1 method=full micro_batch=3 weights=fp32 gpus=1"},
		"a whole network by a script of diffusers": {"-- run.sh --\naccelerate launch train_text_to_image.py --pretrained_model_name_or_path a/b --train_batch_size 2\n",
			"run.sh:1 micro_batch=2 optimizer=adamw"},
		"a config of detectron2": {detectron("if input():\n    cfg.SOLVER.BASE_LR = 1.0\ncfg.DATASETS.TRAIN = ('a',)\nplain = 3\ncfg.OUTPUT = 1\n", "train(get_cfg())"),
			"train.py micro_batch=4 lr=? max_steps=300 gpus=1"},
		"detectron2 on as many cards as something says": {detectron("", "launch(train, count(), args=(get_cfg(),))"), "train.py micro_batch=- gpus=?"},
		"detectron2 on as many cards as its command says": {"-- run.sh --\npython train.py --num-gpus 4 SOLVER.BASE_LR 0.5\n" + detectron("", "launch(train, arguments().num_gpus, args=(get_cfg(),))"),
			"run.sh:1 micro_batch=1 lr=0.25 gpus=4"}, // nothing merges the words
		"detectron2 with the words of its command": {"-- run.sh --\npython train.py --num-gpus 2 SOLVER.BASE_LR 0.5\n" +
			detectron("args = arguments()\ncfg.merge_from_list(args.opts)\n", "launch(train, args.num_gpus, args=(get_cfg(),))"), "run.sh:1 micro_batch=2 lr=0.5 max_steps=300 gpus=2"},
		"detectron2 with words of a command nobody knows": {detectron("cfg.merge_from_list(arguments().opts)\n", "train(get_cfg())"), "train.py lr=? max_steps=?"},
		"detectron2 with a file": {"-- run.sh --\npython train.py --config-file a.yaml SOLVER.BASE_LR 0.5\n" +
			detectron("cfg.merge_from_file(arguments().config_file)\ncfg.SOLVER.MAX_ITER = 70\ncfg.merge_from_list(arguments().opts)\n", "train(get_cfg())"), "run.sh:1 micro_batch=- lr=0.5 max_steps=70"},
		"detectron2 with a file before":               {strings.Replace(detectron("", "train(get_cfg())"), "cfg = get_cfg()\n", "cfg = get_cfg()\ncfg.merge_from_file('a.yaml')\n", 1), "train.py micro_batch=4 lr=0.25"},
		"detectron2 with a file before that says it":  {"-- a.yaml --\nSOLVER:\n  BASE_LR: 0.75\n  MAX_ITER: 9\n" + strings.Replace(detectron("", "train(get_cfg())"), "cfg = get_cfg()\n", "cfg = get_cfg()\ncfg.merge_from_file('a.yaml')\n", 1), "train.py micro_batch=4 lr=0.25 max_steps=300"},
		"detectron2 with a file behind that says it":  {"-- a.yaml --\nSOLVER:\n  BASE_LR: 0.75\n" + detectron("cfg.merge_from_file('a.yaml')\n", "train(get_cfg())"), "train.py micro_batch=4 lr=0.75 max_steps=300"},
		"detectron2 with a file that perhaps says it": {"-- a.yaml --\nSOLVER:\n  BASE_LR: 0.75\n" + detectron("if count():\n    cfg.merge_from_file('a.yaml')\n", "train(get_cfg())"), "train.py micro_batch=- lr=? max_steps=?"},
		"a config of detectron2 called C": {strings.NewReplacer("\ncfg =", "\nC = cfg =", "\ncfg.", "\nC.").Replace(detectron("", "train(get_cfg())")),
			"train.py micro_batch=4 lr=0.25 max_steps=300"}, // C. is no node
		"options that are saved by name":        {saved("def __init__(self, lr=1.0):\n        super().__init__()\n        self.save_hyperparameters()", "lr=0.5"), "train.py lr=0.5 optimizer=sgd"},
		"options that are spread":               {saved("def __init__(self, **options):\n        super().__init__()\n        self.save_hyperparameters()", "lr=0.5"), "train.py lr=0.5"},
		"one of the options that are spread":    {saved("def __init__(self, **options):\n        super().__init__()\n        self.save_hyperparameters('lr')", "lr=0.5, n=3"), "train.py lr=0.5"},
		"others of the options that are spread": {saved("def __init__(self, **options):\n        super().__init__()\n        self.save_hyperparameters('n')", "lr=0.5, n=3"), "train.py lr=-"},
		"all but one of them":                   {saved("def __init__(self, **options):\n        super().__init__()\n        self.save_hyperparameters(ignore=['lr'])", "lr=0.5, n=3"), "train.py lr=-"},
		"settings that a tracker keeps":         {trackedBy("settings", ""), "train.py micro_batch=7 lr=0.5"},
		"an object's that a tracker keeps":      {trackedBy("Settings(**settings)", ""), "train.py micro_batch=7 lr=0.5"},
		"a namespace's that a tracker keeps":    {trackedBy("argparse.Namespace(**settings)", ""), "train.py micro_batch=7 lr=0.5"},
		"settings that a sweep chooses":         {trackedBy("settings", "wandb.agent('id', main)\n"), "train.py micro_batch=? lr=-"},
		"a trainer that is not told to cast":    {igniteTold(""), "train.py precision=fp32 epochs=3"},
		"a trainer that is told to cast":        {igniteTold(", amp_mode='amp'"), "train.py precision=-"},
		"of a base in another file":             {basedOn("base.py"), "train.py lr=0.5 optimizer=adamw micro_batch=3"},
		"of a base behind another file":         {basedOn("pkg/base.py"), "train.py lr=0.5 optimizer=adamw micro_batch=3"},
		"a config as Hydra once named it":       {oldHydra("conf/config.yaml", "class"), "train.py lr=0.5 micro_batch=7"},
		"one that is not there":                 {oldHydra("conf/other.yaml", "class"), "train.py lr=- micro_batch=?"},
		"a batch that is cut":                   {cutBy("--batch_size 16 --microbatch 4", "a.microbatch"), "run.sh:1 micro_batch=4 grad_accum=4"},
		"a batch that is cut unevenly":          {cutBy("--batch_size 16 --microbatch 5", "a.microbatch"), "run.sh:1 micro_batch=5 grad_accum=-"},
		"a batch that is cut by who knows":      {cutBy("--batch_size 16 --microbatch $CUT", "a.microbatch"), "run.sh:1 micro_batch=? grad_accum=-"},
		"a batch that is left whole":            {cutBy("--batch_size 16", "a.microbatch"), "run.sh:1 micro_batch=16 grad_accum=-"},
		"a batch that nothing cuts":             {cutBy("--batch_size 16 --microbatch 4", "a.stride"), "run.sh:1 micro_batch=16 grad_accum=-"},
		"a library that trains twice":           {flairTwice("5"), "train.py epochs=?"},
		"a library that trains twice alike":     {flairTwice("3"), "train.py epochs=3"},
		"epochs up to a number":                 {paced("for epoch in range(7):"), "train.py epochs=7"},
		"epochs after the first":                {paced("for epoch in range(2, 7):"), "train.py epochs=5"},
		"epochs that count from one":            {paced("for epoch in range(begun(), 7 + 1):"), "train.py epochs=7"},
		"epochs from some to some":              {paced("for epoch in range(begun(), 7):"), "train.py epochs=7"},
		"epochs in steps of some":               {paced("for epoch in range(0, 8, 2):"), "train.py epochs=-"},
		"epochs without end":                    {paced("for epoch in range(100_001):"), "train.py epochs=-"},
		"the most epochs there are":             {paced("for epoch in range(100_000):"), "train.py epochs=100000"},
		"no epoch":                              {paced("for epoch in range(0):"), "train.py epochs=-"},
		"epochs nobody knows":                   {paced("for epoch in range(int(input())):"), "train.py epochs=?"},
		"epochs of a list":                      {paced("for epoch in [1, 2]:"), "train.py epochs=-"},
		"epochs that are spread":                {paced("for epoch in range(*bounds()):"), "train.py epochs=-"},
		"steps, and one to validate":            {paced("for step in range(7 + 1):"), "train.py max_steps=-"},
		"steps less one":                        {paced("for step in range(7 - 1):"), "train.py max_steps=6"},
		"steps in each epoch":                   {paced("for epoch in range(3):\n    for step in range(50):"), "train.py epochs=3 max_steps=-"},
		"steps in sight":                        {"-- train.py --\nfrom tqdm import trange\nbar = trange(9)\n" + strings.TrimPrefix(paced("for step in bar:"), "-- train.py --\n"), "train.py max_steps=9"},
		"epochs within steps":                   {paced("for step in range(50):\n    for epoch in range(3):"), "train.py epochs=- max_steps=-"},
		"two loops over epochs":                 {paced("for epoch in range(3):") + "\nfor epoch in range(4):\n    for x in data:\n        net(x).sum().backward()\n        o.step()\n", "train.py epochs=-"},
		"it steps after some":                   {gated("if (i + 1) % 4 == 0:"), "train.py grad_accum=4"},
		"it steps after some, or others":        {gated("if (i + 1) % 4 == 0:") + "for i, x in enumerate(data):\n    net(x).sum().backward()\n    if (i + 1) % 8 == 0:\n        o.step()\n        o.zero_grad()\n", "train.py grad_accum=?"},
		"twice after as many":                   {gated("if (i + 1) % 4 == 0:") + "for i, x in enumerate(data):\n    net(x).sum().backward()\n    if (i + 1) % 4 == 0:\n        o.step()\n        o.zero_grad()\n", "train.py grad_accum=4"},
		"it steps each time":                    {gated("if True:"), "train.py grad_accum=-"},
		"it steps after nobody knows how many":  {gated("if (i + 1) % int(input()) == 0:"), "train.py grad_accum=?"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, c.files, c.want) })
	}
}

// saved is a training by Lightning whose learning rate is among the hyperparameters that a module saves.
func saved(init, given string) string {
	return "-- train.py --\nimport torch\nimport lightning as L\nfrom installed import loader\nclass Net(L.LightningModule):\n    " + init + "\n        self.fc = torch.nn.Linear(2, 2)\n" +
		"    def training_step(self, batch):\n        return self.fc(batch).mean()\n    def configure_optimizers(self):\n        return torch.optim.SGD(self.parameters(), lr=self.hparams.lr)\n" +
		"L.Trainer(max_epochs=3).fit(Net(" + given + "), loader)\n"
}

// trackedBy is a training that reads its settings of a tracker of experiments.
func trackedBy(given, more string) string {
	return "-- train.py --\nimport torch, wandb, argparse\nsettings = {'lr': 0.5, 'data': {'bs': 7}}\nclass Settings:\n    def __init__(self, **entries):\n        self.__dict__.update(entries)\n" +
		"def main():\n    with wandb.init(project='x', config=" + given + "):\n        config = wandb.config\n        net = torch.nn.Linear(2, 2)\n" +
		"        o = torch.optim.SGD(net.parameters(), lr=config['lr'])\n        for x in torch.utils.data.DataLoader([1], batch_size=config.data['bs']):\n" +
		"            net(x).sum().backward()\n            o.step()\nmain()\n" + more
}

// basedOn is a training by Lightning of a module whose base, in another file, says how it is optimized.
func basedOn(file string) string {
	return "-- train.py --\nimport lightning as L\nimport torch\nfrom net import Net\nL.Trainer(max_epochs=3).fit(Net(4), torch.utils.data.DataLoader([1], batch_size=3))\n" +
		"-- net.py --\nimport torch\nfrom " + strings.ReplaceAll(strings.TrimSuffix(file, ".py"), "/", ".") + " import Base\nclass Net(Base):\n    def __init__(self, n):\n        super().__init__(torch.nn.Linear(n, n))\n-- " + file + " --\nimport lightning as L\n" +
		"import torch\nclass Base(L.LightningModule):\n    def __init__(self, model, lr=0.5):\n        super().__init__()\n        self.model, self.lr = model, lr\n    def training_step(self, batch, i):\n" +
		"        return self.model(batch).mean()\n    def configure_optimizers(self):\n        return torch.optim.AdamW(self.model.parameters(), lr=self.lr)\n"
}

func igniteTold(more string) string {
	return "-- train.py --\nimport torch\nfrom ignite.engine import create_supervised_trainer\nfrom installed import data\nnet = torch.nn.Linear(2, 2)\n" +
		"trainer = create_supervised_trainer(net, torch.optim.SGD(net.parameters(), lr=0.5), torch.nn.MSELoss()" + more + ")\ntrainer.run(data, max_epochs=3)\n"
}

// oldHydra is a training as Hydra 0.11 started it.
func oldHydra(file, key string) string {
	return "-- train.py --\nimport hydra, torch\n@hydra.main(config_path='" + file + "')\ndef main(cfg):\n    net = hydra.utils.instantiate(cfg.net)\n    o = torch.optim.SGD(net.parameters(), lr=cfg.lr)\n" +
		"    for x in torch.utils.data.DataLoader([1], batch_size=cfg.bs):\n        o.zero_grad()\n        net(x).sum().backward()\n        o.step()\nif __name__ == '__main__':\n    main()\n" +
		"-- conf/config.yaml --\nlr: 0.5\nbs: 7\nnet:\n  " + key + ": torch.nn.Linear\n  params:\n    in_features: 2\n    out_features: 3\n"
}

// cutBy is a training whose loop goes through each batch in steps.
func cutBy(words, step string) string {
	return "-- run.sh --\npython train.py " + words + "\n-- train.py --\nimport argparse, torch\np = argparse.ArgumentParser()\np.add_argument('--batch_size', type=int, default=1)\n" +
		"p.add_argument('--microbatch', type=int, default=-1)\np.add_argument('--stride', type=int, default=2)\na = p.parse_args()\nnet = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
		"for x in torch.utils.data.DataLoader([1], batch_size=a.batch_size):\n    for i in range(0, x.shape[0], " + step + "):\n        net(x[i: i + " + step + "]).sum().backward()\n    o.step()\n    o.zero_grad()\n"
}

func flairTwice(epochs string) string {
	return "-- train.py --\nfrom flair.trainers import ModelTrainer\nfrom installed import corpus, tagger\ntrainer = ModelTrainer(tagger, corpus)\n" +
		"trainer.train('out', max_epochs=3)\ntrainer.train('out', max_epochs=" + epochs + ")\n"
}

const clmCommand = "python run_clm.py --do_train --per_device_train_batch_size 4 --model_name_or_path "

func runCLM(page, words string) string {
	return "-- " + page + " --\n```\n" + clmCommand + words + "\n```\n"
}

func detectron(more, starts string) string {
	return "-- train.py --\nfrom detectron2.config import get_cfg\nfrom detectron2.engine import DefaultTrainer, launch\n" +
		"from installed import count, arguments\ndef train(cfg):\n    trainer = DefaultTrainer(cfg)\n    trainer.train()\n    cfg.SOLVER.IMS_PER_BATCH = 64\n" +
		"cfg = get_cfg()\ncfg.SOLVER.IMS_PER_BATCH = 4\ncfg.SOLVER.BASE_LR = 0.25\ncfg.SOLVER.MAX_ITER = 300\n" + more + strings.ReplaceAll(starts, "get_cfg()", "cfg") + "\n"
}

const stepped = "-- train.py --\nimport torch\nfrom installed import data, begun, bounds\nnet = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\n"

// paced is a training within a loop.
func paced(loop string) string {
	inner := strings.Repeat("    ", strings.Count(loop, "\n")+1)
	return stepped + loop + "\n" + inner + "for x in data:\n" + inner + "    net(x).sum().backward()\n" + inner + "    o.step()\n" + inner + "    o.zero_grad()\n"
}

// gated is a training that steps under a test.
func gated(test string) string {
	return stepped + "for i, x in enumerate(data):\n    net(x).sum().backward()\n    " + test + "\n        o.step()\n        o.zero_grad()\n"
}

// compareSaid holds the jobs of a project against "NAME FIELD=VALUE …; NAME …". A value with an @ says its place, too.
func compareSaid(t *testing.T, files, want string) {
	t.Helper()
	var wanted, got []string
	if want != "" {
		wanted = strings.Split(want, "; ")
	}
	for i, j := range Find(workspace(files)) {
		var fields []string
		if i < len(wanted) {
			fields = fieldsIn(wanted[i])
		}
		line := strings.ReplaceAll(j.Name, " ", "_")
		for _, f := range fields {
			line += " " + f + "=" + said(j, dialect.Field(strings.TrimSuffix(f, "@")), strings.HasSuffix(f, "@"))
		}
		got = append(got, line)
	}
	if one, other := strings.Join(got, "; "), strings.Join(wanted, "; "); one != other {
		t.Errorf("said\n\t%s\nwant\n\t%s", one, other)
	}
}

// fieldsIn are the fields of a line, one that ends in @ with its place.
func fieldsIn(line string) (list []string) {
	for _, pair := range strings.Fields(line)[1:] {
		field, _, _ := strings.Cut(pair, "=")
		list = append(list, field)
	}
	return list
}

func said(j *Job, f dialect.Field, placed bool) string {
	v, known := j.Get(f)
	switch {
	case known && placed:
		return v.Text + "@" + strings.ReplaceAll(strings.TrimPrefix(show(j, f), v.Text+" "), " ", "_")
	case known:
		return v.Text
	case len(j.Said(f)) > 0:
		return "?"
	}
	return "-"
}
