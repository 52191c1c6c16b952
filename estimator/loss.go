package estimator

import "slices"

// loss is what the output head and the loss allocate and give back, in order.
type loss struct {
	tail              float64   // the last hidden states and the final norm, until the head is walked back
	tensors           []float64 // in bytes
	forward, backward []act
	// held are the logits that the loop's variables name until they name the next ones, gradient is that of what the
	// head made: it is there until the head is walked back. Both are numbers of tensors.
	held, gradient []int
	head           float64 // of the head's own gradient, while the loss is walked back
}

// act takes a tensor, or gives it back.
type act struct {
	tensor int
	gives  bool
}

// take lists a new tensor.
func (l *loss) take(list *[]act, bytes float64) int {
	l.tensors = append(l.tensors, bytes)
	id := len(l.tensors) - 1
	*list = append(*list, act{id, false})
	return id
}

func (l *loss) drop(list *[]act, ids ...int) {
	for _, id := range ids {
		if id != none {
			*list = append(*list, act{id, true})
		}
	}
}

// lossOf lists what a loss holds. Its order was recorded of transformers 4.36, 4.45, 4.46, 4.57 and 5.23 with torch's
// profiler (estimator/oracle/loss_order.py).
//
// A plain cross-entropy computes in fp32 and its backward pass has the log-probabilities, their gradient and the
// gradient of the logits at once: 12 bytes a logit. Loops that keep the logits in a variable while they call
// backward hold 2 more (4 in fp32); transformers' Trainer does not.
func lossOf(f facts, r regime, tokens float64) (l loss) {
	switch f.Model.Kind {
	case Decoder, VLM, Seq2Seq, Audio:
	default:
		return l
	}
	if f.Model.compares() { // as many values as there are pairs
		return l
	}
	count := float64(f.Model.Vocab) * tokens
	l.tail = 6 * float64(f.Model.Hidden) * tokens
	switch f.Loss {
	case LigerLoss, FusedLinear:
		return l
	case ChunkedLoss:
		if f.Framework == LitGPT {
			l.fabricEntropy(f, r, count)
			return l
		}
		const chunks = 8 // torchtune's; others have more
		for range chunks {
			for _, bytes := range inParts(chunkedBytes(r)*count/chunks, 4*count/chunks) {
				l.drop(&l.backward, l.take(&l.forward, bytes))
			}
		}
		l.head = 2 * headGradient(f)
		return l
	}
	shifted := count * (1 - 1/float64(max(sequence(f), 2))) // all but the last of each sample
	switch {
	case r.fused:
		l.fusedEntropy(f, r, count, shifted)
	case compiledLoss(f): // it reads the logits twice and writes their gradient, and computes the rest again
		logits := l.take(&l.forward, r.size*count)
		l.gradient = []int{l.take(&l.backward, r.size*count)}
		l.drop(&l.backward, logits)
	default:
		l.crossEntropy(f, r, count, shifted)
	}
	return l
}

// fabricEntropy is litgpt's: a head of 128 tokens at a time where adapters train, and as many losses. Fabric makes what
// a model gives fp32 (convert_output of its precisions: torch's default type, outside of the forward pass), so the loss
// reads that, and its log-probabilities are in fp32, too. All losses are walked back before the first slice of the head
// is.
func (l *loss) fabricEntropy(f facts, r regime, count float64) {
	const slice = 128
	slices := (max(sequence(f), 1) + slice - 1) / slice
	each := count / float64(slices)
	many := func(list *[]act, size float64) (ids []int) {
		for range slices {
			ids = append(ids, l.take(list, size*each))
		}
		return ids
	}
	l.held = many(&l.forward, r.size)
	if half := l.held; r.size < 4 {
		l.held = many(&l.forward, 4)
		l.drop(&l.forward, half...)
	}
	for _, logs := range many(&l.forward, 4) {
		picked := l.take(&l.backward, 4*each)
		l.gradient = append(l.gradient, l.take(&l.backward, 4*each))
		l.drop(&l.backward, picked, logs)
	}
	if f.Method == Full { // full.py and pretrain.py split what the whole head gave
		whole := l.take(&l.backward, 4*count)
		l.drop(&l.backward, l.gradient...)
		l.gradient, each = []int{whole}, count
	}
	if wide := l.gradient; r.size < 4 {
		l.gradient = nil
		for _, id := range wide {
			l.gradient = append(l.gradient, l.take(&l.backward, r.size*each))
			l.drop(&l.backward, id)
		}
	}
	l.head = 2 * headGradient(f)
}

