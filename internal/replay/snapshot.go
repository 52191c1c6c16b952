package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/internal/discover"
)

// largestFile is the size in bytes above which a file is no source text.
const largestFile = 16 << 20 // as the product

// gitDir finds the git folder of a repository's clone below the mirror.
func gitDir(mirror, repository string) (string, bool) {
	clone := filepath.Join(mirror, strings.Replace(repository, "/", "+", 1))
	for _, dir := range []string{"repo/.git", "repo", ".git", "."} {
		dir = filepath.Join(clone, dir)
		if info, err := os.Stat(filepath.Join(dir, "objects")); err == nil && info.IsDir() {
			return dir, true
		}
	}
	return "", false
}

// unpack writes the files of a commit that trainlint reads below a folder. What the
// clone does not hold is left out: git archive would fail on the first such file.
func unpack(ctx context.Context, gitDir, commit, into string) error {
	listing, err := git(ctx, gitDir, nil, "ls-tree", "-r", "-z", "-l", "--full-tree", commit)
	if err != nil {
		return err
	}
	names, paths := wanted(string(listing))
	blobs, err := git(ctx, gitDir, strings.NewReader(strings.Join(names, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return err
	}
	return write(bufio.NewReader(bytes.NewReader(blobs)), paths, into)
}

// wanted are the objects and paths of the regular files that a run looks at.
func wanted(listing string) (names, paths []string) {
	for entry := range strings.SplitSeq(listing, "\x00") {
		meta, path, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(meta) // mode, type, name, size, which is BAD for a file that the clone does not hold
		if len(fields) != 4 || fields[1] != "blob" || fields[0] == "120000" || fields[3] == "BAD" || !filepath.IsLocal(path) {
			continue
		}
		if discover.KindOf(path) != discover.Other || deps.IsDependencyFile(path) || launch.IsPage(path) ||
			isText(path, fields[3]) {
			names, paths = append(names, fields[2]), append(paths, path)
		}
	}
	return names, paths
}

// largestText is the size in bytes above which a text is no input of a program that is followed: as the product.
const largestText = 2 << 20

var texts = map[string]bool{".txt": true, ".csv": true, ".json5": true, ".jsonc": true, ".hjson": true}

// isText reports whether a file may hold words of a command line, or a text that a program reads when it starts:
// shakespeare.txt, of which it takes the letters as its vocabulary, or a config in a notation of its own.
func isText(path, size string) bool {
	n, err := strconv.Atoi(size)
	return err == nil && n <= largestText && texts[filepath.Ext(path)]
}

// write reads what git cat-file --batch says of each path in turn.
func write(blobs *bufio.Reader, paths []string, into string) error {
	for _, path := range paths {
		said, err := blobs.ReadString('\n')
		if err != nil {
			return fmt.Errorf("git cat-file ended before %s: %w", path, err)
		}
		fields := strings.Fields(said) // name, type, size; or: name, missing
		if len(fields) != 3 {
			continue
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil {
			return fmt.Errorf("git cat-file said %q: %w", said, err)
		}
		text := make([]byte, size+1) // and the newline behind it
		if _, err := io.ReadFull(blobs, text); err != nil {
			return err
		}
		if size > largestFile {
			continue
		}
		full := filepath.Join(into, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, text[:size], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// git asks a clone a question. The clone is somebody else's: git is to fetch
// nothing for it, and to ask nobody.
func git(ctx context.Context, dir string, input io.Reader, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", append([]string{"--git-dir", dir, "--no-replace-objects"}, args...)...)
	command.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	command.Stdin = input
	out, err := command.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}

// joinClose closes what was read, and keeps an earlier error.
func joinClose(err error, closer io.Closer) error { return errors.Join(err, closer.Close()) }
