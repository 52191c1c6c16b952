package estimator

import (
	"encoding/json"
	"fmt"
)

// hfConfig holds the keys of a transformers config.json that decide a parameter count. Families name the same
// thing differently (n_embd, hidden_size, d_model); first() picks whichever is there.
type hfConfig struct {
	ModelType     string   `json:"model_type"`
	Architectures []string `json:"architectures"`
	TorchDType    string   `json:"torch_dtype"`
	DType         string   `json:"dtype"`

	HiddenSize int `json:"hidden_size"`
	NEmbd      int `json:"n_embd"`
	DModel     int `json:"d_model"`
	Dim        int `json:"dim"`

	NumHiddenLayers int `json:"num_hidden_layers"`
	NLayer          int `json:"n_layer"`
	NLayers         int `json:"n_layers"`
	NumLayers       int `json:"num_layers"`

	NumAttentionHeads  int   `json:"num_attention_heads"`
	NHead              int   `json:"n_head"`
	NHeads             int   `json:"n_heads"`
	NumHeads           int   `json:"num_heads"`
	NumKeyValueHeads   *int  `json:"num_key_value_heads"`
	NumKVHeads         *int  `json:"num_kv_heads"`
	MultiQuery         *bool `json:"multi_query"`
	MultiQueryGroupNum int   `json:"multi_query_group_num"`
	HeadDim            int   `json:"head_dim"`
	KVChannels         int   `json:"kv_channels"`

	IntermediateSize int  `json:"intermediate_size"`
	FFNHiddenSize    int  `json:"ffn_hidden_size"`
	FFNDim           int  `json:"ffn_dim"`
	HiddenDim        int  `json:"hidden_dim"`
	DFF              int  `json:"d_ff"`
	NInner           *int `json:"n_inner"`

	VocabSize       int   `json:"vocab_size"`
	PaddedVocabSize int   `json:"padded_vocab_size"`
	TypeVocabSize   *int  `json:"type_vocab_size"`
	RelativeBuckets int   `json:"relative_attention_num_buckets"`
	MaxPositions    int   `json:"max_position_embeddings"`
	NPositions      int   `json:"n_positions"`
	SlidingWindow   *int  `json:"sliding_window"`
	UseSliding      *bool `json:"use_sliding_window"`
	TieEmbeddings   *bool `json:"tie_word_embeddings"`

	AttentionBias *bool `json:"attention_bias"`
	AttentionOut  *bool `json:"attention_out_bias"`
	MLPBias       *bool `json:"mlp_bias"`
	UseBias       *bool `json:"use_bias"`
	UseQKVBias    *bool `json:"use_qkv_bias"`
	Bias          *bool `json:"bias"`

	NumLocalExperts      int    `json:"num_local_experts"`
	NumExperts           int    `json:"num_experts"`
	NRoutedExperts       int    `json:"n_routed_experts"`
	NSharedExperts       int    `json:"n_shared_experts"`
	NumExpertsPerToken   int    `json:"num_experts_per_tok"`
	MoEIntermediate      int    `json:"moe_intermediate_size"`
	SharedIntermediate   int    `json:"shared_expert_intermediate_size"`
	FirstDense           int    `json:"first_k_dense_replace"`
	MLPOnlyLayers        []int  `json:"mlp_only_layers"`
	DecoderSparseStep    int    `json:"decoder_sparse_step"`
	NewDecoder           bool   `json:"new_decoder_architecture"`
	ParallelAttention    *bool  `json:"parallel_attn"`
	ALiBi                bool   `json:"alibi"`
	WordEmbedProjDim     int    `json:"word_embed_proj_dim"`
	QLoRARank            *int   `json:"q_lora_rank"`
	KVLoRARank           int    `json:"kv_lora_rank"`
	QKNopeHeadDim        int    `json:"qk_nope_head_dim"`
	QKRopeHeadDim        int    `json:"qk_rope_head_dim"`
	VHeadDim             int    `json:"v_head_dim"`
	UseQKNorm            bool   `json:"use_qk_norm"`
	AttentionDropout     any    `json:"attention_dropout"`
	HiddenDropout        any    `json:"hidden_dropout_prob"`
	ResidualDropout      any    `json:"resid_pdrop"`
	Dropout              any    `json:"dropout"`
	EncoderLayers        int    `json:"encoder_layers"`
	DecoderLayers        int    `json:"decoder_layers"`
	NumDecoderLayers     int    `json:"num_decoder_layers"`
	DKV                  int    `json:"d_kv"`
	FeedForwardProjected string `json:"feed_forward_proj"`

	TextConfig json.RawMessage `json:"text_config"`
}

