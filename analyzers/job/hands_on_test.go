package job

import "testing"

const steps = "    net = torch.nn.Linear(2, 1)\n    opt = torch.optim.SGD(net.parameters(), lr=0.1)\n    for x in rows:\n        net(x).sum().backward()\n        opt.step()\n"

// TestSaysAndTrains: a name or a word makes no job of a script that comes to nothing which trains.
func TestSaysAndTrains(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		jobs int
	}{
		"a table of results":            {"-- finetune_table.py --\nimport torch\nprint(torch.load('r.pt'))\n", 0},
		"a classifier of sklearn":       {"-- train_forest.py --\nimport torch\nfrom sklearn.ensemble import RandomForestClassifier\nclf = RandomForestClassifier()\nclf.fit(torch.load('a.pt'), torch.load('b.pt'))\n", 0},
		"a phase of something":          {"-- go.sh --\npython mean.py --phase train\n-- mean.py --\nimport torch\nprint(torch.load('a.pt').mean())\n", 0},
		"a network in its mode":         {"-- train_speed.py --\nimport torch\nfrom elsewhere import build\nnet = build()\nnet.train()\nprint(net(torch.zeros(1)))\n", 0},
		"a learner told what":           {"-- train_speed.py --\nimport torch\nfrom elsewhere import build\nnet = build()\nnet.train(torch.zeros(1), 3)\n", 1},
		"unseen code that trains":       {"-- train_it.py --\nimport torch\nfrom elsewhere import Learner\nLearner(torch.nn.Linear(1, 1)).fit(torch.zeros(1))\n", 1},
		"an heir of unseen code":        {"-- train_it.py --\nimport torch\nfrom engines import Trainer\nclass Mine(Trainer): pass\nMine(torch.nn.Linear(1, 1)).train()\n", 1},
		"an heir of nobody":             {"-- train_it.py --\nimport torch\nclass Mine(object): pass\nMine().train(torch.zeros(1), 3)\n", 0},
		"a part of unseen code":         {"-- train_it.py --\nimport torch\nfrom elsewhere import Lab\nlab = Lab()\nlab.part.fit(torch.zeros(1))\n", 1},
		"a class of unseen code":        {"-- train_it.py --\nimport torch\nimport elsewhere\nelsewhere.Lab.fit(torch.zeros(1))\n", 1},
		"a function of its own":         {"-- train_it.py --\nimport torch\ndef fit(x): print(x)\nfit(torch.zeros(1))\n", 0},
		"a text that is evaluated":      {"-- go.sh --\npython cli.py --mode train\n-- cli.py --\nimport torch\nfrom runner.core import main\nmain(torch.zeros(1))\n", 0},
		"a program of a trainer":        {"-- go.sh --\npython cli.py --mode train\n-- cli.py --\nimport torch\nfrom trainer.core import main\nmain(torch.zeros(1))\n", 1},
		"unseen function":               {"-- go.sh --\npython cli.py --mode train\n-- cli.py --\nimport torch\nfrom elsewhere.core import train_model\ntrain_model(torch.nn.Linear(1, 1))\n", 1},
		"a module by its name":          {"-- train_any.py --\nimport importlib, sys, torch\nchosen = importlib.import_module('tasks.' + sys.argv[1])\nchosen.main()\n", 1},
		"own module":                    {"-- lab.py --\nimport sys, torch\ndef first():\n" + steps + "if __name__ == '__main__':\n    getattr(sys.modules[__name__], sys.argv[1])()\n", 1},
		"another module":                {"-- lab.py --\nimport sys, torch\ndef first():\n" + steps + "if __name__ == '__main__':\n    getattr(sys.modules['json'], sys.argv[1])()\n", 0},
		"heirs that are told":           {"-- lab.py --\nimport torch\nclass All:\n    known = []\n    def __init_subclass__(cls):\n        All.known.append(cls)\nclass One(All):\n  def go(self):\n" + steps + "if __name__ == '__main__':\n    All.known[0]().go()\n", 1},
		"heirs that are asked":          {"-- lab.py --\nimport torch\nclass All: pass\nclass One(All):\n  def go(self):\n" + steps + "for c in All.__subclasses__():\n    c().go()\n", 1},
		"heirs of nobody":               {"-- lab.py --\nimport torch\nclass All:\n    known = []\nclass One(All):\n  def go(self):\n" + steps + "if __name__ == '__main__':\n    print(All.known)\n", 0},
		"by hand, assigned":             {"-- line.py --\nimport torch\nw = torch.zeros(2, requires_grad=True)\nfor x in rows:\n    (x @ w).sum().backward()\n    w.data = w.data - 0.1 * w.grad.data\n", 1},
		"by hand, through a name":       {"-- line.py --\nimport torch\nw = torch.zeros(2, requires_grad=True)\nfor x in rows:\n    (x @ w).sum().backward()\n    slope = w.grad\n    with torch.no_grad():\n        w -= 0.1 * slope\n", 1},
		"a slope that is shown":         {"-- line.py --\nimport torch\nw = torch.zeros(2, requires_grad=True)\nfor x in rows:\n    (x @ w).sum().backward()\n    slope = w.grad\n    print(slope)\n", 0},
		"brought, with flax":            {"-- go.sh --\npython train_text_to_image_flax.py --dataset_name=d --train_batch_size=1\n", 0},
		"brought, of tensorflow":        {"-- go.sh --\npython examples/tensorflow/text-classification/run_glue.py --do_train --model_name_or_path b\n", 0},
		"the script it starts":          {"-- README.md --\n```\npython train.py --lr 1\n```\n-- train.py --\nfrom pkg.cli import main\nmain()\n-- pkg/step.py --\nimport torch\ndef go():\n" + steps + "-- pkg/cli.py --\nimport torch\nfrom pkg.step import go\ndef main():\n    go()\nif __name__ == '__main__':\n    main()\n", 1},
		"a script that it only imports": {"-- README.md --\n```\npython train.py --lr 1\n```\n-- train.py --\nfrom pkg.cli import fit\nfit()\n-- pkg/step.py --\nimport torch\ndef go():\n" + steps + "-- pkg/cli.py --\nimport torch\nfrom pkg.step import go\ndef fit():\n    go()\ndef main():\n    go()\nif __name__ == '__main__':\n    main()\n", 2},
		"handed to a cluster":           {"-- README.md --\n```\npython probe.py --lr 1\n```\n-- probe.py --\nimport submitit\nfrom main import main\nclass Task:\n    def __call__(self):\n        main()\ndef start():\n    submitit.AutoExecutor(folder='logs').submit(Task())\nif __name__ == '__main__':\n    start()\n-- main.py --\nimport torch\ndef main():\n" + steps + "if __name__ == '__main__':\n    main()\n", 1},
		"brought":                       {"-- go.sh --\npython train_text_to_image.py --dataset_name=d --train_batch_size=1\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			if jobs := Find(workspace(tt.text)); len(jobs) != tt.jobs {
				t.Errorf("%d jobs, want %d", len(jobs), tt.jobs)
			}
		})
	}
}
