package knowledge

import (
	"math"
	"slices"
	"strings"
)

// Given is an argument of a class, by its name and its place, and what it is where nothing is given.
type Given struct {
	Name     string
	Position int // -1: by name only
	// Default is the number that stands in; nil where there is none.
	Default *float64
}

// Asked is how a class judges its arguments when an instance is made.
type Asked uint8

// What a class may ask of its arguments.
const (
	// AskedWithin: a number within bounds, and no text.
	AskedWithin Asked = iota
	// AskedEach: two numbers, each within bounds.
	AskedEach
	// AskedWord: one of some words.
	AskedWord
	// AskedMultiple: the second is a multiple of the first.
	AskedMultiple
	// AskedSequence: something to go over, and no number.
	AskedSequence
	// AskedFunction: something to call, and no number.
	AskedFunction
	// AskedIndex: within the number of entries that the second says, which may be counted from behind.
	AskedIndex
	// AskedMomentum: where the first is true the second is above 0, and the third is 0.
	AskedMomentum
	// AskedLength: the first, or both of the others.
	AskedLength
	// AskedUnstrided: where the first is the word, the second is 1.
	AskedUnstrided
)

// Requirement is one thing that a class asks of its arguments, or raises.
type Requirement struct {
	Asked Asked
	Args  []Given
	// Least and Most are the bounds, Below and Above say that they themselves lie outside.
	Least, Most  float64
	Above, Below bool
	// Whole: no float is taken.
	Whole bool
	Words []string
	// Raises is the exception; OfText is the one for a text in place of a number.
	Raises, OfText string
}

// Takes reports whether a number is one that is taken.
func (r *Requirement) Takes(n float64, whole bool) bool {
	switch {
	case r.Whole && !whole, n < r.Least, n > r.Most, r.Above && n == r.Least, r.Below && n == r.Most:
		return false
	}
	return true
}

func given(name string, position int, byDefault ...float64) Given {
	g := Given{Name: name, Position: position}
	if len(byDefault) > 0 {
		g.Default = &byDefault[0]
	}
	return g
}

func within(least, most float64, g Given) Requirement {
	return Requirement{
		Asked: AskedWithin, Args: []Given{g}, Least: least, Most: most, Raises: "ValueError", OfText: "TypeError",
	}
}

func atLeast(least float64, g Given) Requirement { return within(least, math.Inf(1), g) }

func counted(g Given) Requirement {
	r := atLeast(1, g)
	r.Whole = true
	return r
}

// ofText is a requirement for which a text raises something else.
func ofText(raises string, r Requirement) Requirement {
	r.OfText = raises
	return r
}

// raising is a requirement that raises something else.
func raising(raises string, r Requirement) Requirement {
	r.Raises = raises
	return r
}

func word(g Given, words string) Requirement {
	return Requirement{Asked: AskedWord, Args: []Given{g}, Words: strings.Fields(words), Raises: "ValueError"}
}

func multiple(raises string, divisor, of Given) Requirement {
	return Requirement{Asked: AskedMultiple, Args: []Given{divisor, of}, Raises: raises}
}

func pair(g Given) Requirement {
	return Requirement{Asked: AskedEach, Args: []Given{g}, Most: 1, Below: true, Raises: "ValueError", OfText: "TypeError"}
}

