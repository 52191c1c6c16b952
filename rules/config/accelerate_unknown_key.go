package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// AccelerateUnknownKey is accelerate-unknown-key.
var AccelerateUnknownKey = &rules.Rule{
	Name:     "accelerate-unknown-key",
	Group:    rules.Config,
	Severity: rules.Error,
	Page:     page("accelerate-unknown-key"),
	On:       rules.ConfigFile,
	Words:    []string{"distributed_type", "compute_environment"},
	Check:    checkAccelerateUnknownKey,
}

func checkAccelerateUnknownKey(p *rules.Pass) {
	if accelerateConfig(p) == nil {
		return
	}
	root := p.Config.Root()
	for _, e := range root.Entries {
		if !e.Merge {
			judgeKey(p, e)
		}
	}
	judgeFSDPKeys(p, root.Get("fsdp_config"))
	section := root.Get("deepspeed_config")
	if section == nil || section.Kind != config.Mapping {
		return
	}
	for _, e := range section.Entries {
		if instead, ok := deepspeedOwnKeys[e.Key]; ok {
			p.Report(rules.Diagnostic{
				Severity: rules.Warning, File: p.File.Path, Span: e.KeySpan,
				Message: fmt.Sprintf("accelerate launch never reads %s from deepspeed_config; %s", e.Key, instead),
				Fixes:   configedit.Remove(e).Fixes("remove the key, which has no effect", fixes.Unsafe),
			})
		}
	}
}

// judgeFSDPKeys reports the keys of fsdp_config that no release of accelerate launch has an option for: they become
// attributes that nobody reads, and the default stays.
func judgeFSDPKeys(p *rules.Pass, section *config.Node) {
	read := knowledge.TakenBy("accelerate")
	if section == nil || section.Kind != config.Mapping || p.Versions.Requires("accelerate", ">"+read.Newest) {
		return
	}
	for _, e := range section.Entries {
		if e.Merge || !strings.HasPrefix(e.Key, "fsdp_") || slices.Contains(fsdpKeys, e.Key) {
			continue
		}
		message := fmt.Sprintf("accelerate launch never reads %s from fsdp_config, and its default stays", e.Key)
		if near := ask.Nearest(e.Key, fsdpKeys); near != "" {
			message += fmt.Sprintf(": did you mean %s?", near)
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Warning, File: p.File.Path, Span: e.KeySpan, Message: message,
			Fixes: configedit.Remove(e).Fixes("remove the key, which has no effect", fixes.Unsafe),
		})
	}
}

// fsdpKeys are the keys of fsdp_config that accelerate launch has, or once had, an option for (0.12 to 1.15).
var fsdpKeys = strings.Fields(`fsdp_activation_checkpointing fsdp_activation_checkpointing_offload fsdp_auto_wrap_policy
	fsdp_backward_prefetch fsdp_backward_prefetch_policy fsdp_cpu_ram_efficient_loading fsdp_forward_prefetch
	fsdp_min_num_params fsdp_offload_params fsdp_reshard_after_forward fsdp_sharding_strategy fsdp_state_dict_type
	fsdp_sync_module_states fsdp_transformer_layer_cls_to_wrap fsdp_use_orig_params fsdp_version`)

// judgeKey judges a key by the releases that the project may run with: all of them must refuse it. Releases newer than
// those that were read may take anything.
func judgeKey(p *rules.Pass, e *config.Entry) {
	read := knowledge.TakenBy("accelerate")
	releases := accelerateReleases(e.Key)
	if p.Versions.Requires("accelerate", ">"+read.Newest) {
		return
	}
	if len(releases) == 0 {
		reportUnknownKey(p, e)
		return
	}
	if len(p.Versions.Find("accelerate")) == 0 {
		return // it is the key of some release, perhaps of theirs
	}
	for _, r := range releases {
		if p.Versions.Allows("accelerate", r.Range()) {
			return
		}
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: p.File.Path, Span: e.KeySpan,
		Message: fmt.Sprintf(
			"%s is a key of accelerate configs %s only, and this project runs another: accelerate launch stops with \"had unknown keys\"",
			e.Key,
			ask.Spoken(releases),
		),
		Fixes: configedit.Remove(e).Fixes("remove it", fixes.Unsafe),
	})
}

// accelerateClasses are what a config file is read into, by its compute_environment.
var accelerateClasses = []string{"ClusterConfig", "SageMakerConfig"}

// accelerateReleases are the runs of releases that take a key at the top of a config, none for a key of no release.
func accelerateReleases(key string) []knowledge.Argument {
	var out []knowledge.Argument
	for _, class := range accelerateClasses {
		for _, a := range knowledge.TakenBy("accelerate").Named(class, key) {
			a.Class = ""
			out = append(out, a)
		}
	}
	return out
}

