package revision

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/trainlint/trainlint/internal/files"
)

// Before is what a file held in the base revision; ok is false when it was not
// there. path is absolute.
func (c *Changes) Before(ctx context.Context, path string) (text []byte, ok bool) {
	name, err := filepath.Rel(c.top, path)
	if err != nil {
		return nil, false
	}
	held, err := c.tree.bytes(ctx, files.Limit, "cat-file", "blob", c.Base+":"+filepath.ToSlash(name))
	return held, err == nil
}

// Gone lists the files of the base revision that the work tree no longer has, by
// absolute path; a renamed file is gone under its old name.
func (c *Changes) Gone(ctx context.Context) ([]string, error) {
	names, err := c.tree.git(
		ctx,
		"diff",
		"--no-ext-diff",
		"--no-textconv",
		"--ignore-submodules=all",
		"--no-renames",
		"--diff-filter=D",
		"--name-only",
		"-z",
		c.Base,
		"--",
	)
	if err != nil {
		return nil, fmt.Errorf("cannot list deleted files: %w", err)
	}
	var gone []string
	for name := range strings.SplitSeq(strings.TrimSuffix(names, "\x00"), "\x00") {
		if name != "" {
			gone = append(gone, c.absolute(name))
		}
	}
	return gone, nil
}
