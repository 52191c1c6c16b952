package estimator

// WithoutFit runs a function with every fitted constant back at its unfitted value.
func WithoutFit(run func()) {
	kept := fitted
	fitted = constants{compiledNorm: 2, convolutionWorkspace: 1}
	defer func() { fitted = kept }()
	run()
}
