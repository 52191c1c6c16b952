package knowledge

// ExpectsException reports whether a context manager is there for what is raised under it: pytest's by its path,
// unittest's by the name of the method.
func ExpectsException(path, method string) bool {
	return path == "pytest.raises" || method == "assertRaises" || method == "assertRaisesRegex"
}
