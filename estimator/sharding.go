package estimator

import "strings"

// shard divides the states among the ranks: ZeRO-1 the optimizer, ZeRO-2 the gradients too, ZeRO-3 and FSDP
// everything, and adds the buffers each of them needs (DeepSpeed stage_1_and_2.py and stage3.py; FSDP's unit of
// gathering is one wrapped layer, beside the root unit that holds what no layer owns).
func shard(f facts, s *states) {
	ranks := float64(f.mesh.shard * f.mesh.tensor)
	switch {
	case f.shardsParameters() || f.mesh.tensor > 1:
		s.gather, s.gatherLayer = gatherBuffers(f)
		s.headGrad *= gatheredSize(f) / max(s.elementSize, 1)
		s.weights = (s.weights-s.scales)/ranks + s.scales/float64(f.mesh.tensor) // each part of a matrix has its own scales
		s.scales /= float64(f.mesh.tensor)
		s.adapters /= ranks
		s.gradients /= ranks
		s.divideOptimizer(ranks)
	case f.Sharding == ZeRO2:
		s.gather = reduceBuckets(f)
		s.gradients /= ranks
		s.divideOptimizer(ranks)
	case f.Sharding == ZeRO1:
		s.gather = 2 * min(bucketElements(f), trainableParameters(f)) // gradients that are flattened to be reduced
		s.divideOptimizer(ranks)
	case f.Sharding == DDP && f.mesh.ranks > 1:
		s.gather = s.gradients // DDP's buckets are a second copy unless gradient_as_bucket_view is set
	}
}

func (s *states) divideOptimizer(ranks float64) {
	s.optimizer /= ranks
	s.master /= ranks
	s.stepTemp /= ranks
}

// bucketElements is reduce_bucket_size, 5e8 by default.
func bucketElements(f facts) float64 {
	if f.ReduceBucket > 0 {
		return float64(f.ReduceBucket)
	}
	return 5e8
}

// reduceBuckets are the buffers that ZeRO-2 copies gradients into: allocated whole, however few gradients there are,
// and two with overlap_comm (stage_1_and_2.py, contiguous_gradients). What a config does not say may be either.
func reduceBuckets(f facts) float64 {
	buffers := 2.0
	if f.OverlapComm == No {
		buffers = 1
	}
	return buffers * 2 * bucketElements(f)
}

func gatheredSize(f facts) float64 {
	if f.Compute == ComputeFP32 {
		return 4
	}
	return 2
}

// gatherBuffers is the root unit, which stays gathered from the forward to the backward pass, and one layer.
func gatherBuffers(f facts) (all, one float64) {
	root := float64(f.Model.EmbeddingParams())
	layer := 0.0
	if blocks := f.Model.blocks(); blocks > 0 {
		layer = (float64(f.Model.Params) - root) / float64(blocks)
	}
	// stage3_max_live_parameters by DeepSpeed's default, and a bucket of gradients that is allocated whole
	if f.Sharding == ZeRO3 {
		return gatheredSize(f) * (min(float64(f.Model.Params), 1e9) + bucketElements(f)), 0
	}
	if f.Sharding == FSDPGradOp { // SHARD_GRAD_OP keeps every layer gathered from the forward to the backward pass
		return gatheredSize(f) * float64(f.Model.Params), 0
	}
	layerSize := gatheredSize(f)
	if f.quantised() {
		layerSize = bytesOf[f.Weights]
		if blockScales(f) > 0 {
			layerSize = fourBits
		}
	}
	one = layer * layerSize / float64(f.mesh.tensor)
	return root*gatheredSize(f)/float64(f.mesh.tensor) + one, one
}

// offload moves states to host memory: what stays is a buffer of one bucket or one layer.
func offload(f facts, s *states) {
	if strings.HasPrefix(string(f.Optimizer), "paged-") { // managed memory, outside torch's allocator
		s.hostState += s.optimizer
		s.optimizer = 0
	}
	switch f.Offload {
	case OffloadOptimizer, OffloadBoth, OffloadParams:
	default:
		return
	}
	if f.Offload != OffloadParams {
		s.hostState += s.optimizer + s.master + s.gradients
		s.optimizer, s.master, s.stepTemp = 0, 0, 0
		if f.deepSpeed() || f.fsdp() {
			s.gradients = 0
		}
	}
	if f.Offload != OffloadOptimizer {
		s.hostState += s.weights - s.scales
		s.weights, s.adapters = s.scales, 0
	}
}

// hostBytes is the memory of offloaded states. DeepSpeed's own estimator asks for half as much again for its pinned
// buffers (stage3.py estimate_zero3_model_states_mem_needs).
func hostBytes(f facts, s states) int64 {
	if f.deepSpeed() {
		return int64(1.5 * s.hostState)
	}
	return int64(s.hostState)
}
