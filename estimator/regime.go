package estimator

// regime is how one job computes: the widths of its tensors and whether every weight or only adapters train.
type regime struct {
	size     float64 // bytes of an element in a matrix product
	stream   float64 // bytes of an element of the residual stream
	autocast bool
	trainAll bool // base weights train, so every linear layer keeps its input
	copies   bool // each adapter casts its own copy of the input to its own dtype (PEFT)
	adapter  float64
	compiled bool
	fused    bool // fused norm kernels: the input is all they keep
	// buffered: frozen layers of 4 bits keep their inputs, too (bitsandbytes before 0.43.2, MatMul4Bit.forward)
	buffered bool
	// inFP32: k-bit preparation without autocast. What the fp32 norms give goes through layers of 4 bits and comes back
	// in its own dtype (bitsandbytes, Linear4bit.forward), and the head is in fp32, too.
	inFP32  bool
	unsloth bool // adapters and feed-forward in one autograd function, checkpoints in host memory
}

func newRegime(f facts) regime {
	r := regime{size: 2, autocast: f.autocast(), trainAll: f.Method == Full, compiled: f.kernel("compile")}
	if f.Compute == ComputeFP32 || f.Compute == Pure && f.Weights == FP32 {
		r.size = 4
	}
	if r.inFP32 = fp32Norms(f) && f.Compute == Pure; r.inFP32 {
		r.size = 4
	}
	r.stream = r.size
	if f.autocast() && f.Weights == FP32 && !f.shardsParameters() && !f.deepSpeed() || fp32Norms(f) {
		r.stream = 4 // the embedding's fp32 output plus half-precision branches stays fp32
	}
	r.unsloth = f.Framework == Unsloth || f.kernel("unsloth")
	r.fused = f.kernel("fused") || f.kernel("liger") || f.kernel("unsloth") || f.Loss == LigerLoss
	r.buffered = (f.Weights == NF4 || f.Weights == NF4DQ) && !r.unsloth && older(f.BitsAndBytes, 0, 43, 2)
	r.copies = f.adapters() && f.Framework != TorchTune && !r.unsloth && !(r.inFP32 && f.AdapterDropout == No)
	r.adapter = adapterCopy(f, r)
	if f.Method == DoRA {
		r.adapter *= 2 // the magnitude branch keeps its own copy
	}
	return r
}

// fp32Norms is true after k-bit preparation, whose fp32 norms make the residual stream fp32. TRL prepares a quantised
// model by itself unless FSDP shards it, and casts the embeddings back (fms-acceleration's baseline rows).
func fp32Norms(f facts) bool {
	return f.KbitPrepared == Yes ||
		f.KbitPrepared == Unsaid && f.Framework == TRL && f.Method == QLoRA && !f.shardsParameters()
}

// adapterCopy is what one adapter keeps of each element of its input. PEFT casts the input to the adapter's dtype,
// drops out of it (one byte of mask) and, under autocast, casts it back to half precision for the product.
func adapterCopy(f facts, r regime) float64 {
	mask := 1.0
	if f.AdapterDropout == No {
		mask = 0
	}
	switch {
	case !f.adapters():
		return 0
	case !r.copies:
		return r.size
	case !r.autocast && f.Framework != LitGPT && trainableSize(f) == 4:
		return 4 + mask
	}
	return r.size + mask
}

// layerNorm is what torch's layer_norm and group_norm keep of their input; autocast runs both in fp32, on a copy
// when the input is in half precision.
func (r regime) layerNorm() float64 {
	if r.autocast {
		return 4
	}
	return r.stream
}

// inputs is what linear layers keep of one shared input of which some carry adapters: nothing when frozen, one copy
// when they share it, and one each when autocast must cast an fp32 input for every one of them.
func (r regime) inputs(linears, adapted int, fp32Input bool) float64 {
	if r.buffered && !r.trainAll {
		r.buffered = false
		kept := r.size
		if fp32Input { // each layer casts it for itself
			kept *= float64(linears)
		}
		if adapted > 0 && !r.copies {
			return kept // the adapter's is the same
		}
		return kept + r.inputs(linears, adapted, fp32Input)
	}
	switch {
	case r.trainAll && r.autocast && fp32Input && !r.compiled:
		return r.size * float64(linears)
	case r.trainAll:
		return r.size
	case adapted == 0:
		return 0
	case r.copies:
		return r.adapter * float64(adapted)
	}
	return r.adapter
}
