package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// NamesSchedule reports whether a name is one for a schedule, of a learning rate or of noise.
func NamesSchedule(name string) bool { return strings.Contains(strings.ToLower(name), "sched") }

// NamesScheduleMaker reports whether a function is called one that makes an optimizer or its schedule:
// select_optimizer, build_scheduler. What a framework sets up steps by itself: deepspeed.initialize.
func NamesScheduleMaker(function string) bool {
	return NamesSchedule(function) || strings.Contains(strings.ToLower(function), "optim")
}

// LengthArgument is an argument that says how many steps a learning rate schedule has.
type LengthArgument struct {
	Name     string
	Position int  // among those given by position
	Each     bool // that of one epoch: the schedule multiplies it by their number
	// Falling: the schedule has that length only where it is told to end below the rate that it begins with.
	Falling bool
}

// lengthArguments are by the class or function that makes the schedule (torch 2.15, transformers 5, diffusers: their
// signatures). A linear warm-up of torch is as often a part of the training as all of it, so ConstantLR is not here,
// and LinearLR only where it lets the rate fall.
var lengthArguments = map[string][]LengthArgument{
	"torch.optim.lr_scheduler.CosineAnnealingLR": {{Name: "T_max", Position: 1}},
	"torch.optim.lr_scheduler.PolynomialLR":      {{Name: "total_iters", Position: 1}},
	"torch.optim.lr_scheduler.LinearLR":          {{Name: "total_iters", Position: 3, Falling: true}},
	"torch.optim.lr_scheduler.OneCycleLR": {
		{Name: "total_steps", Position: 2},
		{Name: "steps_per_epoch", Position: 4, Each: true},
	},

	"get_linear_schedule_with_warmup":                    {{Name: "num_training_steps", Position: 2}},
	"get_cosine_schedule_with_warmup":                    {{Name: "num_training_steps", Position: 2}},
	"get_polynomial_decay_schedule_with_warmup":          {{Name: "num_training_steps", Position: 2}},
	"get_cosine_with_hard_restarts_schedule_with_warmup": {{Name: "num_training_steps", Position: 2}},
	"WarmupLinearSchedule":                               {{Name: "t_total", Position: 2}},
	"WarmupCosineSchedule":                               {{Name: "t_total", Position: 2}},

	"transformers.get_scheduler":           {{Name: "num_training_steps", Position: 3}},
	"diffusers.optimization.get_scheduler": {{Name: "num_training_steps", Position: 4}},
}

// ScheduleLength are the arguments that say how many steps a schedule has, of the class or function that makes it; none
// where they are not known.
func ScheduleLength(path string) []LengthArgument {
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch root, _, _ := strings.Cut(path, "."); {
	case root == "transformers" && last == "get_scheduler":
		path = "transformers.get_scheduler"
	case last != "get_scheduler" && (root == "transformers" || root == "diffusers" || root == "pytorch_transformers"):
		path = last
	}
	return lengthArguments[path]
}

// ScheduleParts is the argument by which a schedule takes those of which it runs one behind the other; ok is false for
// any other.
func ScheduleParts(path string) (name string, position int, ok bool) {
	return "schedulers", 1, path == "torch.optim.lr_scheduler.SequentialLR"
}

// ScheduleName is where a function takes the name of the schedule that it makes: get_scheduler("cosine", …); -1 for
// any other.
func ScheduleName(path string) int {
	if strings.HasSuffix(path, ".get_scheduler") {
		return 0
	}
	return -1
}

var roleInName = pattern.New(`(?i)lr_?sched(uler|ule)?|sched(uler|ule)?|optim(izer|iser)?|opt|_`)

// SharedName is what a word for an optimizer or a schedule says beside that: g of optimizer_g and of lr_scheduler_G; ""
// when it says no more.
func SharedName(word string) string {
	return strings.ToLower(roleInName.Regexp().ReplaceAllString(word, ""))
}

// EndlessSchedule reports whether a schedule of that name, of transformers' or diffusers', takes no notice of its
// length.
func EndlessSchedule(name string) bool {
	return strings.HasPrefix(name, "constant") || name == "piecewise_constant" || name == "reduce_lr_on_plateau" ||
		name == "inverse_sqrt"
}

// End is what becomes of the learning rate behind the end of a schedule.
type End uint8

// The ends of schedules.
const (
	Stays End = iota
	Rises
	Fails
)

// EndOf is what becomes of the learning rate when a schedule is stepped more often than its length says (torch 2.15,
// transformers 5.23, diffusers 0.38, executed): the cosines go up again, OneCycleLR raises ValueError, all others stay.
func EndOf(path, name string) End {
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "OneCycleLR":
		return Fails
	case "CosineAnnealingLR", "get_cosine_schedule_with_warmup", "WarmupCosineSchedule":
		return Rises
	}
	if name == "cosine" || name == "cosine_with_min_lr" {
		return Rises
	}
	return Stays
}

// RateDecay is how a schedule of torch multiplies the learning rate again and again: by Gamma, each Every-th step, at
// each of the steps in Milestones, or at every step where it has neither (torch 2.15: their signatures).
type RateDecay struct {
	Every, Milestones LengthArgument
	Gamma             LengthArgument
	// Default is what gamma is where nothing is given; 0 where it has to be.
	Default float64
}

var rateDecays = map[string]*RateDecay{
	"torch.optim.lr_scheduler.StepLR": {
		Every: LengthArgument{Name: "step_size", Position: 1}, Gamma: LengthArgument{Name: "gamma", Position: 2},
		Default: 0.1,
	},
	"torch.optim.lr_scheduler.MultiStepLR": {
		Milestones: LengthArgument{Name: "milestones", Position: 1}, Gamma: LengthArgument{Name: "gamma", Position: 2},
		Default: 0.1,
	},
	"torch.optim.lr_scheduler.ExponentialLR": {Gamma: LengthArgument{Name: "gamma", Position: 1}},
}

// RateDecayOf is how a class of torch lets the learning rate decay; nil for one that does not, or not by numbers alone.
func RateDecayOf(class string) *RateDecay { return rateDecays[class] }

// Plateau is the class of torch that is given a figure at each step, and lets the learning rate fall by Factor when
// that has been no better for more than Patience steps, after which it waits for Cooldown more (torch 2.15: its
// signature).
const Plateau = "torch.optim.lr_scheduler.ReduceLROnPlateau"

// What ReduceLROnPlateau is given.
var (
	PlateauFactor   = LengthArgument{Name: "factor", Position: 2}
	PlateauPatience = LengthArgument{Name: "patience", Position: 3}
	PlateauCooldown = LengthArgument{Name: "cooldown", Position: -1}
)

// Defaults of ReduceLROnPlateau.
const (
	PlateauFactorDefault   = 0.1
	PlateauPatienceDefault = 10
)

// Where LinearLR is told the factors with which it begins and ends.
var (
	LinearStart = LengthArgument{Name: "start_factor", Position: 1}
	LinearEnd   = LengthArgument{Name: "end_factor", Position: 2}
)

// Defaults of LinearLR.
const (
	LinearStartDefault = 1.0 / 3
	LinearEndDefault   = 1.0
)

// MultipliesRate reports whether a scheduler multiplies the learning rate that its optimizer began with by what a
// function gives.
func MultipliesRate(path string) bool { return path == "torch.optim.lr_scheduler.LambdaLR" }
