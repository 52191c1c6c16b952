package job

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// fillBegan notes of jobs that begin with what another job of the project writes what that one began with: train.sh
// with --output_dir out/sft, and then --model_name_or_path out/sft_merged.
func fillBegan(jobs []*Job) {
	writers := map[string][]*Job{} // by the last part of the folder
	for _, j := range jobs {
		if written := places(j.Text(dialect.Output)); len(written) > 0 {
			last := written[len(written)-1]
			writers[last] = append(writers[last], j)
		}
	}
	for range 4 { // a chain of stages
		for _, j := range jobs {
			if model := j.Text(dialect.Model); j.Began == "" && strings.Contains(model, "/") {
				j.Began = began(writers, j, model)
			}
		}
	}
}

// began is the model of the jobs that write a folder, "" where there is none or several have others. The folder may be
// told from the root of another machine: two parts at its end have to be the same then.
func began(writers map[string][]*Job, of *Job, folder string) string {
	for range 3 {
		read := places(folder)
		if len(read) == 0 {
			return ""
		}
		found := ""
		for _, j := range writers[read[len(read)-1]] {
			if j == of || !endsAlike(read, places(j.Text(dialect.Output))) {
				continue
			}
			from := j.Text(dialect.Model)
			if j.Began != "" {
				from = j.Began
			}
			if from == "" || found != "" && found != from || endsAlike(places(from), read) {
				return ""
			}
			found = from
		}
		shorter := knowledge.WithoutStep(folder)
		if found != "" || shorter == folder {
			return found
		}
		folder = shorter
	}
	return ""
}

func places(p string) []string {
	return slices.DeleteFunc(
		strings.Split(path.Clean(strings.ReplaceAll(p, "\\", "/")), "/"),
		func(one string) bool { return one == "" || one == "." || one == ".." },
	)
}

func endsAlike(a, b []string) bool {
	if slices.Equal(a, b) {
		return true
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	return len(b) > 1 && slices.Equal(a[len(a)-len(b):], b)
}
