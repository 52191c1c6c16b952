package job

import (
	"strings"
	"testing"
)

// told is a script of small settings with a line in place of MORE.
func told(script, more string) string { return strings.ReplaceAll(script, "MORE", more) }

// lines is the script of a file, its lines one below the other.
func lines(list ...string) string { return "-- train.py --\n" + strings.Join(list, "\n") + "\n" }

var (
	fsdpScript = "-- run.sh --\ntorchrun --nproc_per_node 8 train.py\n" + lines("import torch", "from installed import made, flag",
		"from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, CPUOffload, MixedPrecision, MixedPrecisionPolicy, ShardingStrategy, CPUOffloadPolicy, fully_shard",
		"from transformers import AutoModelForCausalLM", "net = AutoModelForCausalLM.from_pretrained('gpt2', torch_dtype=torch.float32)", "MORE",
		"opt = torch.optim.AdamW(net.parameters(), lr=1e-5)", "for x in torch.utils.data.DataLoader(data, batch_size=2):", "    net(x).loss.backward()", "    opt.step()")
	pluginScript = "-- run.sh --\naccelerate launch --num_processes 4 train.py\n-- ds.json --\n{\"zero_optimization\": {\"stage\": 1}}\n" + lines("import torch", "from installed import made, options",
		"from accelerate import Accelerator, DeepSpeedPlugin, FullyShardedDataParallelPlugin", "from accelerate import OtherPlugin", "accelerator = Accelerator(mixed_precision='bf16', MORE)",
		"from transformers import AutoModelForCausalLM", "net = AutoModelForCausalLM.from_pretrained('gpt2', torch_dtype=torch.float32)",
		"opt = torch.optim.AdamW(net.parameters(), lr=1e-5)", "net, opt, loader = accelerator.prepare(net, opt, torch.utils.data.DataLoader(data, batch_size=2))",
		"for x in loader:", "    accelerator.backward(net(x).loss)", "    opt.step()")
	plainScript   = lines("import torch", "from torch import nn", "from torch.utils.data import DataLoader", "from installed import made, data, flag", "net = nn.Linear(2, 2)", "MORE", "for x in loader:", "    net(x).sum().backward()", "    opt.step()")
	adapterScript = lines("import torch", "from transformers import AutoModelForCausalLM", "from installed import loader, made", "class LoRALinear(torch.nn.Module):", "    def __init__(self, layer, rank=8, alpha=16):",
		"        super().__init__()", "        self.layer = layer", "        self.lora_A = torch.nn.Linear(2, rank)", "        self.lora_B = torch.nn.Linear(rank, 2)", "MORE",
		"for p in net.parameters():", "    p.requires_grad = False", "opt = torch.optim.AdamW(net.parameters(), lr=1e-3)", "for x in loader:", "    net(x).loss.backward()", "    opt.step()")
)

