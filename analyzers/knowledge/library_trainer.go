package knowledge

import "strings"

// libraryTrainer is a library whose objects train by themselves when one of their methods is called.
type libraryTrainer struct {
	methods string // what starts the training
	fields  string // keywords of that call, and of the constructor, that say a setting of the job: keyword=field
}

// libraryTrainers by the package's name. What they assume where nobody says is theirs: nothing of it is said here.
var libraryTrainers = map[string]libraryTrainer{
	"ultralytics":                 {"train", "epochs=epochs batch=micro_batch imgsz=image_size"},
	"stable_baselines3":           {"learn", "batch_size=micro_batch learning_rate=lr"},
	"sb3_contrib":                 {"learn", "batch_size=micro_batch learning_rate=lr"},
	"flair":                       {"train fine_tune", "max_epochs=epochs mini_batch_size=micro_batch learning_rate=lr"},
	"simpletransformers":          {"train_model", ""},
	"sentence_transformers":       {"fit old_fit", "epochs=epochs"},
	"skorch":                      {"fit partial_fit", "max_epochs=epochs batch_size=micro_batch lr=lr"},
	"speechbrain":                 {"fit", ""},
	"composer":                    {"fit", "grad_accum=grad_accum"},
	"pytorch_tabnet":              {"fit", "max_epochs=epochs batch_size=micro_batch"},
	"detectron2":                  {"train", ""},
	"ignite":                      {"run", "max_epochs=epochs"},
	"monai":                       {"run", "max_epochs=epochs"},
	"catalyst":                    {"train", "num_epochs=epochs"},
	"fastai":                      {"fit fit_one_cycle fine_tune fit_flat_cos", ""},
	"tianshou":                    {"run", "max_epoch=epochs batch_size=micro_batch"},
	"d3rlpy":                      {"fit", ""},
	"neuralforecast":              {"fit", ""},
	"gluonts":                     {"train", ""},
	"super_gradients":             {"train", ""},
	"rfdetr":                      {"train", "epochs=epochs batch_size=micro_batch grad_accum_steps=grad_accum lr=lr"},
	"segmentation_models_pytorch": {"run", ""},
	"pytorch_metric_learning":     {"train", ""},
}

// trainingClasses are the only classes that train, of packages in which others have a method of the same name.
var trainingClasses = map[string][]string{
	"flair": {"Trainer"}, "detectron2": {"Trainer"}, "ignite": {"create_supervised_trainer"}, "monai": {"Trainer"}, "speechbrain": {"Brain"},
	"sentence_transformers": {"SentenceTransformer", "CrossEncoder"}, "segmentation_models_pytorch": {"TrainEpoch"}, "tianshou": {"Trainer"},
	"composer": {"Trainer"}, "super_gradients": {"Trainer"}, "gluonts": {"Estimator"}, "pytorch_metric_learning": {"BaseTrainer", "MetricLossOnly", "TrainWithClassifier"},
}

// LibraryTrainer reports whether a class, or a function that makes its objects, is of a library whose objects train by themselves,
// by a method of that name.
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

func contains(words, word string) bool {
	for one := range strings.FieldsSeq(words) {
		if one == word {
			return true
		}
	}
	return false
}

// StarTrainer reports whether a method, by its name alone, trains an object of a library that people import as from … import *.
func StarTrainer(method string) bool {
	return method == "fit_one_cycle" || method == "fine_tune" || method == "fit_flat_cos"
}
