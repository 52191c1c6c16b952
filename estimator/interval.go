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
	guessed := assumedSpread * float64(result.Peak) * math.Sqrt(float64(len(f.assumed)))
	spread := int64(math.Hypot(known, guessed))
	result.Low, result.High = max(result.Peak-spread, 0), result.Peak+spread
	if f.CachedInputs == Unsaid && len(f.Model.Helpers) > 0 { // they may have been freed before training starts
		result.Low = max(result.Low-c.FrozenHelpers, 0)
	}
}
