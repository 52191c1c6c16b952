package knowledge

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// fullEmbedding is a family of published models whose embedding has a row for each token of their tokenizer, and none
// to spare.
type fullEmbedding struct {
	names *pattern.Pattern
	// has are its tokens in brackets; begins is what others that it may have begin with.
	has    []string
	begins string
}

var fullEmbeddings = []fullEmbedding{
	{
		pattern.New(`^((openai-community/)?gpt2(-medium|-large|-xl)?|(distilbert/)?distilgpt2|microsoft/DialoGPT-(small|medium|large)|EleutherAI/gpt-neo-(125m|125M|1\.3B|2\.7B))$`),
		[]string{"<|endoftext|>"}, "",
	},
	{
		pattern.New(`^(meta-llama/Llama-2-\d+b(-chat)?-hf|NousResearch/Llama-2-\d+b(-chat)?-hf|huggyllama/llama-\d+b|mistralai/Mistral-7B-(Instruct-)?v0\.[12]|TinyLlama/TinyLlama-1\.1B-[\w.-]+)$`),
		[]string{"<s>", "</s>", "<unk>"}, "<0x",
	},
	{
		pattern.New(`^meta-llama/(Meta-)?Llama-3(\.[123])?-(1|3|8|70|405)B(-Instruct)?$`),
		nil, "<|",
	},
	{
		pattern.New(`^((google-bert/)?bert-(base|large)-(un)?cased|(distilbert/)?distilbert-base-(un)?cased)$`),
		[]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}, "[unused",
	},
	{
		pattern.New(`^((FacebookAI/)?(distil)?roberta-(base|large)|(distilbert/)?distilroberta-base|facebook/bart-(base|large))$`),
		[]string{"<s>", "</s>", "<pad>", "<unk>", "<mask>"}, "<madeup",
	},
}

// AddsRow reports whether a published model surely has no row of its embedding for a token: it is in brackets, which
// none of its words is, and none of those that the tokenizer has.
func AddsRow(model, token string) bool {
	first, last := token[:min(1, len(token))], token[max(len(token)-1, 0):]
	if len(token) < 3 || !(first == "<" && last == ">" || first == "[" && last == "]") {
		return false
	}
	for _, family := range fullEmbeddings {
		if family.names.MatchString(model) {
			return !slices.Contains(family.has, token) && (family.begins == "" || !strings.HasPrefix(token, family.begins))
		}
	}
	return false
}

// AddsTokens reports whether a method of a tokenizer adds tokens to it.
func AddsTokens(method string) bool { return method == "add_special_tokens" || method == "add_tokens" }

// PadsForModel reports whether a class or function of transformers puts samples together, and pads them.
func PadsForModel(path string) bool {
	_, last, _ := cutLast(path)
	return strings.HasPrefix(path, "transformers.") && strings.HasPrefix(last, "DataCollator")
}
