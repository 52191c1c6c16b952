package estimator

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/models.csv
var modelTable string

//go:embed data/model_names.csv
var modelNameTable string

var modelCatalogue = sync.OnceValue(readModels)

type modelIndex struct {
	all      []Model
	byName   map[string]int // every lower-case id and alias, with and without its organisation
	squeezed map[string]int // squeezeModelName of the same; -1 where two architectures collide
	dotless  map[string]int // squeezed without the dots of versions
	prefixes []prefixName
}

type prefixName struct {
	prefix string
	at     int
}

func readModels() modelIndex {
	index := modelIndex{byName: map[string]int{}, squeezed: map[string]int{}, dotless: map[string]int{}}
	at := map[string]int{}
	for _, row := range readTable(modelTable) {
		for _, id := range strings.Split(stripParentheses(row["hub_id"]), " / ") {
			if known, ok := at[id]; ok {
				addComponent(&index.all[known], row)
				continue
			}
			at[id] = len(index.all)
			index.all = append(index.all, modelFromRow(id, row))
			index.add(id, at[id])
			for _, alias := range strings.FieldsFunc(row["aliases"], func(r rune) bool { return r == ';' || r == ' ' }) {
				index.add(alias, at[id])
			}
		}
	}
	index.addTimm(at)
	for _, row := range readTable(ditTable) {
		if known, ok := at[row["hub_id"]]; ok {
			index.all[known].dit = ditFromRow(row)
		}
	}
	for _, row := range readTable(unetTable) {
		if known, ok := at[row["hub_id"]]; ok {
			index.all[known].unet = unetFromRow(row)
		}
	}
	for _, row := range readTable(deltaTable) {
		if known, ok := at[row["hub_id"]]; ok {
			index.all[known].delta = deltaFromRow(row)
		}
	}
	for _, row := range readTable(towerTable) {
		if known, ok := at[row["hub_id"]]; ok {
			index.all[known].tower = towerFromRow(row)
		}
	}
	for _, row := range readTable(modelNameTable) {
		if known, ok := at[row["hub_id"]]; ok {
			index.add(row["name"], known)
		}
	}
	// opus-mt-tc-big- before opus-mt-
	slices.SortStableFunc(index.prefixes, func(a, b prefixName) int { return len(b.prefix) - len(a.prefix) })
	return index
}

func (index *modelIndex) add(name string, at int) {
	name = strings.ToLower(name)
	if prefix, wild := strings.CutSuffix(name, "*"); wild {
		index.prefixes = append(index.prefixes, prefixName{baseName(prefix), at})
		return
	}
	index.byName[name] = at
	if _, taken := index.byName[baseName(name)]; !taken {
		index.byName[baseName(name)] = at
	}
	squeezed := squeezeModelName(name)
	index.claim(index.squeezed, squeezed, at)
	index.claim(index.dotless, strings.ReplaceAll(squeezed, ".", ""), at)
}

// claim gives a spelling to a model, or to none when two architectures have it.
func (index *modelIndex) claim(spellings map[string]int, spelling string, at int) {
	if other, taken := spellings[spelling]; taken && other != at && !sameArchitecture(index.all, other, at) {
		at = -1
	}
	spellings[spelling] = at
}

func sameArchitecture(all []Model, a, b int) bool {
	return a >= 0 && all[a].Params == all[b].Params && all[a].Hidden == all[b].Hidden
}

var (
	parentheses = lazily(`\s*\([^)]*\)`)
	digits      = lazily(`\d+`)
)

func stripParentheses(text string) string { return parentheses().ReplaceAllString(text, "") }

func modelFromRow(id string, row map[string]string) Model {
	model := Model{
		ID: id, Family: row["family"], Kind: kindFromRow(row["kind"]), Basis: row["params_basis"],
		Source: row["source"], FromHub: stripParentheses(row["ckpt_dtype"]),
	}
	fillCounts(&model, row)
	fillDimensions(&model, row)
	return model
}

