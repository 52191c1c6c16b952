package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// A launcher sets WORLD_SIZE and the ranks: the default of os.environ.get is for a
// run without one.
func TestRanksAreTheLaunchers(t *testing.T) {
	const script = "-- train.py --\nimport os\nimport torch\nfrom torch.utils.data import DataLoader\nddp = int(os.environ.get('WORLD_SIZE', 1)) != 1\n" +
		"rank = int(os.environ.get('LOCAL_RANK', -1))\nbatch = 2\nif ddp and rank >= 0:\n    batch = 3\nopt = torch.optim.SGD(model.parameters(), lr=1)\n" +
		"for x in DataLoader(data, batch_size=batch):\n    model(x).backward()\n    opt.step()\n"
	for command, want := range map[string]string{
		"torchrun --nproc_per_node 4 train.py":                           "3 @ train.py:8",
		"torchrun train.py":                                              "2 @ train.py:6",
		"torchrun --nproc_per_node $N train.py":                          "?",
		"accelerate launch --num_processes 1 train.py":                   "2 @ train.py:6",
		"accelerate launch --num_processes 2 train.py":                   "3 @ train.py:8",
		"accelerate launch train.py":                                     "?",
		"python train.py":                                                "2 @ train.py:6",
		"WORLD_SIZE=2 LOCAL_RANK=0 python train.py":                      "3 @ train.py:8",
		"python -m torch.distributed.launch --nproc_per_node 8 train.py": "3 @ train.py:8",
	} {
		j := find(t, "-- run.sh --\n"+command+"\n"+script)
		if got := show(j, dialect.MicroBatch); got != want {
			t.Errorf("%s: micro-batch %s, want %s", command, got, want)
		}
	}
}
