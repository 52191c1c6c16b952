package model

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// ofModules are what every module of torch has beside what is followed here.
var ofModules = wordsOf(
	"T_destination _apply _forward_hooks _load_from_state_dict call_super_init dump_patches get_buffer get_extra_state " +
		"get_parameter ipu mtia register_full_backward_pre_hook register_load_state_dict_pre_hook " +
		"register_state_dict_post_hook register_state_dict_pre_hook set_extra_state set_submodule xpu",
)

// ofLayers are what layers have beside that, by the beginning of their class.
var ofLayers = map[string]map[string]bool{
	"LSTM": recurrentNames, "GRU": recurrentNames, "RNN": recurrentNames,
	"Transformer":        wordsOf("layers activation_relu_or_gelu use_nested_tensor"),
	"MultiheadAttention": wordsOf("merge_masks"),
	"BatchNorm":          wordsOf("reset_running_stats"),
	"InstanceNorm":       wordsOf("reset_running_stats"),
	"AdaptiveAvgPool":    wordsOf("output_size"),
	"AdaptiveMaxPool":    wordsOf("output_size"),
	"Hardtanh":           wordsOf("min_val max_val"),
	"Upsample":           wordsOf("name"),
	"ZeroPad":            wordsOf("value"),
	"ConvTranspose":      wordsOf("_output_padding"),
	"SyncBatchNorm":      wordsOf("reset_running_stats"),
	"AdaptiveLogSoftmax": wordsOf("head tail log_prob predict"),
}

var recurrentNames = wordsOf(
	"all_weights check_forward_args check_hidden_size check_input get_expected_cell_size get_expected_hidden_size " +
		"permute_hidden",
)

func wordsOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// unmodelled is what a module has in torch and is not followed here; nil for what torch's has not either.
func (mod *module) unmodelled(name string) exact.Value {
	known := ofModules[name]
	if mod.layer != nil && !known {
		for class, names := range ofLayers {
			known = known || names[name] && strings.HasPrefix(classOf(mod.layer), class)
		}
	}
	if !known {
		return nil
	}
	return &exact.Unknown{Why: "the attribute " + name + " of one of torch's modules"}
}

// derived is an attribute of a layer that follows from its class or its other ones; nil for none.
func (mod *module) derived(name string) exact.Value {
	class := classOf(mod.layer)
	switch {
	case name == "transposed" && strings.HasPrefix(class, "Conv"):
		return strings.HasPrefix(class, "ConvTranspose")
	case name == "output_padding" && strings.HasPrefix(class, "Conv") && !strings.HasPrefix(class, "ConvTranspose"):
		t := &exact.Tuple{}
		for range class[len(class)-2] - '0' {
			t.Items = append(t.Items, int64(0))
		}
		return t
	case name == "mode" && (class == "LSTM" || class == "GRU"):
		return class
	case class == "MultiheadAttention":
		switch name {
		case "head_dim":
			width, _ := mod.layer.Attributes["embed_dim"].(tensor.Int)
			heads, _ := mod.layer.Attributes["num_heads"].(tensor.Int)
			if width > 0 && heads > 0 {
				return int64(width / heads)
			}
		// those that it has were found before
		case "bias_k", "bias_v", "q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_weight":
			return exact.None
		}
	case strings.HasPrefix(class, "InstanceNorm") &&
		(name == "running_mean" || name == "running_var" || name == "num_batches_tracked"):
		return exact.None
	}
	return nil
}

// classOf is what torch.nn calls a layer.
func classOf(layer *tensor.Module) string {
	return layer.Class[strings.LastIndexByte(layer.Class, '.')+1:]
}
