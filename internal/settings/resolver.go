package settings

import (
	"os"
	"path/filepath"
	"sync"
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
	byDir map[string]found
}

type found struct {
	settings *Settings
	err      error
}

// For returns the settings for a folder, never nil without an error.
func (r *Resolver) For(dir string) (*Settings, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byDir == nil {
		r.byDir = map[string]found{}
	}
	if r.File != "" {
		dir = "" // one answer for every folder
	}
	answer := r.resolve(dir)
	return answer.settings, answer.err
}

func (r *Resolver) resolve(dir string) found {
	if answer, ok := r.byDir[dir]; ok {
		return answer
	}
	answer := r.look(dir)
	r.byDir[dir] = answer
	return answer
}

func (r *Resolver) look(dir string) found {
	if r.File != "" {
		s, err := load(r.File, &r.Known, nil)
		if s == nil {
			s = defaults()
		}
		return found{s, err}
	}
	for _, name := range fileNames {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		if s, err := load(path, &r.Known, nil); s != nil || err != nil {
			return found{s, err}
		}
	}
	if up := filepath.Dir(dir); up != dir {
		return r.resolve(up)
	}
	return found{defaults(), nil}
}

func defaults() *Settings {
	return &Settings{Severity: map[string]Entry{}, Versions: map[string]Entry{}}
}
