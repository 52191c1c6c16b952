package knowledge

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// tokenizes are the methods of a tokenizer that make tokens of a text, beside calling it.
var tokenizes = map[string]bool{"encode": true, "encode_plus": true, "batch_encode_plus": true}

// CallsTokenizer reports whether a call, by the names on its way, makes tokens of a text: tokenizer(…),
// self.tokenizer.encode(…).
func CallsTokenizer(path string) bool {
	owner, method, dotted := cutLast(path)
	if dotted && tokenizes[method] {
		return namesTokenizer(owner)
	}
	return namesTokenizer(path)
}

// CallsProcessor reports whether what is called, by its name, prepares texts and images for a model:
// self.processor(…).
func CallsProcessor(path string) bool {
	_, last, _ := cutLast(path)
	return strings.HasSuffix(strings.ToLower(last), "processor")
}

func namesTokenizer(path string) bool {
	_, last, _ := cutLast(path)
	last = strings.ToLower(last)
	return strings.HasSuffix(last, "tokenizer") || last == "tok" || strings.HasSuffix(last, "_tok")
}

// cutLast cuts a path at its last dot.
func cutLast(path string) (before, last string, dotted bool) {
	at := strings.LastIndexByte(path, '.')
	return path[:max(at, 0)], path[at+1:], at >= 0
}

// MapsSamples reports whether a method of that name calls the function that it is given on the samples of a dataset.
func MapsSamples(method string) bool { return method == "map" || method == "with_transform" }

// FillsOnTheWay reports whether a method of a dataset, or of a tokenizer, may have each sample filled up when it is
// read or made.
func FillsOnTheWay(method string) bool {
	return method == "set_transform" || method == "with_transform" || method == "enable_padding"
}

// TakesCollator reports whether a trainer or a loader has what it is given by that name put samples together.
func TakesCollator(argument string) bool {
	return argument == "data_collator" || argument == "collate_fn"
}

var lengthName = pattern.New(
	`(?i)^(max(imum)?_?)?(seq|sequence|total|context|block|model|input|sample)_?len(gth)?$|^max_?len(gth)?$|^cutoff_?len(gth)?$`,
)

// NamesLength reports whether a variable, by its name, holds how long a sample may be.
func NamesLength(name string) bool { return lengthName.MatchString(name) }

// LoadsTokenizer reports whether a function loads a tokenizer of transformers.
func LoadsTokenizer(path string) bool {
	class, loads := strings.CutSuffix(path, ".from_pretrained")
	return loads && strings.HasPrefix(class, "transformers.") &&
		(strings.HasSuffix(class, "Tokenizer") || strings.HasSuffix(class, "TokenizerFast"))
}

// CountsTokens reports whether an attribute of a tokenizer says how many tokens it knows.
func CountsTokens(attribute string) bool { return attribute == "vocab_size" }

var windowName = pattern.New(`(?i)^(max_?)?(seq|seqlen|block_?size|ctx|ctx_?len|n_?ctx|context|context_?(size|window)|t)$`)

// NamesWindow reports whether a variable, by its name, holds how many tokens in a row a model reads.
func NamesWindow(name string) bool { return NamesLength(name) || windowName.MatchString(name) }

// TokensOfSample is what datasets call the tokens of a sample.
const TokensOfSample = "input_ids"

// NamesTokens reports whether a text speaks of the tokens of samples.
func NamesTokens(text []byte) bool { return bytes.Contains(text, []byte(TokensOfSample)) }

// CutsSamples reports whether a text may cut samples off: it has a tokenizer do it, or takes the beginning of tokens
// itself.
func CutsSamples(text []byte) bool {
	return bytes.Contains(text, []byte("truncation")) || NamesTokens(text) && bytes.Contains(text, []byte("[:"))
}

// keepsLength are functions that make something else of a list that is as long.
var keepsLength = set(`tensor LongTensor as_tensor list array asarray deepcopy copy`)

// joinsTokens are methods of tokenizers that put lists of tokens behind one another, with the special ones of the
// model.
var joinsTokens = set(`build_inputs_with_special_tokens prepare_for_model`)

// JoinsTokens reports whether a method by its last name puts lists of tokens behind one another.
func JoinsTokens(name string) bool { return joinsTokens[name] }

// KeepsLength reports whether a function by its last name makes something of a list that is as long.
func KeepsLength(name string) bool { return keepsLength[name] }

// changesList are methods after which a list has another length.
var changesList = set(`append extend insert`)

