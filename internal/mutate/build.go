package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed switches.go.txt
var switches string

// builder compiles test binaries that hold a package's mutants.
type builder struct {
	module, pkg, work string
	files             []*source
	// refused are the lines whose mutants do not compile, such as a comparison whose
	// result has a type of its own.
	refused map[string]map[int]bool
}

func newBuilder(module, pkg, work string) (*builder, error) {
	_, files, err := find(module, pkg)
	return &builder{module: module, pkg: pkg, work: work, files: files, refused: map[string]map[int]bool{}}, err
}

// compiles reports whether a mutant is in the binaries that were built.
func (b *builder) compiles(m *mutant) bool { return !b.refused[m.file][m.line] }

// test builds the test binary of a package: "" when it has no tests.
func (b *builder) test(ctx context.Context, pkg string) (binary string, err error) {
	binary = filepath.Join(b.work, strings.ReplaceAll(pkg, "/", "-")+".test")
	for range 20 {
		overlay, err := b.overlay()
		if err != nil {
			return "", err
		}
		all := "-gcflags=./" + b.pkg + "=-e" // every mutant that does not compile is named, not only the first ten
		command := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-trimpath", all,
			"-overlay", overlay, "-o", binary, "./"+pkg)
		command.Dir = b.module
		text, err := command.CombinedOutput()
		if err == nil {
			return written(binary)
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if !b.refuse(text) {
			return "", fmt.Errorf("go test -c ./%s: %w: %s", pkg, err, bytes.TrimSpace(text))
		}
	}
	return "", fmt.Errorf("go test -c ./%s: too many mutants do not compile", pkg)
}

// written is the path of a file, or "" where there is none: go writes no binary for a
// package without tests.
func written(path string) (string, error) {
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return path, err
}

var compilerError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// refuse takes the mutants out of the lines that the compiler complains about, and
// reports whether there were any.
func (b *builder) refuse(said []byte) (any bool) {
	for _, found := range compilerError.FindAllStringSubmatch(string(said), -1) {
		line, _ := strconv.Atoi(found[2])
		for _, file := range b.files {
			if filepath.Base(file.name) != filepath.Base(found[1]) || b.refused[file.name][line] {
				continue
			}
			if b.refused[file.name] == nil {
				b.refused[file.name] = map[int]bool{}
			}
			b.refused[file.name][line] = true
			any = true
		}
	}
	return any
}

// overlay writes the package with its mutants beside the tree, and the file that go
// reads them by.
func (b *builder) overlay() (string, error) {
	replace := map[string]string{}
	write := func(stands, text string) error {
		to := filepath.Join(b.work, filepath.Base(stands))
		replace[stands] = to
		return os.WriteFile(to, []byte(text), 0o600)
	}
	for _, file := range b.files {
		text := file.schema(func(line int) bool { return !b.refused[file.name][line] })
		if err := write(file.path, text); err != nil {
			return "", err
		}
	}
	first := b.files[0]
	head, err := parser.ParseFile(token.NewFileSet(), first.path, first.text, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	helper := strings.Replace(switches, "PACKAGE", head.Name.Name, 1)
	if err := write(filepath.Join(filepath.Dir(first.path), "zz_mutants.go"), helper); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(b.work, "overlay.json")
	return path, os.WriteFile(path, text, 0o600)
}