// TestSaidRarely: settings that few scripts have, each with its look-alikes.
func TestSaidRarely(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"fsdp, host by a word":                  {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, cpu_offload=CPUOffload(offload_params=True))"), "run.sh:1 sharding=fsdp-full offload_params=cpu"},
		"fsdp, not on the host":                 {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, cpu_offload=CPUOffload(offload_params=False))"), "run.sh:1 sharding=fsdp-full offload_params=-"},
		"fsdp, host by nobody's word":           {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, cpu_offload=CPUOffload(offload_params=flag()))"), "run.sh:1 sharding=fsdp-full offload_params=?"},
		"fsdp, host by default":                 {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, cpu_offload=CPUOffload())"), "run.sh:1 sharding=fsdp-full offload_params=-"},
		"fsdp, no word of the host":             {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, cpu_offload=None, sharding_strategy=None)"), "run.sh:1 sharding=fsdp-full offload_params=-"},
		"fsdp, no policy by its word":           {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=None, mixed_precision=MixedPrecision(torch.bfloat16))"), "run.sh:1 sharding=? precision=amp-bf16"},
		"fsdp, cast to nobody's dtype":          {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, mixed_precision=MixedPrecision(param_dtype=made.dtype))"), "run.sh:1 precision=?"},
		"fsdp, cast to fp32":                    {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, mixed_precision=MixedPrecision(param_dtype=torch.float32))"), "run.sh:1 precision=fp32"},
		"fsdp, cast by options":                 {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, mixed_precision=MixedPrecision(**made()))"), "run.sh:1 precision=?"},
		"fsdp, gradients alone are cast":        {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, mixed_precision=MixedPrecision(reduce_dtype=torch.bfloat16))"), "run.sh:1 precision=fp32"},
		"fsdp, cast by None":                    {told(fsdpScript, "net = FSDP(net, auto_wrap_policy=made, mixed_precision=None)"), "run.sh:1 precision=fp32"},
		"fsdp under a test":                     {told(fsdpScript, "if flag():\n    net = FSDP(net, auto_wrap_policy=made)"), "run.sh:1 sharding=?"},
		"fsdp that does not run":                {told(fsdpScript, "if False:\n    net = FSDP(net, auto_wrap_policy=made)"), "run.sh:1 sharding=-"},
		"layers, back or not":                   {told(fsdpScript, "fully_shard(net, reshard_after_forward=flag())"), "run.sh:1 sharding=?"},
		"layers, back":                          {told(fsdpScript, "fully_shard(net, reshard_after_forward=True, offload_policy=made())"), "run.sh:1 sharding=fsdp-full fsdp_version=2 offload_params=-"},
		"layers, back by None":                  {told(fsdpScript, "fully_shard(net, reshard_after_forward=None, mp_policy=None)"), "run.sh:1 sharding=fsdp-full precision=fp32"},
		"plugin, a file":                        {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(hf_ds_config='ds.json')"), "run.sh:1 sharding=zero1"},
		"plugin, a file that is None":           {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(hf_ds_config=None, zero_stage=1)"), "run.sh:1 sharding=zero1"},
		"plugin, no stage of ZeRO":              {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=0)"), "run.sh:1 sharding=?"},
		"plugin, stage 4":                       {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=4)"), "run.sh:1 sharding=?"},
		"plugin, nobody's stage":                {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=made())"), "run.sh:1 sharding=?"},
		"plugin, stage 1":                       {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=1)"), "run.sh:1 sharding=zero1"},
		"plugin, one step":                      {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(gradient_accumulation_steps=1)"), "run.sh:1 grad_accum=1"},
		"plugin, no step":                       {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(gradient_accumulation_steps=0)"), "run.sh:1 grad_accum=?"},
		"plugin, nobody's steps":                {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(gradient_accumulation_steps=made())"), "run.sh:1 grad_accum=?"},
		"plugin, optimizer on disk":             {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=3, offload_optimizer_device='nvme', offload_param_device='none')"), "run.sh:1 offload_optimizer=nvme offload_params=-"},
		"plugin, optimizer anywhere":            {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=3, offload_optimizer_device=made(), offload_param_device=made())"), "run.sh:1 offload_optimizer=? offload_params=?"},
		"plugin, gathers to save":               {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=3, zero3_save_16bit_model=True, gradient_clipping=0.5)"), "run.sh:1 gather_on_save=true grad_clip=0.5"},
		"plugin, may gather":                    {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(zero_stage=3, zero3_save_16bit_model=made(), gradient_clipping=made())"), "run.sh:1 gather_on_save=? grad_clip=?"},
		"plugin of FSDP, by default":            {told(pluginScript, "fsdp_plugin=FullyShardedDataParallelPlugin()"), "run.sh:1 sharding=fsdp-full"},
		"plugin of FSDP, by torch's word":       {told(pluginScript, "fsdp_plugin=FullyShardedDataParallelPlugin(sharding_strategy=torch.distributed.fsdp.ShardingStrategy.SHARD_GRAD_OP)"), "run.sh:1 sharding=fsdp-grad-op"},
		"plugin of FSDP, in small letters":      {told(pluginScript, "fsdp_plugin=FullyShardedDataParallelPlugin(sharding_strategy='full_shard')"), "run.sh:1 sharding=fsdp-full"},
		"plugin of another kind":                {told(pluginScript, "fsdp_plugin=OtherPlugin()"), "run.sh:1 sharding=?"},
		"plugin that is None":                   {told(pluginScript, "fsdp_plugin=None"), "run.sh:1 sharding=-"},
		"plugin of somebody":                    {told(pluginScript, "fsdp_plugin=made()"), "run.sh:1 sharding=?"},
		"plugin, spread list":                   {told(pluginScript, "deepspeed_plugin=DeepSpeedPlugin(*options)"), "run.sh:1 sharding=?"},
		"adapters of one's own, by default":     {told(adapterScript, "def adapt(model):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net)"), "train.py lora_rank=8"},
		"adapters of one's own, by word":        {told(adapterScript, "def adapt(model):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, rank=4))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net)"), "train.py lora_rank=4"},
		"adapters of one's own, handed on":      {told(adapterScript, "def adapt(model, r=6):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net, 5)"), "train.py lora_rank=5"},
		"adapters, handed on by default":        {told(adapterScript, "def adapt(model, r=6):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net)"), "train.py lora_rank=6"},
		"adapters, handed on by options":        {told(adapterScript, "def adapt(model, r=6):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net, **made())"), "train.py lora_rank=-"},
		"adapters of rank 0":                    {told(adapterScript, "def adapt(model, r=0):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net)"), "train.py lora_rank=-"},
		"adapters of rank 1":                    {told(adapterScript, "def adapt(model, r=1):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net)"), "train.py lora_rank=1"},
		"adapters that nobody puts in":          {told(adapterScript, "def adapt(model, r=5):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')"), "train.py lora_rank=-"},
		"adapters that perhaps are put in":      {told(adapterScript, "def adapt(model, r=5):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, r))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nif made():\n    adapt(net)"), "train.py lora_rank=-"},
		"adapters of a computed rank":           {told(adapterScript, "def adapt(model, r=5):\n    for name, m in model.named_modules():\n        setattr(model, name, LoRALinear(m, made(r)))\nnet = AutoModelForCausalLM.from_pretrained('gpt2')\nadapt(net)"), "train.py lora_rank=-"},
		"decay of one optimizer":                {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.25)"), "train.py weight_decay=0.25 lr=0.1 optimizer=adamw micro_batch=3"},
		"decay of two that agree":               {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.25)\nopt2 = torch.optim.AdamW(net.parameters(), lr=0.2, weight_decay=0.25)\nopt2.step()"), "train.py weight_decay=0.25"},
		"decay of two that differ":              {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.25)\nopt2 = torch.optim.AdamW(net.parameters(), lr=0.2, weight_decay=0.5)\nopt2.step()"), "train.py weight_decay=-"},
		"decay of two, one nobody's":            {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.25)\nopt2 = torch.optim.AdamW(net.parameters(), lr=0.2, weight_decay=made())\nopt2.step()"), "train.py weight_decay=-"},
		"decay beside somebody's":               {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.25)\nopt2 = torch.optim.AdamW(net.parameters(), lr=0.2)\nopt2.step()"), "train.py weight_decay=-"},
		"decay of one that perhaps is":          {told(plainScript, "loader = DataLoader(data, batch_size=3)\nif flag():\n    opt = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.25)\nelse:\n    opt = made(net)"), "train.py weight_decay=-"},
		"decay of a class nobody knows":         {told(plainScript, "from installed import LAMB9\nloader = DataLoader(data, batch_size=3)\nopt = LAMB9(net.parameters(), weight_decay=0.25)"), "train.py weight_decay=-"},
		"decay of 0":                            {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), weight_decay=0)"), "train.py weight_decay=0"},
		"decay below 0":                         {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), weight_decay=-0.5)"), "train.py weight_decay=-"},
		"decay by options":                      {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(net.parameters(), **made())"), "train.py weight_decay=-"},
		"decay of the groups":                   {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': 0.5}, {'params': [net.bias], 'weight_decay': 0}])"), "train.py weight_decay=0.5"},
		"decay of groups that differ":           {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': 0.5}, {'params': [net.bias], 'weight_decay': 0.25}])"), "train.py weight_decay=-"},
		"decay of groups without":               {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': 0}, {'params': [net.bias], 'weight_decay': 0}])"), "train.py weight_decay=-"},
		"decay of a group and the argument":     {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': 0.5}, {'params': [net.bias]}], weight_decay=0.5)"), "train.py weight_decay=0.5"},
		"decay of a group, not the argument's":  {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': 0.5}, {'params': [net.bias]}], weight_decay=0.1)"), "train.py weight_decay=-"},
		"decay of a group, and of the default":  {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': 0.5}, {'params': [net.bias]}])"), "train.py weight_decay=-"},
		"decay of the argument for a group":     {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight]}, {'params': [net.bias], 'weight_decay': 0}], weight_decay=0.1)"), "train.py weight_decay=0.1"},
		"decay of nobody's group":               {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW([{'params': [net.weight], 'weight_decay': made()}, {'params': [net.bias]}], weight_decay=0.1)"), "train.py weight_decay=-"},
		"decay of groups nobody knows":          {told(plainScript, "loader = DataLoader(data, batch_size=3)\nopt = torch.optim.AdamW(made(net), weight_decay=0.1)"), "train.py weight_decay=0.1"},
		"batches of one that a dataset cuts":    {told(plainScript, "class D:\n    def __init__(self, batch_size):\n        self.n = batch_size\nloader = DataLoader(D(4), batch_size=1)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one by another's word":      {told(plainScript, "loader = DataLoader(made(data, batch_size=4), batch_size=1)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one that are one":           {told(plainScript, "class D:\n    def __init__(self, size):\n        self.n = size\nloader = DataLoader(D(4), batch_size=1)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, unpacked":              {told(plainScript, "def first(b):\n    return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=first)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, unpacked by a name":    {told(plainScript, "def first(b):\n    one = b[0]\n    return one\nloader = DataLoader(data, batch_size=1, collate_fn=first)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, stacked":               {told(plainScript, "def stack(b):\n    return torch.stack(b)\nloader = DataLoader(data, batch_size=1, collate_fn=stack)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by either":             {told(plainScript, "def stack(b):\n    return torch.stack(b)\ndef first(b):\n    return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=stack if flag() else first)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, by two that stack":     {told(plainScript, "def stack(b):\n    return torch.stack(b)\ndef other(b):\n    return torch.cat(b)\nloader = DataLoader(data, batch_size=1, collate_fn=stack if flag() else other)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by one and nobody's":   {told(plainScript, "def stack(b):\n    return torch.stack(b)\nloader = DataLoader(data, batch_size=1, collate_fn=stack if flag() else made)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, by None":               {told(plainScript, "loader = DataLoader(data, batch_size=1, collate_fn=None)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by a library":          {told(plainScript, "loader = DataLoader(data, batch_size=1, collate_fn=torch.utils.data.default_collate)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by a partial":          {told(plainScript, "from functools import partial\ndef first(n, b):\n    return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=partial(first, 3))\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, by a partial, other":   {told(plainScript, "from functools import partial\ndef first(n, b):\n    return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=partial(first, b=3))\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by a method":           {told(plainScript, "class C:\n    def take(self, b):\n        return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=C().take)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, by an object":          {told(plainScript, "class C:\n    def __call__(self, b):\n        return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=C())\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, by an object, stacked": {told(plainScript, "class C:\n    def __call__(self, b):\n        return torch.stack(b)\nloader = DataLoader(data, batch_size=1, collate_fn=C())\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by no function":        {told(plainScript, "class C: pass\nloader = DataLoader(data, batch_size=1, collate_fn=C())\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, by transformers":       {told(plainScript, "from transformers import DataCollatorWithPadding\nloader = DataLoader(data, batch_size=1, collate_fn=DataCollatorWithPadding(made()))\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of one, by a lambda":           {told(plainScript, "loader = DataLoader(data, batch_size=1, collate_fn=lambda b: b[0])\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one, without a parameter":   {told(plainScript, "def none():\n    return b[0]\nloader = DataLoader(data, batch_size=1, collate_fn=none)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches that were kept":                {told(plainScript, "loader = DataLoader(data, batch_size=6)\nkept = [made(b) for b in loader]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda b: b)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=6"},
		"batches that were kept of two":         {told(plainScript, "loader = DataLoader(data, batch_size=6)\nloader = DataLoader(data, batch_size=5)\nkept = [made(b) for b in loader]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda b: b)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches that were kept of nobody's":    {told(plainScript, "loader = DataLoader(data, batch_size=made())\nkept = [made(b) for b in loader]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda b: b)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of another name":               {told(plainScript, "first = DataLoader(data, batch_size=6)\nkept = [made(b) for b in first]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda b: b)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=?"},
		"batches of one item that were kept":    {told(plainScript, "loader = DataLoader(data, batch_size=1)\nkept = [made(b) for b in loader]\nloader = DataLoader(kept, batch_size=1, collate_fn=lambda b: b)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=1"},
		"batches of two, kept":                  {told(plainScript, "loader = DataLoader(data, batch_size=6)\nkept = [made(b) for b in loader]\nloader = DataLoader(kept, batch_size=2, collate_fn=lambda b: b)\nopt = torch.optim.SGD(net.parameters(), 0.1)"), "train.py micro_batch=2"},
	} {
		t.Run(name, func(t *testing.T) { compareSaid(t, c.files, c.want) })
	}
}