// refused is what classes of torch ask when an instance is made: each row was tried with torch 1.13.1, 2.3.1 and 2.15
// (oracle/refused.py), and what only some of them refuse is not here.
var refused = func() map[string][]Requirement {
	rate := atLeast(0, given("lr", 1))
	decay := func(position int) Requirement { return atLeast(0, given("weight_decay", position)) }
	eps := func(position int) Requirement { return atLeast(0, given("eps", position)) }
	momentum := func(position int) Requirement { return atLeast(0, given("momentum", position)) }
	adam := []Requirement{rate, pair(given("betas", 2)), eps(3), decay(4)}
	dropout := []Requirement{within(0, 1, given("p", 0))}
	rate01 := func(name string, position int) Requirement { return within(0, 1, given(name, position)) }
	groups := given("groups", 6, 1)
	grouped := []Requirement{
		multiple("ValueError", groups, given("in_channels", 0)), multiple("ValueError", groups, given("out_channels", 1)),
		atLeast(1, groups),
	}
	convolution := append(slices.Clip(slices.Clone(grouped)),
		word(given("padding", 4), "same valid"), word(given("padding_mode", 8), "zeros reflect replicate circular"),
		Requirement{Asked: AskedUnstrided, Args: []Given{given("padding", 4), given("stride", 3, 1)}, Words: []string{"same"},
			Raises: "ValueError"})
	heads := func(width, heads Given) Requirement { return multiple("AssertionError", heads, width) }
	layer := []Requirement{
		heads(given("d_model", 0), given("nhead", 1)), rate01("dropout", 3),
		raising("RuntimeError", word(given("activation", 4), "relu gelu")),
	}
	transformer := []Requirement{
		heads(given("d_model", 0, 512), given("nhead", 1, 8)), rate01("dropout", 5),
		raising("RuntimeError", word(given("activation", 6), "relu gelu")),
	}
	recurrent := []Requirement{ofText("ValueError", rate01("dropout", 5))}
	plain := []Requirement{ofText("ValueError", rate01("dropout", 6)), word(given("nonlinearity", 3), "tanh relu")}
	batch := []Requirement{ofText("ValueError", counted(given("batch_size", 1)))}
	padding := func(position int) []Requirement {
		return []Requirement{{Asked: AskedIndex, Args: []Given{given("padding_idx", position), given("num_embeddings", 0)},
			Raises: "AssertionError"}}
	}
	factor := within(math.Inf(-1), 1, given("factor", 2))
	factor.Below = true

	by := map[string][]Requirement{
		"optim.SGD": {rate, momentum(2), decay(4), {Asked: AskedMomentum, Args: []Given{given("nesterov", 5),
			given("momentum", 2, 0), given("dampening", 3, 0)}, Raises: "ValueError"}},
		"optim.Adam": adam, "optim.AdamW": adam, "optim.Adamax": adam, "optim.NAdam": adam, "optim.RAdam": adam,
		"optim.SparseAdam": adam[:3],
		"optim.RMSprop":    {rate, atLeast(0, given("alpha", 2)), eps(3), decay(4), momentum(5)},
		"optim.Adadelta":   {rate, within(0, 1, given("rho", 2)), eps(3), decay(4)},
		"optim.Adagrad":    {rate, atLeast(0, given("lr_decay", 2)), decay(3), eps(5)},
		"optim.ASGD":       {rate, decay(5)},
		"optim.Rprop":      {rate},

		"optim.lr_scheduler.MultiStepLR": {
			{Asked: AskedSequence, Args: []Given{given("milestones", 1)}, Raises: "TypeError"},
		},
		"optim.lr_scheduler.LambdaLR": {{Asked: AskedFunction, Args: []Given{given("lr_lambda", 1)}, Raises: "TypeError"}},
		"optim.lr_scheduler.ReduceLROnPlateau": {word(given("mode", 1), "min max"), factor,
			word(given("threshold_mode", -1), "rel abs")},
		"optim.lr_scheduler.OneCycleLR": {
			{Asked: AskedLength, Args: []Given{given("total_steps", 2), given("epochs", 3), given("steps_per_epoch", 4)},
				Raises: "ValueError"},
			counted(given("total_steps", 2)), within(0, 1, given("pct_start", 5)),
			word(given("anneal_strategy", 6), "cos linear"),
		},
		"optim.lr_scheduler.CosineAnnealingWarmRestarts": {counted(given("T_0", 1)), counted(given("T_mult", 2))},
		"optim.lr_scheduler.LinearLR":                    {rate01("start_factor", 1), rate01("end_factor", 2)},
		"optim.lr_scheduler.ConstantLR":                  {rate01("factor", 1)},
		"optim.swa_utils.SWALR":                          {word(given("anneal_strategy", -1), "cos linear")},

		"nn.Dropout": dropout, "nn.Dropout1d": dropout, "nn.Dropout2d": dropout, "nn.Dropout3d": dropout,
		"nn.AlphaDropout": dropout, "nn.FeatureAlphaDropout": dropout,
		"nn.Conv1d": convolution, "nn.Conv2d": convolution, "nn.Conv3d": convolution,
		"nn.ConvTranspose1d": grouped, "nn.ConvTranspose2d": grouped, "nn.ConvTranspose3d": grouped,
		"nn.GroupNorm":               {multiple("ValueError", given("num_groups", 0), given("num_channels", 1))},
		"nn.MultiheadAttention":      {heads(given("embed_dim", 0), given("num_heads", 1))},
		"nn.TransformerEncoderLayer": layer, "nn.TransformerDecoderLayer": layer, "nn.Transformer": transformer,
		"nn.LSTM": recurrent, "nn.GRU": recurrent, "nn.RNN": plain,
		"nn.Embedding": padding(2), "nn.EmbeddingBag": padding(-1),

		"utils.data.DataLoader":   {batch[0], atLeast(0, given("num_workers", 5))},
		"utils.data.BatchSampler": batch,
	}
	all := map[string][]Requirement{}
	for class, list := range by {
		all["torch."+class] = list
	}
	return all
}()

// RequirementsOf is what a class of torch asks of its arguments when an instance is made.
func RequirementsOf(class string) []Requirement { return refused[class] }

// WithRequirements are the classes of which that is known.
func WithRequirements() []string {
	var list []string
	for class := range refused {
		list = append(list, class)
	}
	slices.Sort(list)
	return list
}

// LayersOfNetwork is how many layers a recurrent network of torch is given.
var LayersOfNetwork = given("num_layers", 2, 1)

// RecurrentNetworks are the classes of torch that stack recurrent layers.
func RecurrentNetworks() []string { return []string{"torch.nn.LSTM", "torch.nn.GRU", "torch.nn.RNN"} }
