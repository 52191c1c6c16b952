package job

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// modelOptions takes model_init_kwargs of TRL's configs: what from_pretrained gets where the trainer is given a model's
// name.
func (j *Job) modelOptions(p *Program, v Found) {
	if v.IsNone() {
		return
	}
	if o, ok := v.Value.(*run.Object); !ok || o.Kind != run.Dict {
		j.doubt(dialect.Weights, byScript)
		return
	}
	keys, values := p.entries(v)
	for i, key := range keys {
		switch key {
		case "torch_dtype", "dtype":
			if text := dtype(values[i]); text != "" {
				j.claim(dialect.Weights, text, j.rankOf(values[i]), "model_init_kwargs("+key+")", values[i].notDefault())
			} else {
				j.doubt(dialect.Weights, byScript)
			}
		case "attn_implementation":
			j.readWords(
				hfArguments,
				[]argument{{key, values[i], values[i].Place.File, values[i].Place.Span, values[i].Place.Span}},
				flagName,
			)
		case "quantization_config", "load_in_4bit", "load_in_8bit":
			if q := p.quantised(argument{key: key, value: values[i]}); q != "" && q != "?" {
				j.claim(dialect.Quantisation, q, byScript, "model_init_kwargs", values[i].notDefault())
			} else if q == "?" {
				j.doubt(dialect.Quantisation, byScript)
			}
		}
	}
}

// sampledLength takes the lengths of a trainer that samples its own completions: a sample is a prompt and a completion,
// and has at most as many tokens as both may have. Beside an inference engine in the same process, or a reference model
// (beta, which was not 0 by default in older versions; adapters need none), that says too little.
func (j *Job) sampledLength(p *Program, class string, list []argument) {
	if !strings.HasSuffix(class, ".GRPOConfig") && !strings.HasSuffix(class, ".RLOOConfig") {
		return
	}
	lengths := map[string]Found{}
	for _, a := range list {
		lengths[a.key] = a.value
	}
	prompt, one := lengths["max_prompt_length"].Int()
	completion, two := lengths["max_completion_length"].Int()
	if on, known := lengths["use_vllm"].Truth(); !one || !two || prompt < 1 || completion < 1 || on ||
		!known && lengths["use_vllm"].Value != nil {
		return
	}
	if beta, known := lengths["beta"].Number(); !known || beta != 0 {
		peft, sure := p.trainerPeft()
		if _, runs, known := j.adapters(p); !(peft && sure) && !(runs && known) {
			return
		}
	}
	by := lengths["max_completion_length"].notDefault()
	j.claim(
		dialect.SeqLen,
		strconv.FormatInt(prompt+completion, 10),
		byConvention,
		"max_prompt_length + max_completion_length, at most",
		by,
	)
}

// replicas takes the cards that one process feeds through torch.nn.DataParallel: they are those of device_ids, or all
// that the process sees.
func (j *Job) replicas() {
	for _, p := range j.programs {
		for _, c := range p.Module().Calls("torch.nn.DataParallel", "torch.nn.parallel.DataParallel") {
			runs, known := p.Runs(c)
			if known && !runs {
				continue
			}
			ids, presence := p.Argument(c, "device_ids", 1)
			if known && presence == python.Given && len(ids.Items) > 0 {
				j.claim(dialect.GPUs, strconv.Itoa(len(ids.Items)), byConvention, "DataParallel(device_ids)", ids.notDefault())
				j.Replicas = true
				continue
			}
			j.doubtBecause(dialect.GPUs, byUnread, "DataParallel takes all cards that the process sees")
			j.Replicas = true
		}
	}
}
