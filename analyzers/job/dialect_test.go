package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// readByName are the dialects whose keys somebody asks for by name, and who.
var readByName = map[string]string{
	"hf-arguments": "jobs: the arguments of a script, and of recipes",
	"deepspeed":    "jobs: the engine's file",
	"accelerate":   "jobs: the launcher's file",
	"diffusers":    "plans: the flags of its scripts",
	"lightning":    "jobs: the arguments of its Trainer",
	"kohya":        "plans: the keys of its configs",
	"generic":      "plans: the keys of a project's own configs",
	"mmengine":     "jobs: the Python configs of OpenMMLab's scripts",
	"fairseq":      "offload-below-stage-3",
	"gpt-neox":     "offload-below-stage-3",
	"nemo-rl":      "offload-below-stage-3",
	"verl":         "offload-below-stage-3",
	"detectron2":   "jobs: scripts that libraries bring",
	"yolov5":       "jobs: scripts that libraries bring",
	"speechbrain":  "jobs: the recipe of a script",

	"sentence-transformers": "jobs: the arguments of fit",
	"openrlhf":              "jobs: scripts that libraries bring",
	"latent-diffusion":      "jobs: what a script merges for its Trainer",
	"open-clip":             "jobs: scripts that libraries bring",
}

// TestKeysAreRead: what keys mean is written down where a job or a rule reads it. The other dialects are recognised, so
// that nobody takes their files for something else.
func TestKeysAreRead(t *testing.T) {
	read := map[string]bool{}
	for name := range readByName {
		read[name] = true
	}
	for name := range standsAlone {
		read[name] = true
	}
	for _, tool := range tools {
		read[tool.dialect] = true
	}
	for _, d := range dialect.All {
		if read[d.Name] != (len(d.Keys) > 0) {
			t.Errorf("%s: read %v, with %d keys", d.Name, read[d.Name], len(d.Keys))
		}
	}
}
