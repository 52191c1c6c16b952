package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// The words by which code calls things, where nothing else says what they are.
var (
	moduleWord = newMemo(
		pattern.New(
			`(?i)(^|_)(model|net|network|generator|discriminator|critic|actor|policy|encoder|decoder|unet|vae|transformer|backbone|classifier|rnn|lstm|gru|gen|disc|learner|autoencoder|resnet|bert|gpt|ddp|module|fc\d*|conv\d*|linear|embed(ding)?|head|proj)s?_?\d*(_[ab])?$|^net_?[A-Z]|^[GDEF](_[A-Z]{1,2}|\d|net)?$|^q_?net|Net$`,
		).MatchString,
	)
	// doesToModule are functions about a network that give none: evaluate_world_model.
	doesToModule = newMemo(
		pattern.New(
			`^_?(evaluate|validate|run|compute|plot|show|visuali[sz]e|check|save|export|print|log|report|update|refresh|reset|restore|calibrate|benchmark|profile|measure|count|summari[sz]e|describe|freeze|unfreeze|upload|download|register)_`,
		).MatchString,
	)
	// makesModule are functions that give one, or train or test it; as variables these words are networks: train_model,
	// test_net.
	makesModule = newMemo(
		pattern.New(`^_?(test|train|fit|eval|load|build|make|create|get|init|setup|prepare)_`).MatchString,
	)
	parameterWord = newMemo(pattern.New(`(?i)(embed(ding)?|proj)s?$`).MatchString)
	// frozenWord are networks that are usually not trained: whether what they return carries a graph depends on
	// settings elsewhere.
	frozenWord = newMemo(
		pattern.New(
			`(?i)(teacher|frozen|(^|_)ref(erence)?(_|$)|(^|_)ema|lpips|vgg|perceptual|target|(^|_)old_|clip)`,
		).MatchString,
	)
	teacherWord   = newMemo(pattern.New(`(?i)teacher`).MatchString)
	criterionWord = newMemo(
		pattern.New(
			`(?i)(^|_)(criterion|criteria|crit|loss(es)?(_?(fn|func|function|f|module|layer|obj))?)(_?\w{0,6})$|Loss$|(?i)^(bce|mse|ce|l1|nll|kl)(_?loss)?$|_loss$|criterion`,
		).MatchString,
	)

	dataWord = newMemo(
		pattern.New(
			`(?i)^(x|y|xs|ys|xb|yb|x_\w+|y_\w+|(input|data|batch|image|img|sample|target|label|token|text|audio|wav|spec|pixel|src|tgt|trg|real|obs|observation|action|reward|done|noise|mask|feature|prompt|example|sentence|word|caption|length|length|position|index|idx)\w*|\w+_(batch|image|img|imgs|images|ids|mask|data|labels?|targets?|inputs?|noise|lengths?|idx|tokens)|z|b|ids|imgs|lens|gt|mel|mels|t|timesteps?|edge_index|graph|seq|sequence)$`,
		).MatchString,
	)
	// producedWord is in words for what a network gives, an image as it may be: fake_img, x_recon, y_pred.
	producedWord = newMemo(
		pattern.New(
			`(?i)(^|_)(fakes?|gen(erated)?|preds?|predict(ed|ion)s?|recons?|reconstruct(ed|ion)s?|rec|hat|syn(th(etic)?)?|est(imated?)?|restored|denoised|translated|decoded|enhanced|outputs?)(_|\d|$)`,
		).MatchString,
	)
	scoreWord = newMemo(
		pattern.New(
			`(?i)^(\w+_)?(psnr|ssim|acc|accuracy|top_?[15]|prec_?[15]|precision|recall|f1|m?iou|auc|bleu|wer|cer|rmse|n_?correct)$`,
		).MatchString,
	)
	readOut = newMemo(
		pattern.New(
			`(?i)^((pred(icted|iction)?s?_)?(label|class|tag|answer|text|word|token|sentence|caption|name|id|string)(e?s)?|predicted|decoded|hypothes[ie]s)$`,
		).MatchString,
	)
	countWord = newMemo(pattern.New(`(?i)(^|_)(len|length|idx|ind|index|indice|count)(e?s)?$|^(num|n)_`).MatchString)
	plainWord = newMemo(
		pattern.New(
			`(?i)^(args?|opts?|cfg|conf|config\w*|hparams?|hps?|params?_?cfg|settings?|flags?|options?|params|device|devices|dtype|rank|world_size|local_rank|gpu|epochs?|epoch_?\w*|i|j|k|n|m|iters?|iteration|steps?|step_?\w*|global_step|num_?\w*|n_\w+|max_\w*|min_\w*|total_\w*|lr|alpha\w*|beta\w*|gamma\w*|lambda\w*|lam\w*|eps\w*|tau|temperature|eta\w*|shape|seed|logger|writer|log\w*|path|dir|name|mode|phase|split|verbose|debug|train|training|is_\w+|use_\w+|clip\w*|grad_clip|accum\w*|scale|margin|w|drop|dropout\w*|coef\w*|weight_decay|momentum|\w+_(size|shape|init|decay|prob|steps?|interval|weight|coef|coeff|rate|len|norm|dim|dir|path|epochs?|iters?|freq|every|ratio|name|factor|lambda|config|args|cfg|opt|scale|dataset|loader|fn_name)|tokenizer|processor|dataset\w*|env|envs|buffer|memory_bank|kwargs|callbacks?|metrics?|accuracy|best\w*|tracker|timer|state_dict|checkpoint|strategy)$`,
		).MatchString,
	)
	stateWord = newMemo(
		pattern.New(
			`(?i)(hidden|hx|state|memory|mems|cache|loss|kl|penalty|fake|recon|output|feat|attn|embed|logits|pred|log_prob)`,
		).MatchString,
	)

	memoryWord = newMemo(pattern.New(`(?i)(^|_)(mems?|memor(y|ies)|caches?|past(_key_values)?)$`).MatchString)

	epochWord = newMemo(pattern.New(`(?i)epoch`).MatchString)
	batchWord = newMemo(
		pattern.New(
			`(?i)(loader|batch(es)?|minibatch|(data|train|val|valid|dev|eval|test)_?iter|(train|val|valid|dev|eval|test)_it|iterator|_dl|^dl|train_(set|data|ds)|dataset)s?$`,
		).MatchString,
	)
	batchSizeWord  = newMemo(pattern.New(`(?i)batch_?size|(^|_)bsz?$`).MatchString)
	accumulateWord = newMemo(
		pattern.New(`(?i)(accum|micro_?(step|batch)|(^|[^a-z])micro([^a-z]|$)|grad_acc)`).MatchString,
	)
	synchronizeWord = newMemo(
		pattern.New(
			`^(sync_gradients|is_accumulating|is_gradient_accumulation_boundary|should_step|should_update|is_last_microbatch|last_microbatch|need_update|update_now|do_step)$`,
		).MatchString,
	)
)

