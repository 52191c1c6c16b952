package knowledge

// Hook is a method by which users' classes take part in Lightning's loops, and that Lightning no longer calls as they
// expect.
type Hook struct {
	Method string
	// Argument is what the method can no longer want, "" where it is the method that is gone.
	Argument string
	// Since is the release of Lightning since which it is so.
	Since string
	// Raises is the error that stops the run, and When the call that raises it; both are empty where the method is
	// silently left out.
	Raises, When string
	// Instead says what to do.
	Instead string
}

const (
	fitRaises   = "NotImplementedError"
	keepOutputs = "; keep what a step gives in an attribute"
)

// HooksOfModules are those of a LightningModule, each executed on pytorch-lightning 1.9 to 2.6 (oracle/hooks.py).
func HooksOfModules() []Hook {
	return []Hook{
		{
			Method:  "training_epoch_end",
			Since:   "2.0",
			Raises:  fitRaises,
			When:    "fit()",
			Instead: "write on_train_epoch_end(self)" + keepOutputs,
		},
		{
			Method:  "validation_epoch_end",
			Since:   "2.0",
			Raises:  fitRaises,
			When:    "fit()",
			Instead: "write on_validation_epoch_end(self)" + keepOutputs,
		},
		{
			Method:  "test_epoch_end",
			Since:   "2.0",
			Raises:  fitRaises,
			When:    "test()",
			Instead: "write on_test_epoch_end(self)" + keepOutputs,
		},
		{Method: "training_step_end", Since: "2.0", Instead: "do it in training_step"},
		{Method: "validation_step_end", Since: "2.0", Instead: "do it in validation_step"},
		{Method: "test_step_end", Since: "2.0", Instead: "do it in test_step"},
		{
			Method:  "on_epoch_start",
			Since:   "1.8",
			Instead: "write on_train_epoch_start, and those of validation and test where they are meant",
		},
		{
			Method:  "on_epoch_end",
			Since:   "1.8",
			Instead: "write on_train_epoch_end, and those of validation and test where they are meant",
		},
		{Method: "training_step", Argument: optimizerIndex, Since: "2.0", Raises: "RuntimeError or TypeError", When: "fit()",
			Instead: "set self.automatic_optimization = False and step self.optimizers() in training_step"},
		wantsIndex(
			"optimizer_step",
		), wantsIndex("optimizer_zero_grad"), wantsIndex("lr_scheduler_step"), wantsIndex("on_before_optimizer_step"),
		wantsIndex("configure_gradient_clipping"), wantsIndex("backward"),
	}
}

const optimizerIndex = "optimizer_idx"

func wantsIndex(method string) Hook {
	return Hook{
		Method:   method,
		Argument: optimizerIndex,
		Since:    "2.0",
		Raises:   "TypeError",
		When:     "fit()",
		Instead:  "drop it",
	}
}

// HooksOfCallbacks are those of a callback.
func HooksOfCallbacks() []Hook {
	return []Hook{
		{
			Method:  "on_epoch_start",
			Since:   "1.8",
			Instead: "write on_train_epoch_start, and those of validation and test where they are meant",
		},
		{
			Method:  "on_epoch_end",
			Since:   "1.8",
			Instead: "write on_train_epoch_end, and those of validation and test where they are meant",
		},
		{Method: "on_batch_start", Since: "1.8", Instead: "write on_train_batch_start"},
		{Method: "on_batch_end", Since: "1.8", Instead: "write on_train_batch_end"},
		wantsIndex("on_before_optimizer_step"),
	}
}

// LightningModules and LightningCallbacks are the names of the classes that users derive theirs from, by the package
// that is imported.
func LightningModules(pkg string) []string {
	return homesOf(pkg, "LightningModule", "core.", "core.lightning.", "core.module.")
}

// LightningCallbacks are those of callbacks.
func LightningCallbacks(pkg string) []string {
	return homesOf(pkg, "Callback", "callbacks.", "callbacks.base.", "callbacks.callback.")
}

func homesOf(pkg, class string, homes ...string) []string {
	list := []string{pkg + "." + class}
	for _, home := range homes {
		list = append(list, pkg+"."+home+class)
	}
	if pkg == "lightning" {
		list = append(list, homesOf("lightning.pytorch", class, homes...)...)
	}
	return list
}
