package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Owner is who runs the training step.
type Owner uint8

// The owners. What a framework does itself (clearing gradients, dividing the loss,
// gating the optimizer) must not be missed in the code that uses it.
const (
	PlainTorch Owner = iota
	Accelerate
	Lightning
	LightningFabric
	HFTrainer
	DeepSpeed
)

// OwnerOf is who owns the training step at n.
func (f *Facts) OwnerOf(n python.Node) Owner {
	if c := python.EnclosingClass(n); c != nil {
		for _, base := range f.Module.BaseNames(c) {
			switch {
			case strings.HasSuffix(base, "LightningModule") || strings.HasSuffix(base, ".LightningDataModule"):
				return Lightning
			case hfTrainerBase(base):
				return HFTrainer
			}
		}
	}
	switch {
	case f.uses(n, Accelerator):
		return Accelerate
	case f.uses(n, Fabric):
		return LightningFabric
	case f.uses(n, Engine):
		return DeepSpeed
	}
	return PlainTorch
}

func hfTrainerBase(base string) bool {
	return knowledge.IsTrainer(strings.TrimLeft(base, "."))
}

// uses reports whether the function around n, its class or the module holds an
// object of that role and calls a method of it.
func (f *Facts) uses(n python.Node, role Role) bool {
	scope := outermost(n)
	for _, c := range f.Module.AllCalls() {
		receiver := c.Receiver()
		if receiver == nil || outermost(c) != scope {
			continue
		}
		switch c.MethodName() {
		case "backward", "prepare", "accumulate", "setup", "setup_module", "step", "clip_grad_norm_", "setup_dataloaders":
			if f.RoleOf(receiver) == role {
				return true
			}
		}
	}
	return false
}

// outermost is the module-level statement that holds n. Statements outside any
// def belong together.
func outermost(n python.Node) python.Node {
	var def python.Node
	for p := n; p != nil; p = p.Parent() {
		switch p.(type) {
		case *python.Function, *python.Class:
			def = p
		}
	}
	return def
}
