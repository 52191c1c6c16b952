package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Roots are the folders that a run may read and write on the word of a file: what
// a config, a launcher or a symbolic link names must lie in one of them.
type Roots struct {
	dirs []string // links followed
}

// RootsOf are the projects of the paths that the user named. dir is the working
// directory, absolute.
func RootsOf(dir string, named ...string) *Roots {
	r := &Roots{}
	for _, path := range named {
		full := filepath.Clean(path)
		if !filepath.IsAbs(full) {
			full = filepath.Join(dir, path)
		}
		project := followed(Project(followed(standing(dir, full)), followed(dir)))
		if !slices.Contains(r.dirs, project) {
			r.dirs = append(r.dirs, project)
		}
	}
	return r
}

// And are the folders of both.
func (r *Roots) And(other *Roots) *Roots {
	return &Roots{dirs: slices.Concat(r.dirs, other.dirs)}
}

// Read returns the content of a file that another file, or a link, led to. The
// error wraps ErrOutside when there is such a file, but not in these roots.
func (r *Roots) Read(path string) ([]byte, error) {
	real, err := r.resolve(path)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: Reason(err)}
	}
	return Read(real)
}

// resolve is where a path really leads, which must be inside.
func (r *Roots) resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(r.dirs, func(dir string) bool { return Inside(dir, real) }) {
		return "", ErrOutside
	}
	return real, nil
}

// followed is a path without links; one that leads nowhere stays as it is.
func followed(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	return real
}

// standing is the folder that a named path stands in: the folder that it names, or
// that of the file. A link that a project holds may have come with it, and so
// stands for nothing but itself: its own folder counts then, not what it points
// at. The way to the working directory is the user's own.
func standing(dir, full string) string {
	at := filepath.VolumeName(full) + string(filepath.Separator)
	below := full != dir && Inside(dir, full)
	if below {
		at = dir
	}
	rest, err := filepath.Rel(at, full)
	if err != nil || rest == "." {
		return full
	}
	for name := range strings.SplitSeq(rest, string(filepath.Separator)) {
		holder := at
		at = filepath.Join(at, name)
		if isLink(at) && (below || WorkTree(holder) != "") {
			return holder
		}
	}
	if IsDir(full) {
		return full
	}
	return filepath.Dir(full)
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// projectMarks are files that the root of a project has.
var projectMarks = []string{
	"trainlint.yaml",
	".trainlint.yaml",
	"pyproject.toml",
	"setup.py",
	"requirements.txt",
	"README.md",
}

// Project is the root of the project that a folder belongs to: its git work tree
// or, outside of git, the closest folder up to the working directory that looks
// like a project, else the folder itself.
func Project(dir, working string) string {
	if tree := WorkTree(dir); tree != "" {
		return tree
	}
	for at := dir; Inside(working, at); at = filepath.Dir(at) {
		if slices.ContainsFunc(projectMarks, func(mark string) bool { return Exists(filepath.Join(at, mark)) }) {
			return at
		}
		if at == working {
			break
		}
	}
	return dir
}

// WorkTree is the closest folder, dir itself included, that holds a .git; "" if none.
func WorkTree(dir string) string {
	for !IsWorkTree(dir) {
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
	return dir
}

// IsWorkTree reports whether a folder is the root of a git work tree.
func IsWorkTree(dir string) bool { return Exists(filepath.Join(dir, ".git")) }
