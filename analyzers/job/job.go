// Package job joins launchers, scripts and configs into training jobs, in which
// every fact remembers where it was written.
package job

import (
	"math"
	"slices"
	"strconv"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Value is what a job has for one field, in the words of package dialect.
type Value struct {
	Text  string
	Place Place
	// Via are the places that read the value, the nearest to it first.
	Via []Place
	// Written is the text that was normalised: no for the precision fp32.
	Written string
	// Default: nothing in the project says so, a framework's default holds.
	Default bool
	// From names who says it, for messages: "accelerate config", "--bf16".
	From string
	// Why is the reason that a value without text is not known, where there is one.
	Why string
	// Entry is the key in a config file; nil elsewhere.
	Entry *config.Entry

	rank rank
}

// JSON is the value as the type of its field has it; a text that is none of that type stays a text.
func (v Value) JSON(of dialect.Type) any {
	switch of {
	case dialect.Number:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
			return n
		}
		// JSON has no infinity, and nothing for what is not a number.
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return f
		}
	case dialect.Switch:
		if b, err := strconv.ParseBool(v.Text); err == nil {
			return b
		}
	}
	return v.Text
}

// Conflict is a field that two places set differently.
type Conflict struct {
	Field  dialect.Field
	Winner Value
	Loser  Value
}

// Job is one training run as the project describes it.
type Job struct {
	// Name is the launcher's file and line, or the file that stands alone.
	Name string
	// Files are the files the job is made of: launcher, configs, script.
	Files  []string
	Fields map[dialect.Field]Value
	// Conflicts are in the order of fields; the winner is in Fields.
	Conflicts []Conflict
	// Unknown are the fields a memory estimate needs and nothing here decides.
	Unknown []dialect.Field

	Launch     *launch.Launch // nil for a job without a launcher
	Program    *Program       // the module with the training step; nil for a tool that is no script of the project
	Entry      *Program       // the script that is started, when that is another module
	Accelerate *dialect.Reading
	DeepSpeed  *dialect.Reading
	// Config is what the script's or tool's own config says; nil without one that
	// a dialect claims.
	Config   *dialect.Reading
	Versions *deps.Versions
	// Loads are the models that the script loads.
	Loads []Load
	// Own are the models of the project's own that the job trains. OwnDoubt is why they may not be these, or not all; nil
	// where that is certain.
	Own      []*Own
	OwnDoubt *Doubt
	// Lost is where the way to what is trained is lost, where no model is found that the script trains; nil where nothing
	// is seen of it.
	Lost *Doubt
	// Library: they are a library's networks, as it or the program put them together.
	Library bool
	// Globals are the names of the script's modules, by path, that this run decides: what models read of them.
	Globals map[string]map[string]*Given
	// Loop is the loop that trains them; nil where none is seen, and where nobody asks for it.
	Loop *Loop
	// Began is what the jobs began with that write the folder in which the model lies; "" for a model of the hub, and
	// where nobody is known to write it.
	Began string
	// ModelConfig is the config.json of the trained model when it lies in the
	// project.
	ModelConfig *source.File
	// Framework owns the training step.
	Framework Framework
	// Joined: nobody says that the script is started so; it was put together of a script and configs beside it.
	Joined bool
	// PriorImages: each batch holds as many images of the class as of the instance (DreamBooth's prior preservation).
	PriorImages bool
	// Replicas: torch.nn.DataParallel divides each batch among the cards.
	Replicas bool
	// Stage is set when the script trains several times and this is one of them.
	Stage *Stage

	// argumentsSeen: the training arguments are made where they can be read;
	// argumentsOpen: from **options that cannot.
	argumentsSeen, argumentsOpen bool
	// argumentsTRL: they are one of TRL's configs.
	argumentsTRL bool
	sampled      *sampling // how many completions GRPO samples of each prompt; nil where that is not known
	// bf16Off: they say bf16=False, which TRL's configs do not by themselves.
	bf16Off bool

	// argumentsAt is where the one call stands that makes the training arguments, argumentsIn its module; nil where there
	// is none.
	argumentsAt source.Span
	argumentsIn *Program

	// around is the class that loads the network which the models of the project's own are made around; "" for none that
	// is known.
	around string

	// source is the script of a job whose step a library runs by a config, where its model is one of the project's code.
	source *Program

	told *Settings // of a library's own program; nil for any other

	sizes       []*Size  // what somebody says of its data
	kept        [2]*kept // 1: while somebody supposes something of its data
	crowded     map[string]bool
	supposing   bool       // somebody looks for what would have to be said of them
	bound       bool       // it is known which variables these are
	programs    []*Program // while the job is read
	documents   []*config.Document
	unreadFound *[]UnreadKey // nil until somebody asks
	claims      []claim
	said        map[dialect.Field][]Value
}

