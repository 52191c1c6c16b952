package estimator

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
)

//go:embed data/towers.csv
var towerTable string

// tower is the part of a vision-language model that reads images: transformer blocks over patches, of which several
// make one token of the text.
type tower struct {
	blocks blockSpec
	layers float64
	per    float64 // patches for each token of the text
}

func towerFromRow(row map[string]string) *tower {
	number := func(name string) float64 { n, _ := strconv.ParseFloat(row[name], 64); return n }
	hidden := number("hidden")
	t := &tower{layers: number("layers"), per: number("patches"), blocks: blockSpec{
		hidden: hidden, query: hidden, keyValue: hidden, wide: number("intermediate"), heads: number("heads"), norms: 2,
	}}
	switch row["kind"] { // as measured by estimator/oracle/towers.py
	case "clip":
		t.blocks.activation = quickGELU
	case "internvl":
		t.blocks.scaled = true
	case "qwen2-vl":
		t.blocks.activation = quickGELU
		t.blocks.rotates()
	case "qwen2.5-vl":
		t.blocks.gated, t.blocks.rms = true, true
		t.blocks.rotates()
	case "qwen3-vl":
		t.blocks.rotates()
	}
	return t
}

// rotates makes blocks whose queries, keys and values come from one layer, and whose queries and keys are rotated.
func (b *blockSpec) rotates() { b.fusedQKV, b.keptQKV, b.joinedHeads = true, true, true }

// openImages reports whether everything but the number of image tokens is known of a job that trains the part that
// reads images, and what that part keeps for each of them is known, too.
func (f *facts) openImages() bool {
	return f.Model.tower != nil && f.Attention != Eager && f.SeqLen > 0 &&
		slices.Equal(f.missing, []string{"image tokens"})
}

// betweenImages takes the samples for text alone and for nothing but images, and answers where the two are not far
// apart.
func betweenImages(job Job, tokens int) Result {
	none, all := 0, tokens
	low, high := job, job
	low.Images, high.Images = &none, &all
	result := between(Estimate(low), Estimate(high), []string{fmt.Sprintf("image tokens=0 to %d a sample", tokens)})
	if !result.Known() {
		result.Missing = []string{"image tokens"}
	}
	return result
}

// towerStack are the blocks that read images, where they keep something.
func towerStack(f facts, r regime) (stack, bool) {
	t := f.Model.tower
	if t == nil || f.Images == nil || *f.Images == 0 || !f.trainsTower() {
		return stack{}, false
	}
	b := t.blocks
	if f.adapters() {
		b.adapted = adapterRoles([]string{"all-linear"}) // which of its layers a name means differs by family: at most all
	}
	return stack{
		layers: t.layers, tokens: float64(f.MicroBatch) * float64(*f.Images) * t.per, input: r.stream * b.hidden,
		kept:      b.kept(r),
		gradients: b.gradients(r), piece: r.size * b.wide, replaces: r.trainAll, beside: true,
	}, true
}

// towerAdapters are the parameters of adapters on all linear layers of the part that reads images.
func towerAdapters(f facts) float64 {
	t := f.Model.tower
	if t == nil || !f.adapters() || !f.trainsTower() {
		return 0
	}
	b, sides := t.blocks, 0.0
	layers := [][2]float64{{b.hidden, 3 * b.hidden}, {b.hidden, b.hidden}, {b.hidden, b.wide}, {b.wide, b.hidden}}
	if !b.fusedQKV {
		layers = append(
			layers[1:],
			[2]float64{b.hidden, b.hidden},
			[2]float64{b.hidden, b.hidden},
			[2]float64{b.hidden, b.hidden},
		)
	}
	if b.gated {
		layers = append(layers, [2]float64{b.hidden, b.wide})
	}
	for _, l := range layers {
		sides += l[0] + l[1]
	}
	return t.layers * sides * float64(f.LoRARank)
}
