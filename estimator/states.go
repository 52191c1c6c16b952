package estimator

import "strings"

// states are the bytes one rank keeps for parameters, gradients and optimizer state, already divided by sharding.
type states struct {
	trainable float64 // elements that get gradients, over all ranks

	weights   float64
	gradients float64
	optimizer float64
	master    float64
	frozen    float64
	ema       float64

	stepTemp    float64 // alive only inside optimizer.step
	headGrad    float64 // gradient of the output head, the first one a backward pass makes
	cast        float64 // autocast's cached half-precision copies of the weights
	gather      float64 // unsharded layers and communication buckets
	gatherLayer float64 // of it, one layer
	adapters    float64 // of the weights, those of adapters
	scales      float64 // of the weights, what no rank shares and nothing moves to the host
	elementSize float64 // of a trainable parameter
	workspace   float64 // cuBLAS, allocated through torch
	hostState   float64 // moved to host memory
}

var bytesOf = map[DType]float64{FP32: 4, BF16: 2, FP16: 2, Int8: 1, FP8: 1, Int4: 0.52,
	// 4 bits plus one fp32 absmax for 64 weights; double quantisation stores the absmax in 8 bits, in blocks of 256.
	NF4: 0.5625, NF4DQ: 0.516}

func countStates(f facts) states {
	s := states{}
	s.elementSize = trainableSize(f)
	s.trainable = trainableParameters(f)
	base, trained := weightBytes(f, s)
	s.weights, s.adapters, s.scales = base+trained, trained, blockScales(f)
	s.gradients = s.trainable * s.elementSize
	s.optimizer = s.trainable*optimizerBytes(f, s.elementSize) + embeddingStates(f)
	if separateMaster(f) {
		s.master = 4 * s.trainable
	}
	s.stepTemp = stepTemporary(f, s)
	s.cast = autocastCache(f)
	s.headGrad = headGradient(f)
	if f.partial { // the head may be frozen
		s.headGrad = min(s.headGrad, s.gradients)
	}
	s.frozen = helperBytes(f)
	if f.EMA == Yes {
		s.ema = 4 * s.trainable
	}
	s.workspace = BLASWorkspaces(f.GPU)
	shard(f, &s)
	offload(f, &s)
	return s
}

// trainableSize is the bytes of one trainable parameter. PEFT creates adapters in fp32 (autocast_adapter_dtype,
// peft 0.12) unless the framework builds them in the dtype of the base model.
func trainableSize(f facts) float64 {
	switch {
	case f.Method == Full:
		return bytesOf[f.Weights]
	case f.AdapterDType != "":
		return bytesOf[f.AdapterDType]
	case f.Framework == TorchTune || f.Framework == LitGPT:
		return 2
	case f.Optimizer == AdamWBF16:
		return 2
	// tuners/lora/layer.py, update_layer: self.to(weight.device, dtype=weight.dtype); without a dtype until 0.5
	case older(f.Peft, 0, 12, 0) && !older(f.Peft, 0, 6, 0) && !f.quantised():
		return bytesOf[f.Weights]
	}
	return 4
}

func trainableParameters(f facts) float64 {
	switch {
	case f.Trainable > 0:
		return float64(f.Trainable)
	case f.Method == Full:
		return float64(f.Model.Params) + besideParameters(f)
	}
	return adapterParameters(f.Job) + towerAdapters(f)
}

// weightBytes returns the bytes of the base model and of the adapters.
func weightBytes(f facts, s states) (base, adapters float64) {
	params := float64(f.Model.Params) + besideParameters(f)
	if f.Method != Full {
		adapters = s.trainable * s.elementSize
	}
	if !f.quantised() {
		return (params + float64(f.Model.Buffers)) * bytesOf[f.Weights], adapters
	}
	kept := params - f.quantisable() + float64(f.Model.Buffers)
	size := 2.0
	if f.KbitPrepared == Yes {
		size = 4 // prepare_model_for_kbit_training upcasts every parameter that is not quantised
	}
	stored := bytesOf[f.Weights]
	if f.Model.unet != nil && f.Checkpointing == CheckpointNone {
		stored += f.dequantised()
	}
	return f.quantisable()*stored + kept*size, adapters
}

// blockScales are what bitsandbytes keeps beside the 4 bits of each weight: the largest value of each block of 64. They
// are an attribute of the parameter (quant_state of Params4bit) and no parameters themselves, so FSDP and ZeRO-3, which
// divide, gather and offload parameters, leave them whole on each card. torchao's NF4 tensors shard theirs.
func blockScales(f facts) float64 {
	if (f.Weights != NF4 && f.Weights != NF4DQ) || f.Framework == TorchTune {
		return 0
	}
	return (bytesOf[f.Weights] - fourBits) * f.quantisable()
}

