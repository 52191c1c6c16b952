package estimator

import "strings"

// sumStaging is what torch's kernel allocates while it adds up the rows of a matrix, as the gradient of a bias does: where a sum is parted
// over thread blocks, each lays what it has into a list that has room for a whole block of threads for each of its outputs
// (aten/src/ATen/native/cuda/Reduce.cuh, setReduceConfig and global_memory_size; testdata/oracle/gpu_ops.csv).
func sumStaging(rows, columns, multiprocessors, threads int) int64 {
	const vector, block, least, most = 4, 128, 16, 256
	if columns%vector != 0 || rows == 0 {
		return 0
	}
	width := min(powerBelow(columns/vector), block/4)
	height := min(powerBelow(rows), block/width)
	each := (rows + height - 1) / height
	if each < 256 { // the threads of one block do
		return 0
	}
	across := func(n, by int) int { return (n + by - 1) / by }
	grid := across(columns/vector, width)
	parts := max(min(across(multiprocessors*(threads/block), grid), across(each, least)), across(each, most))
	if parts < 2 {
		return 0
	}
	return 4 * int64(columns) * int64(parts) * int64(width*vector)
}

func powerBelow(n int) int {
	p := 1
	for 2*p <= n {
		p *= 2
	}
	return p
}

// parallel is how many multiprocessors a card has, and how many threads one of them holds ("Technical Specifications per Compute
// Capability" of the CUDA C++ Programming Guide). A card that is not known is counted as having a hundred.
func parallel(name string) (count, threads int) {
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

// biasStaging is the widest moment that the gradients of a feed-forward's biases add to the gradients of its block: the last matrix's comes
// beside the gradient of what it was given, the first one's when what the activation kept is gone.
func (b blockSpec) biasStaging(f facts, tokens float64) float64 {
	r := newRegime(f)
	if b.rms || b.gated || !r.trainAll {
		return 0
	}
	count, threads := parallel(f.GPU)
	last := float64(sumStaging(int(tokens), int(b.hidden), count, threads))
	if b.dropout {
		last += r.size * b.hidden * tokens
	}
	first := float64(sumStaging(int(tokens), int(b.wide), count, threads)) + r.size*b.hidden*tokens - 2*r.size*b.wide*tokens
	return max(last, first, 0)
}
