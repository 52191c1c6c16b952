package estimator

// constants are the few numbers that were fitted on measured runs instead of following from what torch allocates.
// Each names the rows of testdata/measured/measured.csv it comes from; the accuracy test sets each one back to its
// unfitted value and predicts those rows without it.
type constants struct {
	// compiledNorm is the bytes an RMSNorm and the input it feeds keep of each hidden element when compiled, per byte
	// of element. torchtune-readme, with and without compile; unfitted 2 (the input and the output).
	compiledNorm float64
	// convolutionWorkspace is cuDNN's scratch memory of one 3×3 convolution, in unfolded inputs. simpletuner, UNet
	// rows; unfitted 1.
	convolutionWorkspace float64
	// oldScores is what torch 1's eager attention keeps of each score beside what later versions do. hf-perf-docs;
	// unfitted 0.
	oldScores float64
	// cachedStates and cachedActivations are the shares the caching allocator holds on top. fms-acceleration notes
	// and torchtitan; unfitted 0.
	cachedStates, cachedActivations float64
	// cachedLogits is the share of the loss's peak that stays cached in blocks of the wrong size. fms-acceleration
	// notes; unfitted 0.
	cachedLogits float64
}

var fitted = constants{
	compiledNorm: 1.5, convolutionWorkspace: 2.5, oldScores: 3,
	cachedStates: 0.01, cachedActivations: 0.09, cachedLogits: 0.5,
}
