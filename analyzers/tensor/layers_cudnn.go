package tensor

// What cuDNN takes for recurrent layers, as an H200 shows with cuDNN 9.19 and torch 2.11 (testdata/oracle/gpu_rnn.csv,
// estimator/oracle/gpu_rnn.py). What it keeps for the backward pass is exact there; its workspaces are what most cards
// need, to a few hundredths.

// cudnnSizes are the sizes of a recurrent layer, in elements.
type cudnnSizes struct {
	gates, ways, layers int64
	steps, batch        int64
	width, hidden       int64
	weights             int64
	dtype               DType
}

// states are the hidden states of all steps, of one layer in one direction.
func (s *cudnnSizes) states() int64 { return s.steps * s.batch * s.hidden }

// reserve is what the forward pass in training mode leaves for the backward pass: of each step the gates and the cell,
// between two layers what goes from one to the next, and a bit for each element that dropout looks at.
func (s *cudnnSizes) reserve(dropout bool) int64 {
	kept := map[int64]int64{4: 5, 3: 6, 1: 1}[s.gates]
	all := s.states() * s.ways
	bytes := s.dtype.Size()*all*(kept*s.layers+s.layers-1) + 256
	if dropout {
		const line = 64
		mask := (s.states()*s.ways*s.ways + 7) / 8
		bytes += (s.layers - 1) * ((mask + line - 1) / line * line)
	}
	return bytes
}

// oneKernel reports whether cuDNN keeps a layer's weights in the registers of one kernel, which asks for more memory:
// torch chooses that for few hidden units, and for half precision where the sizes suit tensor cores
// (aten/src/ATen/native/cudnn/RNN.cpp).
func (s *cudnnSizes) oneKernel(backward bool) bool {
	few := int64(192)
	if s.gates == 1 {
		if few = 384; backward {
			few = 256
		}
	}
	if s.dtype == BFloat16 || s.hidden <= few { // of which torch asks for no other algorithm in bfloat16
		return s.dtype != BFloat16
	}
	const tile, most, rows = 128, 1024, 8
	return s.dtype.Size() == 2 && s.gates != 3 && s.layers == 1 && s.ways == 1 &&
		s.hidden <= most && s.hidden%tile == 0 && s.width%tile == 0 &&
		s.batch%rows == 0 && s.batch <= tile
}

// workspaceOf says how much of what a workspace takes, by the gates and directions of a layer.
type workspaceOf struct {
	states  float64 // of one direction's states
	input   float64
	larger  float64 // the larger of both
	larger2 float64 // the larger of the input and the states of both directions
	batch   float64 // states of one step
	more    float64 // those of one step, for each further layer
	between float64 // states, where there is more than one layer
}

var (
	workspaces = map[[2]int64]workspaceOf{
		{4, 1}: {3, 1, 2, 0, 11, 18, 0},
		{3, 1}: {3, 2, 1, 0, 6, 6, 0.2},
		{1, 1}: {3, 2, 1, 0, 12, 4, 0.5},
		{4, 2}: {7, 1, 3.5, 1.7, 25, 25, 0},
		{3, 2}: {6.7, 1.5, 5.2, 0, 14, 15, 0.3},
		{1, 2}: {0, 2, 0, 5, 14, 14, 2},
	}
	oneKernelWorkspaces = map[[2]int64]workspaceOf{
		{4, 1}: {19, 0.5, 2.2, 0, 15, 15, 0},
		{3, 1}: {17, 2, 1, 0, 8, 6, 1},
		{1, 1}: {12, 2, 1, 0, 7, 8, 1},
		{4, 2}: {20, 1, 0.6, 4.4, 35, 14, 0.5},
		{3, 2}: {20, 2, 4, 0, 13, 14, 2},
		{1, 2}: {15, 2, 4, 0, 14, 16, 2},
	}
)

// workspace is what is there only while a pass runs: cuBLAS's own 8 MiB for each layer and direction, the weights in
// another order, and products of the inputs.
func (s *cudnnSizes) workspace(backward bool) int64 {
	of := workspaces
	if s.oneKernel(backward) {
		of = oneKernelWorkspaces
	}
	w := of[[2]int64{s.gates, s.ways}]
	states, input, step := float64(s.states()), float64(s.steps*s.batch*s.width), float64(s.batch*s.hidden)
	elements := w.states*states + w.input*input + w.larger*max(
		states,
		input,
	) + w.larger2*max(
		2*states,
		input,
	) + w.batch*step + w.more*step*float64(
		s.layers-1,
	)
	if s.layers > 1 {
		elements += w.between * states
	}
	const blas = 8 << 20
	return blas*s.layers*s.ways + s.dtype.Size()*(s.weights+int64(elements))
}

// cudnn runs all layers and steps as the one operation that cuDNN makes of them. Under autocast it is one in float16,
// of either type that autocast casts to, with a copy of all weights (_cudnn_rnn_cast_reflatten).
func (r *recurrence) cudnn(x *Tensor, before []*Tensor, batchFirst bool) (*Tensor, []*Tensor) {
	layers := r.m.args.int("num_layers")
	s := &cudnnSizes{
		gates:  r.gates,
		ways:   int64(len(r.ways)),
		layers: layers,
		steps:  x.Shape[0],
		batch:  x.Shape[1],
		width:  x.Shape[2],
		hidden: r.hidden,
	}
	from := []*Tensor{x}
	for _, p := range r.m.Parameters {
		s.weights += product(p.Tensor.Shape)
		from = append(from, p.Tensor)
	}
	casts := r.tape.Autocast != NoDType && x.DType != Float64
	if casts {
		x = r.to(x, Float16)
		for i := range before {
			before[i] = r.to(before[i], Float16)
		}
		from[0] = x
	}
	from = append(from, before...)
	s.dtype = x.DType
	dropout := r.m.args.float("dropout") > 0 && r.m.Training && layers > 1
	keeps := append([]*Tensor{x}, before...)
	if casts || x.DType == BFloat16 { // torch keeps the weights of other types in one piece
		keeps = append(keeps, r.empty(x.DType, s.weights))
	}
	if batchFirst {
		r.empty(x.DType, x.Shape...) // in the order that cuDNN reads
	}
	out := r.empty(x.DType, s.steps, s.batch, s.hidden*s.ways)
	outs := []*Tensor{out}
	for range before {
		outs = append(outs, r.empty(x.DType, layers*s.ways, s.batch, s.hidden))
	}
	if r.m.Training {
		keeps = append(keeps, r.empty(Uint8, s.reserve(dropout)))
	}
	r.empty(Uint8, s.workspace(false))
	r.madeAll(outs, from, append(keeps, out)...)
	if out.fn != nil {
		out.fn.scratch = s.workspace(true)
		if casts { // gradients in float16 come first, those of the weights then
			out.fn.scratch = max(out.fn.scratch-s.dtype.Size()*s.weights, s.dtype.Size()*s.weights)
		}
		if batchFirst {
			out.fn.scratch += x.Bytes()
		}
	}
	return out, outs[1:]
}
