package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// readSharded takes what a script that shards its model by itself says of it: torch's FullyShardedDataParallel around
// the model, or fully_shard() of its layers.
func (j *Job) readSharded(p *Program) {
	m := p.Module()
	if !knowledge.MayShard(m.File.Text) {
		return
	}
	for _, c := range m.AllCalls() {
		name := m.Resolve(c.Func)
		first, second := strings.HasSuffix(name, ".FullyShardedDataParallel"), strings.HasSuffix(name, ".fully_shard")
		if !first && !second || !strings.HasPrefix(name, "torch.") {
			continue
		}
		switch runs, known := p.Runs(c); {
		case !known: // elsewhere it is one of several wrappers that a library offers
			if p == j.Program {
				j.doubt(dialect.Sharding, byConvention)
			}
		case runs && first:
			j.readFlattened(p, c)
		case runs:
			j.readPerParameter(p, c)
		}
	}
}

// readFlattened reads FullyShardedDataParallel(module, process_group, sharding_strategy, cpu_offload, auto_wrap_policy,
// backward_prefetch, mixed_precision, …). Without a policy, and where nothing within is wrapped, the whole model is one
// unit that is gathered at once: that is sharded otherwise than what the estimate knows.
func (j *Job) readFlattened(p *Program, c *python.Call) {
	if policy, presence := p.Argument(c, "auto_wrap_policy", 4); presence != python.Given || policy.IsNone() {
		j.doubtBecause(
			dialect.Sharding,
			byScript,
			"FullyShardedDataParallel without auto_wrap_policy gathers all of what it wraps at once",
		)
		j.readPolicy(p, c, "mixed_precision", 6)
		return
	}
	strategy, presence := p.Argument(c, "sharding_strategy", 2)
	word := "FULL_SHARD"
	if presence != python.Absent && !strategy.IsNone() {
		word = run.LastPart(strategy.Symbol())
	}
	j.claimSharding(dialect.ShardingOf(word), wordAt(p.Place(c)))
	j.readPolicy(p, c, "mixed_precision", 6)
	offload, presence := p.Argument(c, "cpu_offload", 3)
	if made := offload.made(); presence != python.Absent && !offload.IsNone() && made != nil {
		v, _ := made.Argument("offload_params", 0)
		if truth, known := p.run.found(v).Truth(); known && truth {
			j.claim(dialect.OffloadParams, "cpu", byScript, "CPUOffload", wordAt(p.Place(c)))
		} else if v != nil && !known {
			j.doubt(dialect.OffloadParams, byScript)
		}
	}
}

// readPerParameter reads fully_shard(module, reshard_after_forward=…, mp_policy=…, offload_policy=…).
func (j *Job) readPerParameter(p *Program, c *python.Call) {
	reshard, presence := p.Argument(c, "reshard_after_forward", -1)
	word := "FULL_SHARD"
	if presence != python.Absent && !reshard.IsNone() {
		switch truth, known := reshard.Truth(); {
		case !known:
			word = ""
		case !truth:
			word = "SHARD_GRAD_OP"
		}
	}
	j.claimSharding(dialect.ShardingOf(word), wordAt(p.Place(c)))
	j.claim(dialect.FSDPVersion, "2", byScript, "fully_shard", wordAt(p.Place(c)))
	j.readPolicy(p, c, "mp_policy", -1)
	offload, presence := p.Argument(c, "offload_policy", -1)
	if made := offload.made(); presence != python.Absent && made != nil &&
		strings.HasSuffix(symbolOf(made.Callee), ".CPUOffloadPolicy") {
		j.claim(dialect.OffloadParams, "cpu", byScript, "CPUOffloadPolicy", wordAt(p.Place(c)))
	}
}

// claimSharding claims how a model is sharded. Layers that are sharded otherwise than others are a doubt.
func (j *Job) claimSharding(how string, at Found) {
	if how == "" || slices.ContainsFunc(j.claims, func(c claim) bool {
		return c.field == dialect.Sharding && c.value.From == shardsItself && c.value.Text != how
	}) {
		j.doubt(dialect.Sharding, byScript)
		return
	}
	j.claim(dialect.Sharding, how, byScript, shardsItself, at)
}

// shardsItself is where the claim of a script's own sharding comes from.
const shardsItself = "torch's FSDP"

