package knowledge

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// PathStep is what a function, a method or an attribute of os.path, pathlib and their like makes of a path.
type PathStep int

// The steps.
const (
	NoPath     PathStep = iota
	SamePath            // the same file, or the same text: abspath, Path(…).resolve()
	PathJoined          // its arguments one below the other
	PathParent          // the folder that it is in
	PathsAbove          // all folders that it is in, the nearest first: Path.parents
	PathSeen            // the same file, as it is called from the folder that its second argument is, or from here
)

var pathFunctions = map[string]PathStep{
	"open": SamePath, "io.open": SamePath, "codecs.open": SamePath, "fsspec.open": SamePath, "str": SamePath,
	"os.fspath":       SamePath,
	"os.path.abspath": SamePath, "os.path.realpath": SamePath, "os.path.normpath": SamePath,
	"os.path.expanduser": SamePath,
	"pathlib.Path":       PathJoined, "pathlib.PurePath": PathJoined, "pathlib.PosixPath": PathJoined,
	"os.path.join":    PathJoined,
	"os.path.dirname": PathParent,
	"os.path.relpath": PathSeen,
}

// GivesHere reports whether a function gives the folder that the program runs in.
func GivesHere(name string) bool { return name == "os.getcwd" || name == "pathlib.Path.cwd" }

// PathFunction is what a function makes of the path that it is given.
func PathFunction(name string) PathStep { return pathFunctions[name] }

var pathMembers = map[string]PathStep{
	"read": SamePath, "read_text": SamePath, "open": SamePath, "resolve": SamePath, "expanduser": SamePath,
	"absolute": SamePath,
	"as_posix": SamePath, "joinpath": PathJoined, "parent": PathParent, "parents": PathsAbove,
}

// PathMember is what a method or an attribute makes of the path, or of the open file, that has it.
func PathMember(name string) PathStep { return pathMembers[name] }

// OfPathlib reports whether a function makes a path of pathlib's.
func OfPathlib(name string) bool { return strings.HasPrefix(name, "pathlib.") }

// OpensPath reports whether a method of a path gives what is in its file, or the open file, which are no paths.
func OpensPath(name string) bool {
	return name == "open" || name == "read" || name == "read_text" || name == "as_posix"
}

// PartOfPath reports whether an attribute or a method of a path says something of its text alone.
func PartOfPath(name string) bool {
	return name == "name" || name == "stem" || name == "suffix" || name == "is_absolute"
}

// AsksAbsolute is the function that tells whether a path is absolute.
const AsksAbsolute = "os.path.isabs"

// PackageFile is the function that gives the path of a file that lies with a package.
const PackageFile = "pkg_resources.resource_filename"

var severalWords = pattern.New(`^[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*[_-][A-Za-z0-9]`)

// IsTellingName reports whether a file's name is put together of words: train_lora.py says more than train.py.
func IsTellingName(file string) bool { return severalWords.MatchString(file) }

// AsksForFolder is the function that tells whether a folder lies at a path.
const AsksForFolder = "os.path.isdir"

// SamplesOf are the names that projects give the sample of a config that each user makes for himself: for config.json
// config.example.json, config_template.json, example_config.json.
func SamplesOf(name string) (list []string) {
	folder, file := path.Split(name)
	ext := path.Ext(file)
	stem := strings.TrimSuffix(file, ext)
	if stem == "" || ext == "" {
		return nil
	}
	for _, word := range []string{"example", "sample", "template"} {
		for _, mark := range []string{".", "_", "-"} {
			list = append(list, folder+stem+mark+word+ext, folder+word+mark+stem+ext)
		}
	}
	return list
}

// What tells the size of a file: a function, and an attribute of what is known of a file.
const (
	AsksSize     = "os.path.getsize"
	SizeInStatus = "st_size"
)

// AsksStatus reports whether a function gives what the disk knows of the file at a path.
func AsksStatus(function string) bool { return function == "os.stat" || function == "os.lstat" }

// AsksPathStatus reports whether a method of pathlib's paths does.
func AsksPathStatus(name string) bool { return name == "stat" || name == "lstat" }

// WritesJSON reports whether a function writes what it is given as JSON, which knows numbers and no tensors.
func WritesJSON(function string) bool { return function == "json.dump" || function == "json.dumps" }

// AsksPathWhetherThere reports whether a method of pathlib's paths tells if a file lies there.
func AsksPathWhetherThere(name string) bool { return name == "exists" || name == "is_file" }

// AsksWhetherThere reports whether a function tells if something lies at a path.
func AsksWhetherThere(function string) bool {
	return function == "os.path.exists" || function == AsksForFolder || function == "os.path.isfile"
}

var (
	sizeOfModel = pattern.New(`(?i)[a-z].*(?:^|[-_.])\d+(?:\.\d+)?[mb](?:$|[-_.])`)
	knownBySize = pattern.New(
		`(?i)^(?:(?:distil|deberta|al|ro|cn|xlm-ro)?bert|roberta|gpt2|(?:m|flan-)?t5|whisper|wav2vec2|vit|clip|stable-diffusion|sd|sdxl|flux)[-_.].`,
	)
	partsOfModels = pattern.New(`(?i)(?:^|[-_.])(?:q?lora|adapters?|tokenizer)(?:$|[-_.])`)
)

// TellsModel reports whether a folder is called after the model that lies in it: Llama-3-8B-Instruct,
// bert-base-uncased.
func TellsModel(folder string) bool {
	return (sizeOfModel.MatchString(folder) || knownBySize.MatchString(folder)) && !partsOfModels.MatchString(folder)
}

// ModelOptions are options that name the model to train whatever script takes them.
func ModelOptions() []string {
	return []string{
		"model_name_or_path",
		"pretrained_model_name_or_path",
		"base_model",
		"model_id",
		"model_path",
		"model_name",
		"model",
	}
}
