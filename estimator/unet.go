package estimator

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed data/unets.csv
var unetTable string

// unet is the shape of diffusers' UNet2DConditionModel.
type unet struct {
	channels []int // of each level
	depths   []int // transformer blocks behind each ResNet block of a level
	middle   int
	layers   int // ResNet blocks of a level on the way down
	cross    int // width of the text embedding
}

func unetFromRow(row map[string]string) *unet {
	return &unet{
		channels: integers(row["channels"]), depths: integers(row["depths"]), middle: intColumn(row, "middle"),
		layers: intColumn(row, "layers"), cross: intColumn(row, "cross"),
	}
}

func integers(text string) []int {
	var list []int
	for _, word := range strings.Fields(text) {
		number, _ := strconv.Atoi(word)
		list = append(list, number)
	}
	return list
}

// residual is one ResNet block and the transformer blocks behind it.
type residual struct {
	in, out, level, depth int
}

// residuals lists the blocks on the way down, in the middle and on the way up. On the way up the input is joined by
// the skip connection of the same level.
func (u *unet) residuals() []residual {
	var list []residual
	skips := []int{u.channels[0]}
	channel := u.channels[0]
	for level, out := range u.channels {
		for range u.layers {
			list = append(list, residual{channel, out, level, u.depths[level]})
			channel = out
			skips = append(skips, out)
		}
		if level < len(u.channels)-1 {
			skips = append(skips, out)
		}
	}
	last := len(u.channels) - 1
	list = append(list, residual{channel, channel, last, u.middle}, residual{channel, channel, last, 0})
	for level := last; level >= 0; level-- {
		for range u.layers + 1 {
			skip := skips[len(skips)-1]
			skips = skips[:len(skips)-1]
			list = append(list, residual{channel + skip, u.channels[level], level, u.depths[level]})
			channel = u.channels[level]
		}
	}
	return list
}

// convolutionWorkspace is what cuDNN takes for a 3×3 convolution, in bytes for each element of its input: the input
// unfolded, in the fp32 that it computes in. Which algorithm cuDNN chooses, and what that takes, is documented nowhere.
const convolutionWorkspace = 9 * 4

func unetPass(f facts) pass {
	r := newRegime(f)
	r.stream = r.size // the first convolution's output is already in half precision
	latent := float64(f.Image.Height) * float64(f.Image.Width) / 64 * float64(f.MicroBatch)
	p := pass{}
	if f.Checkpointing != CheckpointNone {
		p.policy = policy{1, 1}
	}
	for _, block := range f.Model.unet.residuals() {
		pixels, in, out := latent/float64(int(1)<<(2*block.level)), float64(block.in), float64(block.out)
		resnet := stack{layers: 1, tokens: pixels, input: r.size * in, kept: kept{mixer: residualTensors(r, block)}}
		resnet.gradients, resnet.piece = 0.5*resnet.bytes()+convolutionWorkspace*in, convolutionWorkspace*in
		p.stacks = append(p.stacks, resnet)
		if block.depth == 0 {
			continue
		}
		outer := stack{
			layers:    1,
			tokens:    pixels,
			unchecked: true,
			kept:      kept{mixer: inParts(spatialBytes(r)*out, r.layerNorm()*out)},
		}
		attention := stack{layers: float64(block.depth), tokens: pixels, input: r.size * out}
		attention.mixer = inParts(transformerBytes(f, r)*out, 4*r.size*out)
		attention.gradients = 0.5 * attention.bytes()
		p.stacks = append(p.stacks, outer, attention)
	}
	return p
}

// residualTensors is two group norms, the activation after each, and the convolutions: frozen ones keep their inputs,
// too, as one formula of autograd's gives all their gradients (derivatives.yaml, convolution; diffusers' ResnetBlock2D
// keeps 3 × (in + out) elements a pixel whether it trains or not).
func residualTensors(r regime, block residual) (list []float64) {
	norm := r.layerNorm()
	for _, channels := range []int{block.in, block.out} { // inputs of the norm, of the activation and of the convolution
		list = append(list, norm*float64(channels), norm*float64(channels), r.size*float64(channels))
	}
	if norm > r.size && block.in != block.out { // the shortcut's input is the norm's, of which autocast makes a copy
		list = append(list, r.size*float64(block.in))
	}
	return list
}

// spatialBytes surrounds the transformer blocks: a group norm and two projections.
func spatialBytes(r regime) float64 {
	if r.trainAll {
		return r.layerNorm() + 2*r.size
	}
	return r.layerNorm()
}

// transformerBytes is one BasicTransformerBlock for each channel: three layer norms, self-attention, attention to
// the text, and a gated feed-forward of four times the width whose halves share one tensor.
func transformerBytes(f facts, r regime) float64 {
	bytes := 3*r.layerNorm() + 6*r.size + 12*r.size
	if r.trainAll {
		return bytes + r.inputs(3, 0, r.autocast) + 2*r.size + 4*r.size
	}
	roles := adapterRoles(f.LoRATargets)
	for _, role := range []string{"q", "k", "v"} {
		if roles[role] {
			bytes += r.adapter
		}
	}
	if roles["o"] {
		bytes += 2 * r.adapter
	}
	if roles["q"] {
		bytes += r.adapter
	}
	return bytes
}

// linearParameters counts the weights of the transformer blocks: the projections around them, both attentions, and
// the feed-forward of 8 + 4 times the width. The rest are convolutions, which quantisers leave alone.
func (u *unet) linearParameters() float64 {
	total := 0
	for _, block := range u.residuals() {
		width := block.out
		total += block.depth * (6*width*width + 2*width*u.cross + 12*width*width)
		if block.depth > 0 {
			total += 2 * width * width
		}
	}
	return float64(total)
}

// adapterParameters counts rank × (in + out) over both attentions of every transformer block; keys and values of
// the second one read the text embedding.
func (u *unet) adapterParameters(job Job) float64 {
	roles := adapterRoles(job.LoRATargets)
	total := 0
	for _, block := range u.residuals() {
		width := block.out
		for role, in := range map[string]int{"q": width, "k": u.cross, "v": u.cross, "o": width} {
			if roles[role] {
				total += block.depth * (2*width + in + width)
			}
		}
	}
	return float64(total * max(job.LoRARank, 1))
}