// readPolicy reads MixedPrecision(param_dtype=…) and MixedPrecisionPolicy(param_dtype=…): the sharded weights are cast
// as they are gathered.
func (j *Job) readPolicy(p *Program, c *python.Call, name string, position int) {
	policy, presence := p.Argument(c, name, position)
	if presence == python.Absent || policy.IsNone() {
		return
	}
	made := policy.made()
	if made == nil || !strings.Contains(symbolOf(made.Callee), ".MixedPrecision") {
		j.doubt(dialect.Precision, byScript)
		return
	}
	v, open := made.Argument("param_dtype", 0)
	switch {
	case open:
		j.doubt(dialect.Precision, byScript)
	case v == nil || run.IsNone(run.Bare(v)): // the weights' own
	default:
		found := p.run.found(v)
		switch text := dtype(found); text {
		case "bf16", "fp16":
			j.claim(dialect.Precision, "amp-"+text, byScript, run.LastPart(symbolOf(made.Callee)), wordAt(p.Place(c)))
		case "fp32":
			j.claim(dialect.Precision, "fp32", byScript, run.LastPart(symbolOf(made.Callee)), wordAt(p.Place(c)))
		default:
			j.doubt(dialect.Precision, byScript)
		}
	}
}

// readPlugin reads Accelerator(deepspeed_plugin=DeepSpeedPlugin(…), fsdp_plugin=FullyShardedDataParallelPlugin(…)).
func (j *Job) readPlugin(p *Program, plugin Found) {
	made := plugin.made()
	if made == nil || slices.ContainsFunc(made.Args, func(a run.Argument) bool { return a.Star > 0 }) {
		j.doubt(dialect.Sharding, byScript)
		return
	}
	argument := func(name string, position int) (Found, bool) {
		v, _ := made.Argument(name, position)
		if v == nil || run.IsNone(run.Bare(v)) {
			return Found{}, false
		}
		return p.run.found(v), true
	}
	class := run.LastPart(symbolOf(made.Callee))
	switch class {
	case "DeepSpeedPlugin":
		if file, given := argument("hf_ds_config", 0); given {
			j.useDeepSpeed(file)
			return
		}
		stage, given := argument("zero_stage", 3)
		n, known := stage.Int()
		switch {
		case !given:
			j.claim(dialect.Sharding, "zero2", byScript, class, plugin) // its default
		case known && n >= 1 && n <= 3:
			j.claim(dialect.Sharding, "zero"+strconv.Itoa(int(n)), byScript, class, stage.notDefault())
		default:
			j.doubt(dialect.Sharding, byScript)
		}
		if every, given := argument("gradient_accumulation_steps", 1); given {
			if n, ok := every.Int(); ok && n > 0 {
				j.claim(dialect.Accumulation, strconv.Itoa(int(n)), byScript+1, class, every.notDefault())
			} else {
				j.doubt(dialect.Accumulation, byScript+1)
			}
		}
		j.readPluginSwitches(argument, class)
	case "FullyShardedDataParallelPlugin":
		strategy, given := argument("sharding_strategy", 1)
		word := "FULL_SHARD"
		if given {
			word = run.LastPart(strategy.Symbol())
			if text, ok := strategy.Str(); ok {
				word = strings.ToUpper(text)
			}
		}
		j.claimSharding(dialect.ShardingOf(word), plugin)
	default:
		j.doubt(dialect.Sharding, byScript)
	}
}

// readPluginSwitches reads what DeepSpeedPlugin(…) says besides the stage.
func (j *Job) readPluginSwitches(argument func(name string, position int) (Found, bool), class string) {
	for _, o := range []struct {
		name  string
		at    int
		field dialect.Field
	}{{"offload_optimizer_device", 5, dialect.OffloadOptimizer}, {"offload_param_device", 6, dialect.OffloadParams}} {
		switch device, given := argument(o.name, o.at); {
		case !given:
		case device.Text() == "cpu" || device.Text() == "nvme":
			j.claim(o.field, device.Text(), byScript, class, device.notDefault())
		case device.Text() != "none":
			j.doubt(o.field, byScript)
		}
	}
	if gather, given := argument("zero3_save_16bit_model", 10); given {
		if truth, known := gather.Truth(); known {
			j.claim(dialect.GatherOnSave, strconv.FormatBool(truth), byScript, class, gather.notDefault())
		} else {
			j.doubt(dialect.GatherOnSave, byScript)
		}
	}
	if clip, given := argument("gradient_clipping", 2); given {
		if _, ok := clip.Number(); ok {
			j.claim(dialect.GradientClip, clip.Text(), byScript, class, clip.notDefault())
		} else {
			j.doubt(dialect.GradientClip, byScript)
		}
	}
}
