package estimator

import "strings"

// live are the bytes of one rank's activations in the moments that matter.
type live struct {
	stored  float64 // saved between forward and backward
	working float64 // the layer in flight: recomputed activations and their gradients
	logits  float64 // at the loss
}

func canCountActivations(model Model) bool {
	switch {
	case model.Hidden > 0 && model.Layers > 0:
		return true
	case model.SavedBytes > 0 || model.MActs > 0:
		return true
	}
	return model.Kind == Diffusion
}

func countActivations(f facts, s states) live {
	switch {
	case f.Model.Kind == VisionCls && f.Model.Hidden == 0:
		return convolutionalActivations(f)
	case f.Model.Hidden == 0:
		return unetActivations(f)
	}
	tokens := tokensPerRank(f)
	layer := blockBytes(f)
	layers := float64(f.Model.Layers + f.Model.EncoderLayers)
	width := float64(f.Model.Hidden) * tokens
	l := live{logits: logitBytes(f, tokens)}
	checkpoint := streamSize(f) * width
	switch {
	case f.Checkpointing == CheckpointFull:
		l.stored = checkpoint * layers
		l.working = (layer.saved + layer.gradients) * tokens
	case f.Checkpointing == CheckpointSelective:
		l.stored = selectiveBytes(f) * tokens * layers
		l.working = (layer.saved + layer.gradients) * tokens
	case strings.HasPrefix(string(f.Checkpointing), "interval-2"):
		l.stored = checkpoint*layers/2 + layer.saved*tokens
		l.working = (layer.saved + layer.gradients) * tokens
	default:
		l.stored = layer.saved * tokens * layers
		l.working = layer.gradients * tokens
	}
	if f.fsdp() && f.adapters() && f.Checkpointing == CheckpointFull {
		l.working *= 2 // the next layer is recomputed before the graph of the last one is gone
	}
	if f.Offload == OffloadActivations {
		l.stored = layer.saved * tokens
		if f.Checkpointing == CheckpointFull {
			l.stored = checkpoint
		}
	}
	return l
}

// tokensPerRank is the tokens one rank has in flight.
func tokensPerRank(f facts) float64 {
	tokens := f.SeqLen
	if pixels := f.Image.Pixels(); pixels > 0 && f.Model.Kind != VLM {
		patch := max(f.Model.Patch, 16)
		if f.Model.Patch > 0 {
			patch = f.Model.Patch
		}
		tokens = pixels/(patch*patch) + textTokens(f)
	}
	return float64(f.MicroBatch) * float64(tokens) / float64(f.mesh.context*f.mesh.tensor)
}

func textTokens(f facts) int {
	if f.Model.Kind == Diffusion {
		return 256
	}
	return 1
}

// block is the bytes one token leaves behind in one layer.
type block struct {
	saved     float64 // for backward
	gradients float64 // temporaries of the layer's own backward
}

// blockBytes counts the tensors autograd saves in one pre-norm transformer block: the input and output of each norm
// (transformers' RMSNorm computes in fp32 and keeps that copy too), queries, keys, values and the attention output,
// and gate, up, their product and the activated gate of the feed-forward.
func blockBytes(f facts) block {
	m := f.Model
	size := elementSize(f)
	hidden, wide := float64(m.Hidden), float64(m.mlpWidth())
	attention := size * (2*float64(m.queryWidth()) + 2*float64(m.keyValueWidth()))
	feedForward := 2 * size * wide
	gradients := 2 * size * wide / 2
	if m.GatedMLP {
		feedForward = 4 * size * wide
		gradients = 2 * size * wide
	}
	b := block{saved: normBytes(f)*2*hidden + attention + feedForward, gradients: gradients + size*hidden}
	if f.kernel("compile") {
		b.saved = 2*2*size*hidden + attention + feedForward*3/4
	}
	if f.Attention == Eager {
		b.saved += eagerBytes(f) * float64(m.Heads) * float64(f.SeqLen)
	}
	if m.Dropout {
		b.saved += 3 * hidden
	}
	if f.adapters() {
		b.saved += adapterInputs(f)
	}
	return b
}

