package estimator

import (
	"slices"
	"strings"
	"testing"
)

// namesOf are the remedies of one axis.
func namesOf(a axis) string {
	var names []string
	for _, r := range a {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}

// TestAxes: which changes a job is offered, by what it is.
func TestAxes(t *testing.T) {
	noBF16 := Card{Usable: 16 << 30, BF16: No}
	base := llama(t)
	base.Checkpointing, base.Weights, base.Compute, base.MicroBatch, base.GradAccum = CheckpointNone, FP32, ComputeFP32, 6, 2
	image := func(j *Job) { j.Model, j.Image = lookup(t, "sdxl"), Image{1, 512, 512} }
	resnet := func(j *Job) { j.Model, j.Image = lookup(t, "resnet50"), Image{1, 224, 224} }
	unshaped := func(j *Job) { j.Model = Model{ID: "x", Params: 1000, Kind: Decoder} }
	for name, c := range map[string]struct {
		of     func(Job) axis
		change func(*Job)
		want   string
	}{
		"foreach":                    {implementationRemedies, func(*Job) {}, "fused optimizer"},
		"fused already":              {implementationRemedies, func(j *Job) { j.OptimizerImpl = Fused }, ""},
		"an optimizer without":       {implementationRemedies, func(j *Job) { j.Optimizer = Adafactor }, ""},
		"steps in backward":          {implementationRemedies, func(j *Job) { j.Optimizer = "adamw+in-backward" }, ""},
		"checkpointing":              {checkpointRemedies, func(*Job) {}, "activation checkpointing"},
		"of a UNet":                  {checkpointRemedies, image, "activation checkpointing"},
		"of a diffusion transformer": {checkpointRemedies, func(j *Job) { j.Model = Model{dit: &diffusionTransformer{}} }, "activation checkpointing"},
		"checkpointed already":       {checkpointRemedies, func(j *Job) { j.Checkpointing = CheckpointFull }, ""},
		"nothing to checkpoint":      {checkpointRemedies, unshaped, ""},
		"a batch of 6":               {batchRemedies, func(*Job) {}, "micro-batch 3 with accumulation 4, micro-batch 2 with accumulation 6, micro-batch 1 with accumulation 12"},
		"a batch of 5":               {batchRemedies, func(j *Job) { j.MicroBatch, j.GradAccum = 5, 0 }, "micro-batch 1 with accumulation 5"},
		"a batch of 1":               {batchRemedies, func(j *Job) { j.MicroBatch = 1 }, ""},
		"batch norm":                 {batchRemedies, resnet, ""},
		"fp32":                       {func(j Job) axis { return precisionRemedies(j, Card{}) }, func(*Job) {}, "autocast amp-bf16, pure bf16"},
		"fp32 without bf16":          {func(j Job) axis { return precisionRemedies(j, noBF16) }, func(*Job) {}, "autocast amp-fp16"},
		"autocast already":           {func(j Job) axis { return precisionRemedies(j, Card{}) }, func(j *Job) { j.Compute = AMPBF16 }, "bf16 weights"},
		"a frozen base":              {func(j Job) axis { return precisionRemedies(j, Card{}) }, func(j *Job) { j.Method, j.Compute = LoRA, AMPFP16 }, "frozen weights in fp16"},
		"16 bits already":            {func(j Job) axis { return precisionRemedies(j, Card{}) }, func(j *Job) { j.Weights = BF16 }, ""},
		"Adam":                       {optimizerRemedies, func(j *Job) { j.Optimizer = "adam" }, "8-bit AdamW, paged 8-bit AdamW"},
		"AdamW":                      {optimizerRemedies, func(*Job) {}, "8-bit AdamW, paged 8-bit AdamW"},
		"a method nobody said":       {optimizerRemedies, func(j *Job) { j.Method = "" }, "8-bit AdamW, paged 8-bit AdamW"},
		"SGD":                        {optimizerRemedies, func(j *Job) { j.Optimizer = SGD }, ""},
		"adapters have few states":   {optimizerRemedies, func(j *Job) { j.Method = LoRA }, ""},
		"one GPU":                    {shardingRemedies, func(*Job) {}, ""},
		"two GPUs":                   {shardingRemedies, func(j *Job) { j.GPUs, j.Sharding = 2, DDP }, "ZeRO-2, FSDP full shard"},
		"two GPUs, nothing said":     {shardingRemedies, func(j *Job) { j.GPUs, j.Sharding = 2, "" }, "ZeRO-2, FSDP full shard"},
		"two GPUs without DDP":       {shardingRemedies, func(j *Job) { j.GPUs = 2 }, "ZeRO-2, FSDP full shard"},
		"sharded already":            {shardingRemedies, func(j *Job) { j.GPUs, j.Sharding = 2, ZeRO1 }, ""},
		"quantised":                  {shardingRemedies, func(j *Job) { j.GPUs, j.Sharding, j.Weights = 2, DDP, NF4 }, ""},
		"quantised twice":            {shardingRemedies, func(j *Job) { j.GPUs, j.Sharding, j.Weights = 2, DDP, NF4DQ }, ""},
		"another method":             {func(j Job) axis { return methodRemedies(j, Card{}) }, func(*Job) {}, "LoRA of rank 16, QLoRA of rank 16"},
		"another for images":         {func(j Job) axis { return methodRemedies(j, Card{}) }, image, "LoRA of rank 16"},
		"another for batch norm":     {func(j Job) axis { return methodRemedies(j, Card{}) }, resnet, ""},
		"another of no shape":        {func(j Job) axis { return methodRemedies(j, Card{}) }, unshaped, ""},
		"adapters already":           {func(j Job) axis { return methodRemedies(j, Card{}) }, func(j *Job) { j.Method = LoRA }, ""},
	} {
		job := base
		c.change(&job)
		if got := namesOf(c.of(job)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestRemediesApply: what a remedy writes into the job is what it is called.
func TestRemediesApply(t *testing.T) {
	base := llama(t)
	base.Weights, base.Compute, base.MicroBatch, base.Checkpointing = FP32, ComputeFP32, 2, CheckpointNone
	base.GPUs, base.Sharding = 2, DDP
	old := Card{BF16: No}
	for name, c := range map[string]struct {
		of   axis
		at   int
		want string // by the names of the properties
	}{
		"fused":         {implementationRemedies(base), 0, "optimizer-impl=fused"},
		"checkpointing": {checkpointRemedies(base), 0, "checkpointing=full"},
		"batch":         {batchRemedies(base), 0, "micro-batch=1 grad-accum=2"},
		"autocast":      {precisionRemedies(base, Card{}), 0, "compute=amp-bf16"},
		"pure":          {precisionRemedies(base, Card{}), 1, "weights=bf16 compute=pure"},
		"8 bits":        {optimizerRemedies(base), 0, "optimizer=adamw-8bit optimizer-impl="},
		"sharding":      {shardingRemedies(base), 1, "sharding=fsdp-full"},
		"LoRA":          {methodRemedies(base, Card{}), 0, "method=lora lora-rank=16 lora-targets=all-linear weights=bf16 compute=amp-bf16"},
		"LoRA in fp16":  {methodRemedies(base, old), 0, "method=lora lora-rank=16 lora-targets=all-linear weights=fp16 compute=amp-fp16"},
		"QLoRA":         {methodRemedies(base, Card{}), 1, "method=qlora lora-rank=16 lora-targets=all-linear weights=nf4-dq compute=amp-bf16"},
	} {
		job := base
		if len(c.of) <= c.at {
			t.Errorf("%s: %q", name, namesOf(c.of))
			continue
		}
		c.of[c.at].apply(&job)
		var changed []string
		for _, f := range fields {
			if after := f.Text(job); after != f.Text(base) {
				changed = append(changed, f.Name+"="+after)
			}
		}
		if got := strings.Join(changed, " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestCasting: DeepSpeed casts fp32 weights under autocast, which is another training; nothing else of it is.
func TestCasting(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Job)
		want   Meaning
	}{
		"fp32 under autocast":    {func(j *Job) { j.Weights, j.Compute = FP32, AMPBF16 }, OtherNumerics},
		"fp32 without":           {func(j *Job) { j.Weights, j.Compute = FP32, ComputeFP32 }, SameTraining},
		"16 bits under autocast": {func(j *Job) { j.Compute = AMPBF16 }, SameTraining},
		"DeepSpeed already":      {func(j *Job) { j.GPUs, j.Sharding, j.Weights, j.Compute = 2, ZeRO1, FP32, AMPBF16 }, SameTraining},
	} {
		job := llama(t)
		c.change(&job)
		meaning, remark := casting(job, "remark")
		if meaning != c.want || (remark != "remark") != (c.want == OtherNumerics) {
			t.Errorf("%s: %d, %q", name, meaning, remark)
		}
	}
}

// TestPlanChanges: a plan lists what differs from the job as it was, and nothing else.
func TestPlanChanges(t *testing.T) {
	job := llama(t)
	job.MicroBatch, job.Checkpointing = 4, CheckpointNone
	after := job
	after.MicroBatch, after.GradAccum, after.OptimizerImpl = 2, 2, Fused
	got := Plan{Job: after, before: settle(job).Job}.Changes()
	want := []Change{{"optimizer-impl", "foreach", "fused"}, {"micro-batch", "4", "2"}, {"grad-accum", "1", "2"}}
	if !slices.Equal(got, want) {
		t.Errorf("changes %v, want %v", got, want)
	}
	if list := (Plan{Job: job, before: settle(job).Job}).Changes(); len(list) > 0 {
		t.Errorf("nothing was changed: %v", list)
	}
}

func TestFits(t *testing.T) {
	job := llama(t)
	job.GPUs = 2
	result := Estimate(job)
	result.Host = 10
	remedy := []Remedy{{Name: "offload"}}
	for _, c := range []struct {
		plan Plan
		card Card
		want bool
	}{
		{Plan{Job: job, Result: result}, Card{Usable: 1 << 40}, true},
		{Plan{Job: job, Result: result}, Card{Usable: 1 << 20}, false},
		{Plan{Job: job, Result: result, Remedies: remedy}, Card{Usable: 1 << 40, HostMemory: 20}, true},
		{Plan{Job: job, Result: result, Remedies: remedy}, Card{Usable: 1 << 40, HostMemory: 19}, false},
		{Plan{Job: job, Result: result}, Card{Usable: 1 << 40, HostMemory: 19}, true}, // it runs so today
	} {
		if got := fits(c.plan, c.card); got != c.want {
			t.Errorf("%d bytes of host memory for 2 × 10, %d remedies: fits is %v", c.card.HostMemory, len(c.plan.Remedies), got)
		}
	}
}
