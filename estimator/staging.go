package estimator

import "strings"

// SumStaging is what torch's kernel allocates, in bytes, while it adds up the rows of a matrix in float32 or less, as
// the gradient of a bias does: where a sum is parted over thread blocks, each lays what it has into a list that has
// room for a whole block of threads for each of its outputs (aten/src/ATen/native/cuda/Reduce.cuh, setReduceConfig and
// global_memory_size; testdata/oracle/gpu_ops.csv). threads is how many one multiprocessor holds.
func SumStaging(rows, columns int64, multiprocessors, threads int) int64 {
	// threads of a block; least and enough are numbers that one thread adds up
	const most, warp, least, enough = 512, 32, 16, 256
	if columns < 2 || rows == 0 {
		return 0
	}
	vector := int64(4)
	for columns%vector != 0 {
		vector /= 2
	}
	block, outputs := most/vector, columns/vector
	width := powerBelow(min(outputs, block))
	height := min(powerBelow(min(rows, block)), block/min(width, warp))
	width = min(width, block/height)
	each := across(rows, height)
	if rows < height*least && rows < enough || each < enough {
		return 0 // the threads of one block do
	}
	grid, fill := across(outputs, width), int64(multiprocessors)*(int64(threads)/(width*height))
	if grid > fill {
		return 0
	}
	parts := max(min(across(fill, grid), across(each, least)), across(each, enough))
	if parts < 2 {
		return 0
	}
	return 4 * columns * parts * width * vector
}

func across(n, by int64) int64 { return (n + by - 1) / by }

func powerBelow(n int64) int64 {
	p := int64(1)
	for 2*p <= n {
		p *= 2
	}
	return p
}

// Parallel is how many multiprocessors a card has, and how many threads one of them holds ("Technical Specifications
// per Compute Capability" of the CUDA C++ Programming Guide). A card that is not known is counted as having a hundred.
func Parallel(name string) (count, threads int) {
	count, threads = 100, 2048
	gpu, known := LookupGPU(name)
	if !known {
		return count, threads
	}
	if gpu.Multiprocessors > 0 {
		count = gpu.Multiprocessors
	}
	switch capability := gpu.ComputeCapability; {
	case capability == "7.5":
		threads = 1024
	case capability == "8.6" || capability == "8.9" || strings.HasPrefix(capability, "12"):
		threads = 1536
	}
	return count, threads
}

// biasStaging is the widest moment that the gradients of a feed-forward's biases add to the gradients of its block: the
// last matrix's comes beside the gradient of what it was given, the first one's when what the activation kept is gone.
func (b blockSpec) biasStaging(f facts, tokens float64) float64 {
	r := newRegime(f)
	if b.rms || b.gated || !r.trainAll {
		return 0
	}
	count, threads := Parallel(f.GPU)
	last := float64(SumStaging(int64(tokens), int64(b.hidden), count, threads))
	if b.dropout {
		last += r.size * b.hidden * tokens
	}
	first := float64(
		SumStaging(int64(tokens), int64(b.wide), count, threads),
	) + r.size*b.hidden*tokens - 2*r.size*b.wide*tokens
	return max(last, first, 0)
}