func fillCounts(model *Model, row map[string]string) {
	text := strings.TrimPrefix(row["params"], "~")
	count, _ := strconv.ParseFloat(text, 64)
	model.Params = int64(count)
	model.Rounded = strings.ContainsAny(row["params"], "e~")
	model.MActs, _ = strconv.ParseFloat(row["macts_M"], 64)
	saved, _ := strconv.ParseFloat(row["act_saved_bytes_2B_ref"], 64)
	model.SavedBytes = int64(saved)
	model.Buffers = int64(intColumn(row, "buffers"))
}

func fillDimensions(model *Model, row map[string]string) {
	fillLayers(model, row["layers"])
	model.Hidden = intColumn(row, "hidden")
	model.Heads = intColumn(row, "heads")
	model.KVHeads = intColumn(row, "kv_heads")
	model.HeadDim = intColumn(row, "head_dim")
	model.Intermediate = intermediateWidth(row["intermediate"], model.Hidden)
	model.GatedMLP = row["gated_mlp"] == "yes"
	model.Vocab = intColumn(row, "vocab")
	model.TiedEmbedding = strings.HasPrefix(row["tied_embeddings"], "yes")
	model.MaxPositions = intColumn(row, "max_positions")
	model.Experts = intColumn(row, "n_experts")
	if model.Experts > 0 {
		model.ActiveExperts = max(intColumn(row, "active_experts"), 2)
	}
	model.ImageSize = intColumn(row, "img_size")
	model.Dropout = strings.Contains(row["notes"], "dropout") || slices.Contains(dropoutFamilies, model.Family)
	if size := patchSize().FindStringSubmatch(model.ID); size != nil {
		model.Patch, _ = strconv.Atoi(size[1])
	}
}

// dropoutFamilies train with dropout 0.1 by their own published configuration.
var dropoutFamilies = []string{
	"bert",
	"mpnet",
	"deberta",
	"longformer",
	"t5",
	"bart",
	"pegasus",
	"marian",
	"gpt2",
	"opt",
	"wav2vec2",
}

var patchSize = lazily(`patch(\d+)`)

// fillLayers reads "32", "24+24" (encoder + decoder) and "19 double + 38 single".
func fillLayers(model *Model, text string) {
	counts := digits().FindAllString(text, -1)
	total := 0
	for _, count := range counts {
		number, _ := strconv.Atoi(count)
		total += number
	}
	model.Layers = total
	if len(counts) < 2 {
		return
	}
	last, _ := strconv.Atoi(counts[len(counts)-1])
	switch {
	case strings.Contains(text, "single"):
		model.SingleLayers = last
	case model.Kind == Seq2Seq || model.Kind == Audio:
		model.EncoderLayers, model.Layers = total-last, last
	}
}

func intermediateWidth(text string, hidden int) int {
	switch {
	case text == "4x":
		return 4 * hidden
	case strings.HasPrefix(text, "mlp_ratio"):
		ratio, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimPrefix(text, "mlp_ratio")), 64)
		return int(ratio * float64(hidden))
	}
	width, _ := strconv.Atoi(text)
	return width
}

// intColumn reads the first number of a cell: "448 decoder / 1500 encoder" is 448, a word is 0.
func intColumn(row map[string]string, name string) int {
	number, _ := strconv.Atoi(digits().FindString(row[name]))
	return number
}

var rowKinds = map[string]Kind{
	"llm-decoder": Decoder, "encoder": Encoder, "seq2seq": Seq2Seq, "vision-language": VLM,
	"audio-seq2seq": Audio, "audio-encoder": Audio, "vision": VisionCls, "vision-det": VisionDet,
	"vision-seg": VisionSeg,
}

func kindFromRow(text string) Kind {
	if kind, ok := rowKinds[text]; ok {
		return kind
	}
	return Diffusion
}

// addComponent adds one further row of a pipeline: its VAE or a text encoder.
func addComponent(model *Model, row map[string]string) {
	_, role, _ := strings.Cut(row["kind"], ":")
	count, _ := strconv.ParseInt(row["params"], 10, 64)
	model.Helpers = append(model.Helpers, Component{Role: role, Params: count})
}
