package files

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"regexp"
)

// stagedName is what a new text is called until it takes its file's place.
var stagedName = regexp.MustCompile(`^\.trainlint-[0-9a-f]{16}\.tmp$`)

// stage writes a text to a new file. It stays open, and locked, for as long as
// its name means something: when trainlint is killed, the lock goes with it.
func stage(dir string, text []byte) (*os.File, error) {
	var word [8]byte
	if _, err := rand.Read(word[:]); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, ".trainlint-"+hex.EncodeToString(word[:])+".tmp")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	err = lock(file)
	if err == nil {
		_, err = file.Write(text)
	}
	if err != nil {
		return nil, errors.Join(err, discard(file))
	}
	return file, nil
}

func discard(file *os.File) error {
	_ = file.Close()
	return os.Remove(file.Name())
}

// Sweep removes from a folder within the roots what a run that was killed left
// behind there. What another run is about to rename is locked, and stays.
func (r *Roots) Sweep(dir string) {
	dir, err := r.resolve(dir)
	if err != nil {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if stagedName.MatchString(entry.Name()) && entry.Type().IsRegular() {
			removeAbandoned(filepath.Join(dir, entry.Name()))
		}
	}
}

func removeAbandoned(path string) {
	file, err := os.OpenFile(path, os.O_RDWR|neverBlock, 0)
	if err != nil {
		return
	}
	if lock(file) != nil {
		_ = file.Close()
		return
	}
	_ = discard(file) // what cannot be removed harms nobody
}
