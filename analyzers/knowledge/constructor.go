package knowledge

import "strings"

// Constructor is a class whose arguments TakenBy knows.
type Constructor struct {
	// Library is whose releases were read, Packages the ones that a project declares for it.
	Library  string
	Packages []string
	Class    string
}

// ConstructorOf is the class behind a resolved name, and whether its arguments are known.
func ConstructorOf(name string) (Constructor, bool) {
	name = Canonical(name)
	root, rest, _ := strings.Cut(name, ".")
	c := Constructor{Library: root, Packages: []string{root}, Class: name[strings.LastIndexByte(name, '.')+1:]}
	home := strings.TrimSuffix(rest, c.Class)
	switch root {
	case "transformers":
		// What transformers defines elsewhere under such a name is something else.
		if home != "" {
			return Constructor{}, false
		}
	case "trl", "peft", "accelerate":
		if strings.HasPrefix(home, "experimental.") {
			return Constructor{}, false
		}
	case "pytorch_lightning", "lightning":
		// The packages hold the same code, and the second brings the first along.
		c.Library, c.Packages = "pytorch-lightning", []string{"pytorch-lightning", "lightning"}
		if root == "lightning" {
			c.Packages = []string{"lightning", "pytorch-lightning"}
		}
		if strings.HasPrefix(home, "fabric.") {
			return Constructor{}, false
		}
	case "torch":
		if !torchHomes[home] {
			return Constructor{}, false
		}
	default:
		return Constructor{}, false
	}
	return c, len(TakenBy(c.Library).Arguments(c.Class)) > 0
}

// IsMethodRead reports whether methods of this name were read for what they take.
func IsMethodRead(name string) bool {
	switch name {
	case "fit", "validate", "test", "predict":
		return true
	}
	return false
}

// torchHomes are the modules of torch whose classes were read.
var torchHomes = map[string]bool{
	"utils.data.":         true,
	"optim.":              true,
	"optim.lr_scheduler.": true,
	"optim.swa_utils.":    true,
	"nn.parallel.":        true,
}

// ConstructorWords are the words of which one stands in every file that calls such a class.
func ConstructorWords() []string {
	return []string{
		"transformers",
		"trl",
		"peft",
		"accelerate",
		"lightning",
		"DataLoader torch",
		"optim torch",
		"DistributedDataParallel torch",
		"DistributedSampler torch",
	}
}

// Replaces is the module that, once imported, puts classes of its own in the place of a library's, "" for none:
// unsloth's take what trl's do and more.
func Replaces(library string) string {
	if library == "trl" {
		return "unsloth"
	}
	return ""
}

// Needed is a parameter without a default that people leave out, because an older release or the function of an older
// name has one.
type Needed struct {
	Name     string
	Position int
	// Package wants it since a release, "" for any.
	Package, Since string
	// Say is what to give it, and Add what a fix gives it; "" where that depends.
	Say, Add string
}

// CannotDoWithout is such a parameter of a function or class of a library; ok is false for any other.
func CannotDoWithout(path string) (n Needed, ok bool) {
	if path == "torch.amp.autocast" { // torch.cuda.amp.autocast has none
		return Needed{Name: "device_type", Package: "torch", Say: `"cuda", or device.type`, Add: `"cuda"`}, true
	}
	rest, ok := strings.CutPrefix(path, "torchmetrics.")
	if !ok {
		return Needed{}, false
	}
	n = Needed{Name: "task", Package: "torchmetrics", Since: "0.11", Say: `"binary", "multiclass" or "multilabel"`}
	if name, ok := strings.CutPrefix(rest, "functional."); ok {
		n.Position = 2
		return n, metricsByTask[strings.TrimPrefix(name, "classification.")]
	}
	return n, metricsByTask[strings.TrimPrefix(rest, "classification.")]
}

// metricsByTask are the classes and functions of torchmetrics that stand for one of several by their task, since 0.11.
var metricsByTask = set(`AUROC Accuracy AveragePrecision CalibrationError CohenKappa ConfusionMatrix F1Score FBetaScore
	HammingDistance HingeLoss JaccardIndex MatthewsCorrCoef Precision PrecisionRecallCurve ROC Recall Specificity
	StatScores accuracy auroc average_precision calibration_error cohen_kappa confusion_matrix f1_score fbeta_score
	hamming_distance hinge_loss jaccard_index matthews_corrcoef precision precision_recall_curve recall roc specificity
	stat_scores`)
