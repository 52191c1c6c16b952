package estimator

import "slices"

// lossBytes sets what the output head and the loss hold at their peak, and the part of the head's own gradient
// that is alive at the same moment.
//
// A plain cross-entropy computes in fp32 and its backward pass has the log-probabilities, their gradient and the
// gradient of the logits at once: 12 bytes a logit. Loops that keep the logits in a variable while they call
// backward hold 2 more (4 in fp32); transformers' Trainer does not.
func lossBytes(f facts, r regime, tokens float64, l *live) {
	switch f.Model.Kind {
	case Decoder, VLM, Seq2Seq, Audio:
	default:
		return
	}
	if f.Model.compares() { // as many values as there are pairs
		return
	}
	count := float64(f.Model.Vocab) * tokens
	tail := 6 * float64(f.Model.Hidden) * tokens // the last hidden states and the final norm
	defer func() { l.logitsForward = min(l.logitsForward, l.logits) }()
	switch f.Loss {
	case LigerLoss, FusedLinear:
		l.logits, l.logitsForward = tail, tail
		return
	case ChunkedLoss:
		l.logits, l.head = chunkedBytes(f, r)*count+tail, 2*headGradient(f)
		l.logitsForward = l.logits
		return
	}
	if r.fused { // the kernel writes the gradient over the fp32 logits; the half-precision ones are still there
		l.logits, l.logitsForward = 8*count+tail, 8*count+tail
		return
	}
	kept := keptLogits(f, r)
	if layouts[layoutName(f.Model)].softCap && usesTransformers(f.Framework) { // the logits go through a tanh, which keeps what it gave
		tail += r.size * count
	}
	l.logits = (crossEntropyBytes(f, r)+kept)*count + tail
	l.logitsForward = l.logits - 4*count // the gradient of the log-softmax is not there yet
	if f.Framework != TorchTitan {       // its step hands on the loss alone
		l.held = kept * count
	}
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
