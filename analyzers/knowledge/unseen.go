package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	trainingVerb = pattern.New(
		`(?i)^(?:pre_?|re_?)?train(?:_\w+)?$|^fit(?:_\w+)?$|^(?:do_|run_|start_|launch_|main_)?(?:fine_?tune|(?:pre_?)?train(?:ing)?)(?:_\w+)?$|` +
			`^finetune|^learn$|_(?:pre)?train(?:ing)?$|_finetune$`,
	)
	gradientWord   = pattern.New(`(?i)(^|_)(grads?|gradients?|backward|backprop|jacobian|hessian)(_|$)`)
	notOfGradients = pattern.New(`(?i)no_grad|zero_grad|clip_grad|set_grad|enable|requires|checkpoint|log|plot|norm`)

	startVerb  = pattern.New(`(?i)^(?:run|main|launch|start|execute|go|__call__|process)(?:_\w+)?$`)
	notOfSteps = pattern.New(`(?i)data|split|transform|load|augment|sets?$|size|arg|token|vocab|log|name|param`)
	trainsWord = pattern.New(`(?i)train|fine_?tune|learn|estimator|engine|solver|experiment`)
)

// TrainsUnseen reports whether a function or a method, by its name, trains what it is given: one of code that nobody
// sees.
func TrainsUnseen(name string) bool {
	return trainingVerb.MatchString(name) && !notOfSteps.MatchString(name)
}

// DifferentiatesUnseen reports whether a function or a method, by its name, computes gradients of what it is given: one
// of code that nobody sees.
func DifferentiatesUnseen(name string) bool { return differentiatesUnseen.of(name) }

var differentiatesUnseen = newMemo(func(name string) bool {
	return gradientWord.MatchString(name) && !notOfGradients.MatchString(name)
})

// StartsUnseen reports whether a function or a method, by its name, does what its class or its package is for.
func StartsUnseen(name string) bool { return startVerb.MatchString(name) }

// WordOfTraining reports whether a name, of a class or its package, says that it is there to train.
func WordOfTraining(name string) bool { return trainsWord.MatchString(name) }

// LoadsModule reports whether a function gives a module whose name only the run may know.
func LoadsModule(path string) bool { return path == "importlib.import_module" || path == "__import__" }

// TrainsNoNetwork reports whether nothing of a package trains a network of PyTorch but what is known of it: it learns
// something else, learns with another framework, or holds only parts.
func TrainsNoNetwork(path string) bool {
	root, _, _ := strings.Cut(path, ".")
	return noNetworks[root] || TensorsOf(path)&(LikeTorch|OtherTensors) != 0
}

var noNetworks = set(
	`torch torchvision torchaudio torchmetrics transformers diffusers datasets accelerate peft timm numpy scipy pandas PIL
	cv2 matplotlib seaborn sklearn skimage xgboost lightgbm catboost faiss gensim fasttext sentencepiece tokenizers
	youtokentome statsmodels
	sagemaker umap hdbscan cuml cuvs hmmlearn pomegranate implicit surprise prophet pmdarima imblearn autosklearn tpot
	joblib optuna wandb
	mlflow subprocess asyncio multiprocessing threading concurrent os sys builtins functools json pickle`,
)

// NamesTransform reports whether what is called is named as one that distorts, scales or prepares samples: it may learn
// nothing, and so record nothing, whatever it is a module of.
func NamesTransform(name string) bool { return transformName.MatchString(Snake(name)) }

var transformName = pattern.New(
	`(^|_)(aug\w*|transforms?|normali[sz]ers?|normali[sz]ation|preprocess\w*|preprocessors?|[a-z]+_scaler|scaler)$`,
)

// NamesPrompt reports whether a name is one of text that a language model is asked: full_input_prompt.
func NamesPrompt(name string) bool { return promptName.MatchString(Snake(name)) }

var promptName = pattern.New(`(^|_)(prompts?|instructions?|questions?)(_text|_str)?$`)

// NamesFile reports whether a name is one of where a file lies: img_path, filename. No layer takes one: what is called
// with it reads the file, and predicts.
func NamesFile(name string) bool { return fileName.MatchString(Snake(name)) }

var fileName = pattern.New(`(^|_)(paths?|file_?names?|urls?)$`)

// RunsWithoutGradients reports whether instances of a class of a library turn gradients off themselves when they are
// called: the pipelines of diffusers (0.3 to 0.42), the models of ultralytics (8.0 to 8.4), which predict.
func RunsWithoutGradients(path string) bool { return libraryPipeline.MatchString(path) }

var libraryPipeline = pattern.New(`^diffusers\.(\w+\.)*[A-Z]\w*Pipeline\w*(\.from_\w+)?$|` +
	`^ultralytics\.(\w+\.)*(YOLO\w*|RTDETR|NAS|SAM|FastSAM)$`)

// HoldsPictures reports whether an attribute of what a pipeline of diffusers gives holds what it has drawn.
func HoldsPictures(attribute string) bool { return attribute == "images" || attribute == "frames" }

// EvaluatesQuietly is the argument, and its position, of a class of a library that is called for each batch with
// gradients off: pytorch_pfn_extras' Evaluator (0.2 to 0.9); "" for any other class.
func EvaluatesQuietly(path string) (argument string, position int) {
	if strings.HasPrefix(path, "pytorch_pfn_extras.") && strings.HasSuffix(path, "extensions.Evaluator") {
		return "eval_func", 3
	}
	return "", 0
}

// QuietEvaluators is the package that such a class is of.
const QuietEvaluators = "pytorch_pfn_extras"

// NamesIndices reports whether a name is one of whole numbers that say which: the entries of a codebook, tokens. They
// have no gradients, and no graph.
func NamesIndices(name string) bool { return indicesName.MatchString(Snake(name)) }

var indicesName = pattern.New(`(^|_)(ids|idx|idxs|indices|indexes|argmax|argmin)$`)
