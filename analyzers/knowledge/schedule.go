package knowledge

import "strings"

// LengthArgument is an argument that says how many steps a learning rate schedule has.
type LengthArgument struct {
	Name     string
	Position int  // among those given by position
	Each     bool // that of one epoch: the schedule multiplies it by their number
}

// lengthArguments are by the class or function that makes the schedule (torch 2.15, transformers 5, diffusers: their signatures).
// A linear warm-up of torch is as often a part of the training as all of it, so LinearLR and ConstantLR are not here.
var lengthArguments = map[string][]LengthArgument{
	"torch.optim.lr_scheduler.CosineAnnealingLR": {{Name: "T_max", Position: 1}},
	"torch.optim.lr_scheduler.PolynomialLR":      {{Name: "total_iters", Position: 1}},
	"torch.optim.lr_scheduler.OneCycleLR":        {{Name: "total_steps", Position: 2}, {Name: "steps_per_epoch", Position: 4, Each: true}},

	"get_linear_schedule_with_warmup":                    {{Name: "num_training_steps", Position: 2}},
	"get_cosine_schedule_with_warmup":                    {{Name: "num_training_steps", Position: 2}},
	"get_polynomial_decay_schedule_with_warmup":          {{Name: "num_training_steps", Position: 2}},
	"get_cosine_with_hard_restarts_schedule_with_warmup": {{Name: "num_training_steps", Position: 2}},
	"WarmupLinearSchedule":                               {{Name: "t_total", Position: 2}},
	"WarmupCosineSchedule":                               {{Name: "t_total", Position: 2}},

	"transformers.get_scheduler":           {{Name: "num_training_steps", Position: 3}},
	"diffusers.optimization.get_scheduler": {{Name: "num_training_steps", Position: 4}},
}

// ScheduleLength are the arguments that say how many steps a schedule has, of the class or function that makes it; none where they
// are not known.
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

// PassesItsEnd reports whether a schedule may be stepped more often than its length says: a OneCycleLR raises ValueError.
func PassesItsEnd(path string) bool { return !strings.HasSuffix(path, ".OneCycleLR") }

// GoesUpAgain reports whether a schedule, stepped beyond its length, brings the learning rate back to where it began.
func GoesUpAgain(path string) bool { return strings.HasSuffix(path, ".CosineAnnealingLR") }