// ModelFromHFConfig computes a model's dimensions and its exact parameter count from the text of a transformers
// config.json: tied embeddings counted once, grouped-query keys and values at their own width, every expert of a
// mixture resident. An error says which model_type is not covered or which key is missing; nothing is guessed.
func ModelFromHFConfig(text []byte) (Model, error) {
	var config hfConfig
	if err := json.Unmarshal(text, &config); err != nil {
		return Model{}, fmt.Errorf("config.json is not JSON: %w", err)
	}
	if len(config.TextConfig) > 0 {
		return textOfMultimodal(config)
	}
	family, ok := hfFamilies[config.ModelType]
	if !ok {
		return Model{}, fmt.Errorf(
			"model_type %q is not one whose parameters can be counted from its config",
			config.ModelType,
		)
	}
	model, err := dimensions(config, family)
	if err != nil {
		return Model{}, err
	}
	model.Params = countParameters(config, family, model)
	if model.Experts > 0 && config.MoEIntermediate > 0 { // what one token runs through, shared expert included
		model.Intermediate = config.MoEIntermediate + config.SharedIntermediate/model.ActiveExperts
	}
	return model, nil
}

// textOfMultimodal refuses a model whose vision tower is not in the text config: half a count is a wrong one.
func textOfMultimodal(config hfConfig) (Model, error) {
	return Model{}, fmt.Errorf(
		"model_type %q has a vision or audio tower beside its text_config: its parameters cannot be counted from the config",
		config.ModelType,
	)
}

func dimensions(config hfConfig, family hfFamily) (Model, error) {
	heads := first(config.NumAttentionHeads, config.NHead, config.NHeads, config.NumHeads)
	hidden := first(config.HiddenSize, config.NEmbd, config.DModel, config.Dim)
	model := Model{
		ID: config.ModelType, Family: config.ModelType, Kind: family.kind, Basis: "computed from config.json",
		Hidden: hidden, Heads: heads,
		Layers:       first(config.NumHiddenLayers, config.NLayer, config.NLayers, config.NumLayers, config.DecoderLayers),
		Vocab:        first(config.PaddedVocabSize, config.VocabSize),
		MaxPositions: first(config.MaxPositions, config.NPositions),
		GatedMLP:     family.gated, FromHub: firstWord(config.TorchDType, config.DType),
		Dropout: anyDropout(config),
	}
	if hidden == 0 || heads == 0 || model.Layers == 0 || model.Vocab == 0 {
		return Model{}, fmt.Errorf(
			"config.json of model_type %q lacks hidden size, layers, heads or vocabulary",
			config.ModelType,
		)
	}
	model.HeadDim = first(config.HeadDim, config.KVChannels, config.DKV, hidden/heads)
	model.KVHeads = keyValueHeads(config, heads)
	model.Intermediate = feedForwardWidth(config, family, hidden)
	model.TiedEmbedding = family.tied
	if config.TieEmbeddings != nil {
		model.TiedEmbedding = *config.TieEmbeddings
	}
	model.Experts = first(config.NumLocalExperts, config.NumExperts, config.NRoutedExperts)
	if model.Experts > 0 {
		model.ActiveExperts = max(config.NumExpertsPerToken, 1)
	}
	if config.SlidingWindow != nil && (config.UseSliding == nil || *config.UseSliding) {
		model.SlidingWindow = *config.SlidingWindow
	}
	return model, nil
}

// feedForwardWidth is 4 × hidden only for the families whose config class documents that as its default.
func feedForwardWidth(config hfConfig, family hfFamily, hidden int) int {
	inner := 0
	if config.NInner != nil {
		inner = *config.NInner
	}
	width := first(config.IntermediateSize, config.FFNHiddenSize, config.FFNDim, config.DFF, inner, config.HiddenDim)
	if width == 0 && family.wide {
		width = 4 * hidden
	}
	return width
}

func keyValueHeads(config hfConfig, heads int) int {
	switch { // newer classes write num_key_value_heads beside the key that they go by
	case config.ModelType == "gpt_bigcode" && flag(config.MultiQuery, true),
		config.ModelType == "falcon" && !config.NewDecoder && flag(config.MultiQuery, true):
		return 1
	case config.ModelType == "gpt_bigcode":
		return heads
	case config.NumKeyValueHeads != nil:
		return *config.NumKeyValueHeads
	case config.NumKVHeads != nil:
		return *config.NumKVHeads
	case config.MultiQueryGroupNum > 0:
		return config.MultiQueryGroupNum
	}
	return heads
}

func anyDropout(config hfConfig) bool {
	for _, value := range []any{config.AttentionDropout, config.HiddenDropout, config.ResidualDropout, config.Dropout} {
		if rate, ok := value.(float64); ok && rate > 0 {
			return true
		}
	}
	return false
}

func first(values ...int) int {
	for _, value := range values {
		if value != 0 {
			return value
		}
	}
	return 0
}

func firstWord(words ...string) string {
	for _, word := range words {
		if word != "" {
			return word
		}
	}
	return ""
}

func flag(value *bool, otherwise bool) bool {
	if value == nil {
		return otherwise
	}
	return *value
}
