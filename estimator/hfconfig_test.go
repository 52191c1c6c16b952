package estimator

import (
	"strings"
	"testing"
)

// The counts are the published sums over the checkpoints' tensors, tied embeddings counted once.
func TestModelFromHFConfigCountsExactly(t *testing.T) {
	for _, test := range []struct {
		name, config string
		want         int64
	}{
		{"llama-3-8b", `{"model_type":"llama","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":128256,"tie_word_embeddings":false}`, 8030261248},
		{"llama-3.2-3b tied", `{"model_type":"llama","hidden_size":3072,"intermediate_size":8192,"num_hidden_layers":28,"num_attention_heads":24,"num_key_value_heads":8,"head_dim":128,"vocab_size":128256,"tie_word_embeddings":true}`, 3212749824},
		{"mistral-7b sliding window", `{"model_type":"mistral","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":32000,"sliding_window":4096}`, 7241732096},
		{"mixtral-8x7b", `{"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":32000,"num_local_experts":8,"num_experts_per_tok":2}`, 46702792704},
		{"qwen2.5-7b", `{"model_type":"qwen2","hidden_size":3584,"intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,"num_key_value_heads":4,"vocab_size":152064,"tie_word_embeddings":false}`, 7615616512},
		{"qwen2.5-0.5b tied", `{"model_type":"qwen2","hidden_size":896,"intermediate_size":4864,"num_hidden_layers":24,"num_attention_heads":14,"num_key_value_heads":2,"vocab_size":151936,"tie_word_embeddings":true}`, 494032768},
		{"qwen3-0.6b", `{"model_type":"qwen3","hidden_size":1024,"intermediate_size":3072,"num_hidden_layers":28,"num_attention_heads":16,"num_key_value_heads":8,"head_dim":128,"vocab_size":151936,"tie_word_embeddings":true}`, 596049920},
		{"gemma-2-2b", `{"model_type":"gemma2","hidden_size":2304,"intermediate_size":9216,"num_hidden_layers":26,"num_attention_heads":8,"num_key_value_heads":4,"head_dim":256,"vocab_size":256000}`, 2614341888},
		{"gpt2", `{"model_type":"gpt2","n_embd":768,"n_layer":12,"n_head":12,"n_positions":1024,"vocab_size":50257}`, 124439808},
		{"opt-125m", `{"model_type":"opt","hidden_size":768,"ffn_dim":3072,"num_hidden_layers":12,"num_attention_heads":12,"max_position_embeddings":2048,"vocab_size":50272}`, 125239296},
		{"bloom-560m", `{"model_type":"bloom","hidden_size":1024,"n_layer":24,"n_head":16,"vocab_size":250880}`, 559214592},
		{"pythia-160m", `{"model_type":"gpt_neox","hidden_size":768,"intermediate_size":3072,"num_hidden_layers":12,"num_attention_heads":12,"vocab_size":50304,"tie_word_embeddings":false}`, 162322944},
		{"phi-2", `{"model_type":"phi","hidden_size":2560,"intermediate_size":10240,"num_hidden_layers":32,"num_attention_heads":32,"vocab_size":51200,"tie_word_embeddings":false}`, 2779683840},
		{"bert-base", `{"model_type":"bert","hidden_size":768,"intermediate_size":3072,"num_hidden_layers":12,"num_attention_heads":12,"max_position_embeddings":512,"vocab_size":30522,"type_vocab_size":2}`, 109482240},
		{"distilbert", `{"model_type":"distilbert","dim":768,"hidden_dim":3072,"n_layers":6,"n_heads":12,"max_position_embeddings":512,"vocab_size":30522}`, 66362880},
	} {
		model, err := ModelFromHFConfig([]byte(test.config))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if model.Params != test.want {
			t.Errorf("%s: %d parameters, want %d (off by %d)", test.name, model.Params, test.want, model.Params-test.want)
		}
	}
}

func TestModelFromHFConfigRefuses(t *testing.T) {
	for config, want := range map[string]string{
		`{"model_type":"mamba","hidden_size":768}`:                    "mamba",
		`{"model_type":"llama","hidden_size":4096}`:                   "lacks",
		`{"model_type":"llava","text_config":{"model_type":"llama"}}`: "vision",
		`{"model_type":`: "not JSON",
	} {
		if model, err := ModelFromHFConfig([]byte(config)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want an error with %q", config, model.Params, err, want)
		}
	}
}