// NamesModule reports whether a word is one for a network.
func NamesModule(word string) bool {
	return moduleWord.of(word) && RoleOfWord(word) == NoRole && !strings.HasSuffix(word, "_loss") && !doesToModule.of(word)
}

// GivesModules reports whether a method, by its name, gives the modules that a network is made of and runs none of
// them: modules, named_modules, attn_modules.
func GivesModules(method string) bool {
	return method == "modules" || strings.HasSuffix(method, "_modules")
}

// NamesAction reports whether a word says first what is done to a network: test_model, load_encoder.
func NamesAction(word string) bool {
	return doesToModule.of(word) || makesModule.of(word)
}

// MayNameParameter reports whether a word that is one for a network is as often that of a single parameter: the
// pos_embed of timm's transformers, the positional_embedding and the proj of CLIP's.
func MayNameParameter(word string) bool { return parameterWord.of(word) }

// NamesSingleParameter reports whether an attribute is what torch's layers call a parameter of theirs.
func NamesSingleParameter(attribute string) bool { return attribute == "weight" || attribute == "bias" }

// NamesFrozen reports whether a word is one for a network that is usually not trained.
func NamesFrozen(word string) bool { return frozenWord.of(word) }

// NamesTeacher reports whether a word is one for a network that another one learns from.
func NamesTeacher(word string) bool { return teacherWord.of(word) }

// NamesCriterion reports whether a word is one for a loss function.
func NamesCriterion(word string) bool { return criterionWord.of(word) }

// SpeaksOfLoss reports whether a word is one for a loss function, or has one in it: perceptual_loss, GANLoss.
func SpeaksOfLoss(word string) bool {
	return NamesCriterion(word) || strings.Contains(strings.ToLower(word), "loss")
}

// NamesData reports whether a word is one for what a loader gives.
func NamesData(word string) bool { return dataWord.of(word) }

// NamesInput reports whether a word is what a module calls the tensor that it is given: forward(self, x).
func NamesInput(word string) bool { return inputWord[word] }

var inputWord = set(`x input inputs img imgs image images pixels pixel_values`)

// NamesProduced reports whether a word is one for what a network gives.
func NamesProduced(word string) bool { return producedWord.of(word) }

// NamesPlain reports whether a word is one for numbers, settings and the like.
func NamesPlain(word string) bool { return plainWord.of(word) }

// NamesScore reports whether a word is one for how good a result is, which is a number more often than not.
func NamesScore(word string) bool { return scoreWord.of(word) }

// NamesCount reports whether a word is one for lengths, numbers of something or places in a tensor, of which nothing is
// differentiated.
func NamesCount(word string) bool { return countWord.of(word) }

// NamesReadOut reports whether a word is one for what is read out of a model's output: labels, texts, which hold no
// graph.
func NamesReadOut(word string) bool { return readOut.of(word) }

