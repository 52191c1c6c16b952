package estimator

import "testing"

// TestFabricLoss: what a model gives is made fp32 by Fabric: a loss in slices has it and its log-probabilities, 8
// bytes a logit; of a head that is read whole the slices' gradients are put together, 4 more.
func TestFabricLoss(t *testing.T) {
	const tokens = 512
	model := lookup(t, "meta-llama/Llama-2-7b-hf")
	count := float64(tokens * model.Vocab)
	for method, want := range map[Method]float64{LoRA: 8, Full: 12} {
		f := settle(Job{Model: model, Method: method, Weights: BF16, Compute: Pure, MicroBatch: 1, SeqLen: tokens, Framework: LitGPT,
			LoRARank: 8, LoRATargets: []string{"qv"}, Loss: ChunkedLoss})
		l := lossOf(f, newRegime(f), tokens)
		alive, most := 0.0, 0.0
		for _, a := range append(append([]act{}, l.forward...), l.backward...) {
			if a.gives {
				alive -= l.tensors[a.tensor]
				continue
			}
			alive += l.tensors[a.tensor]
			most = max(most, alive)
		}
		// of one slice of 128 tokens there are two more gradients at a time
		if got := most / count; got < want || got > want+8.0*128/tokens {
			t.Errorf("%s: %.2f bytes a logit, want %.0f", method, got, want)
		}
		left := 0.0
		for _, id := range append(append([]int{}, l.held...), l.gradient...) {
			left += l.tensors[id]
		}
		if got := alive / count; got != 6 || left != alive {
			t.Errorf("%s: %.2f bytes a logit before the head is walked back, %.0f of them named", method, got, left)
		}
	}
}

// TestOwnHead: litgpt's head shares nothing with the embeddings, and is quantised with the other layers.
func TestOwnHead(t *testing.T) {
	gemma := lookup(t, "google/gemma-2b")
	job := Job{Model: gemma, Method: QLoRA, LoRARank: 8, LoRATargets: []string{"qv"}, Weights: NF4, Compute: Pure, MicroBatch: 1, SeqLen: 64}
	job.Framework = LitGPT
	own := settle(job)
	job.Framework = HFTrainer
	shared := settle(job)
	head := int64(gemma.Vocab * gemma.Hidden)
	if own.Model.Params != gemma.Params+head || shared.Model.Params != gemma.Params {
		t.Errorf("%d and %d parameters", own.Model.Params, shared.Model.Params)
	}
	if own.quantisable() != shared.quantisable()+float64(head) {
		t.Errorf("%.0f and %.0f of them are quantised", own.quantisable(), shared.quantisable())
	}
	if own.unpackedHead() != 4*float64(head) || shared.unpackedHead() != 0 {
		t.Errorf("%.0f and %.0f bytes of an unpacked head", own.unpackedHead(), shared.unpackedHead())
	}
}
