package estimator

// Kind is the family of tasks a model belongs to; it decides which activations a forward pass saves.
type Kind string

// The kinds, as measured.csv spells them.
const (
	Decoder   Kind = "decoder"
	Encoder   Kind = "encoder"
	Seq2Seq   Kind = "seq2seq"
	VLM       Kind = "vlm"
	Diffusion Kind = "diffusion"
	Video     Kind = "video"
	VisionCls Kind = "vision-cls"
	VisionDet Kind = "vision-det"
	VisionSeg Kind = "vision-seg"
	Audio     Kind = "audio"
)

// Component is a model that is on the GPU beside the trained one.
type Component struct {
	Role   string // "VAE", "text encoder CLIP-L"
	Params int64
	DType  DType // empty: the dtype the framework loads frozen models in
}

// Model is an architecture. A dimension of 0 is unknown; Params of 0 makes the whole model unknown.
type Model struct {
	ID     string
	Family string
	Kind   Kind

	Params    int64 // elements in memory: tied embeddings once, all experts, no adapters
	Rounded   bool  // Params is a published round figure rather than an exact count
	Buffers   int64 // elements of persistent buffers that are no parameters, such as a position table
	Basis     string
	Source    string
	FromHub   string // dtype of the published checkpoint
	Ambiguous bool
	Inferred  bool // the name of a fine-tune says so, and no published config

	Layers        int // decoder or only stack
	EncoderLayers int // encoder stack of an encoder-decoder
	SingleLayers  int // of Layers, the fused single-stream blocks of a FLUX-like transformer
	Hidden        int
	Heads         int
	KVHeads       int
	HeadDim       int
	Intermediate  int
	GatedMLP      bool
	Vocab         int
	TiedEmbedding bool
	MaxPositions  int
	Dropout       bool // the architecture's own config trains with dropout
	Experts       int
	ActiveExperts int
	SlidingWindow int

	ImageSize  int     // pixels a side that Activations refers to
	OneSide    bool    // it takes images of that side alone, unless it is made for others
	Patch      int     // pixels a side of one token
	MActs      float64 // millions of activations of a forward pass at ImageSize, as timm counts them
	SavedBytes int64   // bytes one 224-pixel sample saves for backward at 2 bytes an element

	// Helpers are the frozen parts of a pipeline: the VAE and the text encoders of a diffusion model.
	Helpers []Component

	// Beside are parts of the pipeline that are trained with the model: its text encoders.
	Beside []Component

	// Written is what is known of modules that are no entry of the catalogue; nil for one that is.
	Written *Written

	unet *unet
	dit  *diffusionTransformer

	delta *deltaLayers
	tower *tower
}

// Known reports whether the parameter count is known; nothing can be estimated without it.
func (m Model) Known() bool { return m.Params > 0 }

// Sized reports whether the architecture is known besides: what its layers keep can be counted.
func (m Model) Sized() bool { return m.Known() && canCountActivations(m) }

// EmbeddingParams counts the input embedding and, when untied, the output head.
func (m Model) EmbeddingParams() int64 {
	table := int64(m.Vocab) * int64(m.Hidden)
	if m.TiedEmbedding || m.Kind == Encoder {
		return table
	}
	return 2 * table
}

// queryWidth is heads × head_dim, which differs from hidden in Gemma and Qwen3.
func (m Model) queryWidth() int {
	if m.Heads > 0 && m.HeadDim > 0 {
		return m.Heads * m.HeadDim
	}
	return m.Hidden
}

// keyValueWidth is kv_heads × head_dim, smaller than the query width under grouped-query attention.
func (m Model) keyValueWidth() int {
	if m.KVHeads > 0 && m.HeadDim > 0 {
		return m.KVHeads * m.HeadDim
	}
	return m.queryWidth()
}

// mlpWidth is the intermediate width all active experts of one token have together.
func (m Model) mlpWidth() int {
	width := m.Intermediate
	if width == 0 {
		width = 4 * m.Hidden
	}
	return width * max(m.ActiveExperts, 1)
}

// blocks counts the layers a framework wraps one by one.
func (m Model) blocks() int {
	switch {
	case m.unet != nil:
		return len(m.unet.residuals())
	case m.dit != nil:
		return int(m.dit.layers + m.dit.single + 2*m.dit.refiner)
	}
	return m.Layers + m.EncoderLayers
}

// learnedPositions are the families with a table of positions: they take no longer text. Whisper's is that of its
// decoder, its encoder always reads 30 seconds.
var learnedPositions = map[string]bool{
	"bert":      true,
	"mpnet":     true,
	"gpt2":      true,
	"opt":       true,
	"gpt-neo":   true,
	"whisper":   true,
	contrastive: true,
	"biogpt":    true,
	"bart":      true,
	"pegasus":   true,
	"marian":    true,
}

// mostTokens is how many tokens a sample may have at most, 0 where nothing in the model bounds it.
func (m Model) mostTokens() int {
	if !learnedPositions[m.Family] {
		return 0
	}
	return m.MaxPositions
}
