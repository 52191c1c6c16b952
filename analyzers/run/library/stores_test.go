package library_test

import "testing"

const yacsNode = "from yacs.config import CfgNode as CN\nc = CN()\nc.n = 1\nc.name = 'a'\nc.deep = CN()\nc.deep.k = 2\nc.deep.er = CN()\nc.deep.er.m = 3\n"

const lightningNet = "import lightning as L\nclass Base(L.LightningModule):\n    def __init__(self, a=1, b=2, **more):\n        super().__init__()\n"

const configuring = "import torch\nimport lightning as L\nclass Net(L.LightningModule):\n    def configure_optimizers(self):\n        o = torch.optim.SGD([], 1)\n        q = torch.optim.Adam([], 1)\n" +
	"        s = torch.optim.lr_scheduler.StepLR(o, 1)\n        r = torch.optim.lr_scheduler.StepLR(q, 1)\n        return %\n"

// TestStores asks what paths are made of, and what the stores of settings hold that libraries keep: yacs, Lightning's
// hyperparameters and optimizers, a tracker's config.
func TestStores(t *testing.T) {
	const paths = "import os\nimport os.path as osp\nfrom pathlib import Path, PurePath\nimport yaml\n"
	files := map[string]string{
		"a.yaml": "n: 4\n", "src/a.yaml": "n: 5\n", "src/conf/a.yaml": "n: 6\n", "/data/a.yaml": "n: 7\n", "conf/a.yaml": "n: 8\n",
		"yacs.yaml": "n: 5\ndeep:\n  k: 7\n  er: {m: 8}\nnew: 1\n", "list.yaml": "- 1\n",
		"c.json5": "{ // rows\n  'n': 9,\n}\n",
	}
	read := func(path string) string { return paths + "show(yaml.safe_load(open(" + path + "))['n'])" }
	tests := []struct{ name, script, want string }{
		{"the name of a path", paths + "show(Path('a/b.tar.gz').name)", "'b.tar.gz'"},
		{"its suffix", paths + "show(Path('a/b.tar.gz').suffix)", "'.gz'"},
		{"its stem", paths + "show(Path('a/b.tar.gz').stem)", "'b.tar'"},
		{"a hidden file has no suffix", paths + "show(Path('a/.bashrc').suffix + '|' + Path('a/.bashrc').stem)", "|.bashrc @ src/train.py:5"},
		{"the name of a path that is joined", paths + "show((Path('a') / 'b' / 'c.yaml').name)", "'c.yaml'"},
		{"the name of a path's folder", paths + "show(Path('a/b/c.yaml').parent.name)", "'b'"},
		{"a text has no name", paths + "show('a/b.yaml'.name)", "'a/b.yaml'.name"},
		{"an open file's name is its path", paths + "f = open('a/b.yaml')\nshow(f.suffix)", "?"},
		{"a path from the root", paths + "show(Path('/a/b').is_absolute())", "True"},
		{"a path from here", paths + "show(Path('a/b').is_absolute())", "False"},
		{"os.path's word for it", paths + "show(osp.isabs('/a') and not osp.isabs('a'))", "True @ src/train.py:5"},
		{"of nobody knows what", paths + "show(osp.isabs(own))", "?"},
		{"the folder of a file in it", paths + "show(osp.dirname('a/b.yaml') + '|' + osp.dirname('b.yaml'))", "a| @ src/train.py:5"},
		{"an absolute part begins anew", paths + "show(osp.join('a', '/b', 'c'))", "/b/c @ src/train.py:5"},
		{"a part that nobody knows", paths + "show(osp.join('a', own))", "?"},
		{"parts that a star holds", paths + "show(osp.join(*own))", "?"},
		{"a path that goes back", paths + "show(osp.normpath('a/../b/c.yaml'))", "'b/c.yaml'"},
		{"a file here", read("'a.yaml'"), "4 @ a.yaml:1"},
		{"a file by its keyword", read("file='a.yaml'"), "4 @ a.yaml:1"},
		{"with comments", paths + "import json5\nshow(json5.load(open('c.json5'))['n'])", "9 @ c.json5:2"},
		{"a file beside the script", read("osp.join(osp.dirname(__file__), 'a.yaml')"), "5 @ src/a.yaml:1"},
		{"beside it by its absolute path", read("osp.join(osp.dirname(osp.abspath(__file__)), 'conf', 'a.yaml')"), "6 @ src/conf/a.yaml:1"},
		{"two folders up", read("osp.join(osp.dirname(osp.dirname(__file__)), 'a.yaml')"), "4 @ a.yaml:1"},
		{"above the project", read("osp.join(osp.dirname(osp.dirname(osp.dirname(__file__))), 'a.yaml')"), "?"},
		{"beside it by pathlib", read("Path(__file__).parent / 'a.yaml'"), "5 @ src/a.yaml:1"},
		{"the first of the folders above", read("Path(__file__).parents[0] / 'a.yaml'"), "5 @ src/a.yaml:1"},
		{"the second of them", read("Path(__file__).parents[1] / 'a.yaml'"), "4 @ a.yaml:1"},
		{"the third of them", read("Path(__file__).parents[2] / 'a.yaml'"), "?"},
		{"as it is called from where it runs", read("Path(os.path.relpath(Path(__file__).resolve().parents[0], Path.cwd())) / 'a.yaml'"), "5 @ src/a.yaml:1"},
		{"as it is called from here", read("os.path.relpath(osp.join(osp.dirname(__file__), 'a.yaml'))"), "5 @ src/a.yaml:1"},
		{"as it is called from elsewhere", read("os.path.relpath('src/a.yaml', 'src')"), "?"},
		{"one of them that nobody knows", read("Path(__file__).parents[own] / 'a.yaml'"), "?"},
		{"the last of them", read("Path(__file__).parents[-1] / 'a.yaml'"), "?"},
		{"joined by the path's method", read("Path('src').joinpath('conf', 'a.yaml')"), "6 @ src/conf/a.yaml:1"},
		{"resolved", read("Path(__file__).resolve().parent / 'conf' / 'a.yaml'"), "6 @ src/conf/a.yaml:1"},
		{"another name", read("Path('a.txt').with_suffix('.yaml')"), "?"},
		{"from the root", read("'/data/a.yaml'"), "7 @ /data/a.yaml:1"},
		{"a text of a path", read("str(Path('conf') / 'a.yaml')"), "8 @ conf/a.yaml:1"},
		{"a file of the package", "import yaml\nfrom pkg_resources import resource_filename\nshow(yaml.safe_load(open(resource_filename(__name__, 'conf/a.yaml')))['n'])", "6 @ src/conf/a.yaml:1"},
		{"a file of a package by name", "import yaml\nfrom pkg_resources import resource_filename\nshow(yaml.safe_load(open(resource_filename('elsewhere', 'conf/a.yaml')))['n'])", "?"},

		{"a file merged into a node", yacsNode + "c.merge_from_file('yacs.yaml')\nshow(c.n)", "5 @ yacs.yaml:1"},
		{"deeper ones", yacsNode + "c.merge_from_file('yacs.yaml')\nshow(c.deep.k * 10 + c.deep.er.m)", "78 @ yacs.yaml:3"},
		{"what the file does not say stays", yacsNode + "c.merge_from_file('yacs.yaml')\nshow(c.name)", "a @ src/train.py:4"},
		{"others hold the node", yacsNode + "d = c.deep\nc.merge_from_file('yacs.yaml')\nshow(d.k)", "7 @ yacs.yaml:3"},
		{"a file that is not there", yacsNode + "c.merge_from_file('gone.yaml')\nshow(c.n)", "?"},
		{"of what lies below it", yacsNode + "c.merge_from_file('gone.yaml')\nshow(c.deep.er.m)", "?"},
		{"a file that holds a list", yacsNode + "c.merge_from_file('list.yaml')\nshow(c.n)", "?"},
		{"another node", yacsNode + "o = CN()\no.n = 9\nc.merge_from_other_cfg(o)\nshow(c.n)", "9 @ src/train.py:10"},
		{"another node that nobody knows", yacsNode + "c.merge_from_other_cfg(own)\nshow(c.n)", "?"},
		{"a list of words", yacsNode + "c.merge_from_list(['n', 7, 'deep.k', '8'])\nshow(c.n * 10 + c.deep.k)", "78 @ src/train.py:9"},
		{"a number with a point", yacsNode + "c.merge_from_list(['deep.er.m', '1e-3'])\nshow(c.deep.er.m)", "0.001 @ src/train.py:9"},
		{"a truth", yacsNode + "c.merge_from_list(['n', 'True'])\nshow(c.n is True)", "True @ src/train.py:9"},
		{"another truth", yacsNode + "c.merge_from_list(['n', 'False'])\nshow(c.n is False)", "True @ src/train.py:9"},
		{"a word", yacsNode + "c.merge_from_list(['n', 'true'])\nshow(c.n)", "true @ src/train.py:9"},
		{"an empty word", yacsNode + "c.merge_from_list(['n', ''])\nshow(c.n == '')", "True @ src/train.py:9"},
		{"a tuple in a text", yacsNode + "c.merge_from_list(['n', '(1, 2)'])\nshow(c.n)", "(1, 2)"},
		{"a list in a text", yacsNode + "c.merge_from_list(['n', '[1]'])\nshow(c.n)", "[1]"},
		{"a deeper tuple in a text", yacsNode + "c.merge_from_list(['n', '((1, -2.5), [3])'])\nshow(c.n)", "((1, -2.5), [3])"},
		{"a tuple of names in a text", yacsNode + "c.merge_from_list(['n', '(a, 2)'])\nshow(c.n)", "?"},
		{"beside a tuple in a text", yacsNode + "c.merge_from_list(['n', '(1, 2)', 'name', 'b'])\nshow(c.name)", "b @ src/train.py:9"},
		{"a key that nobody knows", yacsNode + "c.merge_from_list([own, 2])\nshow(c.n)", "?"},
		{"a word too many", yacsNode + "c.merge_from_list(['n', 2, 'name'])\nshow(c.n)", "?"},
		{"a list that nobody knows", yacsNode + "c.merge_from_list(own.opts)\nshow(c.deep.k)", "?"},
		{"no list", yacsNode + "c.merge_from_list(None)\nshow(c.n)", "1 @ src/train.py:3"},
		{"below a node that is not there", yacsNode + "c.merge_from_list(['gone.k', 2])\nshow(c.n)", "1 @ src/train.py:3"},
		{"below what is no node", yacsNode + "c.merge_from_list(['n.k', 2, 'name', 'b'])\nshow(c.name)", "b @ src/train.py:9"},
		{"frozen and thawed", yacsNode + "c.freeze()\nc.defrost()\nshow(c.n)", "1 @ src/train.py:3"},
		{"a copy is another node", yacsNode + "d = c.clone()\nd.merge_from_list(['n', 9])\nshow(c.n * 10 + d.n)", "19 @ src/train.py:3"},

		{"what a module saves", lightningNet + "        self.save_hyperparameters()\nshow(Base(5, c=7).hparams.a)", "5 @ src/train.py:6"},
		{"what it saves of the rest", lightningNet + "        self.save_hyperparameters()\nshow(Base(5, c=7).hparams.c)", "7 @ src/train.py:6"},
		{"by its names", lightningNet + "        self.save_hyperparameters('a')\nshow(vars(Base(5)).get('hparams'))", "{'a': 5}"},
		{"one of the rest by its name", lightningNet + "        self.save_hyperparameters('c')\nshow(Base(5, c=7, d=8).hparams)", "{'c': 7}"},
		{"but one", lightningNet + "        self.save_hyperparameters(ignore='a')\nshow(Base(5).hparams)", "{'b': 2}"},
		{"but some, one of the rest among them", lightningNet + "        self.save_hyperparameters(ignore=['a', 'c'])\nshow(Base(5, c=7, d=8).hparams)", "{'b': 2, 'd': 8}"},
		{"after what its base saves", lightningNet + "        self.save_hyperparameters()\nclass Net(Base):\n    def __init__(self, width=3):\n        super().__init__(a=9)\n        self.save_hyperparameters()\nshow(Net().hparams)",
			"{'a': 9, 'b': 2, 'width': 3}"},
		{"outside of the constructor", lightningNet + "    def late(self, a):\n        self.save_hyperparameters()\nn = Base(5)\nn.late(6)\nshow(n.hparams.a)", "?"},

		{"one optimizer", replaced(configuring, "o") + "    def training_step(self, batch):\n        show(type(self.optimizers()) is torch.optim.SGD)\nNet().training_step(1)", "True @ src/train.py:11"},
		{"one in a list", replaced(configuring, "[o]") + "    def training_step(self, batch):\n        show(type(self.optimizers()) is torch.optim.SGD)\nNet().training_step(1)", "True @ src/train.py:11"},
		{"two", replaced(configuring, "o, q") + "    def training_step(self, batch):\n        a, b = self.optimizers()\n        show(type(a) is torch.optim.SGD and type(b) is torch.optim.Adam)\nNet().training_step(1)", "True @ src/train.py:12"},
		{"two with their schedulers", replaced(configuring, "[o, q], [s, r]") + "    def training_step(self, batch):\n        a, b = self.optimizers()\n        show(type(b) is torch.optim.Adam)\nNet().training_step(1)", "True @ src/train.py:12"},
		{"the schedulers of two", replaced(configuring, "[o, q], [s, r]") + "    def training_step(self, batch):\n        a, b = self.lr_schedulers()\n        show(type(a) is torch.optim.lr_scheduler.StepLR)\nNet().training_step(1)", "True @ src/train.py:12"},
		{"of a dictionary", replaced(configuring, "{'optimizer': o, 'lr_scheduler': s}") + "    def training_step(self, batch):\n        show(type(self.optimizers()) is torch.optim.SGD)\nNet().training_step(1)", "True @ src/train.py:11"},
		{"the scheduler of a dictionary", replaced(configuring, "{'optimizer': o, 'lr_scheduler': s}") + "    def training_step(self, batch):\n        show(type(self.lr_schedulers()) is torch.optim.lr_scheduler.StepLR)\nNet().training_step(1)", "True @ src/train.py:11"},
		{"the scheduler of a dictionary in it", replaced(configuring, "{'optimizer': o, 'lr_scheduler': {'scheduler': s, 'interval': 'step'}}") +
			"    def training_step(self, batch):\n        show(type(self.lr_schedulers()) is torch.optim.lr_scheduler.StepLR)\nNet().training_step(1)", "True @ src/train.py:11"},
		{"dictionaries in a list", replaced(configuring, "[{'optimizer': o}, {'optimizer': q, 'lr_scheduler': r}]") +
			"    def training_step(self, batch):\n        a, b = self.optimizers()\n        show(type(b) is torch.optim.Adam)\nNet().training_step(1)", "True @ src/train.py:12"},
		{"no scheduler", replaced(configuring, "o") + "    def training_step(self, batch):\n        show(self.lr_schedulers())\nNet().training_step(1)", "?"},

		{"a tracker's settings", "import wandb\nwandb.init(project='p', config={'n': 3})\nshow(wandb.config.n * 10 + wandb.config['n'])", "33 @ src/train.py:2"},
		{"those that the program sets itself", "import wandb\nwandb.init(project='p')\nconfig = wandb.config\nconfig.n = 4\nshow(wandb.config.n)", "4 @ src/train.py:4"},
		{"those of a namespace", "import wandb\nimport argparse\na = argparse.Namespace(n=3)\nwandb.init(config=a)\nshow(wandb.config.n)", "3 @ src/train.py:3"},
		{"those of the run", "import wandb\nr = wandb.init(config={'n': 3})\nshow(r.config.n)", "3 @ src/train.py:2"},
		{"those of an instance", "import wandb\nclass C:\n    def __init__(self):\n        self.n = 3\nwandb.init(config=C())\nshow(wandb.config.n)", "3 @ src/train.py:4"},
		{"those that a sweep may choose", "import wandb\nwandb.init(config={'n': 3})\nshow(wandb.config.n)\nwandb.agent(wandb.sweep({}), f)", "wandb.config.n @ src/train.py:3"},
		{"a list is no settings", "import wandb\nwandb.init(config=[1, 2])\nshow(wandb.config.n)", "wandb.config.n @ src/train.py:3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := shown(t, "python src/train.py", tt.script, files); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