const fourBits = 0.5

// dequantised is what a layer keeps of each of its quantised weights for the backward pass. torchao's weight-only fp8
// multiplies by the half-precision weight that it makes on the way (float8_tensor.py, linear:
// weight_tensor.dequantize()), and autograd saves that.
func (f *facts) dequantised() float64 {
	if f.kernel("torchao-fp8-weight-only") || f.kernel(keepsWeights) {
		return 2
	}
	return 0
}

// keepsWeights is no package: it says of one whose kernels are not known that they keep what they dequantise.
const keepsWeights = "keeps dequantised weights"

// openProducts reports whether the products with quantised weights are those of a package of which it is not known what
// they keep: SDNQ's run on rotated and quantised inputs.
func (f *facts) openProducts() bool { return f.quantised() && f.kernel("sdnq") }

// quantisable counts the weights of linear layers: bitsandbytes and GPTQ leave embeddings, the output head and the
// norms alone. Fabric's plugin takes the place of every nn.Linear, that of the head, too.
func (f *facts) quantisable() float64 {
	model := f.Model
	if model.unet != nil {
		return model.unet.linearParameters()
	}
	embeddings := float64(model.EmbeddingParams())
	if f.Framework == LitGPT {
		embeddings -= f.headParameters()
	}
	return max(float64(model.Params)-embeddings-float64(2*model.Layers*model.Hidden), 0)
}

// headParameters are those of an output head that shares none with the embeddings.
func (f *facts) headParameters() float64 {
	if f.Model.TiedEmbedding || f.Model.Kind != Decoder {
		return 0
	}
	return float64(f.Model.Vocab) * float64(f.Model.Hidden)
}

// unpackedHead is what a quantised head is made into each time that it is read: Fabric quantises weights in fp16
// (_quantize_weight), so bitsandbytes makes them fp16, and beside that what the tokens are in.
func (f *facts) unpackedHead() float64 {
	if f.Framework != LitGPT || f.Weights != NF4 && f.Weights != NF4DQ {
		return 0
	}
	return (2 + 2) * f.headParameters()
}

func separateMaster(f facts) bool {
	if f.deepSpeed() && f.Weights != FP32 && !f.quantised() && f.Method == Full {
		return true // DeepSpeed's bf16 and fp16 optimizers step on an fp32 copy
	}
	return f.Master == FP32 && f.Method == Full
}

// autocastCache is the half-precision copy of every fp32 matrix that autocast keeps until the backward pass ends.
// FSDP casts its shards itself when it gathers them.
func autocastCache(f facts) float64 {
	if !f.autocast() || f.Weights != FP32 || f.shardsParameters() || f.deepSpeed() {
		return 0
	}
	return 2 * (float64(f.Model.Params) + besideParameters(f) - lookedUp(f.Model))
}

// lookedUp counts an embedding table that no matrix product reads: autocast casts nothing that is looked up.
func lookedUp(model Model) float64 {
	if model.TiedEmbedding && model.Kind != Encoder {
		return 0
	}
	return float64(model.Vocab) * float64(model.Hidden)
}

// helperBytes are the frozen models that stay on the GPU. Precomputed latents and embeddings keep them off it.
func helperBytes(f facts) float64 {
	total := 0.0
	size := 4.0
	if f.Compute != ComputeFP32 {
		size = 2 // diffusers' training scripts load frozen models in the mixed-precision dtype
	}
	if f.CachedInputs != Yes {
		for _, helper := range f.Model.Helpers {
			total += float64(helper.Params) * size
		}
	}
	for _, frozen := range f.Frozen {
		width := size
		if frozen.DType != "" {
			width = bytesOf[frozen.DType]
		}
		total += float64(frozen.Params) * width
	}
	return total
}

// BLASWorkspaces are the two workspaces, of the forward and of the backward thread, that torch allocates for cuBLAS:
// 8.125 MiB each, 32 MiB on Hopper and Blackwell (aten/src/ATen/cuda/CublasHandlePool.cpp); gpu is a name that
// LookupGPU knows, or empty.
func BLASWorkspaces(name string) float64 {
	if name == "" {
		return 2 * 8.125 * (1 << 20)
	}
	gpu, known := LookupGPU(name)
	if known && (gpu.Architecture == "Hopper" || strings.HasPrefix(gpu.Architecture, "Blackwell")) {
		return 2 * 32 << 20
	}
	return 2 * 8.125 * (1 << 20)
}
