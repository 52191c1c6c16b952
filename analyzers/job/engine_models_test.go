package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestEngines: DeepSpeed's engine trains what it is handed, in batches that its config tells only in part.
func TestEngines(t *testing.T) {
	const script = "-- run.sh --\ndeepspeed --num_gpus=2 train.py\n-- ds.json --\n{CONFIG}\n-- train.py --\nimport deepspeed\nimport torch\nfrom torch import nn\nfrom transformers import AutoModelForCausalLM\n" +
		"MODEL\nengine, _, loader, _ = deepspeed.initialize(ARGUMENTS, training_data=data, config='ds.json')\nfor x in loader:\n    engine.backward(engine(x).loss)\n    engine.step()\n"
	const hub, own = "net = AutoModelForCausalLM.from_pretrained('gpt2')", "net = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2))"
	for name, c := range map[string]struct {
		model, arguments, config string
		want                     map[dialect.Field]string
	}{
		"a model's parameters": {hub, "model=net, model_parameters=net.parameters()", `"train_batch_size": 64`,
			map[dialect.Field]string{dialect.Model: "gpt2", dialect.Method: "full", dialect.MicroBatch: "32", dialect.Accumulation: "1", dialect.Precision: "fp32"}},
		"a model alone": {hub, "model=net", `"train_batch_size": 64, "gradient_accumulation_steps": 4, "bf16": {"enabled": true}`,
			map[dialect.Field]string{dialect.Model: "gpt2", dialect.MicroBatch: "8", dialect.Accumulation: "4", dialect.Precision: "amp-bf16"}},
		"by position": {hub, "None, net", `"train_batch_size": 64, "train_micro_batch_size_per_gpu": 8, "torch_autocast": {"enabled": true}`,
			map[dialect.Field]string{dialect.Model: "gpt2", dialect.MicroBatch: "8", dialect.Accumulation: "4", dialect.Precision: ""}},
		"a micro-batch alone": {hub, "model=net", `"train_micro_batch_size_per_gpu": 8`,
			map[dialect.Field]string{dialect.MicroBatch: "8", dialect.Accumulation: "1"}},
		"what does not divide": {hub, "model=net", `"train_batch_size": 7`,
			map[dialect.Field]string{dialect.MicroBatch: ""}},
		"an optimizer of the script's": {hub, "model=net, optimizer=torch.optim.SGD(net.lm_head.parameters(), lr=0.1)", `"train_batch_size": 64`,
			map[dialect.Field]string{dialect.Optimizer: "sgd", dialect.Method: ""}},
		"a part of a model": {hub, "model=net, model_parameters=[p for p in net.parameters() if p.requires_grad]", `"train_batch_size": 64`,
			map[dialect.Field]string{dialect.Model: "gpt2"}},
		"the project's own": {own, "model=net, model_parameters=filter(lambda p: p.requires_grad, net.parameters())", `"train_batch_size": 64`,
			map[dialect.Field]string{dialect.Method: "full", dialect.Weights: "fp32", dialect.MicroBatch: "32"}},
	} {
		text := strings.NewReplacer("CONFIG", c.config, "MODEL", c.model, "ARGUMENTS", c.arguments).Replace(script)
		j := find(t, text)
		for field, want := range c.want {
			if got := j.Text(field); got != want {
				t.Errorf("%s: %s is %q, want %q", name, field, got, want)
			}
		}
	}
}
