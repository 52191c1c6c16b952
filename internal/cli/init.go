package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/project"
)

const startFile = "trainlint.yaml"

func newInitCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "write a commented trainlint.yaml to start from",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return writeStart(env) },
	}
}

// writeStart never overwrites: whoever has settings does not want new ones.
func writeStart(env *Environment) error {
	path := filepath.Join(env.Dir, startFile)
	err := files.Create(path, []byte(env.startText()))
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", startFile)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", startFile, err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%s written: name your GPU in it, then run trainlint\n", startFile)
	return err
}

// usuallyForeign are folders that hold other people's code where they exist.
var usuallyForeign = []string{"third_party", "external", "vendor", "submodules", "vendored"}

// startText fits the start file to the repository: folders that exist are
// proposed by name, and a launcher that was found serves as the example of a job.
func (env *Environment) startText() string {
	var exclude []string
	for _, name := range usuallyForeign {
		if files.IsDir(filepath.Join(env.Dir, name)) {
			exclude = append(exclude, name+"/")
		}
	}
	text := startHead
	if len(exclude) > 0 {
		text += "exclude: [" + strings.Join(exclude, ", ") + "]\n"
	} else {
		text += "# exclude: [third_party/]\n"
	}
	text += startTail
	if script := env.trainingScript(); script != "" {
		return text + "# jobs:\n#   - run: torchrun --nproc_per_node 8 " + script + "\n"
	}
	return text + "# jobs:\n#   - run: torchrun --nproc_per_node 8 train.py --config configs/base.yaml\n"
}

// trainingScript is the first Python file whose name says that it trains.
func (env *Environment) trainingScript() string {
	options := env.project("")
	options.Warn = nil
	opened, err := project.Open(options)
	if err != nil {
		return ""
	}
	for _, file := range opened.Files {
		// It is written into settings: a name with a line end in it would be some.
		plain := printable.Text(file.Path) == file.Path
		if name := filepath.Base(file.Path); plain && file.Kind == discover.Python && strings.HasPrefix(name, "train") {
			return file.Path
		}
	}
	return ""
}

const startHead = `# yaml-language-server: $schema=https://raw.githubusercontent.com/trainlint/trainlint/main/docs/trainlint.schema.json
# Settings of trainlint. Everything is optional; what is commented out shows the form.
# trainlint settings FILE tells what holds for a file, trainlint rules lists the rules.

# What the jobs here train on: their memory is judged against it.
# target:
#   gpu: A100-80GB
#   count: 8
#   host_memory: 512GB

# Rules and groups (memory, training, speed, compat, config, fit) that do not run.
# ignore: [prefetch-factor]

# The severity of single rules: error, warning, note or off.
# severity:
#   retain-graph: error

# Files and folders that are not looked at, besides what git ignores.
`

const startTail = `
# Other rules for some paths.
# paths:
#   - match: ["examples/**"]
#     ignore: [speed]

# Versions that the dependency files do not tell.
# versions:
#   torch: ">=2.4"

# Training jobs that no launcher in the repository starts.
`