func reportUnknownKey(p *rules.Pass, e *config.Entry) {
	d := rules.Diagnostic{Severity: rules.Error, File: p.File.Path, Span: e.KeySpan}
	read := knowledge.TakenBy("accelerate")
	stops := fmt.Sprintf("accelerate launch stops with \"had unknown keys\" (all of %s to %s)", read.Oldest, read.Newest)
	section := sectionFor(p.Config, e.Key)
	words, rename := meant(e, e.Key, accelerateKeys())
	switch {
	case section != "":
		d.Message = fmt.Sprintf(
			"%s is no key of an accelerate config's top level: %s; it belongs in %s",
			e.Key,
			stops,
			section,
		)
		d.Fixes = configedit.Move(e, p.Config.Get(section)).Fixes("move it into "+section, fixes.Safe)
	case acceleratorArguments[e.Key]:
		d.Message = fmt.Sprintf(
			"%s is an argument of Accelerator(…), no key of an accelerate config: %s; set it in the script",
			e.Key,
			stops,
		)
	case words != "":
		d.Message, d.Fixes = fmt.Sprintf("%s is no key of an accelerate config: %s%s", e.Key, stops, words), rename
	default:
		d.Message = fmt.Sprintf("%s is no key of an accelerate config: %s; remove it", e.Key, stops)
		d.Fixes = configedit.Remove(e).Fixes("remove it", fixes.Unsafe)
	}
	p.Report(d)
}

// deepspeedSection are the keys that accelerate launch reads from deepspeed_config.
var deepspeedSection = map[string]bool{
	"zero_stage": true, "gradient_accumulation_steps": true, "gradient_clipping": true, "offload_optimizer_device": true,
	"offload_param_device": true, "offload_optimizer_nvme_path": true, "offload_param_nvme_path": true,
	"zero3_init_flag":        true,
	"zero3_save_16bit_model": true, "deepspeed_config_file": true, "deepspeed_multinode_launcher": true,
	"deepspeed_hostfile":         true,
	"deepspeed_exclusion_filter": true, "deepspeed_inclusion_filter": true, "deepspeed_moe_layer_cls_names": true,
}

// sectionPrefixes are the keys that belong to another section by their first word.
var sectionPrefixes = []struct{ prefix, section string }{
	{"fsdp_", "fsdp_config"}, {"megatron_lm_", "megatron_lm_config"}, {"dynamo_", "dynamo_config"}, {"fp8_", "fp8_config"},
	{"parallelism_config_", "parallelism_config"}, {"mpirun_", "mpirun_config"},
}

// sectionFor is the section of this file that a misplaced key belongs to, "" when
// there is none: with another distributed_type the key has no place at all.
func sectionFor(d *config.Document, key string) string {
	kind := d.Get("distributed_type")
	if deepspeedSection[key] && kind != nil && strings.EqualFold(kind.Text, "DEEPSPEED") {
		return "deepspeed_config"
	}
	for _, s := range sectionPrefixes {
		if strings.HasPrefix(key, s.prefix) && d.Get(s.section) != nil {
			return s.section
		}
	}
	return ""
}

// acceleratorArguments are keywords of the Accelerator class that are taken for
// keys of the file.
var acceleratorArguments = map[string]bool{
	"device_placement": true, "split_batches": true, "gradient_accumulation_steps": true, "log_with": true,
	"project_dir":  true,
	"even_batches": true, "dispatch_batches": true, "step_scheduler_with_optimizer": true, "rng_types": true,
}

// deepspeedOwnKeys are keys of DeepSpeed's JSON that people write into
// deepspeed_config, and what to do instead.
var deepspeedOwnKeys = map[string]string{
	"train_micro_batch_size_per_gpu": "the batch size is that of the DataLoader",
	"train_batch_size":               "it follows from the DataLoader, gradient_accumulation_steps and the number of processes",
	"zero_optimization":              "write zero_stage and offload_…_device, or name a deepspeed_config_file",
	"stage":                          "the key is zero_stage",
	"offload_optimizer":              "the key is offload_optimizer_device",
	"offload_param":                  "the key is offload_param_device",
	"optimizer":                      "name a deepspeed_config_file that holds it",
	"scheduler":                      "name a deepspeed_config_file that holds it",
	"fp16":                           "set mixed_precision at the top level",
	"bf16":                           "set mixed_precision at the top level",
	"overlap_comm":                   "name a deepspeed_config_file that holds it",
	"contiguous_gradients":           "name a deepspeed_config_file that holds it",
	"reduce_bucket_size":             "name a deepspeed_config_file that holds it",
	"allgather_bucket_size":          "name a deepspeed_config_file that holds it",
	"pin_memory":                     "name a deepspeed_config_file that holds it",
	"activation_checkpointing":       "name a deepspeed_config_file that holds it",
}

// accelerateKeys are the keys that the newest release takes.
func accelerateKeys() []string {
	var keys []string
	for _, class := range accelerateClasses {
		keys = append(keys, knowledge.TakenBy("accelerate").Now(class)...)
	}
	return keys
}
