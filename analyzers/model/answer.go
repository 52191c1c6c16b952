package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Gap is where an answer ends, and why.
type Gap struct {
	Path   string // of the file
	Line   int
	Reason string
	// Shapes says that torch refuses an operation in the forward pass, as two shapes that are known cannot meet.
	Shapes bool
	// Raised says that the program itself ends there.
	Raised bool
	// Asks is the expression of which the value would have to be known; nil: no size is all that is missing.
	Asks *Asked
	// Picks says that it was asked how many elements masks pick.
	Picks bool
	// Spent says that the work which following it may cost is done: other sizes would take as much.
	Spent bool
	// Beside is where another look at the same ends; nil for none.
	Beside *Gap
	// Bounds are known where no more is missing than how large images are, which a library bounds; nil elsewhere.
	Bounds *Bounds
}

// Bounds are the steps with the smallest and the largest images that a library makes of any, and how large these are.
type Bounds struct {
	Steps   [2]*Step
	Largest [2]int64
}

// Layer is one module of the model.
type Layer struct {
	Path       string // within the model; empty for the model itself
	Type       string
	Depth      int
	Output     [][]int64 // shapes of what its first call gave
	Parameters int64     // its own and those below it
	Trainable  int64     // of these, those that get gradients
	Saved      int64     // bytes that are kept for backward by it and what is below it
	Called     bool
}

// Answer is what is known of a model. Numbers are exact unless Unknown says where they end: then they are at least.
type Answer struct {
	Name       string
	Path       string
	Line       int
	Parameters int64 // elements
	Trainable  int64
	Buffers    int64
	// ParameterBytes and BufferBytes are what they take.
	ParameterBytes, TrainableBytes, BufferBytes int64
	Inputs                                      []Input
	Outputs                                     [][]int64
	OutputBytes                                 int64
	// Saved are the bytes of unique storages kept for the backward pass, inputs included, parameters and buffers not.
	Saved int64
	// ForwardPeak and StepPeak are the most that is allocated at once: in the forward pass, and in a training step with
	// the optimizer that was asked for. 0: not known.
	ForwardPeak, StepPeak int64
	// Peaks are those of a training step in which the optimizer keeps and allocates nothing; zero where they are not
	// known.
	Peaks  tensor.Peaks
	Moves  *tensor.Moves // of that step; nil where they are not known
	Layers []Layer
	// Largest is the largest tensor that is kept for backward, and who keeps it.
	Largest Kept
	// Takes are the inputs that forward has to be given, by name.
	Takes []string
	// Holder is the path of the module that keeps most for backward.
	Holder  string
	Unknown []Gap
	// Built says that the constructor was followed to its end, and what is done to the model behind it: the numbers of
	// parameters and buffers are exact then.
	Built bool
	// Ran says that forward was followed to its end.
	Ran bool
	// Defaults says that options which the files parse when they are imported have their defaults.
	Defaults bool
	// Shared: a router's experts are taken to be given as many tokens as each other.
	Shared bool
	// Checkpointed is how many modules of which class are run again in the backward pass.
	Checkpointed map[string]int
}

// Kept is a tensor that is kept for the backward pass.
type Kept struct {
	Path, Type string // of the module that keeps it
	Shape      []int64
	Bytes      int64
}

// Holder is who keeps it, as people call it: bn1 (BatchNorm2d).
func (k Kept) Holder() string {
	if k.Path == "" {
		return k.Type
	}
	return k.Path + " (" + k.Type + ")"
}

// Text is its shape: 6x1024x512x512.
func (k Kept) Text() string { return inWords(k.Shape) }

// inWords is a shape as people write it: 32x3x224x224.
func inWords(shape []int64) string {
	words := make([]string, len(shape))
	for i, n := range shape {
		words[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(words, "x")
}

// Missing are the arguments that a constructor needs and nobody gives.
type Missing struct {
	Name  string
	Names []string
	// Reads are the attributes that it reads of those that are objects: config.width.
	Reads []string
}

func (e *Missing) Error() string {
	if len(e.Reads) == 0 {
		return fmt.Sprintf("%s needs %s: give each with --arg NAME=VALUE", e.Name, strings.Join(e.Names, ", "))
	}
	return fmt.Sprintf(
		"%s needs %s, and reads %s: give each with --arg, as --arg %s=VALUE",
		e.Name,
		strings.Join(e.Names, ", "),
		strings.Join(e.Reads, ", "),
		e.Reads[0],
	)
}

// Example is a shape of the kind that its first layer takes, for a person to write their own in its place: by the
// dimensions in the name of that layer, images where nothing says otherwise.
func (a *Answer) Example() string {
	for _, l := range a.Layers {
		switch {
		case strings.HasSuffix(l.Type, "1d"):
			return "8x3x1024"
		case strings.HasSuffix(l.Type, "3d"):
			return "2x3x32x64x64"
		case l.Type == "Embedding":
			return "8x128:int64"
		case strings.HasSuffix(l.Type, "2d"):
			return images
		}
	}
	return images
}

const images = "8x3x224x224"
