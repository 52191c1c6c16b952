package estimator

// WithoutFit runs a function with every fitted constant back at its unfitted value.
func WithoutFit(run func()) {
	kept := fitted
	fitted = constants{}
	defer func() { fitted = kept }()
	run()
}
