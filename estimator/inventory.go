package estimator

import "math"

// inventory are the tensors of a model's parameters, in elements, in the order in which they are registered.
type inventory struct {
	front  []float64   // embeddings
	middle [][]float64 // blocks
	back   []float64   // the output head
}

func (v inventory) elements() (total float64) {
	for _, list := range [][]float64{v.front, v.back} {
		total += sum(list)
	}
	for _, list := range v.middle {
		total += sum(list)
	}
	return total
}

func sum(list []float64) (total float64) {
	for _, n := range list {
		total += n
	}
	return total
}

// unknownBlocks into so many a model is divided of which nobody said how many it has.
const unknownBlocks = 24

// inventoryOf lists the parameters of a model as far as its dimensions tell. What they do not is added to its blocks in
// equal parts, so that the sum is the model's: where a tensor lies decides what the allocator can do with the room
// beside it, and nothing else.
func inventoryOf(m Model) inventory {
	v := inventory{}
	total := float64(m.Params)
	switch {
	case m.unet != nil:
		for _, b := range m.unet.residuals() {
			in, out := float64(b.in), float64(b.out)
			list := []float64{9 * in * out, 9 * out * out}
			if b.in != b.out {
				list = append(list, in*out)
			}
			for range b.depth {
				cross := float64(m.unet.cross)
				list = append(
					list,
					out*out,
					out*out,
					out*out,
					out*out,
					out*out,
					out*cross,
					out*cross,
					out*out,
					8*out*out,
					4*out*out,
				)
			}
			v.middle = append(v.middle, list)
		}
	case m.dit != nil:
		d := m.dit
		for range int(d.layers + d.single + d.dual + 2*d.refiner) {
			list := []float64{
				d.hidden * d.query,
				d.hidden * d.keyValue,
				d.hidden * d.keyValue,
				d.query * d.hidden,
				d.hidden * d.wide,
				d.wide * d.hidden,
			}
			if d.gated {
				list = append(list, d.hidden*d.wide)
			}
			v.middle = append(v.middle, list)
		}
	case m.Hidden > 0:
		v.transformer(m)
	default:
		for range unknownBlocks {
			v.middle = append(v.middle, []float64{1, 2, 1}) // as in a bottleneck, where most is in the middle
		}
	}
	v.fill(total)
	return v
}

func (v *inventory) transformer(m Model) {
	if m.Vocab > 0 {
		v.front = []float64{float64(m.Vocab) * float64(m.Hidden)}
		if !m.TiedEmbedding && m.decodes() {
			v.back = []float64{float64(m.Vocab) * float64(m.Hidden)}
		}
	}
	known := projections(m)
	for range max(m.Layers+m.EncoderLayers, 1) {
		var list []float64
		for _, role := range []string{"q", "k", "v", "o", "gate", "up", "down"} {
			if p, ok := known[role]; ok {
				list = append(list, float64(p.in)*float64(p.out))
			}
		}
		v.middle = append(v.middle, list)
	}
}

// fill makes the elements as many as a model has.
func (v *inventory) fill(total float64) {
	have := v.elements()
	if have > total {
		v.scale(total / have)
		return
	}
	left := (total - have) / float64(len(v.middle))
	if m := len(v.middle); m > 0 && sum(v.middle[0]) < float64(unknownBlocks) { // shares
		share := left / sum(v.middle[0])
		for _, list := range v.middle {
			for i := range list {
				list[i] *= share
			}
		}
		return
	}
	for i := range v.middle {
		if left > sum(v.middle[i]) { // experts: three tensors for all of them, or for each
			v.middle[i] = append(v.middle[i], left/3, left/3, left/3)
		} else {
			v.middle[i] = append(v.middle[i], left)
		}
	}
}

func (v *inventory) scale(by float64) {
	for _, list := range append([][]float64{v.front, v.back}, v.middle...) {
		for i := range list {
			list[i] *= by
		}
	}
}

// adaptersOf are two matrices for each layer that has an adapter.
func adaptersOf(f facts, blocks int, total float64) inventory {
	v := inventory{}
	each := 2 * len(adapterRoles(f.LoRATargets))
	for range blocks {
		list := make([]float64, each)
		for i := range list {
			list[i] = total / float64(blocks*each)
		}
		v.middle = append(v.middle, list)
	}
	return v
}

// flattened makes one tensor of each block's, as FSDP does of what it wraps.
func (v inventory) flattened() inventory {
	flat := inventory{}
	if n := sum(v.front) + sum(v.back); n > 0 {
		flat.front = []float64{n}
	}
	for _, list := range v.middle {
		flat.middle = append(flat.middle, []float64{sum(list)})
	}
	return flat
}

// of gives the tensors of one of so many layers: blocks are divided among them in order.
func (v inventory) of(layer, layers int) (list []float64) {
	n := len(v.middle)
	if n == 0 || layers == 0 {
		return nil
	}
	if n >= layers {
		for _, block := range v.middle[layer*n/layers : (layer+1)*n/layers] {
			list = append(list, block...)
		}
		return list
	}
	for b := range v.middle { // several layers for a block: its tensors go to them in turn
		first, last := b*layers/n, (b+1)*layers/n
		if layer < first || layer >= last {
			continue
		}
		tensors, among := v.middle[b], last-first
		return tensors[(layer-first)*len(tensors)/among : (layer-first+1)*len(tensors)/among]
	}
	return nil
}

// pieces divides bytes into tensors of at most so many.
func pieces(bytes, most float64) []float64 {
	if bytes < 1 {
		return nil
	}
	n := min(max(int(math.Ceil(bytes/most)), 1), 256)
	list := make([]float64, n)
	for i := range list {
		list[i] = bytes / float64(n)
	}
	return list
}
