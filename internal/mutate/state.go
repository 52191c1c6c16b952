package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// state remembers the verdicts of a tree, so that a run that was cut short goes on where
// it stood.
type state struct {
	notebook
	verdicts map[string]remembered
}

type remembered struct {
	Mutant  string
	Verdict verdict
	By      string
}

func openState(ctx context.Context, o options) (*state, error) {
	s := &state{verdicts: map[string]remembered{}}
	var err error
	s.notebook, err = openNotebook(ctx, o.module, fmt.Sprint("verdicts", "\x00", o.tests, o.variants), func(line []byte) {
		var r remembered
		if json.Unmarshal(line, &r) == nil {
			s.verdicts[r.Mutant] = r
		}
	})
	return s, err
}

func (s *state) get(m *mutant) (judgement, bool) {
	r, ok := s.verdicts[m.name()]
	return judgement{m, r.Verdict, r.By}, ok
}

func (s *state) put(j judgement) error {
	return s.write(remembered{Mutant: j.mutant.name(), Verdict: j.verdict, By: j.by})
}

// notebook keeps lines about a state of the tree. Any change of a file that git sees begins a new one.
type notebook struct {
	path string // "": nothing is kept
}

// keptFor is how long a notebook is kept that nobody opens.
const keptFor = 7 * 24 * time.Hour

// openNotebook reads what there is about a tree. Its last line may be half written.
func openNotebook(ctx context.Context, module, about string, read func(line []byte)) (notebook, error) {
	var n notebook
	dir, hasHome := cacheDir()
	print, hasGit := fingerprint(ctx, module, about)
	if !hasHome || !hasGit {
		return n, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return n, err
	}
	forget(dir)
	n.path = filepath.Join(dir, print+".json")
	file, err := os.Open(n.path)
	if errors.Is(err, os.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		read(lines.Bytes())
	}
	return n, errors.Join(lines.Err(), file.Close())
}

// forget removes the notebooks of trees that are gone for long. One that cannot be removed does no harm.
func forget(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}

func (n notebook) write(line any) error {
	if n.path == "" {
		return nil
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(n.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	return errors.Join(err, file.Close())
}

// cacheDir is where notebooks are kept; a build machine may have no such place.
func cacheDir() (string, bool) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "trainlint-mutate"), err == nil
}

// fingerprint names the state of the tree: what git has, and what it would add.
func fingerprint(ctx context.Context, module, of string) (string, bool) {
	sum := sha256.New()
	fmt.Fprintln(sum, of)
	for _, args := range [][]string{{"ls-files", "-s"}, {"ls-files", "-z", "-m", "-o", "--exclude-standard"}} {
		command := exec.CommandContext(ctx, "git", args...)
		command.Dir = module
		text, err := command.Output()
		if err != nil {
			return "", false
		}
		sum.Write(text)
		if args[1] != "-z" {
			continue
		}
		for _, name := range bytes.Split(bytes.TrimRight(text, "\x00"), []byte{0}) {
			text, err := os.ReadFile(filepath.Join(module, string(name)))
			if err == nil { // a file that is gone is told by its name
				fmt.Fprintln(sum, len(text))
				sum.Write(text)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:32], true
}
