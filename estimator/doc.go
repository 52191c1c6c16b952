// Package estimator turns the description of one training job into bytes of GPU and host memory.
//
// It imports nothing else of trainlint, needs no network and no Python, and is deterministic: the same Job gives
// the same Result on every machine. What it does not know it says: the zero value of every field of Job means
// "unknown", Result.Missing names the unknowns without which there is no answer, and Result.Assumed those that
// were filled with a framework's own default.
//
// All sizes are bytes, all counts are elements. The peak is the one torch.cuda.max_memory_allocated reports;
// Result.Device adds what the driver and the caching allocator take on top of it.
package estimator
