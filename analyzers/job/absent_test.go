package job

import (
	"fmt"
	"strings"
	"testing"
)

// TestAbsent: a config that a command names is gone where the project has its folder and nothing of that name, and
// nothing that brings one.
func TestAbsent(t *testing.T) {
	const train = "-- train.py --\nimport argparse\nimport torch\nimport yaml\np = argparse.ArgumentParser()\np.add_argument('--config')\na = p.parse_args()\n" +
		"cfg = yaml.safe_load(open(a.config))\nmodel = torch.nn.Linear(2, 2)\noptimizer = torch.optim.SGD(model.parameters(), lr=cfg['lr'])\n" +
		"for x in data:\n    optimizer.zero_grad()\n    model(x).sum().backward()\n    optimizer.step()\n"
	const there = "-- configs/base.yaml --\nlr: 0.1\n"
	for name, c := range map[string]struct{ files, want string }{
		"gone":                          {"-- run.sh --\npython train.py --config configs/large.yaml\n" + there + train, "configs/large.yaml of [configs/base.yaml]"},
		"there":                         {"-- run.sh --\npython train.py --config configs/base.yaml\n" + there + train, ""},
		"elsewhere in the project":      {"-- run.sh --\npython train.py --config configs/large.yaml\n" + there + "-- old/large.yaml --\nlr: 1\n" + train, ""},
		"of a folder nobody has":        {"-- run.sh --\npython train.py --config other/large.yaml\n" + there + train, ""},
		"in no folder":                  {"-- run.sh --\npython train.py --config large.yaml\n-- base.yaml --\nlr: 1\n" + train, "large.yaml of [base.yaml]"},
		"on the machine":                {"-- run.sh --\npython train.py --config /data/configs/large.yaml\n" + there + train, ""},
		"beside the project":            {"-- run.sh --\npython train.py --config ../../configs/large.yaml\n" + there + train, ""},
		"by a variable":                 {"-- run.sh --\npython train.py --config configs/$SIZE.yaml\n" + there + train, ""},
		"copied before":                 {"-- run.sh --\ncp $STORE/large.yaml configs/\npython train.py --config configs/large.yaml\n" + there + train, ""},
		"fetched before":                {"-- run.sh --\nwget example.org/large.yaml -O configs/large.yaml\npython train.py --config configs/large.yaml\n" + there + train, ""},
		"copied in a comment":           {"-- run.sh --\n# cp old.yaml configs/large.yaml\npython train.py --config configs/large.yaml  # or cp a large.yaml\n" + there + train, "configs/large.yaml of [configs/base.yaml]"},
		"named twice":                   {"-- run.sh --\npython train.py --config configs/large.yaml\npython train.py --config=configs/large.yaml\n" + there + train, "configs/large.yaml of [configs/base.yaml]; configs/large.yaml of [configs/base.yaml]"},
		"by a variable of the launcher": {"-- run.sh --\nCONFIG=configs/large.yaml\npython train.py --config $CONFIG\n" + there + train, "configs/large.yaml of [configs/base.yaml]"},
		"written by the project":        {"-- run.sh --\npython train.py --config configs/large.yaml\n-- make.py --\nopen('configs/large.yaml', 'w').write('lr: 1')\n" + there + train, ""},
		"on a page":                     {"-- README.md --\n```\npython train.py --config configs/large.yaml\n```\n" + there + train, ""},
		"beside submodules":             {"-- run.sh --\npython train.py --config configs/large.yaml\n-- .gitmodules --\n[submodule]\n" + there + train, ""},
	} {
		var got []string
		for _, j := range Find(workspace(c.files)) {
			for _, a := range j.Absent() {
				got = append(got, fmt.Sprintf("%s of %v", a.Word.Text, a.Others))
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
