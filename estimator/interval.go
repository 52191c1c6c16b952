package estimator

import "math"

// Shares of each component by which it may be off. States follow from the inputs. What a layer saves and what a loss
// kernel holds depends on versions and on tensors that a framework keeps longer than it must; buffers depend on
// bucket sizes that a config may change.
const (
	stateSpread      = 0.01
	roundedSpread    = 0.04 // the parameter count is a published round figure
	inferredSpread   = 0.06 // it is that of the model that a fine-tune is named after
	activationSpread = 0.10
	logitSpread      = 0.10
	bufferSpread     = 0.15
	frozenSpread     = 0.05
	baseSpread       = 0.04 // of everything: what no formula knows
	assumedSpread    = 0.03 // for each default that stands in for an unknown
	tensorSpread     = 0.15 // sequence-parallel buffers are not modelled
	strangeSpread    = 0.05 // a framework of which no run was at hand
	sharedSpread     = 0.06 // shards of 4 bits, or in host memory: what is in flight between cards and host is not counted
	// one-sided, of what an allocator holds: batches of other lengths, and what loading the model left behind, are not
	// played. nvidia-smi showed up to 16 % more of runs on one card (fms-acceleration), max_memory_reserved up to 24 %
	// more of FSDP's, which flattens and shards on the card (fsdp_qlora: most of it is there once the model is wrapped)
	reservedSpread   = 0.15
	wrappedSpread    = 0.25
	smallAllocations = 64 << 20
)

// fillInterval sets Low and High from how far each component may be off.
func fillInterval(result *Result, f facts) {
	c := result.Components
	states := stateSpread
	switch {
	case f.Model.Inferred:
		states = inferredSpread
	case f.Model.Rounded:
		states = roundedSpread
	}
	known := states*float64(c.Weights+c.Gradients+c.OptimizerState+c.MasterCopy) +
		activationSpread*float64(c.Activations) + logitSpread*float64(c.Logits) +
		bufferSpread*float64(c.Buffers) + frozenSpread*float64(c.FrozenHelpers+c.EMA) +
		baseSpread*float64(result.Peak) + smallAllocations
	if f.mesh.tensor > 1 {
		known += tensorSpread * float64(result.Peak)
	}
	if f.shardsParameters() && (f.quantised() || f.Offload == OffloadParams || f.Offload == OffloadBoth) {
		known += sharedSpread * float64(result.Peak)
	}
	if strange(f.Framework) {
		known += strangeSpread * float64(result.Peak)
	}
	guessed := assumedSpread * float64(result.Peak) * math.Sqrt(float64(len(f.assumed)))
	spread := int64(math.Hypot(known, guessed))
	result.Low, result.High = max(result.Peak-spread, 0), result.Peak+spread
	if f.CachedInputs == Unsaid && len(f.Model.Helpers) > 0 { // they may have been freed before training starts
		result.Low = max(result.Low-c.FrozenHelpers, 0)
	}
}

// strange reports whether no measured run of a framework was at hand when its counting was written.
func strange(framework Framework) bool {
	switch framework {
	case Axolotl, LLaMAFactory, MSSwift, Unsloth, Lightning, MMEngine:
		return true
	}
	return false
}

// reservedHigh is the most that max_memory_reserved may show, on a card with room to spare. Segments that grow leave no
// holes: what was left behind is used again, whatever is asked for next.
func reservedHigh(r Result, f facts) int64 {
	spread := reservedSpread
	switch {
	case growsSegments(f.Job):
		return r.Reserved
	case f.shardsParameters():
		spread = wrappedSpread
	}
	return r.Reserved + int64(spread*float64(r.Reserved))
}
