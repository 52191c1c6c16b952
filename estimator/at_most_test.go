package estimator

import (
	"slices"
	"testing"
)

// TestTextsOfAtMost: a step of texts that may be shorter is an answer that says so, and is less certain.
func TestTextsOfAtMost(t *testing.T) {
	of := func(tokens int64) Result {
		step := &WrittenStep{Moves: stepOf(400<<20, 400<<20, 300<<20, 10<<20, 50<<20, 10), Tokens: tokens}
		written := &Written{Weights: 400 << 20, Gradients: 400 << 20, Held: 100 << 20, Width: 4, Step: step}
		return Estimate(Job{Model: Model{Params: 100 << 20, Written: written}, GPUs: 1, Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW,
			MicroBatch: 4, GradAccum: 1})
	}
	sure, most := of(0), of(128)
	if slices.Contains(sure.Assumed, "seq-len=128 at most") || !slices.Contains(most.Assumed, "seq-len=128 at most") {
		t.Errorf("assumed %v and %v", sure.Assumed, most.Assumed)
	}
	if !most.Known() || most.Peak != sure.Peak || most.High-most.Low <= sure.High-sure.Low {
		t.Errorf("%+v, %+v", most, sure)
	}
}

// TestFoldersOfTheHub: a folder of the hub's cache says which model lies in it.
func TestFoldersOfTheHub(t *testing.T) {
	for name, want := range map[string]string{
		"/models/qwen/Qwen2___5-0___5B":                                               "Qwen/Qwen2.5-0.5B",
		"/home/me/.cache/huggingface/hub/models--Qwen--Qwen2.5-0.5B/snapshots/0a1b2c": "Qwen/Qwen2.5-0.5B",
		`C:\cache\models--gpt2\snapshots\0a1b2c`:                                      "gpt2",
		"cache/models--Qwen--Qwen-1_8B-Chat":                                          "Qwen/Qwen-1_8B-Chat",
		"/srv/models--/snapshots/0a1b2c":                                              "",
		"/srv/models--somebody--else/snapshots/gpt2":                                  "",
	} {
		if m, ok := LookupModel(name); m.ID != want || ok != (want != "") {
			t.Errorf("%s is %q, want %q", name, m.ID, want)
		}
	}
}

// TestAtMostOfWhatIsOpen: what is not known, and has a most, is answered for at that, with an interval that begins at
// its least; where the two are far apart there is no answer, and findings never take one.
func TestAtMostOfWhatIsOpen(t *testing.T) {
	named := func(name string) Job {
		m, ok := LookupModel(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		return Job{Model: m, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW, MicroBatch: 16, SeqLen: 256, GPUs: 2, GradAccum: 1, Sharding: DDP, Method: Full,
			Framework: HFTrainer, Checkpointing: CheckpointNone, Attention: SDPA, AtMost: true}
	}
	with := func(job Job, change func(*Job)) Job {
		change(&job)
		return job
	}
	bert, llama, vl := named("bert-base-uncased"), named("meta-llama/Llama-2-7b-hf"), named("Qwen/Qwen2-VL-2B-Instruct")
	vl.MicroBatch, vl.Checkpointing = 1, CheckpointFull
	llama.MicroBatch, llama.SeqLen = 16, 2048
	for name, c := range map[string]struct {
		job, most Job
		said      string
	}{
		"which part is trained": {with(bert, func(j *Job) { j.Method, j.OpenMethod = "", true }), bert, "method=full at most"},
		"how much a part has":   {with(bert, func(j *Job) { j.Method = Partial }), bert, "method=full at most"},
		"how it is sharded":     {with(bert, func(j *Job) { j.Sharding = UnknownSharding }), bert, "sharding=none at most"},
		"far apart":             {with(llama, func(j *Job) { j.Method, j.OpenMethod = "", true }), Job{}, ""},
		"quantised":             {with(bert, func(j *Job) { j.Method, j.OpenMethod, j.Weights = "", true, Int8 }), Job{}, ""},
		"images":                {vl, with(vl, func(j *Job) { n := 256; j.Images = &n }), "image tokens=256 a sample at most"},
		"something else":        {with(bert, func(j *Job) { j.Method, j.OpenMethod, j.MicroBatch = "", true, 0 }), Job{}, ""},
	} {
		got, most := Estimate(c.job), Estimate(c.most)
		if c.said == "" {
			if got.Known() {
				t.Errorf("%s: %d bytes, want none", name, got.Device)
			}
			continue
		}
		if name != "images" && (got.DeviceHigh() < most.DeviceHigh() || got.Peak < most.Peak || got.DeviceLow() >= most.DeviceLow()) {
			t.Errorf("%s: %d (%d to %d), at most %d (%d to %d)", name, got.Device, got.DeviceLow(), got.DeviceHigh(), most.Device, most.DeviceLow(), most.DeviceHigh())
		}
		if name != "images" && !slices.Contains(got.Assumed, c.said) {
			t.Errorf("%s: assumed %v", name, got.Assumed)
		}
		if !got.Known() {
			t.Errorf("%s: missing %v", name, got.Missing)
		}
		c.job.AtMost = false
		if sure := Estimate(c.job); name != "images" && sure.Known() {
			t.Errorf("%s: a finding rests on %d bytes", name, sure.Device)
		}
	}
}

// TestMostTokens: a model with a table of positions takes no longer text than that; one with relative or rotated ones
// takes any.
func TestMostTokens(t *testing.T) {
	for id, want := range map[string]int{
		"bert-base-uncased": 512, "gpt2": 1024, "microsoft/biogpt": 1024, "facebook/bart-large": 1024,
		"google/pegasus-large": 1024, "Helsinki-NLP/opus-mt-en-de": 512, "openai/clip-vit-base-patch16": 77,
		"microsoft/deberta-v3-base": 0, "google/flan-t5-base": 0, "facebook/nllb-200-distilled-600M": 0, "meta-llama/Llama-2-7b-hf": 0,
	} {
		model := lookup(t, id)
		if got := model.mostTokens(); got != want {
			t.Errorf("%s: %d, want %d", id, got, want)
		}
		assumed := Estimate(Job{Model: model, Method: Full, Weights: FP32, MicroBatch: 1, AtMost: true})
		if assumed.Known() != (want > 0) {
			t.Errorf("%s: %v", id, assumed.Missing)
		}
	}
}
