package estimator

// hfFamily says how transformers builds one model_type, as far as its parameters go.
type hfFamily struct {
	kind     Kind
	gated    bool // gate, up and down projection instead of two
	wide     bool // the feed-forward width defaults to 4 × hidden
	tied     bool // tie_word_embeddings defaults to true
	qkvBias  bool // default of the query, key and value bias
	outBias  bool // default of the attention output bias
	mlpBias  bool // default of the feed-forward bias
	normBias bool // LayerNorm with bias rather than RMSNorm
	norms    int  // norms a layer has
	qkNorm   bool // one RMSNorm of head_dim for the queries, one for the keys
	position bool // learned absolute positions; positionExtra rows beyond max_position_embeddings
	extra    int
	headBias bool // the output head has a bias
	noFinal  bool // no norm after the last layer
}

// hfFamilies is transformers' modeling code as of 4.57, one line a model_type.
var hfFamilies = map[string]hfFamily{
	"llama":       {kind: Decoder, gated: true, norms: 2},
	"mistral":     {kind: Decoder, gated: true, norms: 2},
	"ministral":   {kind: Decoder, gated: true, norms: 2},
	"ministral3":  {kind: Decoder, gated: true, norms: 2},
	"mixtral":     {kind: Decoder, gated: true, norms: 2},
	"qwen2":       {kind: Decoder, gated: true, norms: 2, qkvBias: true},
	"qwen3":       {kind: Decoder, gated: true, norms: 2, qkNorm: true},
	"qwen2_moe":   {kind: Decoder, gated: true, norms: 2, qkvBias: true},
	"qwen3_moe":   {kind: Decoder, gated: true, norms: 2, qkNorm: true},
	"gemma":       {kind: Decoder, gated: true, norms: 2, tied: true},
	"gemma2":      {kind: Decoder, gated: true, norms: 4, tied: true},
	"gemma3_text": {kind: Decoder, gated: true, norms: 4, tied: true, qkNorm: true},
	"granite":     {kind: Decoder, gated: true, norms: 2},
	"smollm3":     {kind: Decoder, gated: true, norms: 2, tied: true},
	"seed_oss":    {kind: Decoder, gated: true, norms: 2, qkvBias: true},
	"olmo":        {kind: Decoder, gated: true, norms: 0, noFinal: true},
	"olmo2":       {kind: Decoder, gated: true, norms: 2},
	"olmo3":       {kind: Decoder, gated: true, norms: 2},
	"glm4":        {kind: Decoder, gated: true, norms: 4, qkvBias: true},
	"gpt_oss":     {kind: Decoder, gated: true, norms: 2, qkvBias: true, outBias: true, mlpBias: true},
	"phi":         {kind: Decoder, norms: 1, normBias: true, qkvBias: true, outBias: true, mlpBias: true, headBias: true},
	"phi3":        {kind: Decoder, gated: true, norms: 2},
	"stablelm":    {kind: Decoder, gated: true, norms: 2, normBias: true},
	"starcoder2":  {kind: Decoder, norms: 2, normBias: true, qkvBias: true, outBias: true, mlpBias: true, tied: true},
	"cohere":      {kind: Decoder, gated: true, norms: 1, tied: true},
	"gpt2": {
		kind:     Decoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
	},
	"gpt_neox": {kind: Decoder, wide: true, norms: 2, normBias: true, qkvBias: true, outBias: true, mlpBias: true},
	"gpt_bigcode": {
		kind:     Decoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
	},
	"opt": {
		kind:     Decoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
		extra:    2,
	},
	"bloom": {
		kind:     Decoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
	},
	"falcon": {kind: Decoder, wide: true, norms: 1, normBias: true, tied: true},
	"bert": {
		kind:     Encoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
		noFinal:  true,
	},
	"roberta": {
		kind:     Encoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
		noFinal:  true,
	},
	"xlm-roberta": {
		kind:     Encoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
		noFinal:  true,
	},
	"mpnet": {
		kind:     Encoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
		noFinal:  true,
	},
	"modernbert": {kind: Encoder, gated: true, norms: 2, tied: true},
	"distilbert": {
		kind:     Encoder,
		wide:     true,
		norms:    2,
		normBias: true,
		qkvBias:  true,
		outBias:  true,
		mlpBias:  true,
		tied:     true,
		position: true,
		noFinal:  true,
	},
}

// countParameters adds up what the modeling code of the family creates.
func countParameters(config hfConfig, family hfFamily, model Model) int64 {
	hidden := int64(model.Hidden)
	embedding := int64(first(config.WordEmbedProjDim, model.Hidden))
	total := int64(model.Vocab) * embedding
	if !model.TiedEmbedding {
		total += int64(model.Vocab) * embedding
	}
	if embedding != hidden {
		total += 2 * embedding * hidden // OPT-350m projects in and out of its narrower embedding
	}
	if family.headBias {
		total += int64(model.Vocab)
	}
	if family.position {
		total += int64(model.MaxPositions+family.extra) * hidden
	}
	total += embeddingExtras(config, family, model)
	if !family.noFinal && embedding == hidden {
		total += normParameters(family, hidden)
	}
	for layer := range model.Layers {
		total += layerParameters(config, family, model, layer)
	}
	return total
}

