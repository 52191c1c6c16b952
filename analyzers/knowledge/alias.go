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
	"torch.nn.Parameter":                        "torch.nn.parameter.Parameter",
	"torch.autograd.variable.Variable":          "torch.autograd.Variable",
	"torch.nn.DataParallel":                     "torch.nn.parallel.DataParallel",
}

type movedModule struct{ from, to string }

var movedModules = []movedModule{
	{"torch.cuda.amp.autocast_mode.", "torch.cuda.amp."},
	{"torch.cuda.amp.grad_scaler.", "torch.cuda.amp."},
	{"torch.cpu.amp.autocast_mode.", "torch.cpu.amp."},
	{"torch.nn.utils.clip_grad.", "torch.nn.utils."},
	{"torch.utils.data.dataloader.", "torch.utils.data."},
	{"torch.utils.data.dataset.", "torch.utils.data."},
	{"torch.utils.data.distributed.", "torch.utils.data."},
	{"torch.nn.modules.loss.", "torch.nn."},
	{"torch.nn.modules.activation.", "torch.nn."},
	{"torch.nn.modules.batchnorm.", "torch.nn."},
	{"torch.nn.modules.container.", "torch.nn."},
	{"torch.nn.modules.conv.", "torch.nn."},
	{"torch.nn.modules.distance.", "torch.nn."},
	{"torch.nn.modules.dropout.", "torch.nn."},
	{"torch.nn.modules.flatten.", "torch.nn."},
	{"torch.nn.modules.fold.", "torch.nn."},
	{"torch.nn.modules.instancenorm.", "torch.nn."},
	{"torch.nn.modules.linear.", "torch.nn."},
	{"torch.nn.modules.module.", "torch.nn."},
	{"torch.nn.modules.normalization.", "torch.nn."},
	{"torch.nn.modules.padding.", "torch.nn."},
	{"torch.nn.modules.pixelshuffle.", "torch.nn."},
	{"torch.nn.modules.pooling.", "torch.nn."},
	{"torch.nn.modules.rnn.", "torch.nn."},
	{"torch.nn.modules.sparse.", "torch.nn."},
	{"torch.nn.modules.transformer.", "torch.nn."},
	{"torch.nn.modules.upsampling.", "torch.nn."},
	{"torch.nn.modules.", "torch.nn."},
	{"torch.nn.activation.", "torch.nn."},
	{"torch.nn.batchnorm.", "torch.nn."},
	{"torch.nn.container.", "torch.nn."},
	{"torch.nn.conv.", "torch.nn."},
	{"torch.nn.distance.", "torch.nn."},
	{"torch.nn.dropout.", "torch.nn."},
	{"torch.nn.flatten.", "torch.nn."},
	{"torch.nn.fold.", "torch.nn."},
	{"torch.nn.instancenorm.", "torch.nn."},
	{"torch.nn.linear.", "torch.nn."},
	{"torch.nn.normalization.", "torch.nn."},
	{"torch.nn.padding.", "torch.nn."},
	{"torch.nn.pixelshuffle.", "torch.nn."},
	{"torch.nn.pooling.", "torch.nn."},
	{"torch.nn.rnn.", "torch.nn."},
	{"torch.nn.sparse.", "torch.nn."},
	{"torch.nn.transformer.", "torch.nn."},
	{"torch.nn.upsampling.", "torch.nn."},
	{"torch.nn.parallel.distributed.", "torch.nn.parallel."},
	{"torch.autograd.functional.", "torch.autograd.functional."},
	{"torch.optim.adamw.", "torch.optim."},
	{"torch.optim.adam.", "torch.optim."},
	{"torch.optim.sgd.", "torch.optim."},
	{"torch.optim.optimizer.", "torch.optim."},
	{"torch.optim.rmsprop.", "torch.optim."},
	{"torch.optim.adagrad.", "torch.optim."},
	{"torch.optim.adadelta.", "torch.optim."},
	{"torch.optim.adamax.", "torch.optim."},
	{"torch.optim.nadam.", "torch.optim."},
	{"torch.optim.radam.", "torch.optim."},
	{"torch.optim.lbfgs.", "torch.optim."},
	{"accelerate.accelerator.", "accelerate."},
	{"transformers.trainer.", "transformers."},
	{"transformers.training_args.", "transformers."},
}

// MeantByName is the module that a name stands for where a file never binds it: in a notebook whose first cell is
// another file's, in a script that lost its first line.
func MeantByName(name string) string {
	if name == "torch" {
		return name
	}
	return ""
}
