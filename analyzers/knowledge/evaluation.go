package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	evaluationName = pattern.New(`(?i)^_*((run|do|model|full|final|get)_)?(eval(uat(e|ion))?|valid(at(e|ion))?|val|test)` +
		`(_(model|epoch|loop|step|one_epoch|net|network|loss|accuracy|acc|fn|func|set|data|dataset|split|batch|ppl|perplexity|metrics|performance))?$|` +
		`^_*(estimate|(compute|calc|calculate|get|check)_(eval(uation)?|valid(ation)?|val|test))_(loss|losses|acc|accuracy|ppl|perplexity|metrics)$`)
	evaluationPart = pattern.New(
		`(?i)^_*(\w+_)?(eval|evaluate|evaluation|validate|validation|infer|inference|predict|prediction|predictions)(_\w+)?$|` +
			`^_*\w+_test_(model|net|network)$`,
	)
	evaluatingPart = pattern.New(
		`(?i)(evaluat|validat|test|inferenc|predict)(or|er)$|^(eval|val|test|infer)(uation)?_?(epoch|loop|step|phase|runn)(er)?$`,
	)
	measureName = pattern.New(
		`(?i)^_*(get|compute|calc|calculate|cal|check|measure)_*(\w+_)?(acc|accuracy|accuracies|auc|auroc|miou|iou|dice|f1|fid|psnr|` +
			`bleu|wer|ppl|perplexity|error_rate|metric|metrics)(_(on|of|for|model|score|metric|metrics|topk|std|(data)?loader|dataset)(_\w+)?)?$`,
	)
	embedsPart = pattern.New(
		`(?i)^_*(\w+_)?(encode|embed|featuri[sz]e|vectori[sz]e|(get|extract|compute|calculate|collect)_(\w+_)?(embedding|feature|representation|encoding|latent|activation)s?)(_\w+)?$`,
	)
	heldOutWord = pattern.New(
		`(?i)(^|_)(eval(uation)?|valid(ation)?|val|test(ing)?|dev)(_|$|loader|data|set|iter|dl|batches)`,
	)
	trainingMode = pattern.New(
		`(?i)^(mode|((was|is|prev|previous|old|orig|original|model)_)*(training|train_(mode|state|flag|status))(_(mode|state|flag|status|before|prev|old))*)$`,
	)
	trainingName = pattern.New(`(?i)(train|meta|fit)`)
	adversarial  = pattern.New(
		`(?i)(attack|adversar|saliency|gradcam|grad_cam|fgsm|pgd|integrated_gradients|jacobian|hessian|^attribute$)`,
	)
)

// NamesEvaluation reports whether a function is called one that evaluates.
func NamesEvaluation(function string) bool { return namesEvaluation.of(function) }

var namesEvaluation = newMemo(func(function string) bool { return evaluationName.MatchString(Snake(function)) })

// GivesLossesInTraining reports whether a function or class of torchvision makes a detector (0.3 to 0.29): given
// targets, it computes its losses in training mode, and in evaluation mode only what it finds.
func GivesLossesInTraining(path string) bool {
	return strings.HasPrefix(path, "torchvision.models.detection.")
}

// SpeaksOfEvaluation reports whether a function is called one that evaluates or predicts among other things, and not
// one that trains, too: evaluate_on_dataset, run_inference.
func SpeaksOfEvaluation(function string) bool {
	return evaluationPart.MatchString(Snake(function)) && !trainingName.MatchString(function)
}

// SpeaksOfEmbedding reports whether a function is called one that computes features or embeddings of what it is given.
func SpeaksOfEmbedding(function string) bool {
	return embedsPart.MatchString(Snake(function)) && !trainingName.MatchString(function)
}

// NamesMeasure reports whether a function is called one that measures how good something is, and not one that trains,
// too: get_accuracy, compute_test_auc. It may be given predictions, or a model.
func NamesMeasure(function string) bool {
	return measureName.MatchString(Snake(function)) && !trainingName.MatchString(function)
}

// NamesEvaluatingClass reports whether a class is called one whose objects evaluate: Validator, EvalEpocher.
func NamesEvaluatingClass(class string) bool { return evaluatingClass.of(class) }

var evaluatingClass = newMemo(func(class string) bool {
	return evaluatingPart.MatchString(strings.TrimSuffix(class, "_")) && !trainingName.MatchString(class)
})

// NamesTrainingMode reports whether an expression, as it is written, is whether a network was in training mode:
// self.training, was_training.
func NamesTrainingMode(path string) bool {
	return trainingMode.MatchString(path[strings.LastIndexByte(path, '.')+1:])
}

