package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	// sparesGradients are functions that are given an optimizer or scaler and, by their name, do nothing to gradients.
	sparesGradients = pattern.New(
		`(?i)(^|_)(lr|learning_?rate|save|log|print|checkpoint|clip|lr_?scheduler|schedule|state|isinstance|len|id|type|str|repr|hasattr|getattr|get|format|scale_loss|debug|info|append|dump)(_|$)|^(set|adjust|update)_(lr|learning)|lr$|scheduler$|LR$|save`,
	)
	clearsGradients = pattern.New(
		`(?i)(zero|clear|reset|clean|remove|flush|free)_?(all_?)?(the_?)?grad|grads?_?(zero|clear|reset|none)|set_to_none`,
	)
	makesGradients = pattern.New(`(?i)backward|grad|optimi|step|train|update|meta|loss`)

	rescalesInPlace = set(`mul_ div_ clamp_ clip_ nan_to_num_`)

	// moduleMethods are those of torch.nn.Module and LightningModule that do nothing to gradients.
	moduleMethods = set(
		`train eval parameters named_parameters state_dict load_state_dict to cuda cpu log modules children print log_dict
		buffers named_modules named_children named_buffers apply requires_grad_ half float add_module register_buffer`,
	)
	// optimizerMethods are those of torch's optimizers and scalers that clear no gradients and update no scale.
	optimizerMethods = set(
		`state_dict load_state_dict add_param_group train eval consolidate_state_dict items keys values get
		scale get_scale get_growth_factor get_backoff_factor get_growth_interval is_enabled`,
	)
)

// callsNothing are Python's own functions that look at what they are given, or walk over it, and call none of it.
var callsNothing = set(
	`zip enumerate len list tuple dict set frozenset sorted reversed sum min max any all isinstance issubclass hasattr id
	type str repr print int float bool abs round range iter callable vars dir format`,
)

// CallsNothing reports whether one of Python's own functions calls nothing of what it is given.
func CallsNothing(builtin string) bool { return callsNothing[builtin] }

// SparesGradients reports whether a function that is given an optimizer does nothing to gradients, by its name.
func SparesGradients(function string) bool { return spares.of(function) }

// ClearsGradients reports whether a function clears gradients, by its name.
func ClearsGradients(function string) bool { return clearsMemo.of(function) }

// RescalesInPlace reports whether a tensor's method changes it by a factor, a bound or a sum, as code does that clips
// gradients or averages them over processes itself.
func RescalesInPlace(method string) bool { return rescalesInPlace[method] }

// ReducesOverRanks reports whether a function sums or averages a tensor over the ranks of a run, by its name.
func ReducesOverRanks(function string) bool { return reducesOverRanks[function] }

var reducesOverRanks = map[string]bool{
	"reduce":        true,
	"all_reduce":    true,
	"allreduce":     true,
	"allreduce_":    true,
	"all_reduce_":   true,
	"reduce_mean":   true,
	"reduce_tensor": true,
}

// SpeaksOfGraph reports whether a word of code switches gradients off or on, lets go of a graph, or asks for gradients.
func SpeaksOfGraph(word string) bool { return speaksOfGraph[word] }

var speaksOfGraph = set(
	`no_grad inference_mode set_grad_enabled enable_grad detach detach_ data numpy item tolist grad backward requires_grad
	requires_grad_`,
)

// AsksForPenalty reports whether a function is told by an argument of that name to compute a penalty on gradients:
// model.d_loss(x, y, gp=True).
func AsksForPenalty(argument string) bool { return penaltyArgument.MatchString(argument) }

var penaltyArgument = pattern.New(`^((with|use|add|compute|do)_)?(gp|gradient_penalty)$`)

// MakesGradients reports whether a function that is not seen may run a backward pass, by its name.
func MakesGradients(function string) bool { return makesGradients.MatchString(function) }

// ModuleMethod reports whether torch's modules have a method that does nothing to gradients.
func ModuleMethod(name string) bool { return moduleMethods[name] }

// OptimizerMethod reports whether torch's optimizers or scalers have a method that clears no gradients and updates no
// scale.
func OptimizerMethod(name string) bool { return optimizerMethods[name] }

