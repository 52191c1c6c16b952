package estimator

import (
	"slices"
	"testing"
)

// TestTextsOfAtMost: a step of texts that may be shorter is an answer that says so, and is less certain.
func TestTextsOfAtMost(t *testing.T) {
	of := func(tokens int64) Result {
		step := &WrittenStep{Forward: 900 << 20, Backward: 1000 << 20, Optimizer: 700 << 20, Gradients: 80 << 20, Collected: 40 << 20, Tokens: tokens}
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
