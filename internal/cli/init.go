package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/internal/files"
)

const startFile = "trainlint.yaml"

func newInitCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "write a commented trainlint.yaml to start from",
		Args:  takes(0, 0),
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

// startText fits the start file to the repository: what was found is written, what was not is shown as a comment.
func (env *Environment) startText() string {
	found := env.look()
	var b strings.Builder
	b.WriteString(startHead)
	if len(found.foreign) > 0 {
		fmt.Fprintf(&b, "exclude: [%s]\n", strings.Join(found.foreign, ", "))
	} else {
		b.WriteString("# exclude: [third_party/]\n")
	}
	b.WriteString(startMiddle)
	if len(found.versions) > 0 {
		fmt.Fprintf(
			&b,
			"# Versions; what stands here beats the dependency files, which say:\n#   %s\n",
			strings.Join(found.versions, "\n#   "),
		)
	} else {
		b.WriteString("# Versions; no dependency file here tells them.\n")
	}
	b.WriteString("# versions:\n#   torch: \">=2.4\"\n\n")
	if len(found.launched) > 0 {
		b.WriteString("# Training jobs that are started here, and known without settings (trainlint jobs tells more):\n")
		fmt.Fprintf(&b, "#   %s\n\n", strings.Join(found.launched, "\n#   "))
	}
	b.WriteString(
		"# Training jobs that no launcher in the repository starts. A command is written as it is typed in this folder.\n",
	)
	if len(found.scripts) == 0 {
		b.WriteString("# jobs:\n#   - run: torchrun --nproc_per_node 8 train.py --config configs/base.yaml\n")
		return b.String()
	}
	b.WriteString("jobs:\n")
	for _, run := range found.scripts {
		fmt.Fprintf(&b, "  - run: %s\n", run)
	}
	return b.String()
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

const startMiddle = `
# Other rules for some paths.
# paths:
#   - match: ["examples/**"]
#     ignore: [speed]

`
