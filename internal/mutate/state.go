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
)

// state remembers the verdicts of a tree, so that a run that was cut short goes on where
// it stood. Any change of a file that git sees begins a new one.
type state struct {
	path     string // "": nothing is remembered
	verdicts map[string]remembered
}

type remembered struct {
	Mutant  string
	Verdict verdict
	By      string
}

func openState(ctx context.Context, o options) (*state, error) {
	s := &state{verdicts: map[string]remembered{}}
	dir, hasHome := cacheDir()
	print, hasGit := fingerprint(ctx, o.module, fmt.Sprint(o.pkg, "\x00", o.tests, o.variants))
	if !hasHome || !hasGit {
		return s, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s.path = filepath.Join(dir, print+".json")
	file, err := os.Open(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r remembered
		if json.Unmarshal(lines.Bytes(), &r) == nil { // the last line may be half written
			s.verdicts[r.Mutant] = r
		}
	}
	return s, errors.Join(lines.Err(), file.Close())
}

// cacheDir is where states are kept; a build machine may have no such place.
func cacheDir() (string, bool) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "trainlint-mutate"), err == nil
}

func (s *state) get(m *mutant) (judgement, bool) {
	r, ok := s.verdicts[m.name()]
	return judgement{m, r.Verdict, r.By}, ok
}

func (s *state) put(j judgement) error {
	if s.path == "" {
		return nil
	}
	text, err := json.Marshal(remembered{Mutant: j.mutant.name(), Verdict: j.verdict, By: j.by})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	return errors.Join(err, file.Close())
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
