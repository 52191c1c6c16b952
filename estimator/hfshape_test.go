package estimator

import "testing"

func shape(t *testing.T, config string) Model {
	t.Helper()
	model, err := ModelFromHFConfig([]byte(config))
	if err != nil {
		t.Fatalf("%s: %v", config, err)
	}
	return model
}

const small = `"hidden_size":64,"intermediate_size":128,"num_hidden_layers":2,"num_attention_heads":4,"vocab_size":100,"tie_word_embeddings":false`

// Falcon 7B has one key and value head for all queries, and is published with 6,921,720,704 parameters.
func TestMultiQuery(t *testing.T) {
	falcon := shape(t, `{"model_type":"falcon","hidden_size":4544,"num_hidden_layers":32,"num_attention_heads":71,"multi_query":true,"bias":false,`+
		`"parallel_attn":true,"new_decoder_architecture":false,"vocab_size":65024}`)
	if falcon.KVHeads != 1 || falcon.Params != 6_921_720_704 {
		t.Errorf("%d key heads, %d parameters", falcon.KVHeads, falcon.Params)
	}
	grouped := shape(t, `{"model_type":"falcon","hidden_size":512,"num_hidden_layers":2,"num_attention_heads":8,"multi_query":true,"new_decoder_architecture":true,`+
		`"num_kv_heads":2,"vocab_size":100}`)
	if grouped.KVHeads != 2 {
		t.Errorf("the newer Falcon has %d key heads, want 2", grouped.KVHeads)
	}
	if plain := shape(t, `{"model_type":"llama",`+small+`}`); plain.KVHeads != 4 {
		t.Errorf("a model that says nothing has %d key heads, want as many as heads", plain.KVHeads)
	}
}

// TestBiases: the parameters that an option adds are those of the matrices that it names.
func TestBiases(t *testing.T) {
	for name, c := range map[string]struct {
		model, option string
		adds          int64 // parameters, in 2 layers of 64 wide heads and 128 wide feed-forwards
	}{
		"attention":               {"llama", `"attention_bias":true`, 2 * 4 * 64},
		"feed-forward":            {"llama", `"mlp_bias":true`, 2 * (2*128 + 64)},
		"queries, keys, values":   {"stablelm", `"use_qkv_bias":true`, 2 * 3 * 64},
		"the output of attention": {"seed_oss", `"attention_out_bias":true`, 2 * 64},
	} {
		without := shape(t, `{"model_type":"`+c.model+`",`+small+`}`).Params
		with := shape(t, `{"model_type":"`+c.model+`",`+small+`,`+c.option+`}`).Params
		if with-without != c.adds {
			t.Errorf("%s: %s adds %d parameters, want %d", name, c.option, with-without, c.adds)
		}
	}
}

func TestOptionsOfAShape(t *testing.T) {
	for name, c := range map[string]struct {
		option string
		want   func(Model) bool
	}{
		"a window":              {`"sliding_window":32`, func(m Model) bool { return m.SlidingWindow == 32 }},
		"a window that is off":  {`"sliding_window":32,"use_sliding_window":false`, func(m Model) bool { return m.SlidingWindow == 0 }},
		"a window that is on":   {`"sliding_window":32,"use_sliding_window":true`, func(m Model) bool { return m.SlidingWindow == 32 }},
		"no dropout":            {`"attention_dropout":0.0`, func(m Model) bool { return !m.Dropout }},
		"dropout":               {`"attention_dropout":0.1`, func(m Model) bool { return m.Dropout }},
		"dropout of the rest":   {`"attention_dropout":0.0,"resid_pdrop":0.1`, func(m Model) bool { return m.Dropout }},
		"tied":                  {`"tie_word_embeddings":true`, func(m Model) bool { return m.TiedEmbedding }},
		"a head's own width":    {`"head_dim":32`, func(m Model) bool { return m.HeadDim == 32 }},
		"a head of the width":   {`"attention_dropout":0.0`, func(m Model) bool { return m.HeadDim == 16 }},
		"the width in the file": {`"attention_dropout":0.0`, func(m Model) bool { return m.Intermediate == 128 }},
		"the dtype on the hub":  {`"torch_dtype":"float16"`, func(m Model) bool { return m.FromHub == "float16" }},
		"the dtype, newer":      {`"dtype":"bfloat16"`, func(m Model) bool { return m.FromHub == "bfloat16" }},
	} {
		if m := shape(t, `{"model_type":"mistral",`+small+`,`+c.option+`}`); !c.want(m) {
			t.Errorf("%s: %s is read as %+v", name, c.option, m)
		}
	}
}

// TestSparseLayers: experts stand in the layers that the config does not except.
func TestSparseLayers(t *testing.T) {
	const moe = `{"model_type":"qwen2_moe",` + small + `,"num_experts":4,"num_experts_per_tok":2,"moe_intermediate_size":32`
	all := shape(t, moe+`}`)
	one := shape(t, moe+`,"mlp_only_layers":[0]}`)
	step := shape(t, moe+`,"decoder_sparse_step":2}`)
	none := shape(t, moe+`,"mlp_only_layers":[0,1]}`)
	if all.Experts != 4 || all.ActiveExperts != 2 {
		t.Errorf("%d of %d experts are active", all.ActiveExperts, all.Experts)
	}
	if one.Params != step.Params || all.Params-one.Params != one.Params-none.Params {
		t.Errorf("experts in two layers, one, every second and none: %d, %d, %d, %d parameters", all.Params, one.Params, step.Params, none.Params)
	}
	dense, experts := int64(3*64*128), int64(4*3*64*32+64*4)
	if got := all.Params - one.Params; got != experts-dense {
		t.Errorf("a layer of experts has %d parameters more than a dense one, want %d", got, experts-dense)
	}
}