// fusedEntropy is a kernel that writes the gradient over the fp32 logits, in the place of torch's (Unsloth's
// fast_cross_entropy_loss, as fms-acceleration takes it), with the heads of transformers before 4.46.
func (l *loss) fusedEntropy(f facts, r regime, count, shifted float64) {
	logits := l.take(&l.forward, r.size*count)
	scaled := layouts[layoutName(f.Model)].scaledLogits
	if scaled {
		whole := logits
		logits = l.take(&l.forward, r.size*count)
		l.drop(&l.forward, whole)
	}
	if r.size < 4 {
		half := logits
		logits = l.take(&l.forward, 4*count)
		l.drop(&l.forward, half)
	}
	input := l.take(&l.forward, 4*shifted)
	l.drop(&l.forward, logits)
	l.walkShift(r, input, 4, count, shifted)
	if scaled {
		before := l.take(&l.backward, r.size*count)
		l.drop(&l.backward, l.gradient...)
		l.gradient = []int{before}
	}
}

// walkShift walks back what made the logits that a loss reads of those that the head made: the slice, whose gradient is
// made twice, as there is a slice for each of two dimensions, and the cast.
func (l *loss) walkShift(r regime, gradient int, size, count, shifted float64) {
	if shifted > 0 {
		first := l.take(&l.backward, size*shifted)
		l.drop(&l.backward, gradient)
		gradient = l.take(&l.backward, size*count)
		l.drop(&l.backward, first)
	}
	if r.size < size {
		half := l.take(&l.backward, r.size*count)
		l.drop(&l.backward, gradient)
		gradient = half
	}
	l.gradient = []int{gradient}
}

// crossEntropy is torch's. In the names: logits are what the loss is told of, named is what the model gives back.
func (l *loss) crossEntropy(f facts, r regime, count, shifted float64) {
	way := entropyOf(f, r)
	head := l.take(&l.forward, r.size*count)
	family := layouts[layoutName(f.Model)]
	capped, steps := none, 0 // steps of the logits between head and loss
	if usesTransformers(f.Framework) && family.softCap {
		// logits / cap, a tanh, which keeps what it gave, and its product with the cap (modeling_gemma2.py)
		divided := l.take(&l.forward, r.size*count)
		l.drop(&l.forward, head)
		capped = l.take(&l.forward, r.size*count)
		l.drop(&l.forward, divided)
		head, steps = l.take(&l.forward, r.size*count), 3
	} else if usesTransformers(f.Framework) && family.scaledLogits {
		whole := head
		head, steps = l.take(&l.forward, r.size*count), 1
		l.drop(&l.forward, whole)
	}
	logits, named := head, head
	if way.size > r.size {
		logits = l.take(&l.forward, way.size*count)
		if way.renames {
			l.drop(&l.forward, head)
			named = logits
		}
	}
	input := logits
	if way.shifts {
		input = l.take(&l.forward, way.size*shifted)
	} else {
		shifted = 0
	}
	read := count
	if way.shifts {
		read = shifted
	}
	each := way.size * read
	result := l.take(&l.forward, each) // the log-softmax
	picked := none
	if way.casts { // nll_loss reads it in fp32, and keeps that
		picked = l.take(&l.forward, 4*read)
	}
	parallel := f.Framework == TorchTitan && f.mesh.tensor > 1
	if parallel {
		// loss_parallel: the log-softmax is x - max - log(sum(exp)), and the gradient is (grad_input +
		// exp(log-softmax)) * grad_output (torch/distributed/tensor/parallel/loss.py)
		l.drop(&l.forward, l.take(&l.forward, each))
	}
	kept := none
	switch {
	case softmaxKeepsInput(f):
		kept = input
	case input != named:
		l.drop(&l.forward, input)
	}
	if logits != input && logits != named {
		l.drop(&l.forward, logits)
	}
	wide := r.size
	if named != head {
		wide = way.size
	}
	if r.autocast && wide < 4 && prepares(f) { // accelerate's ConvertOutputsToFp32
		half := named
		named = l.take(&l.forward, 4*count)
		if half != kept {
			l.drop(&l.forward, half)
		}
	}
	stays := way.stays || f.Framework == TorchTitan && keptLogits(f, r) > 0 // until the loss is walked back
	switch {
	case stays:
	case keptLogits(f, r) > 0:
		l.held = []int{named}
	case named != kept:
		l.drop(&l.forward, named)
	}

	hidden := none
	// the head reads the hidden states of the whole sequence (parallelize_llama.py: ColwiseParallel,
	// input_layouts=Shard(1))
	if parallel {
		hidden = l.take(&l.forward, r.size*float64(f.Model.Hidden)*count/float64(f.Model.Vocab)*float64(f.mesh.tensor))
	}
	var gradient int
	if way.casts {
		wide := l.take(&l.backward, 4*read)
		l.drop(&l.backward, picked)
		gradient = l.take(&l.backward, each)
		l.drop(&l.backward, wide)
	} else {
		gradient = l.take(&l.backward, each)
	}
	beside := none
	if parallel {
		beside = l.take(&l.backward, each)
	}
	walked := l.take(&l.backward, each)
	l.drop(&l.backward, gradient, beside, result)
	if kept != named {
		l.drop(&l.backward, kept)
	}
	if stays || kept == named && l.held == nil {
		l.drop(&l.backward, named)
	}
	l.walkShift(r, walked, way.size, count, shifted)
	for range steps {
		before := l.take(&l.backward, r.size*count)
		l.drop(&l.backward, l.gradient...)
		l.gradient = []int{before}
	}
	l.drop(&l.backward, capped)
	l.drop(&l.backward, hidden)
}

