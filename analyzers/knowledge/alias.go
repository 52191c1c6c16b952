package knowledge

import "strings"

// Canonical folds the names under which a library offers the same thing twice: the module that defines it, and older
// homes.
func Canonical(path string) string {
	if to, ok := reexports[path]; ok {
		return to
	}
	for _, prefix := range movedModules {
		if strings.HasPrefix(path, prefix.from) {
			return prefix.to + path[len(prefix.from):]
		}
	}
	return path
}

// reexports maps the module that defines a thing to the one that documents it.
var reexports = map[string]string{
	"torch.autocast":                            "torch.amp.autocast",
	"torch.amp.autocast_mode.autocast":          "torch.amp.autocast",
	"torch.amp.grad_scaler.GradScaler":          "torch.amp.GradScaler",
	"torch.inference_mode":                      "torch.inference_mode",
	"torch.autograd.no_grad":                    "torch.no_grad",
	"torch.autograd.grad_mode.no_grad":          "torch.no_grad",
	"torch.autograd.inference_mode":             "torch.inference_mode",
	"torch.autograd.grad_mode.inference_mode":   "torch.inference_mode",
	"torch.autograd.enable_grad":                "torch.enable_grad",
	"torch.autograd.grad_mode.enable_grad":      "torch.enable_grad",
	"torch.autograd.set_grad_enabled":           "torch.set_grad_enabled",
	"torch.autograd.grad_mode.set_grad_enabled": "torch.set_grad_enabled",
	"torch.nn.utils.clip_grad.clip_grad_norm_":  "torch.nn.utils.clip_grad_norm_",
	"torch.nn.utils.clip_grad.clip_grad_value_": "torch.nn.utils.clip_grad_value_",
	"torch.nn.Parameter":                        "torch.nn.parameter.Parameter",
	"torch.nn.DataParallel":                     "torch.nn.parallel.DataParallel",
}

type movedModule struct{ from, to string }

var movedModules = []movedModule{
	{"torch.cuda.amp.autocast_mode.", "torch.cuda.amp."},
	{"torch.cuda.amp.grad_scaler.", "torch.cuda.amp."},
	{"torch.cpu.amp.autocast_mode.", "torch.cpu.amp."},
	{"torch.utils.data.dataloader.", "torch.utils.data."},
	{"torch.utils.data.dataset.", "torch.utils.data."},
	{"torch.utils.data.distributed.", "torch.utils.data."},
	{"torch.nn.modules.loss.", "torch.nn."},
	{"torch.nn.modules.", "torch.nn."},
	{"torch.nn.parallel.distributed.", "torch.nn.parallel."},
	{"torch.autograd.functional.", "torch.autograd.functional."},
	{"torch.optim.adamw.", "torch.optim."},
	{"torch.optim.adam.", "torch.optim."},
	{"torch.optim.sgd.", "torch.optim."},
	{"torch.optim.optimizer.", "torch.optim."},
	{"accelerate.accelerator.", "accelerate."},
	{"transformers.trainer.", "transformers."},
	{"transformers.training_args.", "transformers."},
}