// NamesState reports whether a word is one for what a forward pass computes.
func NamesState(word string) bool { return stateWord.of(word) }

// NamesEpochs, NamesBatches and NamesAccumulation say what the head of a loop counts.
func NamesEpochs(words string) bool { return epochWord.of(words) }

// NamesBatches reports whether a word is one for something that gives batches.
func NamesBatches(word string) bool { return batchWord.of(word) }

// GivesLoaders reports whether a function, by its name, gives several things that give batches: get_loaders.
func GivesLoaders(function string) bool {
	return strings.HasSuffix(strings.ToLower(function), "loaders") || strings.HasSuffix(function, "_iters")
}

// SplitsData reports whether a function parts the samples to train on from others: train_test_split.
func SplitsData(function string) bool { return strings.HasSuffix(function, "_split") }

// fetchesBatch are functions and methods that give the next batch.
var fetchesBatch = set(
	`next get_batch getBatch next_batch get_next_batch fetch_batch load_batch sample_batch nextBatch`,
)

// FetchesBatch reports whether a function or method, by its name, gives the next batch.
func FetchesBatch(name string) bool { return fetchesBatch[name] }

var drawsBatch = pattern.New(`(?i)(sampler|iter|iterator|batches|loader|get_batch|next_batch|batch)$`)

// DrawsBatch reports whether something that is called without arguments, by its name, gives the next batch:
// val_sampler().
func DrawsBatch(name string) bool { return drawsBatch.MatchString(name) }

// NamesBatchSize reports whether a word is one for how many samples make a batch.
func NamesBatchSize(word string) bool { return batchSizeWord.of(word) }

// NamesAccumulation reports whether words speak of gradient accumulation.
func NamesAccumulation(words string) bool { return accumulateWord.of(words) }

// NamesSynchronization reports whether a word is a framework's for "this micro-batch is the last before a step".
func NamesSynchronization(word string) bool { return synchronizeWord.of(word) }

// NamesMemory reports whether a word is one for the memory of earlier segments that models detach themselves.
func NamesMemory(word string) bool { return memoryWord.of(word) }

// weightWord are factors that weigh one loss against another.
var weightWord = pattern.New(
	`(?i)(^|_)(lambda\w*|lam(bd)?|alpha\d*|beta\d*|gamma\d*|weights?|w\d?|coef\w*|ratio|gain)(_|\d|$)`,
)

// NamesWeight reports whether a word is one for the weight of a loss among others.
func NamesWeight(word string) bool { return weightWord.MatchString(word) }

var mainModelWord = pattern.New(`^(model|net|network)$`)

var networkWord = newMemo(
	pattern.New(
		`(?i)^_?(\w+_)?(model|net|network|generator|discriminator|critic|actor|encoder|decoder|gen|disc|qf|vf)\d?(_\w{1,3})?$|^net[A-Z]\w*$`,
	).MatchString,
)

// NamesNetwork reports whether a word is one for a network and hardly for anything else: not for a policy, which may
// augment, nor a transformer, which may turn pictures.
func NamesNetwork(word string) bool { return networkWord.of(word) }

// NamesMainModel reports whether a word is the one for the only model of a program.
func NamesMainModel(word string) bool { return mainModelWord.MatchString(word) }

var layersWord = pattern.New(`^((\w+_)?(layers?|blocks?|stages?|module_?list)|resblocks)$`)

// NamesLayers reports whether a word is one for a list of modules.
func NamesLayers(word string) bool {
	return layersWord.MatchString(word) && !strings.HasPrefix(word, "n_") && !strings.HasPrefix(word, "num_")
}

var layerOfTorchvision = pattern.New(`^(layer[1-4]|conv1|bn1|fc|features|classifier|backbone|heads?|encoder|denseblock[1-4])$`)

// IsLayerOfTorchvision reports whether an attribute of a network of torchvision's is a layer, or several, of it.
func IsLayerOfTorchvision(attribute string) bool { return layerOfTorchvision.MatchString(attribute) }

// WalksModules reports whether a method of a module gives the modules that it holds.
func WalksModules(method string) bool {
	switch method {
	case "modules", "children", "named_modules", "named_children":
		return true
	}
	return false
}

var judgeWord = pattern.New(`(?i:discrim|critic|adversar|(^|_)disc?(_|\d|$))|^net_?D|^[Dd](_|\d|$)`)

// NamesDiscriminator reports whether a word is one for a network that learns to tell what another one makes from data.
func NamesDiscriminator(word string) bool { return judgeWord.MatchString(word) }

// NamesBestModel reports whether a word is one for the best of the models that a training goes through.
func NamesBestModel(word string) bool { return bestModel.MatchString(Snake(word)) }

var bestModel = pattern.New(`(?i)(^|_)best(_|$)(\w*_)?(model|net|network|encoder|classifier|generator)|(model|net|network)_best(_|$)`)
