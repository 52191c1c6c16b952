package job

import (
	"strings"
	"testing"
)

// TestUnreadKeys: the keys of a config that nobody can read, an exception with an exclamation mark. MORE stands behind
// the lines that read the others.
func TestUnreadKeys(t *testing.T) {
	const head = "-- train.py --\nimport yaml, torch, argparse\nfrom installed import some, engine\np = argparse.ArgumentParser()\np.add_argument('--config')\ncfg = yaml.safe_load(open(p.parse_args().config))\n" +
		"net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=cfg['lr'])\nMORE\nfor epoch in range(cfg['epochs']):\n    for x in torch.utils.data.DataLoader([1], batch_size=cfg['batch_size']):\n        net(x).sum().backward()\n        o.step()\n" +
		"-- run.sh --\npython train.py --config c.yaml\n-- c.yaml --\n"
	const plain = "lr: 0.1\nepochs: 3\nbatch_size: 4\n"
	for name, c := range map[string]struct{ config, more, want string }{
		"all are read":                    {plain, "", ""},
		"one is not":                      {plain + "warm_start: 3\n", "", "!warm_start"},
		"two are not":                     {plain + "warm_start: 3\ncold_end: 1\n", "", "warm_start cold_end"},
		"as many as are":                  {plain + "a_one: 3\nb_two: 1\nc_three: 2\n", "", "a_one b_two c_three"},
		"more than are":                   {plain + "a_one: 3\nb_two: 1\nc_three: 2\nd_four: 1\n", "", ""},
		"one of two":                      {"section:\n  lr: 0.1\n  a_one: 3\nlr: 1\nepochs: 3\nbatch_size: 4\n", "print(cfg['section']['lr'])", ""},
		"one of a section":                {plain + "section:\n  lr: 0.1\n  epochs: 2\n  a_one: 3\n", "print(cfg['section']['lr'])", "a_one"},
		"one of a section, an exception":  {plain + "section:\n  lr: 0.1\n  epochs: 2\n  batch_size: 2\n  a_one: 3\n", "print(cfg['section']['lr'])", "!a_one"},
		"a section itself":                {plain + "a_section:\n  lr: 0.1\n", "", "!a_section"},
		"a section that is walked over":   {plain + "a_section:\n  lr: 0.1\n", "for k, v in cfg.items():\n    print(k)", ""},
		"a key that is walked over":       {plain + "warm_start: 3\n", "for k, v in cfg.items():\n    print(k)", "!warm_start"},
		"a word of a comment":             {plain + "warm_start: 3\n", "# warm_start", ""},
		"a word of a text":                {plain + "warm_start: 3\n", "print('the warm_start')", ""},
		"a word of another":               {plain + "warm_start: 3\n", "print('warm_starts')", "!warm_start"},
		"for people alone":                {plain + "description: x\n", "", ""},
		"written twice":                   {plain + "warm_start: 3\nwarm_start: 4\n", "", "!warm_start"},
		"put together in front":           {plain + "warm_start: 3\n", "print(cfg[f'warm_{some()}'])", ""},
		"put together behind":             {plain + "warm_start: 3\n", "print(cfg[f'{some()}_start'])", ""},
		"put together by a sum":           {plain + "warm_start: 3\n", "print(cfg['warm_' + some()])", ""},
		"put together of others":          {plain + "warm_start: 3\n", "print(f'cold_{some()}')", "!warm_start"},
		"given to somebody":               {plain + "warm_start: 3\n", "engine(cfg)", ""},
		"given to somebody, in a list":    {plain + "warm_start: 3\n", "engine([cfg])", ""},
		"given to somebody, by a word":    {plain + "warm_start: 3\n", "engine(options=cfg)", ""},
		"given to somebody, in part":      {plain + "section:\n  lr: 0.1\n  epochs: 2\n  a_one: 3\n", "engine(cfg['section'])", ""},
		"given to somebody, another part": {plain + "section:\n  lr: 0.1\n  epochs: 2\n  a_one: 3\nother:\n  lr: 1\n", "engine(cfg['other'])\nprint(cfg['section'])", "a_one"},
		"given to somebody, a value":      {plain + "section:\n  lr: 0.1\n  epochs: 2\n  a_one: 3\n", "engine(cfg['section']['lr'])", "a_one"},
		"given, one of two":               {plain + "warm_start: 3\n", "engine(cfg if some() else None)", ""},
		"given, each value":               {plain + "warm_start: 3\n", "for k in cfg:\n    engine(cfg[k])", ""},
		"given, in a tuple":               {plain + "warm_start: 3\n", "engine((1, cfg))", ""},
		"kept by an object":               {plain + "warm_start: 3\n", "class Keeper:\n    def __init__(self, c):\n        self.c = c\nk = Keeper(cfg)\nprint(k.c['lr'])", "!warm_start"},
		"printed":                         {plain + "warm_start: 3\n", "print(cfg)", "!warm_start"},
		"written down":                    {plain + "warm_start: 3\n", "yaml.safe_dump(cfg, open('x', 'w'))", "!warm_start"},
		"updated":                         {plain + "warm_start: 3\n", "d = {}\nd.update(cfg)\nprint(d['lr'])", "!warm_start"},
		"given by a key nobody knows":     {plain + "tables:\n  lr: 0.1\n  epochs: 2\n  a_one: 3\n", "print(cfg['tables'][some()])", ""},
		"got by a key nobody knows":       {plain + "tables:\n  lr: 0.1\n  epochs: 2\n  a_one: 3\n", "print(cfg['tables'].get(some()))", ""},
		"a table":                         {plain + "tables:\n  one: {lr: 1, epochs: 2, a_one: 1}\n  two: {lr: 1, epochs: 2, a_one: 1}\n  three: {lr: 1, epochs: 2, a_one: 1}\n", "print(cfg['tables']['one'])", ""},
		"an anchor":                       {plain + "warm_start: &w 3\n", "", ""},
		"an interpolation":                {plain + "warm_start: 3\nroot: ${warm_start}/x\n", "print(cfg['root'])", ""},
		"spread by its name":              {plain + "params:\n  a_one: 3\n  b_two: 4\n", "engine(**cfg['params'])", ""},
		"spread by the program":           {plain + "params:\n  lr: 0.1\n  epochs: 3\n  a_one: 3\n", "def go(lr, epochs, **more):\n    print(lr)\ngo(**cfg['params'])", ""},
		"a key with a dash":               {plain + "warm-start: 3\n", "", ""},
	} {
		j := find(t, strings.Replace(head, "MORE", c.more, 1)+c.config)
		var got []string
		for _, k := range j.UnreadKeys() {
			mark := ""
			if k.Exception {
				mark = "!"
			}
			got = append(got, mark+k.Key)
		}
		if all := strings.Join(got, " "); all != c.want {
			t.Errorf("%s: %q, want %q", name, all, c.want)
		}
	}
	if got := (&Job{}).UnreadKeys(); got != nil {
		t.Errorf("a job without a program: %v", got)
	}
}
