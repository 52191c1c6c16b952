package job

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestAdaptersSetOneByOne: layers of adapters are set on a UNet's linear layers, and the optimizer gets a list of their
// parameters.
func TestAdaptersSetOneByOne(t *testing.T) {
	text := strings.NewReplacer(
		"    text_encoder.requires_grad_(False)\n", "    text_encoder.requires_grad_(False)\n    unet.requires_grad_(False)\n    held = []\n"+
			"    for name in unet.attn_processors.keys():\n        attn = pick(unet, name)\n        attn.to_q.set_lora_layer(LoRALinearLayer(attn.to_q.in_features, attn.to_q.out_features, rank=8))\n"+
			"        held.extend(attn.to_q.lora_layer.parameters())\n",
		"unet.parameters()", "held",
	).Replace(strings.Replace(sdxl, "from accelerate import Accelerator\n", "from accelerate import Accelerator\nfrom diffusers.models.lora import LoRALinearLayer\n", 1))
	j := find(t, text)
	for field, want := range map[dialect.Field]string{
		dialect.Method: "lora", dialect.LoRARank: "8", dialect.LoRATargets: "to_q,to_k,to_v,to_out.0", dialect.Model: "stabilityai/stable-diffusion-xl-base-1.0",
	} {
		if got := j.Text(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	chosen := strings.NewReplacer(
		"LoRALinearLayer(attn.to_q.in_features, attn.to_q.out_features, rank=8)", "chosen(hidden_size=320, rank=8)",
		"        attn = pick(unet, name)\n", "        attn = pick(unet, name)\n        chosen = LoRAAttnProcessor2_0 if hasattr(attn, 'x') else LoRAAttnProcessor\n",
		"from diffusers.models.lora import LoRALinearLayer", "from diffusers.models.attention_processor import LoRAAttnProcessor, LoRAAttnProcessor2_0",
	).Replace(text)
	if j := find(t, chosen); j.Text(dialect.Method) != "lora" || j.Text(dialect.LoRARank) != "8" || j.Text(dialect.Model) != "stabilityai/stable-diffusion-xl-base-1.0" {
		t.Errorf("a processor of two: method %s, rank %s, model %s", show(j, dialect.Method), show(j, dialect.LoRARank), show(j, dialect.Model))
	}
	for name, other := range map[string]string{
		"one of two is another's": strings.Replace(chosen, "import LoRAAttnProcessor,", "import AttnProcessor as LoRAAttnProcessor,", 1),
		"another's layer":         strings.Replace(text, "from diffusers.models.lora import", "from mine import", 1),
		"never made":              strings.Replace(text, "set_lora_layer(LoRALinearLayer(attn.to_q.in_features, attn.to_q.out_features, rank=8))", "requires_grad_(True)", 1),
	} {
		if j := find(t, other); j.Text(dialect.Method) == "lora" || !slices.Contains(j.Unknown, dialect.Model) {
			t.Errorf("%s: method %s, model %s", name, show(j, dialect.Method), show(j, dialect.Model))
		}
	}
}
