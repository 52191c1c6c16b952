package knowledge

import (
	"slices"
	"strings"
)

// libraryTrainer is a library whose objects train by themselves when one of their methods is called.
type libraryTrainer struct {
	methods string // what starts the training
	fields  string // keywords of that call, and of the constructor, that say a setting of the job: keyword=field
	dialect string // in whose words the call is read, and what stands beside it; "" for none
}

// libraryTrainers by the package's name. What they assume where nobody says is theirs: nothing of it is said here.
var libraryTrainers = map[string]libraryTrainer{
	"ultralytics":       {"train", "", "ultralytics"},
	"stable_baselines3": {"learn", "batch_size=micro_batch learning_rate=lr", ""},
	"sb3_contrib":       {"learn", "batch_size=micro_batch learning_rate=lr", ""},
	"flair": {
		"train fine_tune",
		"max_epochs=epochs mini_batch_size=micro_batch learning_rate=lr",
		"",
	},
	"simpletransformers":          {"train_model", "", ""},
	"sentence_transformers":       {"fit old_fit", "", "sentence-transformers"},
	"skorch":                      {"fit partial_fit", "max_epochs=epochs batch_size=micro_batch lr=lr", ""},
	"speechbrain":                 {"fit", "", "speechbrain"},
	"composer":                    {"fit", "grad_accum=grad_accum", ""},
	"pytorch_tabnet":              {"fit", "max_epochs=epochs batch_size=micro_batch", ""},
	"detectron2":                  {"train", "", "detectron2"},
	"ignite":                      {"run", "max_epochs=epochs gradient_accumulation_steps=grad_accum", ""},
	"monai":                       {"run", "max_epochs=epochs", ""},
	"catalyst":                    {"train", "num_epochs=epochs", ""},
	"fastai":                      {"fit fit_one_cycle fine_tune fit_flat_cos", "", ""},
	"tianshou":                    {"run", "max_epoch=epochs batch_size=micro_batch", ""},
	"d3rlpy":                      {"fit", "", ""},
	"neuralforecast":              {"fit", "", ""},
	"gluonts":                     {"train", "", ""},
	"super_gradients":             {"train", "", ""},
	"rfdetr":                      {"train", "epochs=epochs batch_size=micro_batch grad_accum_steps=grad_accum lr=lr", ""},
	"segmentation_models_pytorch": {"run", "", ""},
	"pytorch_metric_learning":     {"train", "", ""},
}

// trainingClasses are the only classes that train, of packages in which others have a method of the same name.
var trainingClasses = map[string][]string{
	"flair": {
		"Trainer",
	}, "detectron2": {"Trainer"}, "ignite": {"create_supervised_trainer"}, "monai": {"Trainer"}, "speechbrain": {"Brain"},
	"sentence_transformers": {
		"SentenceTransformer",
		"CrossEncoder",
		"",
	}, "segmentation_models_pytorch": {"TrainEpoch"}, "tianshou": {"Trainer"},
	"composer": {
		"Trainer",
	}, "super_gradients": {"Trainer"}, "gluonts": {"Estimator"},
	"pytorch_metric_learning": {"BaseTrainer", "MetricLossOnly", "TrainWithClassifier"},
}

// LibraryTrainer reports whether a class, or a function that makes its objects, is of a library whose objects train by
// themselves, by a method of that name.
func LibraryTrainer(class, method string) bool {
	root, _, _ := strings.Cut(class, ".")
	t, ok := libraryTrainers[root]
	if !ok || !contains(t.methods, method) {
		return false
	}
	only, narrow := trainingClasses[root]
	if !narrow {
		return true
	}
	for _, suffix := range only {
		if strings.HasSuffix(class, suffix) {
			return true
		}
	}
	return false
}

// MayTrainInLibrary reports whether some library's objects train by a method of that name.
func MayTrainInLibrary(method string) bool { return libraryMethods[method] }

var libraryMethods = func() map[string]bool {
	names := map[string]bool{}
	for _, t := range libraryTrainers {
		for name := range strings.FieldsSeq(t.methods) {
			names[name] = true
		}
	}
	return names
}()

// LibraryField is the setting of a job that a keyword of such a library says, "" for none.
func LibraryField(library, keyword string) string {
	for pair := range strings.FieldsSeq(libraryTrainers[library].fields) {
		if name, field, _ := strings.Cut(pair, "="); name == keyword {
			return field
		}
	}
	return ""
}

