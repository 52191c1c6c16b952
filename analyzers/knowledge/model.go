package knowledge

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// The models that were trained in bf16: activations of theirs are larger than fp16 can hold.
var (
	overflows = pattern.New(`(?i)(^|/)(mt5-|t5-v1_1-|t5-v1\.1-|flan-t5-|ul2|flan-ul2|gemma-3n?-)`)
	// Gemma 1 is none of either: it trains in fp16 with a scaler, and its free notebooks do.
	mayOverflow = pattern.New(`(?i)(^|/)(t5-(small|base|large|3b|11b)$|gemma-2-\d+b)`)
)

// OverflowsInHalf reports whether a model, by its name, overflows in fp16.
func OverflowsInHalf(model string) bool { return overflows.MatchString(model) }

// MayOverflowInHalf reports whether a model, by its name, often overflows in fp16.
func MayOverflowInHalf(model string) bool { return mayOverflow.MatchString(model) }

// GeneratesText reports whether a class of transformers is a model with a language modelling head.
func GeneratesText(class string) bool {
	if !strings.HasPrefix(class, "transformers.") {
		return false
	}
	return strings.Contains(class, "ForSeq2SeqLM") || strings.Contains(class, "ForCausalLM") ||
		strings.Contains(class, "ForConditionalGeneration")
}

// LoadsWhisper is the loader of openai's own package, which names its models without their place on the hub,
// WhisperOnHub.
const (
	LoadsWhisper = "whisper.load_model"
	WhisperOnHub = "openai/whisper-"
)

// ProcessesImages reports whether a class of transformers prepares images for a model.
func ProcessesImages(class string) bool { return imageProcessor.MatchString(class) }

// UsualSide is the side to which such a class brings images when it is told nothing; 0 where that is not known.
func UsualSide(class string) int {
	for name, side := range map[string]int{
		"ViT": 224, "Segformer": 512, "DeiT": 224, "Bit": 224, "ConvNext": 384, "DINOv3": 224,
	} {
		if strings.HasPrefix(class, "transformers."+name) {
			return side
		}
	}
	return 0
}

// PublishedSide is the side to which the processor that is published under a name brings images; 0 where that is not
// known.
func PublishedSide(name string) int {
	if sides224.MatchString(name) {
		return 224
	}
	if sides384.MatchString(name) {
		return 384
	}
	found := publishedSide.Regexp().FindStringSubmatch(name)
	if found == nil {
		return 0
	}
	side, _ := strconv.Atoi(strings.Join(found[1:], ""))
	return side
}

var (
	imageProcessor = pattern.New(
		`^transformers\.(Auto|ViT|DeiT|Beit|Bit|ConvNext|DINOv3ViT|Segformer|CLIP|ChineseCLIP|Siglip|Blip)(ImageProcessor|FeatureExtractor)(Fast)?$|` +
			`^transformers\.(Auto|CLIP|ChineseCLIP|Siglip|Blip)Processor$`,
	)
	// Names that end in a side, or say it before what they were trained on. DINOv2 and DINOv3 are published with
	// processors for 224.
	publishedSide = pattern.New(
		`^(?:(?:google|WinKawaks)/vit-[a-z]+-patch\d+-(224|384)(?:-in21k)?|nvidia/segformer-b[0-5]-finetuned-ade-(512|640)-\d+|` +
			`facebook/deit-[a-z]+(?:-distilled)?-patch16-(224|384)|microsoft/beit-[a-z]+-patch16-(224|384|512)(?:-pt22k(?:-ft22k)?)?|` +
			`microsoft/swin(?:v2)?-[a-z]+-patch4-window[-a-z0-9]*?-(192|224|256|384)(?:-in22k|-22k)?|facebook/convnext-[a-z]+-(224|384)(?:-22k)?(?:-1k)?|` +
			`facebook/convnextv2-[a-z]+-(?:1k|22k)-(224|384)|openai/clip-vit-large-patch14-(336)|google/siglip-[a-z0-9]+-patch\d+-(224|256|384|512))$`,
	)
	sides384 = pattern.New(`^Salesforce/blip-(?:image-captioning|vqa|vqa-capfilt|itm)-(?:base|large)(?:-coco|-flickr)?$`)
	sides224 = pattern.New(
		`^openai/clip-vit-(?:base|large)-patch(?:14|16|32)$|^facebook/(?:dinov2-(?:with-registers-)?(?:small|base|large|giant)|dinov3-vit[a-z0-9]+-pretrain-lvd1689m|dino-vit[sb](?:8|16))$`,
	)
)

var sizing = set(`Resize RandomResizedCrop RandomCrop CenterCrop RandomSizedCrop`)

// SizesImages reports whether a transform of albumentations gives images of the size that it is told.
func SizesImages(name string) bool { return sizing[name] }