// ChangesList reports whether a method makes a list longer.
func ChangesList(name string) bool { return changesList[name] }

// CutsTexts reports whether a class is a dataset of transformers that cuts the texts of a file off at its block_size.
func CutsTexts(class string) bool {
	return class == "transformers.LineByLineTextDataset" || class == "transformers.TextDataset"
}

// handlesPadding are words of files that take the padding out of the labels, or compute a loss of their own, or train
// on masked words; and of those that train nothing.
var handlesPadding = []string{
	"-100", "ignore_index", "pad_token_id)", "!= tokenizer.pad_token_id", "!= self.tokenizer.pad_token_id", "masked_fill",
	"compute_loss", "mask_token", "MaskedLM", "DataCollatorForLanguageModeling", "train_on_responses_only",
	"DataCollatorForCompletionOnlyLM", "cross_entropy", "CrossEntropyLoss", "completion_mask", "loss_mask",
}

// HandlesPadding reports whether a file has one of these words.
func HandlesPadding(text []byte) bool {
	for _, word := range handlesPadding {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return ignoredLabel.Match(text)
}

// ignoredLabel is a name for the label that a loss skips.
var ignoredLabel = pattern.New(`(?i)ignore_?(index|idx|token|id|label)`)

// MasksLabels are words of files that take the padding out of labels when they put samples together, or when they
// compute a loss.
func MasksLabels() []string {
	return []string{
		"DataCollatorForLanguageModeling", "DataCollatorForCompletionOnlyLM", "train_on_responses_only", "ignore_index",
		"-100", "compute_loss", "SFTTrainer", "CrossEntropyLoss", "MaskedLM",
	}
}

// generativeModels are parts of the names of classes of transformers whose loss skips the labels -100, and no others.
var generativeModels = []string{
	"ForCausalLM", "LMHeadModel", "ForConditionalGeneration", "ForSeq2SeqLM", "EncoderDecoderModel",
}

// NamesGenerativeModel reports whether a file has the name of a model that is trained to write text.
func NamesGenerativeModel(text []byte) bool {
	for _, part := range generativeModels {
		if bytes.Contains(text, []byte(part)) {
			return true
		}
	}
	return false
}

// WritersOfText are names of such classes.
func WritersOfText() []string {
	return []string{
		"AutoModelForCausalLM", "AutoModelForSeq2SeqLM", "T5ForConditionalGeneration", "MT5ForConditionalGeneration",
		"BartForConditionalGeneration", "MBartForConditionalGeneration", "PegasusForConditionalGeneration", "GPT2LMHeadModel",
		"LlamaForCausalLM", "MistralForCausalLM", "BloomForCausalLM", "Qwen2ForCausalLM", "GPTNeoForCausalLM",
		"OPTForCausalLM",
		"VisionEncoderDecoderModel", "EncoderDecoderModel",
	}
}

// MasksPadding reports whether a collator of transformers makes labels of the tokens and takes every token out that the
// tokenizer pads with.
func MasksPadding(path string) bool {
	_, last, _ := cutLast(path)
	return strings.HasPrefix(path, "transformers.") && last == "DataCollatorForLanguageModeling"
}

// leavesLabels are collators of transformers that take the labels of samples as they are, or fill them up.
var leavesLabels = set(
	`transformers.default_data_collator transformers.DefaultDataCollator transformers.DataCollatorWithPadding
	transformers.DataCollatorForSeq2Seq`,
)

// LeavesLabels reports whether a class or a function is such a collator.
func LeavesLabels(path string) bool {
	_, last, _ := cutLast(path)
	return strings.HasPrefix(path, "transformers.") && leavesLabels["transformers."+last]
}

// FillsTokens reports whether a collator of transformers fills up the tokens of samples, where it leaves their labels
// as they are; known is false for any other.
func FillsTokens(path string) (fills, known bool) {
	_, last, _ := cutLast(path)
	if !strings.HasPrefix(path, "transformers.") {
		return false, false
	}
	switch last {
	case "default_data_collator", "DefaultDataCollator":
		return false, true
	case "DataCollatorWithPadding", "DataCollatorForLanguageModeling":
		return true, true
	}
	return false, false
}

// PadsTexts are the arguments of a tokenizer by which it fills texts up.
var PadsTexts = []string{"padding", "pad_to_max_length", "return_tensors"}

// SamplesOfBatch are the training arguments that say how many samples make a batch of the training.
var SamplesOfBatch = []string{"per_device_train_batch_size", "per_gpu_train_batch_size"}
