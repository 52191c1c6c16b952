package discover

import (
	"path/filepath"
	"strings"
)

// Kind says how a file is read.
type Kind int

// The kinds of file that trainlint reads.
const (
	Other Kind = iota
	Python
	Notebook
	YAML
	JSON
	TOML
	Shell
	Makefile
	Dockerfile
)

var kindsByExtension = map[string]Kind{
	".py": Python, ".pyw": Python, ".ipynb": Notebook,
	".yaml": YAML, ".yml": YAML, ".json": JSON, ".toml": TOML,
	".sh": Shell, ".bash": Shell, ".slurm": Shell, ".sbatch": Shell,
	".mk": Makefile, ".dockerfile": Dockerfile,
}

var kindsByName = map[string]Kind{
	"makefile": Makefile, "gnumakefile": Makefile, "dockerfile": Dockerfile,
}

// KindOf tells a file's kind by its name alone.
func KindOf(path string) Kind {
	name := strings.ToLower(filepath.Base(path))
	if kind, ok := kindsByName[name]; ok {
		return kind
	}
	return kindsByExtension[filepath.Ext(name)]
}

// IsConfig reports whether the file is read into a tree of keyed values.
func (k Kind) IsConfig() bool { return k == YAML || k == JSON || k == TOML }

// IsPython reports whether the file holds Python code.
func (k Kind) IsPython() bool { return k == Python || k == Notebook }
