package estimator

import "math"

// fillInterval adds up how far each component may be off. States follow from the inputs; activations and the loss
// depend on kernels and on tensors that a framework keeps longer than it must.
func fillInterval(result *Result, f facts) {
	c := result.Components
	spread := 0.02*float64(c.Weights+c.Gradients+c.OptimizerState+c.MasterCopy) +
		0.15*float64(c.Activations) + 0.15*float64(c.Logits) + 0.2*float64(c.Buffers) + 0.05*float64(c.FrozenHelpers+c.EMA)
	spread += 0.03 * float64(result.Peak) * math.Sqrt(float64(len(f.assumed)))
	result.Low = result.Peak - int64(spread)
	result.High = result.Peak + int64(spread)
}
