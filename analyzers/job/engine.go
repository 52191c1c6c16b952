package job

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
)

// engineFields are those that a DeepSpeed config decides wherever the training arguments name one: transformers then
// runs DeepSpeed, also under a launcher whose config says MULTI_GPU.
var engineFields = []dialect.Field{dialect.Sharding, dialect.OffloadOptimizer, dialect.OffloadParams}

// engineWins lays what the DeepSpeed config of the training arguments decides over the launcher's plain processes.
func (j *Job) engineWins() {
	if v, ok := j.launcherClaim(dialect.Sharding); j.DeepSpeed == nil || !ok || v.Text != "ddp" {
		return
	}
	for _, v := range j.DeepSpeed.Values {
		if slices.Contains(engineFields, v.Field) {
			j.claims = append(j.claims, claim{v.Field, fromDialect(v, byConfig, "DeepSpeed config")})
		}
	}
}

// byTail is the one config of the project at the end of an absolute path: the files of a project lie elsewhere for
// everybody.
func (w *Workspace) byTail(name string) *config.Document {
	if _, ok := config.FormatOf(name); !ok || !path.IsAbs(name) {
		return nil
	}
	if d := w.byFolders(name); d != nil {
		return d
	}
	found := ""
	for _, p := range w.Paths {
		if path.Base(p) == path.Base(name) {
			if found != "" {
				return nil // several
			}
			found = p
		}
	}
	if found == "" {
		return nil
	}
	return w.config(found)
}

// byFolders is the config of the project that an absolute path on somebody's machine ends with, a folder among what it
// ends with: /home/me/project/configs/full.yaml. A name alone may be that of any file.
func (w *Workspace) byFolders(name string) *config.Document {
	if _, ok := config.FormatOf(name); !ok || !path.IsAbs(name) {
		return nil
	}
	parts := strings.Split(path.Clean(name)[1:], "/")
	for i := range parts[:max(len(parts)-1, 0)] {
		if d := w.config(path.Join(parts[i:]...)); d != nil {
			return d
		}
	}
	return nil
}

// namesConfig reports whether an operand of a command is a file with settings.
func namesConfig(l *launch.Launch) bool {
	return len(l.Arguments.Overrides) > 0 || slices.ContainsFunc(l.Arguments.Positional, func(w launch.Word) bool {
		_, ok := config.FormatOf(w.Text)
		return ok || !w.Known
	})
}

// idle reports whether a tool's config trains nothing: one of torchtune's that has no optimizer, and one of
// LLaMA-Factory's, which predicts, exports or chats unless do_train says otherwise.
func (j *Job) idle() bool {
	if j.Program != nil {
		return false
	}
	if j.Config == nil { // options alone: do_train is false where nobody says otherwise
		l := j.Launch
		return l != nil && l.Program == launch.LLaMAFactory && len(l.Arguments.Flags) > 0 && !namesConfig(l) &&
			(!l.Arguments.Open || j.asked("do_predict") || j.asked("do_eval")) && !j.asked("do_train")
	}
	if j.Config.Dialect.Name == "torchtune" {
		if j.Launch != nil {
			recipe := j.Launch.Target.Text
			return knowledge.Evaluates(recipe) || recipe == "quantize"
		}
		_, optimizes := j.Config.Pair("optimizer._component_")
		return !optimizes
	}
	if j.Config.Dialect.Name != "llama-factory" {
		return false
	}
	if j.Launch != nil {
		for _, o := range j.Launch.Arguments.Overrides {
			if o.Key == "do_train" {
				return o.Value.Known && strings.EqualFold(o.Value.Text, "false")
			}
		}
	}
	v, ok := j.Config.Pair("do_train")
	return !ok || v.Value.Kind == config.Bool && !v.Value.Bool
}
