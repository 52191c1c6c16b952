package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/trainlint/trainlint/internal/files"
)

const pyproject = "pyproject.toml"

// fileNames are where settings are looked for in a folder; the first one wins.
var fileNames = []string{"trainlint.yaml", ".trainlint.yaml", "trainlint.yml", pyproject}

// Resolver finds the settings of files: those of the closest folder above.
type Resolver struct {
	Known Known
	// File, when not empty, is the settings file for everything.
	File string

	mu    sync.Mutex
	byDir map[string]answer
}

type answer struct {
	settings *Settings
	err      error
}

// For returns the settings for a folder, never nil without an error.
func (r *Resolver) For(dir string) (*Settings, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byDir == nil {
		r.byDir = map[string]answer{}
	}
	if r.File != "" {
		dir = "" // one answer for every folder
	}
	held := r.resolve(dir)
	return held.settings, held.err
}

// Listed tells what a folder holds: where that is no settings, nobody looks for them there.
func (r *Resolver) Listed(dir string, holds func(name string) bool) {
	if r.File != "" || slices.ContainsFunc(fileNames, holds) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byDir == nil {
		r.byDir = map[string]answer{}
	}
	if up := filepath.Dir(dir); up != dir {
		r.byDir[dir] = r.resolve(up)
	}
}

func (r *Resolver) resolve(dir string) answer {
	if held, ok := r.byDir[dir]; ok {
		return held
	}
	held := r.look(dir)
	r.byDir[dir] = held
	return held
}

func (r *Resolver) look(dir string) answer {
	if r.File != "" {
		s, err := named(r.File, &r.Known)
		if s == nil {
			s = defaults()
		}
		return answer{s, err}
	}
	for _, name := range fileNames {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		s, err := found(path, &r.Known)
		if name == pyproject && errors.Is(err, files.ErrOutside) {
			r.passOver(path) // a build tool's, most likely: nobody meant trainlint
			continue
		}
		if s != nil || err != nil {
			return answer{s, err}
		}
	}
	if up := filepath.Dir(dir); up != dir {
		return r.resolve(up)
	}
	return answer{defaults(), nil}
}

func (r *Resolver) passOver(path string) {
	if r.Known.Warn != nil {
		r.Known.Warn(fmt.Sprintf("%s: not read: %v", r.Known.relative(path), files.ErrOutside))
	}
}

func defaults() *Settings {
	return &Settings{Severity: map[string]Entry{}, Versions: map[string]Entry{}}
}
