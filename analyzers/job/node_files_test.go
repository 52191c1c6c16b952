package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

const nodeScript = "-- train.py --\nfrom detectron2.config import get_cfg\nfrom detectron2.engine import DefaultTrainer, default_argument_parser, launch\n" +
	"from installed import checked, score\ndef setup(args):\n    cfg = get_cfg()\n    cfg.SOLVER.IMS_PER_BATCH = 2\n    cfg.SOLVER.MAX_ITER = 7\n    cfg.merge_from_file(args.config_file)\n" +
	"    cfg.SOLVER.CHECKPOINT_PERIOD = 11\n    cfg.merge_from_list(args.opts)\n    return cfg\n" +
	"def main(args):\n    if not checked(args.config_file):\n        return\n    cfg = setup(args)\n    if args.eval_only:\n        model = DefaultTrainer.build_model(cfg)\n" +
	"        mode = model.training\n        model.eval()\n        score(model)\n        model.train(mode)\n        return\n    DefaultTrainer(cfg).train()\n" +
	"if __name__ == '__main__':\n    args = default_argument_parser().parse_args()\n    launch(main, args.num_gpus, num_machines=args.num_machines, args=(args,))\n"

// TestNodeFiles: what a script of detectron2 is given by its config, the files that this one is based on, and the
// command.
func TestNodeFiles(t *testing.T) {
	const files = nodeScript + "-- configs/base.yaml --\nSOLVER:\n  IMS_PER_BATCH: 16\n  BASE_LR: 0.5\n-- configs/a.yaml --\n_BASE_: base.yaml\nSOLVER:\n  BASE_LR: 0.25\n" +
		"-- configs/lost.yaml --\n_BASE_: elsewhere.yaml\nSOLVER:\n  BASE_LR: 0.25\n"
	for name, c := range map[string]struct {
		words string
		want  map[dialect.Field]string
	}{
		"a file and its base": {"--config-file configs/a.yaml --num-gpus 4", map[dialect.Field]string{dialect.SharedBatch: "16 @ configs/base.yaml:2",
			dialect.MicroBatch: "4 @ configs/base.yaml:2", dialect.LearningRate: "0.25 @ configs/a.yaml:3", dialect.MaxSteps: "7 default @ train.py:7", dialect.GPUs: "4 @ run.sh:1"}},
		"words of the command": {"--config-file configs/a.yaml --num-gpus 4 SOLVER.BASE_LR 0.125", map[dialect.Field]string{dialect.LearningRate: "0.125 @ run.sh:1"}},
		"a base that is not there": {"--config-file configs/lost.yaml", map[dialect.Field]string{dialect.SharedBatch: "?", dialect.LearningRate: "0.25 @ configs/lost.yaml:3",
			dialect.SaveSteps: "11 default @ train.py:9"}},
		"a file that is not there": {"--config-file configs/b.yaml", map[dialect.Field]string{dialect.SharedBatch: "?", dialect.MaxSteps: "?", dialect.SaveSteps: "11 default @ train.py:9"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, find(t, "-- run.sh --\npython train.py "+c.words+"\n"+files), c.want) })
	}
	if jobs := Find(workspace("-- test.sh --\npython train.py --eval-only --config-file configs/a.yaml MODEL.WEIGHTS a.pth\n" + files)); len(jobs) != 1 || jobs[0].Launch != nil {
		t.Errorf("%d jobs of an evaluation", len(jobs))
	}
}
