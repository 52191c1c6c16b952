// Package launch reads shell text into the command lines it runs and recognises
// the ones that start a training.
package launch

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Word is one argument of a command after expansion.
type Word struct {
	// Text is the expanded word. Where it is not Known, the parts that could not
	// be expanded stand in it as they were written.
	Text  string
	Known bool
	// Span is where the word stands in the command line.
	Span source.Span
	// Origin is where its text was written: the assignment's value for a word
	// that is only "$BATCH", else the same place as Span, quotes left out.
	Origin source.Span

	cells text
}

// String is the expanded text.
func (w Word) String() string { return w.Text }

// Part is the word from byte i to byte j of its text, each part with the place
// it was written: "4" of "--batch=$BATCH" comes from the line that sets BATCH.
func (w Word) Part(i, j int) Word {
	if len(w.cells) == len(w.Text) {
		return w.cells[i:j].word(w.Span)
	}
	w.Text, w.Origin = w.Text[i:j], w.Span
	return w
}

// Command is one simple command as it would run, wrappers such as nohup or srun
// taken off.
type Command struct {
	File *source.File
	// Span covers the whole command, wrappers and redirections included.
	Span source.Span
	// Env holds the variables the script sets for the command: exported ones and
	// those written in front of it.
	Env map[string]Word
	// Words are the command's name and arguments.
	Words []Word
	// Wrappers are the words taken off in front: "srun --nodes=2", "nohup".
	Wrappers []Word
	// Dir is the folder the script changed to before the command, "" when it did
	// not; relative to wherever the script was started, or, when it came from
	// $0, the path the script's file has.
	Dir string
	// Slurm are the #SBATCH lines of the script.
	Slurm []Directive
	// OfPage: the command stands in a page for readers, who type it or something like it, or in a notebook.
	OfPage bool
	// Mentioned: it stands in the middle of a sentence of such a page.
	Mentioned bool
	// Caller is the command that starts the script in which this one stands; nil where nobody is known to.
	Caller *Command
	// Heading is the heading of the page that it stands under.
	Heading string
	// Made: a program puts the command together, and its words stand nowhere as a shell would read them.
	Made bool
}

// Sets is what the script sets an environment variable to for the command, and where that is written; written is false
// where another file says it, or a word of this one that says more.
func (c *Command) Sets(variable string) (value string, at source.Span, written, known bool) {
	w, ok := c.Env[variable]
	if !ok || !w.Known {
		return "", source.Span{}, false, false
	}
	at = w.Origin
	written = at.Start < at.End && at.End <= len(c.File.Text) && c.File.Slice(at) == w.Text
	return w.Text, at, written, true
}

// Name is the last path element of the command's first word.
func (c *Command) Name() string {
	if len(c.Words) == 0 {
		return ""
	}
	return path.Base(c.Words[0].Text)
}

// Embedded is a file that the script writes with a here-document.
type Embedded struct {
	File *source.File
	Path Word // where it is written to; Text "" when the body is fed to a program
	// Reader is the program that reads the body when no path is written.
	Reader string
	Text   string
	Known  bool // false when Text still holds expansions that are unknown
	Span   source.Span
	// Verbatim means that Text is exactly the bytes of Span, so that offsets in
	// the one are offsets in the other.
	Verbatim bool
	// Perhaps: only the run knows whether it is written; another file may be there.
	Perhaps bool
}

// Script is what one shell text does, in the order it is written. Loops are
// kept once, every branch of an if is kept.
type Script struct {
	File     *source.File
	Commands []Command
	Embedded []Embedded
	Slurm    []Directive
	// Err is the first syntax error; what could be read around it is here.
	Err error

	meter *budget.Meter
	open  Opener
}

// Opener is a file of the project that a launcher names, from the folder it has changed to ("" where it has not); nil
// for none.
type Opener func(dir, name string) *source.File

// IsMakefile reports whether a path names a Makefile.
func IsMakefile(p string) bool {
	base := strings.ToLower(path.Base(p))
	return base == "makefile" || base == "gnumakefile" || strings.HasSuffix(base, ".mk")
}

// IsWorkflow reports whether a path is a GitHub workflow or composite action.
func IsWorkflow(p string) bool {
	ext := path.Ext(p)
	if ext != ".yml" && ext != ".yaml" {
		return false
	}
	return strings.Contains("/"+p, "/.github/workflows/") || strings.Contains("/"+p, "/.github/actions/")
}

// IsShell reports whether a path or a first line says that a file is shell text.
func IsShell(p string, text []byte) bool {
	switch path.Ext(p) {
	case ".sh", ".bash", ".zsh", ".ksh", ".slurm", ".sbatch", ".sub", ".job", ".pbs", ".lsf":
		return true
	}
	if len(text) < 2 || text[0] != '#' || text[1] != '!' {
		return false
	}
	first, _, _ := strings.Cut(string(text[:min(len(text), 120)]), "\n")
	return strings.HasSuffix(strings.TrimRight(strings.Fields(first)[len(strings.Fields(first))-1], "\r"), "sh")
}

// Read reads a shell script, a Makefile, a GitHub workflow, a manifest for Kubernetes, a page of a manual or a
// notebook, whichever the file's path says it is. It panics with *budget.Exceeded for one that is too complex.
func Read(f *source.File) *Script { return ReadWithin(f, budget.New(), nil) }

// ReadWithin is Read paid for by others. What a shell script sources is read by open; nil reads none.
func ReadWithin(f *source.File, meter *budget.Meter, open Opener) *Script {
	switch {
	case IsMakefile(f.Path):
		return readMakefile(f, meter)
	case IsWorkflow(f.Path):
		return readWorkflow(f, meter)
	case IsManifest(f.Path, f.Text):
		return readManifest(f, meter)
	case IsPage(f.Path):
		return readPage(f, meter, open)
	case IsNotebook(f.Path):
		return readNotebook(f, meter)
	}
	return readShell(f, meter, open)
}
