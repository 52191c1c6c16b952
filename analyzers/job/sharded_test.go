package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestShardedByHand: what a script says of torch's FSDP, and of the plugins that it gives an Accelerator.
func TestShardedByHand(t *testing.T) {
	const script = "-- run.sh --\ntorchrun --nproc_per_node 8 train.py\n-- train.py --\nimport torch\nfrom torch.distributed.fsdp import *\nfrom torch.distributed.fsdp import FullyShardedDataParallel as FSDP, CPUOffload, MixedPrecision, MixedPrecisionPolicy, ShardingStrategy, CPUOffloadPolicy, fully_shard\n" +
		"from transformers import AutoModelForCausalLM\nnet = AutoModelForCausalLM.from_pretrained('gpt2', torch_dtype=torch.float32)\nWRAP\nopt = torch.optim.AdamW(net.parameters(), lr=1e-5)\nfor x in torch.utils.data.DataLoader(data, batch_size=2):\n    net(x).loss.backward()\n    opt.step()\n"
	const accelerated = "-- run.sh --\naccelerate launch --num_processes 4 train.py\n-- train.py --\nimport torch\nfrom accelerate import Accelerator, DeepSpeedPlugin, FullyShardedDataParallelPlugin\n" +
		"from transformers import AutoModelForCausalLM\naccelerator = Accelerator(mixed_precision='bf16', WRAP)\nnet = AutoModelForCausalLM.from_pretrained('gpt2', torch_dtype=torch.float32)\nopt = torch.optim.AdamW(net.parameters(), lr=1e-5)\n" +
		"net, opt, loader = accelerator.prepare(net, opt, torch.utils.data.DataLoader(data, batch_size=2))\nfor x in loader:\n    accelerator.backward(net(x).loss)\n    opt.step()\n"
	for name, c := range map[string]struct{ script, wrap, want string }{
		"full":               {script, "net = FSDP(net, auto_wrap_policy=policy, mixed_precision=MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.float32))", "fsdp-full amp-bf16 "},
		"gradients":          {script, "net = FSDP(net, None, ShardingStrategy.SHARD_GRAD_OP, CPUOffload(offload_params=True), policy)", "fsdp-grad-op fp32 cpu"},
		"hybrid":             {script, "net = FSDP(net, auto_wrap_policy=policy, sharding_strategy=ShardingStrategy.HYBRID_SHARD)", "fsdp-hybrid fp32 "},
		"one unit":           {script, "net = FSDP(net)", "? fp32 "},
		"an unknown policy":  {script, "net = FSDP(net, auto_wrap_policy=policy, mixed_precision=made())", "fsdp-full ? "},
		"an unknown way":     {script, "net = FSDP(net, auto_wrap_policy=policy, sharding_strategy=made())", "? fp32 "},
		"layers":             {script, "for layer in net.transformer.h:\n    fully_shard(layer, mp_policy=MixedPrecisionPolicy(param_dtype=torch.float16))\nfully_shard(net, mp_policy=MixedPrecisionPolicy(param_dtype=torch.float16))", "fsdp-full amp-fp16 "},
		"layers that stay":   {script, "fully_shard(net, reshard_after_forward=False, offload_policy=CPUOffloadPolicy())", "fsdp-grad-op fp32 cpu"},
		"layers of two ways": {script, "for layer in net.transformer.h:\n    fully_shard(layer)\nfully_shard(net, reshard_after_forward=False)", "? fp32 "},
		"DeepSpeed's plugin": {accelerated, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=3, gradient_accumulation_steps=4, offload_param_device='cpu')", "zero3 amp-bf16 cpu 4"},
		"its defaults":       {accelerated, "gradient_accumulation_steps=2, deepspeed_plugin=DeepSpeedPlugin()", "zero2 amp-bf16  2"},
		"what is not seen":   {accelerated, "deepspeed_plugin=DeepSpeedPlugin(**options)", "? amp-bf16  1"},
		"FSDP's plugin":      {accelerated, "fsdp_plugin=FullyShardedDataParallelPlugin(sharding_strategy='SHARD_GRAD_OP')", "fsdp-grad-op amp-bf16  1"},
	} {
		j := find(t, strings.ReplaceAll(c.script, "WRAP", c.wrap))
		said := func(f dialect.Field) string {
			if j.Undecided(f) {
				return "?"
			}
			return j.Text(f)
		}
		got := said(dialect.Sharding) + " " + said(dialect.Precision) + " " + said(dialect.OffloadParams)
		if c.script == accelerated {
			got += " " + said(dialect.Accumulation)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestLightningStrategies: a strategy that a script makes says what the Trainer's word for it does.
func TestLightningStrategies(t *testing.T) {
	const script = "-- train.py --\nimport torch\nimport lightning as L\nfrom lightning.pytorch.strategies import DDPStrategy, DeepSpeedStrategy, FSDPStrategy, XLAStrategy\n" +
		"class Net(L.LightningModule):\n    def training_step(self, batch, n):\n        return self(batch).sum()\n" +
		"L.Trainer(devices=2, strategy=MADE).fit(Net(), torch.utils.data.DataLoader(data, batch_size=2))\n"
	for made, want := range map[string]string{
		"'ddp'": "ddp", "DDPStrategy()": "ddp", "DDPStrategy(find_unused_parameters=True)": "ddp true",
		"DeepSpeedStrategy()": "zero2", "DeepSpeedStrategy(stage=3, offload_optimizer=True)": "zero3 cpu", "FSDPStrategy()": "fsdp-full",
		"DDPStrategy(find_unused_parameters=f())": "?", "DDPStrategy(**options)": "?", "DeepSpeedStrategy(stage=f())": "?",
		"DeepSpeedStrategy(config='ds.json')": "?", "FSDPStrategy(sharding_strategy='SHARD_GRAD_OP')": "?", "FSDPStrategy(cpu_offload=True)": "?",
		"XLAStrategy()": "?", "made()": "?",
	} {
		j := find(t, strings.Replace(script, "MADE", made, 1))
		got := strings.TrimSpace(j.Text(dialect.Sharding) + " " + j.Text(dialect.FindUnused) + j.Text(dialect.OffloadOptimizer))
		if j.Undecided(dialect.Sharding) {
			got = "?"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", made, got, want)
		}
	}
}
