package estimator

import (
	options "flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = options.Bool("update", false, "write testdata/jobs.txt and testdata/plans.txt anew")

// values are what a property is set to, one after another; a property that is not listed here has no value of its own
// that a job could state.
var values = map[string][]string{
	"trainable":       {"1000000"},
	"method":          {"", "full", "lora", "qlora", "dora", "lokr", "other-peft", "partial"},
	"lora-rank":       {"", "64"},
	"lora-targets":    {"", "all-linear", "attention", "qv", "q_proj v_proj", "to_k to_q to_v to_out.0", "query_key_value", "nonesuch"},
	"weights":         {"", "fp32", "bf16", "fp16", "nf4", "nf4-dq", "int8", "int4", "fp8"},
	"compute":         {"", "fp32", "amp-fp16", "amp-bf16", "pure"},
	"master":          {"fp32"},
	"adapter-dtype":   {"fp32", "bf16"},
	"adapter-dropout": {"no", "yes"},
	"kbit-prepared":   {"no", "yes"},
	"frozen-tower":    {"no", "yes"},
	"optimizer": {"", "adamw", "adam", "adamw-8bit", "paged-adamw", "paged-adamw-8bit", "adamw-4bit", "adamw-bf16", "adafactor", "sgd",
		"sgd-momentum", "lion", "badam", "adamw+in-backward", "adamw+cpu-offload", "nonesuch"},
	"optimizer-impl": {"", "foreach", "fused", "single"},
	"micro-batch":    {"", "1", "7"},
	"grad-accum":     {"", "4"},
	"seq-len":        {"", "1", "4096"},
	"image":          {"", "640x480", "5x64x64"},
	"checkpointing":  {"", "none", "full", "selective", "interval-2", "interval-3"},
	"attention":      {"", "eager", "sdpa", "flash", "flex", "xformers"},
	"loss":           {"", "plain", "chunked", "fused-linear", "liger"},
	"kernels":        {"compile", "liger", "unsloth", "fused", "fp8"},
	"gpus":           {"", "1", "2", "16"},
	"sharding":       {"", "?", "none", "ddp", "zero1", "zero2", "zero3", "fsdp-full", "fsdp-grad-op", "mixed:FSDP2*CP2", "mixed:TP2*DP2"},
	"offload":        {"", "none", "optimizer", "params", "params+optimizer", "activations"},
	"reduce-bucket":  {"1000000"},
	"overlap-comm":   {"no", "yes"},
	"ema":            {"no", "yes"},
	"cached-inputs":  {"", "no", "yes"},
	"framework": {"", "pytorch", "hf-trainer", "accelerate", "trl", "diffusers", "torchtune", "torchtitan", "litgpt", "ms-swift", "simpletuner",
		"mmengine", "unsloth", "axolotl", "llama-factory", "lightning"},
	"torch": {"1.13", "2.0", "2.8"},
}

// bases are the jobs whose properties are changed one by one: each way of counting activations, full and with adapters,
// on one GPU and sharded.
func bases(t *testing.T) map[string]Job {
	t.Helper()
	full := Job{
		Method: Full, Weights: FP32, Compute: AMPBF16, Optimizer: AdamW, OptimizerImpl: Foreach, MicroBatch: 2, GradAccum: 1,
		SeqLen: 512, Image: Image{1, 256, 256}, Checkpointing: CheckpointNone, Attention: SDPA, Loss: PlainLoss, GPUs: 1,
		Sharding: Unsharded, Offload: OffloadNone, CachedInputs: Yes, Framework: PlainPyTorch,
	}
	sharded := func(j *Job) { j.GPUs, j.Sharding, j.Framework = 4, FSDPFull, Accelerate }
	adapters := func(j *Job) {
		j.Method, j.LoRARank, j.LoRATargets, j.Weights = LoRA, 16, []string{"all-linear"}, BF16
		j.GPUs, j.Sharding, j.Framework, j.Checkpointing = 2, ZeRO2, HFTrainer, CheckpointFull
	}
	quantised := func(j *Job) {
		j.Method, j.LoRARank, j.LoRATargets, j.Weights = QLoRA, 16, []string{"all-linear"}, NF4DQ
	}
	beside := func(j *Job) {
		j.Frozen, j.CachedInputs = []Component{{Role: "teacher", Params: 25_000_000, DType: FP32}}, Unsaid
	}
	jobs := map[string]Job{}
	for name, change := range map[string]func(*Job){
		"meta-llama/Llama-2-7b-hf": func(*Job) {}, "meta-llama/Llama-2-7b-hf, sharded": sharded,
		"meta-llama/Llama-2-7b-hf, adapters": adapters, "meta-llama/Llama-2-7b-hf, quantised": quantised,
		"Qwen/Qwen3-30B-A3B, adapters": adapters, "gpt2": func(*Job) {}, "bert-base-uncased": func(*Job) {},
		"google-t5/t5-base, sharded": sharded, "openai/whisper-small": func(*Job) {}, "sdxl": func(*Job) {}, "sdxl, adapters": adapters,
		"black-forest-labs/FLUX.1-dev, adapters": adapters, "black-forest-labs/FLUX.1-dev": func(*Job) {},
		"resnet50": func(*Job) {}, "resnet50, beside another": beside, "gpt2, fp32": func(j *Job) { j.Compute = ComputeFP32 },
		"vit_base_patch16_224, sharded": sharded,
	} {
		id, _, _ := strings.Cut(name, ",")
		job := full
		job.Model = lookup(t, id)
		change(&job)
		jobs[name] = job
	}
	return jobs
}

// items is what an estimate says, one thing each. The last is a sum over all of it, for what is not written out: the
// interval, the other phases, what the allocator adds, the inputs.
func items(r Result) []string {
	var said []string
	add := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	if !r.Known() {
		add("missing %q", r.Missing)
	} else {
		add("%s %d", r.Phase, r.Peak)
		for _, part := range r.Components.Named() {
			if part.Bytes != 0 {
				add("%s %d", part.Name, part.Bytes)
			}
		}
		add("trainable %d", r.Trainable)
		add("host %d", r.Host)
	}
	for _, assumed := range r.Assumed {
		add("assumed %s", assumed)
	}
	sum := fnv.New32a()
	fmt.Fprint(sum, r)
	add("sum %08x", sum.Sum32())
	return said
}

// TestSnapshot compares every estimate of a wide table of jobs with what was last agreed to. It says nothing about what
// is right, which is held by the measured runs and by what torch was seen to keep (testdata/oracle); it shows a reader
// of a change which answers it moves, and that it moves no others.
func TestSnapshot(t *testing.T) {
	jobs := bases(t)
	var said strings.Builder
	for _, name := range slices.Sorted(maps.Keys(jobs)) {
		base := items(Estimate(jobs[name]))
		fmt.Fprintf(&said, "%s\n  %s\n", name, strings.Join(base, ", "))
		for _, f := range Fields() {
			for _, value := range values[f.Name] {
				job := jobs[name]
				f.Set(&job, value)
				if changed := difference(base, items(Estimate(job))); changed != "" {
					fmt.Fprintf(&said, "  %s=%s: %s\n", f.Name, value, changed)
				}
			}
		}
	}
	gpt2 := items(Estimate(jobs["gpt2"]))
	for _, model := range modelCatalogue().all {
		job := jobs["gpt2"]
		job.Model = model
		base := items(Estimate(job))
		fmt.Fprintf(&said, "%s\n  %s\n", model.ID, difference(gpt2, base))
		job.Checkpointing, job.Method, job.LoRARank, job.LoRATargets = CheckpointFull, LoRA, 8, []string{"all-linear"}
		fmt.Fprintf(&said, "  checkpointed, adapters: %s\n", difference(base, items(Estimate(job))))
	}
	agreed(t, "jobs.txt", said.String())
}

// TestPlansSnapshot does the same for what is proposed where a job does not fit.
func TestPlansSnapshot(t *testing.T) {
	jobs := bases(t)
	var said strings.Builder
	for _, name := range slices.Sorted(maps.Keys(jobs)) {
		for _, gpu := range []string{"t4", "rtx4090", "a100-80"} {
			for _, host := range []int64{0, 64 << 30} {
				target := card(t, gpu)
				target.HostMemory = host
				if gpu == "t4" {
					target.BF16 = No
				}
				job := jobs[name]
				job.MicroBatch = 24
				planning := Plans(job, target)
				fmt.Fprintf(&said, "%s on %s, host %d: %s, refused %q\n", name, gpu, host, planning.Before.Verdict(target.Usable), planning.Refused)
				for _, p := range planning.Plans {
					fmt.Fprintf(&said, "  %.4g slower, %v, %d:", p.Slowdown, p.Meaning, p.Result.Peak)
					for _, c := range p.Changes() {
						fmt.Fprintf(&said, " %s %s→%s", c.Field, c.Old, c.New)
					}
					for _, r := range p.Remedies {
						fmt.Fprintf(&said, "; %s (%s)", r.Name, r.Remark)
					}
					said.WriteByte('\n')
				}
			}
		}
	}
	agreed(t, "plans.txt", said.String())
}

// difference is what one estimate says and another does not, so that the table shows what a property does and stays
// small. What is no longer said at all is named with a minus. It is empty where the sums are equal.
func difference(base, got []string) string {
	var words []string
	for _, item := range got {
		if !slices.Contains(base, item) {
			words = append(words, item)
		}
	}
	for _, item := range base {
		if !slices.ContainsFunc(got, func(g string) bool { return nameOf(g) == nameOf(item) }) {
			words = append(words, "-"+nameOf(item))
		}
	}
	return strings.Join(words, ", ")
}

// nameOf is what an item is about: its first word.
func nameOf(item string) string {
	name, _, _ := strings.Cut(item, " ")
	return name
}

func agreed(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, have := strings.Split(string(text), "\n"), strings.Split(got, "\n")
	shown := 0
	for at := range max(len(want), len(have)) {
		var a, b string
		if at < len(want) {
			a = want[at]
		}
		if at < len(have) {
			b = have[at]
		}
		if a != b && shown < 5 {
			t.Errorf("testdata/%s:%d\nwas %s\nis  %s\nif that is meant: go test ./estimator -run Snapshot -update", name, at+1, a, b)
			shown++
		}
	}
}

// configs are the keys of a config.json that decide a shape, each as one family writes it and as another does.
var configs = []string{
	`"hidden_size":64,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":128,"vocab_size":100`,
	`"hidden_size":64,"num_hidden_layers":2,"num_attention_heads":1,"intermediate_size":128,"vocab_size":100,"tie_word_embeddings":true`,
	`"n_embd":48,"n_layer":3,"n_head":6,"vocab_size":50,"n_positions":32`,
	`"d_model":32,"num_layers":2,"num_heads":2,"d_ff":64,"d_kv":8,"vocab_size":50,"feed_forward_proj":"gated-gelu"`,
	`"dim":32,"n_layers":2,"n_heads":2,"hidden_dim":64,"vocab_size":50,"max_position_embeddings":16`,
	`"d_model":32,"encoder_layers":1,"decoder_layers":2,"num_attention_heads":2,"ffn_dim":64,"vocab_size":50,"max_position_embeddings":16`,
	`"hidden_size":64,"num_layers":2,"num_attention_heads":4,"ffn_hidden_size":96,"padded_vocab_size":100,"multi_query_attention":true,"multi_query_group_num":2,"kv_channels":16`,
}

// oneOption are keys that change a shape where they stand beside the others.
var oneOption = []string{
	``, `"num_key_value_heads":2`, `"num_kv_heads":1`, `"multi_query":false`, `"multi_query":true`, `"head_dim":32`, `"bias":true`,
	`"bias":false`, `"use_bias":false`, `"use_qkv_bias":true`, `"attention_bias":true`, `"mlp_bias":true`, `"attention_out_bias":true`,
	`"new_decoder_architecture":true`, `"parallel_attn":false`, `"alibi":true`, `"type_vocab_size":2`, `"use_qk_norm":true`,
	`"word_embed_proj_dim":16`, `"n_inner":80`, `"num_local_experts":4`, `"num_experts":4,"num_experts_per_tok":2,"moe_intermediate_size":32`,
	`"n_routed_experts":4,"num_experts_per_tok":2,"moe_intermediate_size":32,"n_shared_experts":1,"first_k_dense_replace":1`,
	`"kv_lora_rank":8,"q_lora_rank":8,"qk_nope_head_dim":8,"qk_rope_head_dim":4,"v_head_dim":8`, `"hidden_dropout_prob":0.1`,
}

// TestConfigsSnapshot does the same for the shapes that are read from the config.json of every family.
func TestConfigsSnapshot(t *testing.T) {
	var said strings.Builder
	for _, family := range slices.Sorted(maps.Keys(hfFamilies)) {
		for at, config := range configs {
			before := ""
			for _, option := range oneOption {
				text := strings.TrimSuffix(`{"model_type":"`+family+`",`+config+`,`+option, ",") + "}"
				model, err := ModelFromHFConfig([]byte(text))
				shape := fmt.Sprint(err)
				if err == nil {
					shape = fmt.Sprintf("%d of %dx%d, heads %d/%dx%d, %d within, experts %d/%d, %t %t", model.Params, model.Layers+model.EncoderLayers,
						model.Hidden, model.Heads, model.KVHeads, model.HeadDim, model.Intermediate, model.ActiveExperts, model.Experts,
						model.TiedEmbedding, model.Dropout)
				}
				if shape != before && (option == "" || !strings.HasSuffix(said.String(), shape+"\n")) {
					fmt.Fprintf(&said, "%s %d %s: %s\n", family, at, option, shape)
				}
				if option == "" {
					before = shape
				}
			}
		}
	}
	agreed(t, "configs.txt", said.String())
}

// TestWrittenSnapshot does the same for models that somebody wrote, whose parts were counted.
func TestWrittenSnapshot(t *testing.T) {
	step := WrittenStep{Moves: stepOf(200<<20, 80<<20, 650<<20, 30<<20, 100<<20, 16), Outputs: 3 << 20}
	base := Job{
		Model:  Model{ID: "Net", Params: 50 << 20, Written: &Written{Weights: 200 << 20, Gradients: 100 << 20, Held: 25 << 20, Width: 4, Step: &step}},
		Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, OptimizerImpl: Foreach, MicroBatch: 2, GradAccum: 1, GPUs: 1, Sharding: Unsharded,
	}
	written := map[string]func(*Job, *Written, *WrittenStep){
		"as it is":     func(*Job, *Written, *WrittenStep) {},
		"in turn":      func(_ *Job, w *Written, _ *WrittenStep) { w.InTurn = 60 << 20 },
		"two bytes":    func(_ *Job, w *Written, _ *WrittenStep) { w.Width = 2 },
		"unsure":       func(_ *Job, w *Written, _ *WrittenStep) { w.Unsure = true },
		"not followed": func(_ *Job, w *Written, _ *WrittenStep) { w.Step = nil },
		"updated in part": func(_ *Job, _ *Written, s *WrittenStep) {
			part := *s.Moves
			part.Updates = []Update{{Leaves: part.Updates[0].Leaves[:4]}}
			s.Moves = &part
		},
		"no parameters":   func(j *Job, _ *Written, _ *WrittenStep) { j.Model.Params = 0 },
		"on two GPUs":     func(j *Job, _ *Written, _ *WrittenStep) { j.GPUs, j.Sharding = 2, DDP },
		"on a named card": func(j *Job, _ *Written, _ *WrittenStep) { j.GPU = "H100" },
	}
	var said strings.Builder
	for _, name := range slices.Sorted(maps.Keys(written)) {
		sized := func(set func(*Job)) []string {
			job, w, s := base, *base.Model.Written, step
			job.Model.Written, w.Step = &w, &s
			written[name](&job, &w, &s)
			set(&job)
			least, ok := Least(job)
			return append(items(Estimate(job)), fmt.Sprintf("least %t %v", ok, least.Named()))
		}
		plain := sized(func(*Job) {})
		fmt.Fprintf(&said, "%s\n  %s\n", name, strings.Join(plain, ", "))
		for _, f := range Fields() {
			for _, value := range values[f.Name] {
				if changed := difference(plain, sized(func(j *Job) { f.Set(j, value) })); changed != "" {
					fmt.Fprintf(&said, "  %s=%s: %s\n", f.Name, value, changed)
				}
			}
		}
	}
	agreed(t, "written.txt", said.String())
}

// TestOptimizerTakes: what the optimizers of torch.optim keep for each byte of gradients, and make while they step.
// Measured: testdata/oracle/family_steps.csv for AdamW, torch 2.10's own code for the others.
func TestOptimizerTakes(t *testing.T) {
	for name, want := range map[Optimizer][3]float64{
		AdamW: {2, 1, 1}, "adam": {2, 1, 1}, SGD: {0, 0, 1}, SGDMomentum: {1, 0, 1}, Adafactor: {}, AdamW8bit: {}, "nonesuch": {}, "": {},
	} {
		states, temporary, ok := OptimizerTakes(name)
		if got := [3]float64{states, temporary}; ok {
			got[2] = 1
			if got != want {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		} else if want != ([3]float64{}) {
			t.Errorf("%s is not known, want %v", name, want)
		}
	}
}