var clipLoaders = map[string]int{
	"clip.load":                              2,
	"clip.clip.load":                         2,
	"open_clip.create_model":                 1,
	"open_clip.create_model_and_transforms":  3,
	"open_clip.create_model_from_pretrained": 2,
}

// LoadsFromHub is torch's function that loads a model of a repository by its name in it.
const LoadsFromHub = "torch.hub.load"

// LoadsCLIP is how many things a function gives that loads a CLIP, the model first; 0 for any other function.
func LoadsCLIP(function string) int { return clipLoaders[function] }

// LoadsAdapter puts adapters that were trained before on a model; they stay frozen without is_trainable.
const LoadsAdapter = "peft.PeftModel.from_pretrained"

var leavesShape = set(
	`pretrained_model_name_or_path cache_dir token use_auth_token revision trust_remote_code local_files_only use_cache
	attn_implementation _attn_implementation use_flash_attention_2 torch_dtype dtype use_bfloat16 pad_token_id eos_token_id bos_token_id`,
)

// LeavesShape reports whether an option or an attribute of a model's config changes nothing of what the model is made
// of.
func LeavesShape(name string) bool { return name == "" || leavesShape[name] }

// ListsProcessors is the class of diffusers that lists the attention processors of a model.
const ListsProcessors = "AttnProcsLayers"

// OfProcessors is the attribute with which ListsProcessors is given them.
const OfProcessors = ".attn_processors"

// IsLoRAProcessor reports whether a class is one of diffusers' attention processors that hold adapters for the layers
// of LoRAProcessorTargets, of rank 4 unless they are told another (until 0.26).
func IsLoRAProcessor(path string) bool {
	return strings.HasPrefix(path, "diffusers.") && loraProcessor.MatchString(path)
}

// ProcessorWord stands in every file that names such a class.
const ProcessorWord = "AttnProcessor"

var loraProcessor = pattern.New(`\.LoRA(Attn|XFormersAttn|AttnAddedKV)Processor(2_0)?$`)

// IsLoRALayer reports whether a class is diffusers' layer of adapters that scripts set on one linear layer of a
// denoiser after another, of the same rank by default (until 0.26).
func IsLoRALayer(path string) bool {
	return strings.HasPrefix(path, "diffusers.") && strings.HasSuffix(path, ".LoRALinearLayer")
}

// LoRAProcessorTargets are the layers for which such a processor holds adapters, and LoRAProcessorRank is their rank by
// default.
const (
	LoRAProcessorTargets = "to_q,to_k,to_v,to_out.0"
	LoRAProcessorRank    = 4
)

// HoldsItsArguments reports whether a class of a library only holds what its constructor is given, under the same
// names: what a model of transformers gives.
func HoldsItsArguments(class string) bool {
	return strings.HasPrefix(class, "transformers.modeling_outputs.")
}

var halfOfAdapter = pattern.New(`(?i)^_?lora_?(?:(a|down|left)|(b|up|right))$`)

// NamesHalfOfAdapter reports whether an attribute is, by its name, the half of an adapter that takes the input to the
// low rank, or the one that takes it back: self.lora_A and self.lora_B.
func NamesHalfOfAdapter(attribute string) (down, up bool) {
	m := halfOfAdapter.Regexp().FindStringSubmatch(attribute)
	return m != nil && m[1] != "", m != nil && m[2] != ""
}

var rankName = set(`r rank lora_r lora_rank lora_dim`)

// NamesRank reports whether a parameter of an adapter, by its name, is its rank.
func NamesRank(parameter string) bool { return rankName[parameter] }

// tokenizers are names of models whose tokenizers say themselves at how many tokens they cut texts off
// (model_max_length of their tokenizer_config.json), where no position of the model does.
var tokenizers = []struct {
	names  *pattern.Pattern
	length int64
}{
	{pattern.New(`^(google-t5/|google/flan-)?t5-(small|base|large|xl|xxl|3b|11b)$`), 512},
	{pattern.New(`^answerdotai/ModernBERT-(base|large)$`), 8192},
}

// TokenizerLength is that length by the name of a model; 0 for one that is not known.
func TokenizerLength(model string) int64 {
	for _, t := range tokenizers {
		if t.names.MatchString(model) {
			return t.length
		}
	}
	return 0
}

// mayThaw are functions and methods behind which a model may have parameters that are trained, be it new ones.
var mayThaw = set(
	`get_peft_model requires_grad_ add_adapter load_adapter set_adapter enable_adapters enable_adapter_layers
	unfreeze merge_and_unload prepare_model_for_kbit_training for_training set_requires_grad
	mark_only_adapters_as_trainable mark_only_lora_as_trainable`,
)

// MayThaw reports whether a call of that name may leave parameters of a model that are trained.
func MayThaw(function string) bool { return mayThaw[function] }
