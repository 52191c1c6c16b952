package estimator

import "strings"

// projection is one linear layer of a transformer block.
type projection struct {
	in, out int
}

// projections of one block by the role their module names share across families.
func projections(model Model) map[string]projection {
	hidden, query, keyValue := model.Hidden, model.queryWidth(), model.keyValueWidth()
	wide := model.Intermediate
	if wide == 0 {
		wide = 4 * hidden
	}
	found := map[string]projection{
		"q": {hidden, query}, "k": {hidden, keyValue}, "v": {hidden, keyValue}, "o": {query, hidden},
		"up": {hidden, wide}, "down": {wide, hidden},
	}
	if model.delta != nil { // its gate, too
		found["q"] = projection{hidden, 2 * query}
	}
	if model.GatedMLP {
		found["gate"] = projection{hidden, wide}
	}
	return found
}

// targetRoles maps the module names people write to the roles above. Fused projections count as their parts.
var targetRoles = map[string][]string{
	"q_proj": {"q"}, "k_proj": {"k"}, "v_proj": {"v"}, "o_proj": {"o"}, "out_proj": {"o"}, "output_proj": {"o"},
	"to_q": {"q"}, "to_k": {"k"}, "to_v": {"v"}, "to_out.0": {"o"}, "to_out": {"o"}, "query": {"q"}, "key": {"k"},
	"value": {"v"}, "qkv": {"q", "k", "v"}, "qkv_proj": {"q", "k", "v"}, "query_key_value": {"q", "k", "v"},
	"c_attn": {"q", "k", "v"}, "W_pack": {"q", "k", "v"}, "Wqkv": {"q", "k", "v"}, "wqkv": {"q", "k", "v"},
	"dense": {"o"}, "c_proj": {"o", "down"}, "attn.c_proj": {"o"}, "q": {"q"}, "k": {"k"}, "v": {"v"}, "o": {"o"},
	"wo": {"o"}, "gate_proj": {"gate"}, "up_proj": {"up"}, "down_proj": {"down"}, "w1": {"gate"}, "w2": {"down"},
	"w3": {"up"}, "fc1": {"up"}, "fc2": {"down"}, "c_fc": {"up"}, "dense_h_to_4h": {"up"},
	"dense_4h_to_h": {"down"}, "gate_up_proj": {"gate", "up"}, "fc_in": {"up"}, "fc_out": {"down"},
	"all-linear": {
		"q",
		"k",
		"v",
		"o",
		"gate",
		"up",
		"down",
		"out",
	}, "all": {"q", "k", "v", "o", "gate", "up", "down", "out"},
	"attention": {"q", "k", "v", "o"}, "qv": {"q", "v"}, "mlp": {"gate", "up", "down"},
}

// adapterRoles returns the projections of a block that get an adapter.
func adapterRoles(targets []string) map[string]bool {
	roles := knownRoles(targets)
	if len(roles) == 0 {
		for _, role := range targetRoles["all-linear"] {
			roles[role] = true
		}
	}
	return roles
}

// knownRoles looks the targets up by their whole name, then by its last part: "self_attn.q_proj" is a q_proj.
func knownRoles(targets []string) map[string]bool {
	roles := map[string]bool{}
	for _, target := range targets {
		found, ok := targetRoles[target]
		if !ok {
			found = targetRoles[target[strings.LastIndex(target, ".")+1:]]
		}
		for _, role := range found {
			roles[role] = true
		}
	}
	return roles
}

// adapterParameters is rank × (in + out) for each target (LoRA, arXiv 2106.09685 §4.1); DoRA adds one magnitude for
// each output. LoKr factorises both dimensions, so its count is about that of the smallest rank.
func adapterParameters(job Job) float64 {
	switch {
	case job.Model.unet != nil:
		return job.Model.unet.adapterParameters(job)
	case job.Model.dit != nil:
		return job.Model.dit.adapterParameters(job)
	}
	perLayer := 0
	known := projections(job.Model)
	for role := range adapterRoles(job.LoRATargets) {
		linear := known[role]
		perLayer += max(job.LoRARank, 1) * (linear.in + linear.out)
		if job.Method == DoRA {
			perLayer += linear.out
		}
	}
	total := float64(perLayer * (job.Model.Layers + job.Model.EncoderLayers))
	if job.Model.delta != nil {
		total += deltaAdapters(job, known)
	}
	return total
}
