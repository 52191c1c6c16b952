package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var environmentWord = pattern.New(`(?i)^(train_?|eval_?)?(v?envs?|environments?|simulator)$`)

// StepsEnvironment reports whether a method of something that is no optimizer, scheduler or scaler steps an
// environment: a simulator, a decoder, a sampler.
func StepsEnvironment(word, method string) bool {
	return strings.HasPrefix(method, "step") && method != "step_end" || strings.HasSuffix(method, "env_step") ||
		environmentWord.MatchString(word)
}

// passing are methods after which a tensor is the same values, elsewhere or without its graph.
var passing = set(`detach cpu clone float contiguous`)

// PassesOn reports whether a method of a tensor gives the same values.
func PassesOn(method string) bool { return passing[method] }

// OnHost reports whether a call gives what is in host memory.
func OnHost(path string) bool {
	root, _, nested := strings.Cut(path, ".")
	return nested && plainLibraries[root] || !nested && plainBuiltins[path]
}

var tensorModule = pattern.New(
	`^torch\.nn\.(modules\.\w+\.)?(Linear|Bilinear|Conv\w+|\w*Norm\w*|Embedding|Dropout\w*|\w*ReLU|GELU|SiLU|Tanh|Sigmoid|Softmax\w*|LogSoftmax|Softplus|\w*Pool\dd|Flatten|Upsample|Identity)$`,
)

// GivesOneTensor reports whether a module of the library returns one tensor, and no tuple.
func GivesOneTensor(class string) bool { return tensorModule.MatchString(class) }

var (
	trainingClass = pattern.New(
		`(?i)train|solver|runner|learner|agent|experiment|engine|method|algorithm|base|system|policy|loop`,
	)
	pretrained = pattern.New(`(?i)pre_?trained`)
	addsItem   = set("append add extend update insert")
)

// NamesTrainingClass reports whether a class may be one that runs a training, by its name. What is pretrained is a
// model.
func NamesTrainingClass(class string) bool {
	return trainingClass.MatchString(pretrained.Regexp().ReplaceAllString(class, ""))
}

// AddsItem reports whether a method of that name adds to what a container holds.
func AddsItem(method string) bool { return addsItem[method] }

// MaySayStep reports whether the name of a call may be that of something which steps an optimizer.
func MaySayStep(name string) bool { return maySayStep.Regexp().MatchString(name) }

var maySayStep = pattern.New(`(?i)step|optim|^update_(param|weight|model|net)|^(re)?(train|fit)`)