// NamesHeldOut reports whether a word is one for data that nothing is trained on.
func NamesHeldOut(word string) bool { return namesHeldOut.of(word) }

var namesHeldOut = newMemo(func(word string) bool { return heldOutWord.MatchString(Snake(word)) })

var trainingData = pattern.New(`(?i)train|(^|_)(tr|trn)(_|$|loader|data|set|dl)`)

// NamesTrainingData reports whether the name of data says that it is, or is also, that of a training.
func NamesTrainingData(word string) bool { return trainingData.MatchString(Snake(word)) }

var loaderWord = pattern.New(`(?i)loader|dl$|batches`)

// NamesLoader reports whether a name is one for what gives batches.
func NamesLoader(word string) bool { return loaderWord.MatchString(word) }

// NamesTrainingBatches reports whether a name is one for the loader, or the dataset, of a training.
func NamesTrainingBatches(word string) bool { return NamesTrainingData(word) && NamesBatches(word) }

var rightWord = pattern.New(`(?i)correct|(^|_)right(_|$)`)

// CountsRight reports whether a word is one for how many samples a model gets right.
func CountsRight(word string) bool { return rightWord.MatchString(word) }

var trialWord = pattern.New(`(?i)over_?fit|debug|sanity|smoke|toy|dry_?run|(^|_)(quick|fast_dev|tiny|demo)(_|$)|\d_?(examples|samples|images)`)

// NamesTrial reports whether a word is one for a run that only tries a program out: overfit_batches, debug, smoke_test.
func NamesTrial(word string) bool { return trialWord.MatchString(word) }

var intervalWord = pattern.New(`(?i)every|interval|freq|period`)

// NamesInterval reports whether a word is one for how often something is done: eval_every, val_interval.
func NamesInterval(word string) bool { return intervalWord.MatchString(word) }

// NamesMetaTraining reports whether a function may train on what is called a test set: in meta-learning, a loop over
// test tasks trains.
func NamesMetaTraining(function string) bool { return trainingName.MatchString(function) }

var attacks = pattern.New(`(?i)attack|adversar|(^|_)adv(_|$)`)

// AsksForAttack reports whether an argument, by its name, has a forward pass attack what it is given.
func AsksForAttack(argument string) bool { return attacks.MatchString(argument) }

// DifferentiatesInput reports whether a function, by its name, needs gradients with respect to its input.
func DifferentiatesInput(function string) bool { return adversarial.MatchString(function) }

// AsksForGradients reports whether an attribute switches gradients on, or is a method that needs them.
func AsksForGradients(attribute string) bool {
	switch attribute {
	case "requires_grad", "requires_grad_", "enable_grad", "attack", "perturb":
		return true
	}
	return false
}

// languageModel are the classes of transformers whose logits are as wide as the vocabulary.
var languageModel = pattern.New(
	`^transformers\.(.*\.)?\w*(ForCausalLM|LMHeadModel|ForMaskedLM|ForSeq2SeqLM|ForConditionalGeneration|WithLMHead|ForPreTraining)$`,
)

// IsLanguageModel reports whether a class gives one logit for each word of its vocabulary.
func IsLanguageModel(class string) bool { return languageModel.MatchString(class) }

// ComparesGradients reports whether a function belongs to a test of differentiation itself.
func ComparesGradients(function string) bool {
	return len(function) >= 6 && function[:6] == "assert" || function == "gradcheck" || function == "gradgradcheck"
}

// ComparesNumbers reports whether a method of a tensor, or a function of a module, says that tensors or arrays hold the
// same numbers.
func ComparesNumbers(method string) bool {
	switch method {
	case "allclose", "isclose", "equal", "array_equal", "approx", "all", "any":
		return true
	}
	return false
}

// NamesGradient reports whether a word is one for gradients.
func NamesGradient(word string) bool {
	return strings.Contains(word, "grad") && word != "requires_grad"
}

// DrawsOrder reports whether a function draws an order at random: torch.randperm, random.shuffle,
// np.random.permutation.
func DrawsOrder(function string) bool {
	switch function {
	case "randperm", "shuffle", "permutation":
		return true
	}
	return false
}

// NamesTrainingPhase reports whether a word is one for the phase of an epoch that trains.
func NamesTrainingPhase(word string) bool { return trainingPhase.MatchString(word) }

var trainingPhase = pattern.New(`(?i)^(train(ing)?|trn|tr)(_\w+)?$`)
