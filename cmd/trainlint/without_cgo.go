//go:build !cgo

package main

// The parsers are tree-sitter's, which is C, and C++ for YAML. Without cgo the build stops here,
// with this sentence, instead of with a list of packages that have no files.
const _ int = "trainlint parses with tree-sitter, a C library: build it with CGO_ENABLED=1 and a C and C++ compiler (gcc and g++, or clang) on the PATH"

func main() {}
