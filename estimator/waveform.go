package estimator

import "slices"

// Encoders of raw audio as transformers' Wav2Vec2 and HuBERT are: seven convolutions over the samples of a waveform, of
// 512 channels, a projection, a convolution for positions, and transformer blocks over one frame for 320 samples. What
// they keep is measured by estimator/oracle/waveforms.py.

const (
	waveChannels = 512
	// WaveRate is the samples of a second of audio that these models are made for.
	WaveRate        = 16000
	positionsKernel = 128
	positionsGroups = 16
)

// waveKernels and waveStrides are those of the convolutions (conv_kernel and conv_stride of all published configs).
var (
	waveKernels = []int{10, 3, 3, 3, 3, 2, 2}
	waveStrides = []int{5, 2, 2, 2, 2, 2, 2}
)

// waveFamilies are read so. WavLM's attention has a bias of its own, and w2v-BERT reads a spectrogram.
var waveFamilies = []string{"wav2vec2"}

// hears reports whether a model reads a waveform in a way that is known.
func (m Model) hears() bool {
	return m.Kind == Audio && m.Hidden > 0 && slices.Contains(waveFamilies, m.Family)
}

// normedLayers reports whether each convolution has a norm over its channels (feat_extract_norm "layer", of the large
// models); of the others only the first has one, over its samples.
func (m Model) normedLayers() bool { return m.Hidden >= 1024 }

// waveFrames are how many values each convolution gives of so many samples.
func waveFrames(samples int) []float64 {
	frames := make([]float64, len(waveKernels))
	for i := range waveKernels {
		samples = max((samples-waveKernels[i])/waveStrides[i]+1, 1)
		frames[i] = float64(samples)
	}
	return frames
}

func waveformPass(f facts) pass {
	r := newRegime(f)
	frames := waveFrames(f.Waveform)
	batch := float64(f.MicroBatch)
	length := frames[len(frames)-1]
	tokens := batch * length
	spec := specOf(f)
	spec.rms = false
	spec.drops = spec.dropout
	mixer := spec.attention(r)
	if f.Attention == Eager {
		mixer = append(mixer, eagerScores(f, r).times(spec.heads*length)...)
	}
	blocks := stack{
		layers: float64(
			f.Model.Layers,
		), tokens: tokens, input: r.stream * spec.hidden, kept: spec.keptWith(r, mixer), gradients: spec.gradients(r),
		piece: r.size * spec.wide, replaces: r.trainAll,
	}
	p := pass{
		stacks: []stack{blocks},
		policy: checkpointPolicy(f.Checkpointing),
		front:  []float64{tokens * spec.aroundBlocks(f.Model, r)},
	}
	if r.trainAll { // the weight of the convolution for positions is made of two
		p.front = append(p.front, 4*spec.hidden*spec.hidden/positionsGroups*positionsKernel)
	}
	if !r.trainAll || f.FrozenTower == Yes {
		return p
	}
	var convolutions []stack
	for i, each := range waveBytes(f.Model, r, frames) {
		convolutions = append(convolutions, stack{
			layers: 1, tokens: batch, kept: kept{mixer: []float64{each}}, gradients: 2 * r.size * waveChannels * frames[i],
			unchecked: true, beside: true,
		})
	}
	p.stacks = append(convolutions, p.stacks...)
	return p
}

// aroundBlocks is what the projection, the positions, the norm and the head keep of each frame.
func (b blockSpec) aroundBlocks(m Model, r regime) float64 {
	around := 2*r.size*waveChannels + 4*r.size*b.hidden
	if m.normedLayers() { // a norm after the blocks
		around += r.size * b.hidden
	}
	if b.dropout {
		around += 2 * (1 + r.size) * b.hidden
	}
	return around
}

// waveBytes is what each convolution keeps of one sample: what it is given, and what its GELU and its norm are. Under
// autocast norms work in fp32, and what comes of them stays so until the next convolution casts it.
func waveBytes(m Model, r regime, frames []float64) (list []float64) {
	for i, n := range frames {
		each := 2 * r.size
		if i == 0 || m.normedLayers() {
			each = 3 * r.size
			if r.autocast {
				each = 4 + 4 + r.size
			}
		}
		list = append(list, each*waveChannels*n)
	}
	return list
}