// prepares reports whether accelerate wraps the model's forward pass, whose outputs it makes fp32 under autocast.
func prepares(f facts) bool {
	switch f.Framework {
	case HFTrainer, TRL, Axolotl, LLaMAFactory, MSSwift, Accelerate:
		return !f.deepSpeed()
	}
	return false
}

// compiledLoss reports whether torch.compile made the loss: torchtitan's does where its blocks are compiled, but for
// December 2024 to February 2025, when that "causes CUDA errors" (train.py of 9dec370; components/loss.py since).
func compiledLoss(f facts) bool {
	return f.Framework == TorchTitan && f.kernel("compile") && f.mesh.tensor == 1 && !older(f.Torch, 2, 7, 0)
}

// ownTypeHeads are the decoders of transformers whose heads computed the loss in the logits' own type until 4.48.0, as
// their modeling files say; the others called .float() on them, and all call loss_function since 4.48.1, which does.
// Llama and those that are written like it call it since 4.46.
var ownTypeHeads = []string{
	"bloom",
	"falcon",
	"gpt2",
	"gpt_bigcode",
	"santacoder",
	"gpt-neo",
	"gpt-neox",
	"gpt_neox",
	"pythia",
	"opt",
}

// entropy is how a head and its loss go about a cross-entropy.
type entropy struct {
	size    float64 // of what the loss is told of
	renames bool    // that takes the place of what the head made
	shifts  bool    // the logits are shifted by one, in a copy, not the labels
	casts   bool    // the log-softmax is in half precision, and what nll_loss picks of it is cast
	stays   bool    // the logits are there until the loss is walked back
}

func entropyOf(f facts, r regime) entropy {
	way := entropy{size: 4}
	if !usesTransformers(f.Framework) {
		return way
	}
	family := layoutName(f.Model)
	own := slices.Contains(ownTypeHeads, family) && older(f.Transformers, 4, 48, 1)
	// since 4.49 the labels are shifted (loss_utils.py, ForCausalLMLoss)
	way.shifts = f.Model.Kind == Decoder && older(f.Transformers, 4, 49, 0)
	switch {
	case r.size != 2:
	case r.autocast && layouts[family].biasedLogits: // they are in fp32 then
		way.renames, way.stays = true, keptLogits(f, r) == 0
	case f.Model.Kind == Seq2Seq, f.Model.Kind == Audio, own: // T5's, BART's, Whisper's: as they are
		way.size, way.casts = 2, r.autocast
	}
	// logits = logits.float(), until 4.45; in 4.46 loss_function makes its own beside the head's
	way.renames = way.renames || f.Model.Kind == Decoder && older(f.Transformers, 4, 46, 0)
	return way
}

// keptLogits is the width of the logits a training loop still refers to while it calls backward. transformers'
// Trainer and Lightning's training_step return only the loss; a compiled loss reads them once (torchtune, with and
// without compile, 14.1 and 12.1 bytes a logit); torchtitan compiles its blocks alone.
func keptLogits(f facts, r regime) float64 {
	switch f.Framework {
	case HFTrainer, TRL, Axolotl, LLaMAFactory, MSSwift, Unsloth, Lightning, TorchTune:
		return 0
	case Accelerate: // prepare() wraps the model's forward in ConvertOutputsToFp32
		if r.autocast {
			return 4
		}
	case TorchTitan:
		return r.size
	}
	if r.compiled {
		return 0
	}
	return r.size
}

// chunkedBytes is a cross-entropy over slices of the logits: every slice's half-precision logits stay until its
// backward pass, and so do its log-probabilities unless a compiler recomputes them.
func chunkedBytes(r regime) float64 {
	if r.compiled {
		return r.size
	}
	return r.size + 4
}

func headGradient(f facts) float64 {
	if f.Method != Full || f.Model.Vocab == 0 || f.Model.Kind == Encoder { // a classifier's head is small
		return 0
	}
	return float64(f.Model.Vocab) * float64(f.Model.Hidden) * bytesOf[f.Weights]
}
