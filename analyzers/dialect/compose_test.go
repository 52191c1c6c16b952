package dialect

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
)

// project opens files from a text of "== path" headings.
func project(text string) Open {
	files := map[string]string{}
	for part := range strings.SplitSeq(text, "== ") {
		name, body, _ := strings.Cut(part, "\n")
		files[name] = body
	}
	return func(name string) *config.Document {
		body, ok := files[name]
		if !ok {
			return nil
		}
		return document(name, body)
	}
}

const hydraProject = `== conf/train.yaml
defaults:
  - _self_
  - model: small
  - trainer: gpu
  - optional local: default
  - callbacks@trainer.callbacks: none_such
seed: 1
steps: ${trainer.max_steps}
data:
  batch_size: 4
== conf/model/small.yaml
_target_: net.Small
width: 8
== conf/model/large.yaml
defaults:
  - small
width: 64
== conf/trainer/gpu.yaml
defaults:
  - base
devices: 2
precision: 16-mixed
== conf/trainer/base.yaml
devices: 1
max_steps: 100
== conf/experiment/big.yaml
# @package _global_
defaults:
  - override /model: large
data:
  batch_size: 2
== conf/both.yaml
defaults:
  - train
  - experiment: big
  - db: ${oc.env:DB}
`

func TestComposeHydra(t *testing.T) {
	open := project(hydraProject)
	r, c := ReadComposed(open("conf/train.yaml"), open)
	if r == nil || r.Dialect.Name != "hydra" {
		t.Fatalf("read as %q", nameOf(r))
	}
	for _, want := range []string{"gpus_per_node=2", "precision=amp-fp16", "micro_batch=4", "seed=1"} {
		checkField(t, r, want)
	}
	want := []string{"conf/train.yaml", "conf/model/small.yaml", "conf/trainer/base.yaml", "conf/trainer/gpu.yaml"}
	if !slices.Equal(c.Files, want) {
		t.Errorf("files %q, want %q", c.Files, want)
	}
	if !slices.Equal(c.Missing, []string{"conf/callbacks/none_such.yaml"}) {
		t.Errorf("missing %q", c.Missing)
	}
	if p, _ := r.Pair("trainer.devices"); p.File.Path != "conf/trainer/gpu.yaml" {
		t.Errorf("devices come from %s", p.File.Path)
	}
	if p, _ := r.Pair("steps"); p.Value.Text != "100" || p.File.Path != "conf/train.yaml" {
		t.Errorf("steps: %+v", p.Value)
	}
}

func TestComposeOverride(t *testing.T) {
	open := project(hydraProject)
	r, c := ReadComposed(open("conf/both.yaml"), open)
	checkField(t, r, "micro_batch=2")
	if p, _ := r.Pair("model.width"); p.Value.Text != "64" {
		t.Errorf("width %q from %s: the override of the experiment is lost", p.Value.Text, p.File.Path)
	}
	if !slices.Contains(c.Missing, "db/?") {
		t.Errorf("missing %q: a choice by environment is not known", c.Missing)
	}
}

func TestComposedOwner(t *testing.T) {
	open := project(`== config/ppo.yaml
defaults:
  - actor@actor_rollout_ref.actor: dp
  - _self_
trainer: {nnodes: 1, n_gpus_per_node: 8}
== config/actor/dp.yaml
ppo_micro_batch_size_per_gpu: 4
`)
	r, _ := ReadComposed(open("config/ppo.yaml"), open)
	if nameOf(r) != "verl" {
		t.Fatalf("read as %q, want verl: only the composed file shows it", nameOf(r))
	}
	checkField(t, r, "micro_batch=4")
}

func TestComposeBase(t *testing.T) {
	open := project(`== configs/Base.yaml
MODEL:
  WEIGHTS: "r50.pkl"
SOLVER:
  IMS_PER_BATCH: 16
  BASE_LR: 0.02
== configs/coco/mask.yaml
_BASE_: "../Base.yaml"
SOLVER:
  IMS_PER_BATCH: 8
  AMP: {ENABLED: True}
== configs/loop.yaml
_BASE_: loop.yaml
MODEL: {}
`)
	r, c := ReadComposed(open("configs/coco/mask.yaml"), open)
	for _, want := range []string{"global_batch=8", "lr=0.02", "precision=amp-fp16", "model=r50.pkl"} {
		checkField(t, r, want)
	}
	if v, _ := r.Get(LearningRate); v.Pair.File.Path != "configs/Base.yaml" {
		t.Errorf("the rate comes from %s", v.Pair.File.Path)
	}
	if len(c.Missing) > 0 {
		t.Errorf("missing %q", c.Missing)
	}
	ReadComposed(open("configs/loop.yaml"), open) // ends
}
