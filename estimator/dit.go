package estimator

import (
	_ "embed"
	"slices"
	"strconv"
)

//go:embed data/transformers2d.csv
var ditTable string

// diffusionTransformer is the shape of a DiT, MMDiT or FLUX-like model.
type diffusionTransformer struct {
	layers, single, refiner, dual float64
	hidden, query, keyValue, wide float64
	gated, rms, queryKeyNorm      bool
	norms                         float64
	joint                         bool // text tokens run through the same blocks; otherwise they are attended to
	// SimpleTuner checkpoints single blocks at an interval (should_checkpoint_block), not segments of so many
	alone      bool
	textTokens float64
	patch      float64 // pixels a side of one token
	temporal   float64 // frames a latent frame stands for; 0 for images
}

func ditFromRow(row map[string]string) *diffusionTransformer {
	number := func(name string) float64 {
		value, _ := strconv.ParseFloat(row[name], 64)
		return value
	}
	return &diffusionTransformer{
		layers: number("layers"), single: number("single"), refiner: number("refiner"), dual: number("dual"),
		hidden: number("hidden"), query: number("query"), keyValue: number("key_value"), wide: number("wide"),
		gated: row["gated"] == "yes", rms: row["norm"] == "rms", queryKeyNorm: row["qk_norm"] == "yes",
		norms: number("norms"), joint: row["text"] == "joint", textTokens: number("text_tokens"),
		alone: row["interval"] == "block", patch: number("patch"), temporal: number("temporal"),
	}
}

// tokens returns the image tokens and the text tokens of one sample.
func (d *diffusionTransformer) tokens(image Image) (pixels, text float64) {
	frames := 1.0
	if d.temporal > 0 && image.Frames > 1 {
		frames = 1 + float64(image.Frames-1)/d.temporal
	}
	return frames * float64(image.Height) * float64(image.Width) / (d.patch * d.patch), d.textTokens
}

func ditPass(f facts) pass {
	d, r := f.Model.dit, newRegime(f)
	spec := d.spec(f)
	pixels, text := d.tokens(f.Image)
	batch := float64(f.MicroBatch)
	pixels, text = pixels*batch, text*batch
	blockTokens := pixels
	if d.joint {
		blockTokens += text
	}
	block := stack{
		layers: d.layers - d.dual, tokens: blockTokens, input: r.stream * d.hidden, kept: spec.kept(r),
		gradients: spec.gradients(r), piece: r.size * spec.wide,
		replaces: r.trainAll,
	}
	if !d.joint {
		block.mixer = append(block.mixer, d.cross(spec, r)...)
	}
	var stacks []stack
	if d.refiner > 0 {
		for _, tokens := range []float64{pixels, text} {
			refiner := block
			refiner.layers, refiner.tokens, refiner.unchecked = d.refiner, tokens, true
			stacks = append(stacks, refiner)
		}
	}
	if d.dual > 0 { // a second self-attention over the image alone
		second := block
		second.layers = d.dual
		second.mixer = append(
			append(slices.Clone(block.mixer), spec.attention(r)...),
			r.inputs(3, spec.adaptedCount("q", "k", "v"), true)*d.hidden,
		)
		stacks = append(stacks, second)
	}
	stacks = append(stacks, block)
	if d.single > 0 { // one norm, and the feed-forward runs beside the attention
		single := block
		single.layers, single.mixer = d.single, without(block.mixer, r.layerNorm()*d.hidden)
		stacks = append(stacks, single)
	}
	if d.alone && f.Checkpointing == "interval-2" && f.Framework == SimpleTuner {
		f.Checkpointing = everySecond
	}
	return pass{stacks: stacks, policy: checkpointPolicy(f.Checkpointing)}
}

// without takes bytes from the first tensors of a list.
func without(list []float64, bytes float64) []float64 {
	list = slices.Clone(list)
	for i := range list {
		taken := min(bytes, list[i])
		list[i] -= taken
		bytes -= taken
	}
	return list
}

func (d *diffusionTransformer) spec(f facts) blockSpec {
	spec := blockSpec{
		hidden: d.hidden, query: d.query, keyValue: d.keyValue, wide: d.wide, gated: d.gated, rms: d.rms,
		norms: d.norms, queryKeyNorm: d.queryKeyNorm, rotatedInFloat: d.queryKeyNorm, expandedKV: true,
	}
	if f.adapters() {
		spec.adapted = adapterRoles(f.LoRATargets)
	}
	return spec
}

// cross is the attention to the text: queries and the output, over the image tokens alone.
func (d *diffusionTransformer) cross(spec blockSpec, r regime) []float64 {
	return []float64{r.size * d.query, r.inputs(1, spec.adaptedCount("q"), true) * d.hidden, r.size * d.query}
}

// adapterParameters counts rank × (in + out) over the blocks whose projections are targeted.
func (d *diffusionTransformer) adapterParameters(f Job) float64 {
	roles := adapterRoles(f.LoRATargets)
	perBlock := 0.0
	for role, width := range map[string]float64{"q": d.query, "k": d.keyValue, "v": d.keyValue, "o": d.query} {
		if roles[role] {
			perBlock += d.hidden + width
		}
	}
	if roles["up"] {
		perBlock += 2 * (d.hidden + d.wide)
	}
	blocks := d.layers + d.single + d.dual + 2*d.refiner
	if !d.joint {
		blocks *= 2
	}
	return blocks * perBlock * float64(max(f.LoRARank, 1))
}
