// Package tensor says what PyTorch's operations make of shapes, and what autograd keeps of them for the backward pass,
// without running any. A Tape is one run of a model: its Call answers one operation on tensors of which only shape,
// strides, type and storage are known, and remembers what is allocated and what is kept. NewModule and Forward do the
// same for the layers of torch.nn.
//
// What is modelled is eager execution on one CUDA device (Tape.Device chooses the CPU, which keeps other things: a
// dropout's mask has four bytes an element there, one on a GPU). An operation or a form of its arguments that is not
// known is an *Unknown, shapes that cannot meet are a *ShapeError in torch's words: neither is ever guessed over.
//
// The rules were taken from torch's derivative formulas (derivatives.yaml) and are replayed against torch itself by
// testdata/oracle/ops.csv. The package stands on nothing of trainlint.
package tensor
