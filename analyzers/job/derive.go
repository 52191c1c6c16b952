package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// derive adds what follows from settled fields in the tools that say so in their
// source: the dtype that axolotl and LLaMA-Factory load a model in.
func (j *Job) derive() {
	j.deriveGPUs()
	j.shareBatch()
	j.engineBatch()
	j.enginePrecision()
	j.deriveMethod()
	j.sampleTogether()
	if _, ok := j.Fields[dialect.Weights]; ok || len(j.said[dialect.Weights]) > 0 {
		return
	}
	precision, ok := j.Fields[dialect.Precision]
	if !ok {
		return
	}
	dtype := ""
	switch j.Framework {
	case Axolotl: // utils/config/__init__.py, normalize_config: torch_dtype follows bf16, fp16
		dtype = halfOf(precision.Text)
	case LLaMAFactory: // hparams/parser.py: compute_dtype; model/adapter.py: full tuning upcasts what it trains
		dtype = halfOf(precision.Text)
		if j.Text(dialect.Method) == "full" && precision.Text != "pure" {
			dtype = "fp32"
		}
	}
	if dtype == "" {
		return
	}
	precision.Text, precision.Default, precision.From, precision.Written = dtype, true, string(j.Framework), dtype
	j.said[dialect.Weights] = []Value{precision}
	j.tell(dialect.Weights, precision)
}

// deriveMethod calls adapters over a base of 4 bits what configs call them.
func (j *Job) deriveMethod() {
	how, base := j.Fields[dialect.Method], j.Text(dialect.Quantisation)
	if how.Text == "lora" && slices.Contains([]string{"nf4", "nf4-dq", "fp4", "int4"}, base) &&
		!j.Undecided(dialect.Quantisation) {
		how.Text = "qlora"
		j.Fields[dialect.Method] = how
	}
}

// deriveGPUs multiplies GPUs a node by nodes where nothing states the product.
func (j *Job) deriveGPUs() {
	total, known := j.Fields[dialect.GPUs]
	perNode, ok := j.Fields[dialect.GPUsPerNode]
	if known && !total.Default {
		return
	}
	if j.Undecided(dialect.GPUsPerNode) || ok && j.Undecided(dialect.Nodes) {
		if known {
			delete(j.Fields, dialect.GPUs)
			j.Unknown = append(j.Unknown, dialect.GPUs)
		}
		return
	}
	if !ok {
		return
	}
	perNode.Text = strconv.Itoa(j.Int(dialect.GPUsPerNode) * max(1, j.Int(dialect.Nodes)))
	j.tell(dialect.GPUs, perNode)
}

// halfOf is the 16-bit dtype of a precision, fp32 for none.
func halfOf(precision string) string {
	switch precision {
	case "amp-bf16", "amp-fp16":
		return strings.TrimPrefix(precision, "amp-")
	case "fp32":
		return "fp32"
	case "pure":
		return "bf16"
	}
	return ""
}

// parallelKeys are keys that split one model over GPUs in ways that no field
// stands for.
var parallelKeys = []string{
	"dp_shard_size",
	"dp_replicate_size",
	"expert_parallel_size",
	"parallelism_config",
	"ep_size",
}

// Divided reports whether the model is split over GPUs in a way, or over a
// number of them, that is not known: bytes a GPU cannot be told then.
func (j *Job) Divided() bool {
	sharding := j.Fields[dialect.Sharding]
	if j.Undecided(dialect.Sharding) {
		return true
	}
	if strings.HasPrefix(sharding.Text, "zero") || strings.HasPrefix(sharding.Text, "fsdp") {
		gpus, ok := j.Fields[dialect.GPUs]
		if _, perNode := j.Fields[dialect.GPUsPerNode]; !perNode && (!ok || gpus.Default) {
			return true
		}
	}
	for _, f := range []dialect.Field{
		dialect.TensorParallel, dialect.PipelineParallel, dialect.ContextParallel, dialect.ExpertParallel,
	} {
		if text := j.Text(f); text != "" && text != "1" {
			return true
		}
	}
	return j.Config != nil &&
		slices.ContainsFunc(parallelKeys, func(key string) bool { _, ok := j.Config.Pair(key); return ok })
}

// tell says a field that the claims left open, by what is computed of others.
func (j *Job) tell(f dialect.Field, v Value) {
	j.Fields[f] = v
	j.Unknown = slices.DeleteFunc(j.Unknown, func(u dialect.Field) bool { return u == f })
}