func elementSize(f facts) float64 {
	if f.Compute == ComputeFP32 || f.Compute == Pure && f.Weights == FP32 {
		return 4
	}
	return 2
}

// streamSize is the width of the residual stream: fp32 under autocast with fp32 weights or after k-bit preparation.
func streamSize(f facts) float64 {
	if f.autocast() && f.Weights == FP32 && !f.fsdp() && !f.deepSpeed() || f.KbitPrepared == Yes {
		return 4
	}
	return elementSize(f)
}

// normBytes is what one norm saves of each hidden element.
func normBytes(f facts) float64 {
	size, stream := elementSize(f), streamSize(f)
	switch {
	case f.kernel("fused") || f.kernel("liger"):
		return stream + size
	case f.Model.Kind != Decoder:
		return stream + size
	case size == 4:
		return 12
	case f.Method == Full:
		return 4 + 2 + 2
	}
	return 4 + 2
}

// adapterInputs are the half-precision inputs that each adapter keeps for its own gradient.
func adapterInputs(f facts) float64 {
	total := 0
	known := projections(f.Model)
	for role := range adapterRoles(f.LoRATargets) {
		total += known[role].in
	}
	return 2 * float64(total)
}

// eagerBytes is what eager attention saves of each entry of the score matrix: the softmax in fp32, the dropout mask
// and the dropped-out probabilities.
func eagerBytes(f facts) float64 {
	bytes := 2.0
	if f.autocast() || elementSize(f) == 4 {
		bytes = 4
	}
	if f.Model.Dropout {
		bytes += 1 + elementSize(f)
	}
	return bytes
}

// selectiveBytes is torchtitan's per-operator policy: every other matrix product and the attention output are kept.
func selectiveBytes(f facts) float64 {
	m := f.Model
	hidden := float64(m.Hidden)
	return 2 * (4*hidden + float64(m.keyValueWidth()) + float64(m.mlpWidth()))
}

// logitBytes is the loss: a plain cross-entropy holds the log-probabilities, their gradient and the gradient of the
// logits in fp32 (12 bytes a logit) and most loops the half-precision logits as well.
func logitBytes(f facts, tokens float64) float64 {
	if f.Model.Kind != Decoder && f.Model.Kind != Seq2Seq && f.Model.Kind != VLM {
		return 0
	}
	logits := float64(f.Model.Vocab) * tokens
	tail := 6 * float64(f.Model.Hidden) * tokens
	switch f.Loss {
	case LigerLoss, FusedLinear:
		return tail
	case ChunkedLoss:
		return 2*logits + tail
	}
	if f.kernel("fused") {
		return 8*logits + tail
	}
	return 12*logits + tail
}

func convolutionalActivations(f facts) live {
	const reference = 224 * 224
	bytes := float64(f.Model.SavedBytes)
	if bytes == 0 {
		side := float64(f.Model.ImageSize)
		bytes = 2 * 2.0 * f.Model.MActs * 1e6 * reference / (side * side)
	}
	bytes *= float64(f.Image.Pixels()) / reference * float64(f.MicroBatch) * elementSize(f) / 2
	return live{stored: bytes, working: bytes / 10}
}

// unetActivations scales what the UNets of Stable Diffusion save for one 512-pixel sample.
func unetActivations(f facts) live {
	perPixel := 1.29e9 / (512 * 512)
	if f.Model.Params > 2e9 {
		perPixel = 8.8e9 / (1024 * 1024)
	}
	bytes := perPixel * float64(f.Image.Pixels()*f.MicroBatch) * elementSize(f) / 2
	if f.Checkpointing == CheckpointFull {
		return live{stored: bytes / 8, working: bytes / 8}
	}
	return live{stored: bytes, working: bytes / 20}
}
