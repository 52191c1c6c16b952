package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// readUnsloth takes what unsloth's own loaders are given: FastLanguageModel.from_pretrained(max_seq_length=…,
// load_in_4bit=…) and get_peft_model(use_gradient_checkpointing=…). What they are not given is not off: both have
// "unsloth" as the default of use_gradient_checkpointing.
func (j *Job) readUnsloth() {
	var loads, adapters []calledIn
	for _, p := range j.programs {
		for _, c := range p.Module().AllCalls() {
			name := c.MethodName()
			if name != "from_pretrained" && name != "get_peft_model" ||
				!knowledge.IsUnslothModel(p.Module().Resolve(c.Receiver())) {
				continue
			}
			if p.NeverRuns(c) {
				continue
			}
			if name == "from_pretrained" {
				loads = append(loads, calledIn{p, c})
			} else {
				adapters = append(adapters, calledIn{p, c})
			}
		}
	}
	if len(loads) == 1 {
		j.unslothLength(loads[0])
		j.unslothPrecision(loads[0])
	}
	switch {
	case len(adapters) == 1:
		j.unslothCheckpointing(adapters[0])
	case len(adapters) == 0 && len(loads) == 1:
		j.unslothCheckpointing(loads[0])
	case len(adapters)+len(loads) > 0:
		j.doubt(dialect.Checkpointing, byScript)
	}
}

// calledIn is a call and the program of its module.
type calledIn struct {
	*Program
	call *python.Call
}

// unslothLength: its trainers take the model's length where they are given none.
func (j *Job) unslothLength(at calledIn) {
	v, presence := at.Argument(at.call, "max_seq_length", 1)
	if presence == python.Uncertain {
		j.doubt(dialect.SeqLen, byDefault+2)
		return
	}
	if n, _ := v.Int(); presence == python.Given && n > 0 {
		j.claim(dialect.SeqLen, strconv.FormatInt(n, 10), byDefault+2, "max_seq_length of the model", v)
		return
	}
	if presence == python.Given {
		j.doubt(dialect.SeqLen, byDefault+2)
	}
}

// unslothPrecision: its TRL trainers that are told neither fp16 nor bf16 turn on the one that the model was loaded in,
// which without a dtype is bf16 on cards that have it (unsloth/models/rl.py). Whole models are trained as they were
// loaded.
func (j *Job) unslothPrecision(at calledIn) {
	ofTRL := slices.ContainsFunc(j.programs, func(p *Program) bool {
		return slices.ContainsFunc(p.trainerCalls(), func(c *python.Call) bool { return isTRL(p.Module().Resolve(c.Func)) })
	})
	if !ofTRL {
		return
	}
	v, presence := at.Argument(at.call, "dtype", 2)
	whole, given := at.Argument(at.call, "full_finetuning", -1)
	full, known := whole.Truth()
	text := "amp-bf16"
	if presence == python.Given && !v.IsNone() {
		text = "amp-" + dtype(v)
	}
	if given != python.Absent && (!known || full) || presence == python.Uncertain ||
		text != "amp-bf16" && text != "amp-fp16" {
		j.doubt(dialect.Precision, byDefault+1)
		return
	}
	if v.Place.File == nil {
		v = wordAt(at.Place(at.call))
	}
	j.claims = append(
		j.claims,
		claim{
			dialect.Precision,
			Value{Text: text, Place: v.Place, Default: true, From: "unsloth, by the model's dtype", rank: byDefault + 1},
		},
	)
}

func (j *Job) unslothCheckpointing(at calledIn) {
	v, presence := at.Argument(at.call, "use_gradient_checkpointing", -1)
	truth, known := v.Truth()
	switch {
	case presence == python.Uncertain, presence == python.Given && !known && !v.IsNone():
		j.doubt(dialect.Checkpointing, byScript)
	case presence == python.Given && (v.IsNone() || !truth || strings.EqualFold(v.Text(), "none")):
		j.claim(dialect.Checkpointing, "none", byScript, "use_gradient_checkpointing", v)
	case presence == python.Given:
		j.claim(dialect.Checkpointing, "full", byScript, "use_gradient_checkpointing", v)
	default:
		place := wordAt(at.Place(at.call))
		place.Default = true
		j.claim(dialect.Checkpointing, "full", byConvention, "unsloth", place)
	}
}

// unslothBits is how unsloth's from_pretrained holds the base: in 4 bits, with the constants quantised too, unless it
// is told otherwise (unsloth/models/loader.py and llama.py).
func (p *Program) unslothBits(list []argument, whole bool) string {
	four := "nf4-dq"
	if !whole {
		four = "?"
	}
	for _, a := range list {
		truth, known := a.value.Truth()
		switch a.key {
		case "load_in_4bit":
			switch {
			case !known:
				four = "?"
			case !truth:
				four = ""
			default:
				four = "nf4-dq"
			}
		case "load_in_8bit", "full_finetuning":
			switch {
			case !known:
				return "?"
			case truth && a.key == "load_in_8bit":
				return "int8"
			case truth:
				return ""
			}
		}
	}
	return four
}

// sampling is how many completions a trainer samples of each prompt, and whether it is told how many it samples at a
// time.
type sampling struct {
	completions int64
	by          Found // nobody's where TRL's default holds
	together    bool
}

// samplingOf reads the arguments of trl.GRPOConfig; nil where only the run knows them.
func samplingOf(list []argument) *sampling {
	out := &sampling{completions: 8}
	for _, a := range list {
		switch a.key {
		case "num_generations":
			n, _ := a.value.Int()
			if n < 1 {
				return nil
			}
			out.completions, out.by = n, a.value
		case "steps_per_generation", "generation_batch_size":
			out.together = out.together || !a.value.IsNone()
		}
	}
	return out
}

// sampleTogether: unsloth takes as many samples at a time as there are completions of a prompt where the batch is no
// multiple of them (unsloth/models/rl.py). Until 2025 that was the batch of one card and pass, since then it is that of
// all of a step.
func (j *Job) sampleTogether() {
	batch, known := j.Fields[dialect.MicroBatch]
	n, err := strconv.ParseInt(batch.Text, 10, 64)
	if j.sampled == nil || j.Framework != Unsloth || !known || err != nil || n%j.sampled.completions == 0 {
		return
	}
	step := n * int64(max(1, j.Int(dialect.Accumulation))) * int64(max(1, j.Int(dialect.GPUs)))
	if j.sampled.together || step%j.sampled.completions == 0 {
		delete(j.Fields, dialect.MicroBatch)
		j.Unknown = append(j.Unknown, dialect.MicroBatch)
		return
	}
	batch.Written, batch.Text, batch.From = batch.Text, strconv.FormatInt(
		j.sampled.completions,
		10,
	), "num_generations, to which unsloth raises it"
	if batch.Default = j.sampled.by.Value == nil; !batch.Default {
		batch.Place = j.sampled.by.Place
	}
	j.Fields[dialect.MicroBatch] = batch
}
