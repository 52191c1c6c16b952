package tensor

import (
	"fmt"

	"github.com/trainlint/trainlint/estimator"
)

// Cores are what cuDNN's convolutions run on.
type Cores uint8

// Volta's and Turing's tensor cores take half precision, those of Ampere and later cards fp32 as well, in the shape of
// TF32, which cuDNN is allowed by default (torch.backends.cudnn.allow_tf32).
const (
	NoCores Cores = iota
	HalfCores
	TF32Cores
)

// Card is the GPU that runs the operations, as far as their workspaces hang on it. The zero value is one of which
// nothing is known: there are none then.
type Card struct {
	Cores Cores
	// Processors are its streaming multiprocessors, Threads how many threads one of them holds.
	Processors, Threads int
}

// CardOf is a card by the name that people give it; the zero value where none is known.
func CardOf(name string) Card {
	gpu, _ := estimator.LookupGPU(name) // one that is not known has no capability either
	var major, minor int
	if n, _ := fmt.Sscanf(gpu.ComputeCapability, "%d.%d", &major, &minor); n != 2 {
		return Card{}
	}
	card := Card{}
	card.Processors, card.Threads = estimator.Parallel(name)
	const volta, ampere = 7, 8
	switch {
	case major >= ampere:
		card.Cores = TF32Cores
	case major == volta:
		card.Cores = HalfCores
	}
	return card
}

// addedRows is what the gradient of a tensor that was added to each row of another takes while it is summed.
func (c *call) addedRows(out, added *Tensor) int64 {
	if c.tape.Card.Processors == 0 || added == nil || !c.wants(added) || c.tape.Device != CUDA || out.Storage.host {
		return 0
	}
	columns := added.Numel()
	tail := out.Shape
	for len(tail) > 0 && product(tail) > columns {
		tail = tail[1:]
	}
	if columns < 1 || product(tail) != columns || product(out.Shape) == columns {
		return 0
	}
	card := c.tape.Card
	return estimator.SumStaging(
		product(out.Shape)/columns,
		columns,
		card.Processors,
		card.Threads,
	) * max(
		out.DType.Size()/4,
		1,
	)
}

// turned is the workspace of a convolution, in its forward pass and in each half of its backward pass. Tensor cores
// read channels last: of what lies otherwise cuDNN makes copies, of the input, the output and the weight, with channels
// padded to 16 bytes. Convolutions of a channel each, of one point and of few channels have kernels of their own
// (measured on an H100 with cuDNN 9.19: testdata/oracle/gpu_ops.csv).
func (c *call) turned(x, weight, out *Tensor, stride []int64, groups int64) (forward, backward int64) {
	size := x.DType.Size()
	switch {
	case c.tape.Device != CUDA || x.Storage.host || c.tape.Card.Cores == NoCores ||
		size == 4 && c.tape.Card.Cores < TF32Cores || size > 4:
		return 0, 0
	case x.lastly() || weight.lastly() || groups == x.Shape[1] && groups > 1:
		return 0, 0
	}
	kernel := product(weight.Shape[2:])
	const smallest = 16 // points of a kernel, of which few channels make enough work
	thin := x.Shape[1] <= 4 && kernel <= smallest
	if thin && size == 4 {
		return 0, 0
	}
	padded := func(t *Tensor, at int) int64 {
		const wide = 16
		whole, channels := t.Bytes(), t.Shape[at]*size
		return whole / max(channels, 1) * ((channels + wide - 1) / wide * wide)
	}
	all := padded(x, 1) + padded(out, 1) + padded(weight, 1)
	if thin || kernel == 1 && product(stride) == 1 {
		if !thin && len(stride) < 3 {
			return 0, 0
		}
		return 0, all
	}
	return all, all
}
