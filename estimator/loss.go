package estimator

import "slices"

// loss is what the output head and the loss hold.
type loss struct {
	tail  float64   // the last hidden states and the final norm
	made  []float64 // until the loss is walked back
	brief []float64 // while the loss is computed
	back  []float64 // while it is walked back, all at once
	held  float64   // logits that the loop's variables name until the next step
	head  float64   // of the head's own gradient, while the loss is walked back
}

// bytes are the most at once.
func (l loss) bytes() float64 { return l.tail + sum(l.made) + l.held + max(sum(l.brief), sum(l.back)) }

// lossOf lists what a loss holds.
//
// A plain cross-entropy computes in fp32 and its backward pass has the log-probabilities, their gradient and the
// gradient of the logits at once: 12 bytes a logit. Loops that keep the logits in a variable while they call
// backward hold 2 more (4 in fp32); transformers' Trainer does not.
func lossOf(f facts, r regime, tokens float64) (l loss) {
	switch f.Model.Kind {
	case Decoder, VLM, Seq2Seq, Audio:
	default:
		return l
	}
	if f.Model.compares() { // as many values as there are pairs
		return
	}
	count := float64(f.Model.Vocab) * tokens
	l.tail = 6 * float64(f.Model.Hidden) * tokens
	switch f.Loss {
	case LigerLoss, FusedLinear:
		return l
	case ChunkedLoss:
		const chunks = 8 // torchtune's; others have more
		for range chunks {
			l.made = append(l.made, inParts(chunkedBytes(f, r)*count/chunks, 4*count/chunks)...)
		}
		l.head = 2 * headGradient(f)
		return l
	}
	if r.fused { // the kernel writes the gradient over the fp32 logits; the half-precision ones are still there
		l.made = []float64{4 * count, 4 * count}
		return l
	}
	if compiledLoss(f) { // it reads the logits twice and writes their gradient, and computes the rest again
		l.made, l.back = []float64{r.size * count}, []float64{r.size * count}
		return l
	}
	kept := keptLogits(f, r)
	if layouts[layoutName(f.Model)].softCap && usesTransformers(f.Framework) { // the logits go through a tanh, which keeps what it gave
		l.made = append(l.made, r.size*count)
	}
	whole := crossEntropyBytes(f, r)
	each := min(whole, 12) / 3 * count // the log-softmax, its gradient and that of the logits
	l.made = append(l.made, each)
	l.back = []float64{each, each}
	l.brief = []float64{each}
	if softmaxKeepsInput(f) {
		l.made = append(l.made, each)
	}
	if f.Framework == TorchTitan && f.mesh.tensor > 1 {
		// loss_parallel: the gradient is (grad_input + exp(log-softmax)) * grad_output, and the log-softmax is x - max - log(sum(exp))
		// (torch/distributed/tensor/parallel/loss.py)
		l.back, l.brief = append(l.back, each), append(l.brief, each, each)
		// the head reads the hidden states of the whole sequence (parallelize_llama.py: ColwiseParallel, input_layouts=Shard(1))
		l.made = append(l.made, r.size*float64(f.Model.Hidden)*tokens*float64(f.mesh.tensor))
	}
	switch beyond := (whole - 12) * count; {
	case beyond > 0 && layouts[layoutName(f.Model)].biasedLogits: // the sum, which the loss is told of
		l.made = append(l.made, beyond)
	case beyond > 0:
		l.brief = append(l.brief, each, beyond)
	}
	if f.Framework == TorchTitan { // its step hands on the loss alone
		l.made = append(l.made, kept*count)
	} else {
		l.held = kept * count
	}
	return l
}

// compiledLoss reports whether torch.compile made the loss: torchtitan's does where its blocks are compiled, but for December 2024 to February
// 2025, when that "causes CUDA errors" (train.py of 9dec370; components/loss.py since).
func compiledLoss(f facts) bool {
	return f.Framework == TorchTitan && f.kernel("compile") && f.mesh.tensor == 1 && !older(f.Torch, 2, 7, 0)
}

// ownTypeHeads are the decoders of transformers whose heads computed the loss in the logits' own type until 4.48.0, as their
// modeling files say; the others called .float() on them, and all call loss_function since 4.48.1, which does. Llama and those that
// are written like it call it since 4.46.
var ownTypeHeads = []string{"bloom", "falcon", "gpt2", "gpt_bigcode", "santacoder", "gpt-neo", "gpt-neox", "gpt_neox", "pythia", "opt"}

// crossEntropyBytes are there for each logit where the loss is computed or its backward pass begins, whichever is more. In fp32
// both are three tensors: the logits, those that are shifted by one and their log-softmax; the log-softmax, its gradient and that of the
// logits.
func crossEntropyBytes(f facts, r regime) float64 {
	if r.size != 2 || !usesTransformers(f.Framework) {
		return 12
	}
	const late = 48
	switch family := layoutName(f.Model); {
	case r.autocast && layouts[family].biasedLogits: // they are in fp32 then
		return 12 + 4 - keptLogits(f, r)
	case r.autocast && (f.Model.Kind == Seq2Seq || f.Model.Kind == Audio), // the loss is told of logits in half precision: their log-softmax is in it,
		r.autocast && slices.Contains(ownTypeHeads, family) && older(f.Transformers, 4, late, 1): // what it picks of is cast, and so is its gradient
		return 10
	case r.autocast:
	case f.Model.Kind == Seq2Seq, f.Model.Kind == Audio: // T5's, BART's, Whisper's: as they are
		return 6
	case slices.Contains(ownTypeHeads, family) && older(f.Transformers, 4, late, 1):
		return 6
	}
	if !older(f.Transformers, 4, 46, 0) && older(f.Transformers, 4, 49, 0) && f.Model.Kind == Decoder {
		if !slices.Contains(ownTypeHeads, layoutName(f.Model)) || !older(f.Transformers, 4, late, 1) {
			return 14 // loss_function's fp32 logits, the shifted ones and the log-softmax, beside the head's own; since 4.49 the labels are shifted
		}
	}
	return 12
}

// keptLogits is the width of the logits a training loop still refers to while it calls backward. transformers'
// Trainer and Lightning's training_step return only the loss; a compiled loss reads them once (torchtune, with and without compile, 14.1 and 12.1
// bytes a logit); torchtitan compiles its blocks alone.
func keptLogits(f facts, r regime) float64 {
	switch f.Framework {
	case HFTrainer, TRL, Axolotl, LLaMAFactory, MSSwift, Unsloth, Lightning, TorchTune:
		return 0
	case Accelerate: // prepare() wraps the model's forward in ConvertOutputsToFp32
		if r.autocast {
			return 4
		}
	case TorchTitan:
		return r.size
	}
	if r.compiled {
		return 0
	}
	return r.size
}

// chunkedBytes is a cross-entropy over slices of the logits: every slice's half-precision logits stay until its
// backward pass, and so do its log-probabilities unless a compiler recomputes them.
func chunkedBytes(f facts, r regime) float64 {
	switch {
	case r.compiled:
		return r.size
	case f.Framework == LitGPT && !r.autocast: // cross_entropy on half-precision slices
		return 2 * r.size
	}
	return r.size + 4
}

func headGradient(f facts) float64 {
	if f.Method != Full || f.Model.Vocab == 0 || f.Model.Kind == Encoder { // a classifier's head is small
		return 0
	}
	return float64(f.Model.Vocab) * float64(f.Model.Hidden) * bytesOf[f.Weights]
}
