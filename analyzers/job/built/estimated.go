package built

import "github.com/trainlint/trainlint/estimator"

// Open is where the first answer about parameters ends; nil where all are exact.
func (m *Models) Open() *Gap {
	if m.Gap != nil {
		return m.Gap
	}
	for _, one := range m.List {
		if one.Gap != nil {
			return one.Gap
		}
	}
	return nil
}

// doubtful reports whether which parameters of a model get gradients is not known. One of several that a loop freezes
// and thaws is trained while the others are not: which ones a step trains shows where it is followed.
func (m *Models) doubtful(one *Model) bool { return one.Unsure || one.Alternates && len(m.List) == 1 }

// Estimated is what the estimator is told of the models: without parameters where these are not known.
func (m *Models) Estimated() estimator.Model {
	out := estimator.Model{Basis: "counted from its code", Written: &estimator.Written{}}
	if m.Open() != nil {
		return out
	}
	w := out.Written
	for _, one := range m.List {
		a := one.Answer
		out.Params += a.Parameters
		w.Weights += a.ParameterBytes + a.BufferBytes
		if m.doubtful(one) {
			w.Unsure = true
			continue // some of its parameters may be frozen, or held by nobody
		}
		w.Gradients += a.TrainableBytes
		w.Held += one.Held
		if len(m.List) > 1 {
			w.InTurn = max(w.InTurn, a.TrainableBytes)
		}
		if a.Trainable > 0 {
			w.Width = a.TrainableBytes / a.Trainable
		}
	}
	return out
}