// Said is everything that is said about a field, the winner first: every place
// that sets it, then the defaults. A value without text is a place whose word
// only the run knows.
func (j *Job) Said(f dialect.Field) []Value { return j.said[f] }

// Engine reports whether the DeepSpeed config says it.
func (v Value) Engine() bool { return v.rank == byEngineConfig }

// Launcher reports whether the launcher's command line or config file says it.
func (v Value) Launcher() bool {
	return v.rank == byLauncherConfig || v.rank == byLauncherFlag || v.rank == byEnvironment
}

// Documents are the configs that the job reads.
func (j *Job) Documents() []*config.Document { return j.documents }

// Node is the config value at a place; nil when the place is in no config.
func (j *Job) Node(p Place) *config.Node {
	for _, d := range j.documents {
		if d.File == p.File {
			if n := d.Get(p.Key); n != nil && n.Span == p.Span {
				return n
			}
		}
	}
	return nil
}

// Framework names who runs the training step.
type Framework string

// The frameworks, in the words of the estimator.
const (
	PlainPyTorch Framework = "pytorch"
	HFTrainer    Framework = "hf-trainer"
	TRL          Framework = "trl"
	Accelerate   Framework = "accelerate"
	Diffusers    Framework = "diffusers"
	Lightning    Framework = "lightning"
	Torchtune    Framework = "torchtune"
	LitGPT       Framework = "litgpt"
	Axolotl      Framework = "axolotl"
	LLaMAFactory Framework = "llama-factory"
	Swift        Framework = "ms-swift"
	Unsloth      Framework = "unsloth"
	DeepSpeed    Framework = "deepspeed"
	MMEngine     Framework = "mmengine"
	Torchtitan   Framework = "torchtitan"
	Fairseq      Framework = "fairseq"
	Ultralytics  Framework = "ultralytics"
	NNUNet       Framework = "nnunet"
	Detectron2   Framework = "detectron2"
	SpeechBrain  Framework = "speechbrain"
)

// Get is the value of a field; ok is false when it is unknown.
func (j *Job) Get(f dialect.Field) (Value, bool) {
	v, ok := j.Fields[f]
	return v, ok
}

// Text is a field's text, "" when it is unknown.
func (j *Job) Text(f dialect.Field) string { return j.Fields[f].Text }

// Int is a field's number, 0 when it is unknown, none, or beyond what anyone counts.
func (j *Job) Int(f dialect.Field) int {
	n, _ := strconv.ParseFloat(j.Fields[f].Text, 64)
	if math.Abs(n) <= 1<<53 { // and no NaN
		return int(n)
	}
	return 0
}

func (j *Job) addFile(path string) {
	if path != "" && !slices.Contains(j.Files, path) {
		j.Files = append(j.Files, path)
	}
}

// reportOrder puts what a memory estimate rests on first.
var reportOrder = []dialect.Field{
	dialect.Model,
	dialect.Backbone,
	dialect.Method,
	dialect.LoRARank,
	dialect.LoRATargets,
	dialect.Weights,
	dialect.Quantisation,
	dialect.Precision,
	dialect.Optimizer,
	dialect.OptimizerImpl,
	dialect.MicroBatch,
	dialect.Accumulation,
	dialect.GlobalBatch,
	dialect.SeqLen,
	dialect.ImageSize,
	dialect.Checkpointing,
	dialect.Attention,
	dialect.Loss,
	dialect.GPUs,
	dialect.GPUsPerNode,
	dialect.Nodes,
	dialect.Sharding,
	dialect.OffloadOptimizer,
	dialect.OffloadParams,
}

// Order lists the fields that are known, in the order of reports.
func (j *Job) Order() []dialect.Field {
	var list, rest []dialect.Field
	for _, f := range reportOrder {
		if _, ok := j.Fields[f]; ok {
			list = append(list, f)
		}
	}
	for f := range j.Fields {
		if !slices.Contains(reportOrder, f) {
			rest = append(rest, f)
		}
	}
	slices.Sort(rest)
	return append(list, rest...)
}

// PartOf reports whether a job that stands alone is what another one launches.
func (j *Job) PartOf(launched *Job) bool {
	return j.Launch == nil && launched.Launch != nil &&
		!slices.ContainsFunc(j.Files, func(p string) bool { return !slices.Contains(launched.Files, p) })
}