// CastsBy is the keyword by which the maker of a library's trainer is told to compute in fewer bits; without it the
// trainer computes as the weights are. "" for one of which that is not known.
func CastsBy(maker string) string {
	if strings.HasPrefix(maker, "ignite.") && strings.HasSuffix(maker, ".create_supervised_trainer") {
		return "amp_mode"
	}
	return ""
}

// CutsBatch reports whether a keyword of a library says how many samples of a batch go through the model at once.
func CutsBatch(keyword string) bool {
	return keyword == "mini_batch_chunk_size" || keyword == "device_train_microbatch_size"
}

func contains(words, word string) bool {
	for one := range strings.FieldsSeq(words) {
		if one == word {
			return true
		}
	}
	return false
}

// StarTrainer reports whether a method, by its name alone, trains an object of a library that people import as from …
// import *.
func StarTrainer(method string) bool {
	return method == "fit_one_cycle" || method == "fine_tune" || method == "fit_flat_cos"
}

// LibraryDialect is the dialect in which the training of a library is read, "" for none.
func LibraryDialect(library string) string { return libraryTrainers[library].dialect }

// likelyTraining is what a call looks like that trains an object of a library which a file imports, where nothing shows
// whose object it is: one that a function gives, or that an attribute holds.
type likelyTraining struct {
	library string
	// one of these arguments is given where it trains, as model.train() alone sets a mode; "" where the rest tells enough
	named string
	given int    // how many arguments there are at least
	of    string // a part of the name of what the method is called on; "" for any
}

var likelyTrainings = []likelyTraining{
	{"ultralytics", "data epochs imgsz batch cfg device **", 0, ""},
	{"sentence_transformers", "train_objectives train_dataloader", 0, ""},
	{"speechbrain", "", 2, "brain"},
	{"detectron2", "", 0, "trainer"},
}

// onlySentences is a keyword of fit that sentence-transformers alone has.
const onlySentences = "train_objectives"

// LikelyTraining says which library trains when a method of that name is called on what is called so: named are its
// keywords ("**" for spread ones), given how many arguments it has; imports reports whether the file imports a package.
// Where no other library has such a keyword, it needs not.
func LikelyTraining(method, on string, named []string, given int, imports func(pkg string) bool) string {
	for _, one := range likelyTrainings {
		if contains(libraryTrainers[one.library].methods, method) && given >= one.given &&
			strings.Contains(strings.ToLower(on), one.of) &&
			(one.named == "" || slices.ContainsFunc(named, func(name string) bool { return contains(one.named, name) })) &&
			(imports(one.library) || slices.Contains(named, onlySentences)) {
			return one.library
		}
	}
	return ""
}

// ModelOf reports whether a class of a library is made of a model's name or file, which its first argument is.
func ModelOf(class string) bool { return modelClasses[class] }

var modelClasses = set(
	`ultralytics.YOLO ultralytics.YOLOWorld ultralytics.YOLOE ultralytics.RTDETR ultralytics.NAS ultralytics.FastSAM
	sentence_transformers.SentenceTransformer sentence_transformers.CrossEncoder sentence_transformers.SparseEncoder
	sentence_transformers.cross_encoder.CrossEncoder`,
)

// SentenceTransformers is the library of sentence encoders, which train themselves: model.fit(…).
const SentenceTransformers = "sentence_transformers"

// IsSentenceModel reports whether a class is a model of sentence-transformers, which is made of the name of an encoder.
func IsSentenceModel(class string) bool {
	return strings.HasPrefix(class, "sentence_transformers.") && ModelOf(class)
}

// IsSentenceEncoder reports whether a class is the module of sentence-transformers that has a transformer compute the
// tokens.
func IsSentenceEncoder(class string) bool { return sentenceEncoders[class] }

var sentenceEncoders = set(
	`sentence_transformers.models.Transformer sentence_transformers.models.Transformer.Transformer`,
)

// MergesFile reports whether a method of a yacs config lays a file, or another config, over what it holds; MergesWords
// whether one lays the words of a command over it.
func MergesFile(method string) bool {
	return method == "merge_from_file" || method == "merge_from_other_cfg"
}

// NodeBase is the key under which such a file names the one that it is laid over.
const NodeBase = "_BASE_"

// MergesWords: see MergesFile.
func MergesWords(method string) bool { return method == "merge_from_list" }

// CallsForEachBatch reports whether an object of a library's class, or of an heir's, calls the function that it is made
// with for one batch after the other.
func CallsForEachBatch(class string, bases []string) bool {
	return forEachBatch[class] || slices.ContainsFunc(bases, func(base string) bool { return forEachBatch[base] })
}

var forEachBatch = set("ignite.engine.Engine ignite.engine.engine.Engine")
