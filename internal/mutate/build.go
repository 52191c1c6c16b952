package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed switches.go.txt
var switches string

// builder compiles test binaries that hold the mutants of some packages.
type builder struct {
	module, work string
	packages     []string
	files        []*source
	count        int // of mutants
	// refused are the lines whose mutants do not compile, such as a comparison whose
	// result has a type of its own.
	refused map[string]map[int]bool
}

// newBuilder finds out as well which mutants do not compile.
func newBuilder(ctx context.Context, module, work string, packages []string) (*builder, error) {
	f, files, err := find(module, packages)
	if err != nil {
		return nil, err
	}
	b := &builder{module, work, packages, files, len(f.mutants), map[string]map[int]bool{}}
	for range 20 * len(packages) {
		if err := b.overlay(); err != nil {
			return nil, err
		}
		said, err := b.goTool(ctx, append([]string{"build"}, dotted(packages)...)...)
		if err == nil {
			return b, nil
		}
		if !b.refuse(said) {
			return nil, fmt.Errorf("go build: %w: %s", err, bytes.TrimSpace(said))
		}
	}
	return nil, errors.New("go build: too many mutants do not compile")
}

func dotted(packages []string) []string {
	var all []string
	for _, pkg := range packages {
		all = append(all, "./"+pkg)
	}
	return all
}

// goTool runs a command of go's over the mutated packages. Every mutant that does not compile is named (-e), not only
// the first ten.
func (b *builder) goTool(ctx context.Context, args ...string) (said []byte, err error) {
	flags := []string{args[0], "-trimpath", "-overlay", b.overlayPath()}
	for _, pkg := range b.packages {
		flags = append(flags, "-gcflags=./"+pkg+"=-e")
	}
	command := exec.CommandContext(ctx, "go", append(flags, args[1:]...)...)
	command.Dir = b.module
	said, err = command.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return said, err
}

// compiles reports whether a mutant is in the binaries that were built.
func (b *builder) compiles(m *mutant) bool { return !b.refused[m.file][m.line] }

// test builds the test binary of a package: "" when it has no tests.
func (b *builder) test(ctx context.Context, pkg string) (binary string, err error) {
	binary = filepath.Join(b.work, strings.ReplaceAll(pkg, "/", "-")+".test")
	said, err := b.goTool(ctx, "test", "-c", "-vet=off", "-o", binary, "./"+pkg)
	if err != nil {
		return "", fmt.Errorf("go test -c ./%s: %w: %s", pkg, err, bytes.TrimSpace(said))
	}
	return written(binary)
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
			if !strings.HasSuffix("/"+filepath.ToSlash(found[1]), "/"+file.name) || b.refused[file.name][line] {
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

func (b *builder) overlayPath() string { return filepath.Join(b.work, "overlay.json") }

// overlay writes the packages with their mutants beside the tree, and the file that go
// reads them by.
func (b *builder) overlay() error {
	replace := map[string]string{}
	write := func(name, stands, text string) error {
		to := filepath.Join(b.work, filepath.FromSlash(name))
		replace[stands] = to
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, []byte(text), 0o600))
	}
	helped := map[string]bool{}
	for _, file := range b.files {
		text := file.schema(func(line int) bool { return !b.refused[file.name][line] })
		if err := write(file.name, file.path, text); err != nil {
			return err
		}
		folder := path.Dir(file.name)
		if helped[folder] {
			continue
		}
		helped[folder] = true
		const helper = "zz_mutants.go"
		text = strings.Replace(switches, "PACKAGE", file.declares, 1)
		if err := write(folder+"/"+helper, filepath.Join(filepath.Dir(file.path), helper), text); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(b.overlayPath(), text, 0o600)
}
