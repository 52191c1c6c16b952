package deps

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Installs reports whether the commands of a file may install packages: many people's versions are written nowhere
// else.
func Installs(file string) bool {
	return launch.IsNotebook(file) || launch.IsPage(file) || launch.IsMakefile(file) || launch.IsShell(file, nil) ||
		isDockerfile(file)
}

// MayInstall is a glance at the bytes of such a file: without these words it installs nothing.
func MayInstall(text []byte) bool {
	return bytes.Contains(text, []byte("install")) || bytes.Contains(text, []byte("conda create")) ||
		bytes.Contains(text, []byte("FROM "))
}

func isDockerfile(file string) bool {
	base := strings.ToLower(path.Base(file))
	// DockerfileTrain, Dockerfile.gpu
	named := strings.HasPrefix(base, "dockerfile") && (path.Ext(base) == "" || base[len("dockerfile")] == '.')
	return named || strings.HasSuffix(base, ".dockerfile")
}

// readInstalls declares what the commands of a file install. A file that is too complex declares nothing.
func readInstalls(c *collector) {
	var err error
	defer budget.Catch(&err)
	for _, command := range commandsOf(c.file) {
		c.installed(&command)
	}
	if err != nil {
		c.found = nil
	}
}

func commandsOf(f *source.File) []launch.Command {
	if isDockerfile(f.Path) {
		return dockerCommands(f)
	}
	return launch.Read(f).Commands
}

// pip is the program, by whichever of its names.
var pip = pattern.New(`^pip[0-9.]*$`)

// before are the words that may stand between the start of a command and the program that installs.
var before = []string{"uv", "sudo", "-m", "-H", "-E", "conda", "run"}

var condas = []string{"conda", "mamba", "micromamba"}

// withValue are the options of pip and conda whose value is the next word.
var withValue = []string{
	"-r", "--requirement", "-c", "--constraint", "-e", "--editable", "-f", "--find-links", "-i", "--index-url",
	"--extra-index-url", "--trusted-host",
	"-t", "--target", "--prefix", "--root", "--platform", "--python-version", "--no-binary", "--only-binary",
	"--cache-dir", "--timeout", "--src", "--progress-bar",
	"-n", "--name", "-p", "--channel", "--file", "--python", "--index",
}

// installed declares what a command installs: pip install a==1 b, python -m pip install c, conda install d=2.
func (c *collector) installed(command *launch.Command) {
	words := command.Words
	for i, w := range words {
		name := path.Base(w.Text)
		if i+1 < len(words) && words[i+1].Text == "install" && pip.MatchString(name) {
			c.installedWords(words[i+2:], func(s string) string { return s })
			return
		}
		if i+1 < len(words) && (words[i+1].Text == "install" || words[i+1].Text == "create") &&
			slices.Contains(condas, name) {
			c.installedWords(words[i+2:], condaRequirement)
			return
		}
		if !w.Known || !slices.Contains(before, w.Text) && !launch.IsPython(name) {
			return
		}
	}
}

func (c *collector) installedWords(words []launch.Word, asRequirement func(string) string) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case slices.Contains(withValue, w.Text):
			i++
		case !w.Known || w.Text == "" || w.Text[0] == '-' || w.Text[0] == '.' ||
			strings.ContainsAny(w.Text, `/\`) && !strings.Contains(w.Text, "://"):
		default:
			c.addText(asRequirement(w.Text), Installed, w.Span)
		}
	}
}

var (
	instruction = pattern.New(`(?i)^\s*(RUN|ARG|ENV|FROM)\s+(.*)$`)
	variable    = pattern.New(`^([A-Za-z_][A-Za-z0-9_]*)[ =](\S+)$`)
	// image is one that is called after the package in it, as pytorch/pytorch is: the tag begins with the package's
	// version.
	image = pattern.New(`^(?:docker\.io/)?([a-z0-9-]+)/([a-z0-9-]+):(\d+\.\d+(?:\.\d+)?)(?:-|\s|$)`)
)

// dockerCommands are the commands behind RUN, with what ARG and ENV said before them. What FROM names is as installed.
func dockerCommands(f *source.File) []launch.Command {
	var commands []launch.Command
	said := ""
	for n := 1; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		text := strings.TrimRight(f.Slice(span), " \t\r")
		for n < f.LineCount() && (strings.HasSuffix(text, `\`)) {
			n++
			next := f.LineSpan(n)
			line := strings.TrimRight(f.Slice(next), " \t\r")
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue // a comment among continued lines is no part of them
			}
			text = strings.TrimSuffix(text, `\`) + " " + line
			span.End = next.End
		}
		m := instruction.Regexp().FindStringSubmatch(text)
		if m == nil {
			continue
		}
		switch strings.ToUpper(m[1]) {
		case "RUN":
			commands = append(commands, launch.OfText(f, span, "", said+m[2])...)
		case "FROM":
			if i := image.Regexp().FindStringSubmatch(given(m[2], said)); i != nil && i[1] == i[2] {
				commands = append(commands, launch.OfText(f, span, "", "pip install "+i[1]+"=="+i[3])...)
			}
		default:
			if v := variable.Regexp().FindStringSubmatch(strings.TrimSpace(m[2])); v != nil {
				said += v[1] + "=" + v[2] + "\n"
			}
		}
	}
	return commands
}

// given is the text of FROM with what ARG said before it in the place of its variables.
func given(text, said string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	lines := strings.Split(said, "\n")
	return os.Expand(text, func(name string) string {
		for _, line := range slices.Backward(lines) {
			if value, ok := strings.CutPrefix(line, name+"="); ok {
				return strings.Trim(value, `"'`)
			}
		}
		return ""
	})
}

// spokenFor is the folder that the commands of a file speak for: those of scripts/setup.sh for the one above.
func spokenFor(file string) string {
	dir := path.Dir(file)
	switch path.Base(dir) {
	case "scripts", "script", "setup", "install", "tools", "bin":
		return path.Dir(dir)
	}
	return folder(file)
}
