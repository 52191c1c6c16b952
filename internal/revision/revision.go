// Package revision tells what changed in a work tree since a git revision.
package revision

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// Changes are the lines of the work tree that are not in a base revision.
type Changes struct {
	Base string // the commit compared with
	top  string // the root of the work tree, absolute
	tree *workTree
	// lines holds, by absolute path, the ranges of changed lines; nil for a file
	// that is new as a whole.
	lines map[string][]lineRange
}

// lineRange is a range of lines, from 1, both ends included. A deletion between
// two lines is an empty range: last = first - 1.
type lineRange struct{ first, last int }

// Since compares the work tree below dir, uncommitted and untracked files
// included, with the commit where it left the history of the given revision.
func Since(ctx context.Context, dir, revision string) (*Changes, error) {
	tree, top, err := open(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("--base needs a git work tree: %w", err)
	}
	tree.dir = top // a diff of the whole tree, and paths from there
	c := &Changes{top: top, tree: tree, lines: map[string][]lineRange{}}
	if c.Base, err = tree.base(ctx, revision); err != nil {
		return nil, err
	}
	diff, err := tree.git(
		ctx,
		"diff",
		"--no-color",
		"--no-ext-diff",
		"--no-textconv",
		"--ignore-submodules=all",
		"--unified=0",
		"-M",
		"--src-prefix=a/",
		"--dst-prefix=b/",
		c.Base,
		"--",
	)
	if err != nil {
		return nil, fmt.Errorf("cannot compare with %s: %w", revision, err)
	}
	if err := c.readDiff(diff); err != nil {
		return nil, err
	}
	untracked, err := tree.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, fmt.Errorf("cannot list untracked files: %w", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(untracked, "\x00"), "\x00") {
		if name != "" {
			c.lines[c.absolute(name)] = nil
		}
	}
	return c, nil
}

// base is the commit to compare with: where HEAD and the revision parted, so
// that what others did since does not count as a change of ours.
func (w *workTree) base(ctx context.Context, revision string) (string, error) {
	commit, err := w.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("there is no revision %q in this clone%s", revision, w.shallowHint(ctx))
	}
	commit = strings.TrimSpace(commit)
	parted, err := w.git(ctx, "merge-base", commit, "HEAD")
	if err == nil {
		return strings.TrimSpace(parted), nil
	}
	if hint := w.shallowHint(ctx); hint != "" {
		return "", fmt.Errorf("this clone does not hold the history that joins %q and HEAD%s", revision, hint)
	}
	return commit, nil // histories without a common commit
}

// shallowHint tells what to do when the clone holds only the last commits.
func (w *workTree) shallowHint(ctx context.Context) string {
	shallow, err := w.git(ctx, "rev-parse", "--is-shallow-repository")
	if err != nil || strings.TrimSpace(shallow) != "true" {
		return ""
	}
	return ": the clone is shallow, fetch the history with `git fetch --unshallow` (in GitHub Actions: `fetch-depth: 0` for actions/checkout)"
}

// Changed reports whether any of the lines, from 1, of a file is new or changed.
// path is absolute.
func (c *Changes) Changed(path string, first, last int) bool {
	ranges, ok := c.lines[path]
	if !ok {
		return false
	}
	for _, r := range ranges {
		if r.first <= last && first <= r.last {
			return true
		}
	}
	return ranges == nil
}

// Touched reports whether a file is new, or anything in it was changed or deleted.
func (c *Changes) Touched(path string) bool {
	_, ok := c.lines[path]
	return ok
}

func (c *Changes) absolute(name string) string {
	return filepath.Join(c.top, filepath.FromSlash(name))
}
