package estimator

import (
	"math"
	"slices"
	"testing"
)

// lives are bytes that a pass keeps between forward and backward, and those of the head and the loss.
type lives struct{ stored, logits float64 }

func livesOf(job Job) lives {
	f := settle(job)
	p := passOf(f)
	b := &builder{facts: f, p: p, Course: &Course{}, held: none, gradients: map[int][]int{}}
	b.divide()
	b.phase(PhaseLoss)
	b.p.loss = loss{}
	b.forward()
	out := 0.0
	live := map[int32]bool{}
	for _, e := range b.events {
		if e.kind != begins && b.owners[e.id] == ofActivations {
			live[e.id] = e.kind == takes
		}
	}
	for id, is := range live {
		if is {
			out += float64(b.sizes[id])
		}
	}
	return lives{out, mostOf(p.loss)}
}

// mostOf is the most that a loss has at once.
func mostOf(l loss) float64 {
	now := l.tail
	most := now
	for _, a := range slices.Concat(l.forward, l.backward) {
		if a.gives {
			now -= l.tensors[a.tensor]
		} else {
			now += l.tensors[a.tensor]
		}
		most = max(most, now)
	}
	return most
}

// Llama-3.2-3B in torchtune without checkpointing: 139,264 bytes a token and layer (24h + 8I): torchtune repeats the
// grouped keys and values before attention (torchtune/modules/attention.py).
func TestBlockBytes(t *testing.T) {
	job := Job{
		Model: lookup(t, "Llama-3.2-3B"), Method: Full, Weights: BF16, Compute: Pure, Optimizer: AdamW, MicroBatch: 1,
		SeqLen: 1, Checkpointing: CheckpointNone, Framework: TorchTune, Attention: SDPA, Loss: PlainLoss, GPUs: 1,
	}
	if got := livesOf(job).stored / 28; got != 24*3072+8*8192 {
		t.Errorf("%.0f bytes a token and layer, want %d", got, 24*3072+8*8192)
	}
	job.Checkpointing = CheckpointFull
	if got := livesOf(job).stored / 28; got != 2*3072 {
		t.Errorf("checkpointed: %.0f bytes a token and layer, want one bf16 hidden state", got)
	}
	job.Checkpointing, job.Method, job.LoRARank, job.LoRATargets = CheckpointNone, LoRA, 8, []string{"qv"}
	if got, full := livesOf(job).stored/28, float64(24*3072+8*8192); got >= full {
		t.Errorf("with a frozen base %.0f bytes are kept, as many as when all weights train", got)
	}
}

func TestLossKernels(t *testing.T) {
	job := llama(t)
	job.MicroBatch, job.SeqLen, job.Framework = 2, 1024, HFTrainer
	logits := 32000.0 * 2048
	for loss, want := range map[Loss]float64{PlainLoss: 12, ChunkedLoss: 6, LigerLoss: 0, FusedLinear: 0} {
		job.Loss = loss
		tail := 6 * 4096 * 2048.0
		if got := (livesOf(job).logits - tail) / logits; got != want {
			t.Errorf("%s: %.2f bytes a logit, want %.0f", loss, got, want)
		}
	}
	job.Loss, job.Framework = PlainLoss, PlainPyTorch
	if got := (livesOf(job).logits - 6*4096*2048.0) / logits; got != 14 {
		t.Errorf("a loop that holds the logits: %.2f bytes a logit, want 14", got)
	}
}

func TestEagerAttentionGrowsWithTheSquareOfTheSequence(t *testing.T) {
	job := Job{
		Model: lookup(t, "bert-base-uncased"), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: AdamW,
		MicroBatch: 1, SeqLen: 256, Checkpointing: CheckpointNone, GPUs: 1, Attention: Eager,
	}
	scores := func(length int) float64 {
		with := job
		with.SeqLen = length
		without := with
		without.Attention = SDPA
		return livesOf(with).stored - livesOf(without).stored
	}
	if ratio := scores(512) / scores(256); ratio != 4 {
		t.Errorf("twice the tokens need %.2f times the scores", ratio)
	}
	// softmax, mask and dropped-out probabilities: 9 bytes an entry
	if got := scores(256) / (12 * 12 * 256 * 256); got != 9 {
		t.Errorf("%.1f bytes a score, want 9", got)
	}
}

