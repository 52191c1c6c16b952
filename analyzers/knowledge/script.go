package knowledge

import "regexp"

var (
	evaluating = regexp.MustCompile(`(?i)(?:^|[/_-])(?:eval|test|infer|predict|demo|sampl|synth|benchmark|verif|generat|serv|preprocess|` +
		`convert|export|decode|visuali[sz]|chat|dataset|prepare|gradio|interactive)[a-z]*\d*(?:[/_.-]|$)`)
	configOption = regexp.MustCompile(`^(config|cfg|conf|opt|yaml|hparams|params)(_?(file|path|name|yaml))?$|^(exp|experiment)_?(config|cfg)$`)
	trainingKey  = regexp.MustCompile(`(?i)^(lr|.*learning_rate|.*_lr|batch|.*batch_?size|bs|(n_|num_|max_)?epochs?|(n_|num_|max_|total_)?(train_)?steps|n?iters?)$`)
)

// Evaluates reports whether a script says by its path that it uses what others train.
func Evaluates(path string) bool { return evaluating.MatchString(path) }

// GivesConfig reports whether an option of a script, as its attribute is called, names the config that it reads.
func GivesConfig(option string) bool { return configOption.MatchString(option) }

// KeyOfTraining reports whether a config's key is one of those that no config of a training lacks all of: how fast, how many at
// a time, how long.
func KeyOfTraining(key string) bool { return trainingKey.MatchString(key) }

// BatchOptions are options that say how many samples a script takes at a time, whatever it does with them.
func BatchOptions() []string { return []string{"batch_size", "train_batch_size", "batchsize", "batch"} }