// embeddingExtras are BERT's token types, embedding norm and pooler, and BLOOM's embedding norm.
func embeddingExtras(config hfConfig, family hfFamily, model Model) int64 {
	hidden := int64(model.Hidden)
	switch {
	case config.ModelType == "bloom":
		return 2 * hidden
	case family.kind != Encoder:
		return 0
	case config.ModelType == "distilbert":
		return 2 * hidden
	case config.ModelType == "modernbert": // a norm of the embeddings, and none before the first layer's attention
		return 0
	case config.ModelType == "mpnet": // no types, and one table of relative positions for all layers
		return 2*hidden + hidden*hidden + hidden + int64(first(config.RelativeBuckets, 32)*model.Heads)
	}
	types := int64(2)
	if config.TypeVocabSize != nil {
		types = int64(*config.TypeVocabSize)
	}
	return types*hidden + 2*hidden + hidden*hidden + hidden
}

func normParameters(family hfFamily, width int64) int64 {
	if family.normBias {
		return 2 * width
	}
	return width
}

func layerParameters(config hfConfig, family hfFamily, model Model, layer int) int64 {
	hidden := int64(model.Hidden)
	norms := int64(family.norms)
	if config.ModelType == "falcon" && config.NewDecoder {
		norms = 2
	}
	total := norms*normParameters(family, hidden) + attentionParameters(config, family, model)
	switch {
	case config.ModelType == "olmo2", config.ModelType == "olmo3": // norms of the whole query and key width
		total += int64(model.queryWidth() + model.keyValueWidth())
	case family.qkNorm:
		total += 2 * int64(model.HeadDim)
	case config.ModelType == "gpt_oss": // a sink for each head
		total += int64(model.Heads)
	}
	if model.Experts > 0 && sparseLayer(config, layer) {
		return total + expertParameters(config, family, model)
	}
	return total + feedForwardParameters(config, family, hidden, int64(model.Intermediate))
}

func attentionParameters(config hfConfig, family hfFamily, model Model) int64 {
	hidden, query, keyValue := int64(model.Hidden), int64(model.queryWidth()), int64(model.keyValueWidth())
	total := hidden*(query+2*keyValue) + query*hidden
	if qkvBias(config, family) {
		total += query + 2*keyValue
	}
	if outBias(config, family) {
		total += hidden
	}
	return total
}

func qkvBias(config hfConfig, family hfFamily) bool {
	switch config.ModelType {
	case "falcon":
		return flag(config.Bias, false)
	case "starcoder2":
		return flag(config.UseBias, true)
	case "stablelm":
		return flag(config.UseQKVBias, false)
	case "qwen2": // Qwen2 has no attention_bias key: its bias is hard-coded
		return true
	}
	return flag(config.AttentionBias, family.qkvBias)
}

func outBias(config hfConfig, family hfFamily) bool {
	switch config.ModelType {
	case "falcon":
		return flag(config.Bias, false)
	case "starcoder2":
		return flag(config.UseBias, true)
	case "seed_oss":
		return flag(config.AttentionOut, false)
	case "qwen2", "stablelm", "glm4":
		return false
	}
	return flag(config.AttentionBias, family.outBias)
}

func feedForwardParameters(config hfConfig, family hfFamily, hidden, width int64) int64 {
	bias := flag(config.MLPBias, family.mlpBias)
	switch config.ModelType {
	case "falcon":
		bias = flag(config.Bias, false)
	case "starcoder2":
		bias = flag(config.UseBias, true)
	}
	matrices, biases := int64(2), width+hidden
	if family.gated {
		matrices, biases = 3, 2*width+hidden
	}
	if !bias {
		biases = 0
	}
	return matrices*hidden*width + biases
}

func sparseLayer(config hfConfig, layer int) bool {
	for _, dense := range config.MLPOnlyLayers {
		if dense == layer {
			return false
		}
	}
	step := max(config.DecoderSparseStep, 1)
	return layer >= config.FirstDense && (layer+1)%step == 0
}

// expertParameters counts every expert, the router, and a shared expert with its gate where there is one.
func expertParameters(config hfConfig, family hfFamily, model Model) int64 {
	hidden := int64(model.Hidden)
	width := int64(first(config.MoEIntermediate, model.Intermediate))
	total := int64(model.Experts)*feedForwardParameters(config, family, hidden, width) + hidden*int64(model.Experts)
	if config.ModelType == "gpt_oss" { // the router's bias
		total += int64(model.Experts)
	}
	if config.SharedIntermediate > 0 {
		total += feedForwardParameters(config, family, hidden, int64(config.SharedIntermediate)) + hidden
	}
	return total
}
