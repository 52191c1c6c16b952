package estimator

import (
	"slices"
	"strings"
)

// towers are the names of the linear layers in the part of a family's models that reads images: adapters for these
// names are put there, too.
var towers = map[string][]string{
	"qwen2-vl":   {"qkv", "proj", "fc1", "fc2"},
	"qwen2.5-vl": {"qkv", "proj", "gate_proj", "up_proj", "down_proj"},
	"qwen3-vl":   {"qkv", "proj", "linear_fc1", "linear_fc2"},
	"llava":      clipLayers,
	"paligemma":  clipLayers,
	"paligemma2": clipLayers,
	// what brings images to the width of the text is a layer called proj
	"idefics3":        append([]string{"proj"}, clipLayers...),
	"llava-onevision": clipLayers,
	// those of its conversion for transformers, and of the code that its checkpoint brings
	contrastive: clipLayers,
	"internvl":  append([]string{"qkv", "proj", "projection_layer"}, clipLayers...),
}

// clipLayers are those of CLIP's and SigLIP's image encoders.
var clipLayers = []string{"q_proj", "k_proj", "v_proj", "out_proj", "fc1", "fc2"}

// decodes reports whether the blocks that are counted are those of a language model.
func (m Model) decodes() bool {
	return m.Kind == Decoder || towers[m.Family] != nil && m.Family != contrastive
}

// trainsTower reports whether the part of a model that reads images keeps something for its backward pass. Frozen as a
// whole it keeps nothing, and its output is a part of the sequence.
func (f *facts) trainsTower() bool {
	names := towers[f.Model.Family]
	if names == nil {
		return false
	}
	if !f.adapters() || f.FrozenTower == Yes {
		return !f.adapters()
	}
	return slices.ContainsFunc(f.LoRATargets, func(target string) bool {
		last := target[strings.LastIndex(target, ".")+1:]
		if roles := towerGroups[target]; roles != nil {
			return slices.ContainsFunc(roles, func(role string) bool { return slices.Contains(names, role) })
		}
		return target == "all-linear" || slices.Contains(names, last)
	})
}

// towerGroups are the names behind the words for groups of targets.
var towerGroups = map[string][]string{"attention": {"q_proj", "k_proj", "v_proj", "o_proj"}, "qv": {"q_proj", "v_proj"}}