// meanLoss are names of loss functions whose reduction is the mean unless an argument asks for another one.
var meanLoss = pattern.New(
	`(?i)^(criterion|crit|loss_?fn|loss_?func(tion)?|cross_entropy|mse_loss|l1_loss|nll_loss|smooth_l1_loss|huber_loss|binary_cross_entropy(_with_logits)?|kl_div|CrossEntropyLoss|MSELoss|BCEWithLogitsLoss|BCELoss|L1Loss|NLLLoss|SmoothL1Loss|HuberLoss|mean)$`,
)

// NamesMeanLoss reports whether a name is one of a loss function that takes the mean over the batch.
func NamesMeanLoss(name string) bool { return meanLoss.MatchString(name) }

// batchCount are words for a number of batches.
var batchCount = pattern.New(`(?i)loader|steps_per_epoch|batch|iter`)

// CountsBatches reports whether a word is one for a number of batches.
func CountsBatches(word string) bool { return batchCount.MatchString(word) }

// ownSchedules are the schedules of transformers' first versions, heirs of LambdaLR: WarmupLinearSchedule.
var ownSchedules = pattern.New(`^(pytorch_)?transformers\.(\w+\.)*\w+Schedule$`)

// MakesTorchScheduler reports whether a library's function returns a scheduler of PyTorch's, or a class is an heir of
// one.
func MakesTorchScheduler(path string) bool {
	return ownSchedules.MatchString(path) ||
		strings.HasPrefix(path, "transformers.") && strings.Contains(path, ".get_") && strings.Contains(path, "schedule")
}

// SchedulerHas reports whether a scheduler of torch.optim.lr_scheduler has an attribute (torch 2.15: dir() of each
// class).
func SchedulerHas(attribute string) bool {
	return strings.HasPrefix(attribute, "_") || schedulerAttributes[attribute]
}

var schedulerAttributes = set(
	`step get_lr get_last_lr print_lr state_dict load_state_dict optimizer base_lrs last_epoch verbose
	T_max T_0 T_i T_mult T_cur eta_min gamma step_size milestones lr_lambdas total_iters factor factors power start_factor
	end_factor
	total_steps total_size max_lrs base_momentums max_momentums cycle_momentum mode scale_fn step_ratio
	best num_bad_epochs patience cooldown cooldown_counter threshold threshold_mode eps min_lrs in_cooldown is_better
	mode_worse
	default_min_lr recursive_undo scale_mode use_beta1 get_closed_form_lr`,
)

// trainingWord is in the names of functions that run a step, an epoch or an evaluation.
var trainingWord = pattern.New(
	`(?i)(^|_)(train|step|epoch|valid(ate|ation)?|eval(uate)?|test|optimi[sz]e|update|backward|iteration)(_|$)`,
)

// NamesTraining reports whether a function, by its name, may run a step, an epoch or an evaluation.
func NamesTraining(function string) bool { return training.of(function) }

var (
	spares     = newMemo(sparesGradients.MatchString)
	clearsMemo = newMemo(clearsGradients.MatchString)
	training   = newMemo(trainingWord.MatchString)
)

// stepFunction is how a function that runs once a training step is called.
var stepFunction = pattern.New(
	`^(training|train|optimi[sz]e|optimi[sz]er)_?(one_?)?(step|batch|iter|iteration|parameters)$|` +
		`^(learn|optimi[sz]e)(_(model|network|policy|agent))?$|^update_(model|networks?|net|weights|parameters|params|policy|critic|actor|agent)$`,
)

// NamesStep reports whether a function, by its name, runs once a training step.
func NamesStep(function string) bool { return stepFunction.MatchString(function) }

var averaging = newMemo(
	pattern.New(
		`(?i)all_?reduce|reduce_(grad|mean|tensor)|(average|avg|sync\w*|reduce)_?\w*grad|grad\w*_?(average|sync|reduce)|` +
			`^prepare_for_backward$|^_(pre|post|run_ddp)_forward$`, // what forward() of DistributedDataParallel does itself
	).MatchString,
)

// AveragesGradients reports whether a function, by its name, may put the gradients of several processes together.
func AveragesGradients(function string) bool { return averaging.of(function) }
