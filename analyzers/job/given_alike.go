package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// maxAlikeGiven bounds how many values are compared to find two alike.
const maxAlikeGiven = 400

// asOne is the value that two alternatives come to for whoever takes them up; nil where they differ. A loader that is
// made once more behind the thaw of a backbone, with the same arguments, gives the same batches. Data that other data
// are put behind (ConcatDataset([data, more])) begin with the same sample.
func asOne(a, b *Given) *Given {
	left := maxAlikeGiven
	if alikeGiven(a, b, &left) {
		return a
	}
	return nil
}

func alikeGiven(a, b *Given, left *int) bool {
	if a == b {
		return true
	}
	if *left--; *left < 0 || a == nil || b == nil || a.Kind == GivenUnknown || b.Kind == GivenUnknown {
		return false
	}
	if first := begunBy(a, left); first != nil && alikeGiven(first, b, left) {
		return true
	}
	if first := begunBy(b, left); first != nil && alikeGiven(a, first, left) {
		return true
	}
	if x, y := batchesOf(a), batchesOf(b); x != nil && y != nil {
		return slices.EqualFunc(x, y, func(x, y *Given) bool { return x == y || alikeGiven(x, y, left) })
	}
	if a.Kind != b.Kind || a.Constant != b.Constant || a.Name != b.Name || a.File != b.File || a.First != b.First ||
		a.Holds != b.Holds || a.ByName != b.ByName || !slices.Equal(a.Names, b.Names) {
		return false
	}
	if a.Kind == GivenLambda && a.At != b.At {
		return false
	}
	return (a.Of == nil) == (b.Of == nil) && (a.Of == nil || alikeGiven(a.Of, b.Of, left)) &&
		slices.EqualFunc(a.Keys, b.Keys, func(x, y *Given) bool { return alikeGiven(x, y, left) }) &&
		slices.EqualFunc(a.Items, b.Items, func(x, y *Given) bool { return alikeGiven(x, y, left) })
}

// batchesOf is what decides how large the batches of a loader are: its data, how many of them, and what joins them.
// In which order they come, with DistributedSampler or without one, does not. nil for anything else than a loader.
func batchesOf(v *Given) []*Given {
	if v.Kind != GivenCall || v.Of.Kind != GivenSymbol || knowledge.RoleOfClass(v.Of.Name) != knowledge.Loader ||
		!strings.HasPrefix(v.Of.Name, "torch.") {
		return nil
	}
	list := make([]*Given, 3)
	for i, a := range v.Items {
		switch name := v.Names[i]; {
		case name == "dataset" || name == "" && i == 0:
			list[0] = a
		case name == "batch_size" || name == "" && i == 1:
			list[1] = a
		case name == "collate_fn":
			list[2] = a
		case name == "batch_sampler":
			if list[1] = sampledBatch(a); list[1] == nil {
				return nil
			}
		case name == "" && i > 2:
			return nil
		}
	}
	if list[0] == nil || list[1] == nil {
		return nil
	}
	return list
}

// sampledBatch is how many samples a batch of BatchSampler(sampler, 16, drop_last=True) has; nil for any other sampler.
func sampledBatch(v *Given) *Given {
	if v.Kind != GivenCall || v.Of.Kind != GivenSymbol || !knowledge.SamplesBatches(v.Of.Name) {
		return nil
	}
	for i, a := range v.Items {
		if name := v.Names[i]; name == "batch_size" || name == "" && i == 1 {
			return a
		}
	}
	return nil
}

// begunBy is the dataset that one made of several begins with, all of them of one class; nil for any other value.
func begunBy(v *Given, left *int) *Given {
	if v.Kind != GivenCall || v.Of.Kind != GivenSymbol || !knowledge.JoinsDatasets(v.Of.Name) || len(v.Items) != 1 {
		return nil
	}
	of := v.Items[0]
	if of.Kind != GivenList && of.Kind != GivenTuple || len(of.Items) == 0 {
		return nil
	}
	first := of.Items[0]
	for _, one := range of.Items[1:] {
		if one.Kind != first.Kind || one.Of == nil || first.Of == nil || !alikeGiven(one.Of, first.Of, left) {
			return nil
		}
	}
	return first
}