func TestImagesScale(t *testing.T) {
	for _, name := range []string{"resnet50", "vit_base_patch16_224", "stable-diffusion-v1-5", "black-forest-labs/FLUX.1-dev"} {
		job := Job{
			Model: lookup(t, name), Method: Full, Weights: FP32, Compute: ComputeFP32, Optimizer: SGD, MicroBatch: 2,
			Image: Image{1, 512, 512}, Checkpointing: CheckpointNone, GPUs: 1,
		}
		small := livesOf(job).stored
		job.MicroBatch = 4
		if got := livesOf(job).stored / small; math.Abs(got-2) > 1e-6 {
			t.Errorf("%s: twice the batch keeps %.3f times as much", name, got)
		}
		job.MicroBatch, job.Image = 2, Image{1, 1024, 1024}
		if got := livesOf(job).stored / small; got < 2.5 || got > 4.01 {
			t.Errorf("%s: four times the pixels keep %.2f times as much", name, got)
		}
	}
}

func TestPhases(t *testing.T) {
	job := llama(t)
	if got := Estimate(job); got.Phase != PhaseOptimizer {
		t.Errorf("a short sequence peaks %s, want the optimizer step", got.Phase)
	}
	job.SeqLen, job.MicroBatch = 4096, 16
	if got := Estimate(job); got.Phase != PhaseLoss {
		t.Errorf("a plain loss over many tokens peaks %s, want the loss", got.Phase)
	}
	job.Loss = LigerLoss
	if got := Estimate(job); got.Phase != PhaseFirstBackward {
		t.Errorf("without logits it peaks %s, want the first backward layer", got.Phase)
	}
	for _, result := range []Result{Estimate(job)} {
		if result.Components.Sum() != result.Peak || result.Low >= result.Peak || result.High <= result.Peak {
			t.Errorf("sum %d, peak %d in [%d, %d]", result.Components.Sum(), result.Peak, result.Low, result.High)
		}
	}
}

func TestWhatCannotBeCountedIsUnknown(t *testing.T) {
	for name, job := range map[string]Job{
		"a diffusion model without a shape": {Model: lookup(t, "amused/amused-256"), MicroBatch: 1, Image: Image{1, 256, 256}},
		"a detector":                        {Model: lookup(t, "facebook/sam-vit-base"), MicroBatch: 1, Image: Image{1, 1024, 1024}},
		"raw audio":                         {Model: lookup(t, "facebook/wav2vec2-base"), MicroBatch: 1, SeqLen: 100},
		"layers of no width":                {Model: Model{ID: "m", Kind: Decoder, Params: 1 << 30, Layers: 24}, MicroBatch: 1, SeqLen: 128},
		"dynamic fp8":                       {Model: lookup(t, "gpt2"), MicroBatch: 1, SeqLen: 128, Kernels: []string{"torchao-fp8"}},
	} {
		if result := Estimate(job); result.Known() {
			t.Errorf("%s was sized: %s", name, FormatBytes(result.Peak))
		}
	}
}

// One head of keys and values for all queries is grouped-query attention, too.
func TestKeyValueWidth(t *testing.T) {
	for heads, want := range map[int]int{0: 512, 1: 64, 2: 128, 8: 512} {
		if got := (Model{Hidden: 512, Heads: 8, KVHeads: heads, HeadDim: 64}).keyValueWidth(); got != want {
			t.Errorf("%d heads of keys are %d wide, want %d", heads, got, want)
		}
	}
}
