#!/usr/bin/env python3
"""Count the parameters of models of the catalogue, built by transformers without memory.

    python parameters.py --out ../../testdata/oracle/parameters.csv
    python parameters.py --rows >> ../data/models.csv
    python parameters.py --towers > ../data/towers.csv

Each line of MODELS is a row of estimator/data/models.csv: its hub id, the class that transformers builds it with, and what
its public config.json says beside the defaults of that class. Nothing is downloaded. A model whose own code is not in
transformers is built as the class whose layers are the same (SAME_AS says why).

MADE are models whose row is written from what is built here, too: a family, where the sizes stand, and the count that the
model's own page states, with as many digits as it does. A count that does not agree with what is built stops the script.
"""
import argparse
import csv
import importlib
import importlib.metadata
import pathlib
import sys

import torch
import transformers

CATALOGUE = pathlib.Path(__file__).parent.parent / "data" / "models.csv"
LLAMA = "LlamaForCausalLM"
SAME_AS = {
    "internlm/": "InternLM2 packs queries, keys and values into one layer: the same numbers",
    "openbmb/": "MiniCPM scales embeddings and residuals, without parameters",
    "baichuan-inc/": "W_pack is queries, keys and values in one layer",
    "LGAI-EXAONE/": "EXAONE 3.5 names Llama's layers in another way",
    "OpenGVLab/": "the same model as its -hf conversion",
}


def llama(hidden, layers, heads, kv, wide, vocab, tied=False, head_dim=None, **more):
    return dict(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, num_key_value_heads=kv,
                intermediate_size=wide, vocab_size=vocab, tie_word_embeddings=tied,
                **({"head_dim": head_dim} if head_dim else {}), **more)


def bert(hidden, layers, heads, vocab, **more):
    return dict(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=4 * hidden,
                vocab_size=vocab, **more)


def bigcode(hidden, layers, heads):
    return dict(n_embd=hidden, n_layer=layers, n_head=heads, n_inner=4 * hidden, vocab_size=49152, n_positions=8192,
                multi_query=True)


def t5(hidden, layers, heads, wide, vocab):
    return dict(d_model=hidden, num_layers=layers, num_decoder_layers=layers, num_heads=heads, d_kv=64, d_ff=wide, vocab_size=vocab)


def m2m(hidden, layers, wide, vocab):
    return dict(d_model=hidden, encoder_layers=layers, decoder_layers=layers, encoder_attention_heads=16, decoder_attention_heads=16,
                encoder_ffn_dim=wide, decoder_ffn_dim=wide, vocab_size=vocab)


def llava(text):
    return dict(text_config=text, vision_config=dict(model_type="clip_vision_model", hidden_size=1024, intermediate_size=4096, patch_size=14,
                                                     num_hidden_layers=24, num_attention_heads=16, image_size=336, projection_dim=768))


def qwen2_vl(text, depth=32, wide=1280, heads=16, **vision):
    return dict(text_config=text, vision_config=dict(depth=depth, embed_dim=wide, hidden_size=text["hidden_size"],
                                                     num_heads=heads, **vision), tie_word_embeddings=text["tie_word_embeddings"])


def qwen25_vl(text, **vision):
    return dict(text_config=text, vision_config={**dict(depth=32, hidden_size=1280, intermediate_size=3420, num_heads=16,
                                                        out_hidden_size=text["hidden_size"]), **vision},
                tie_word_embeddings=text["tie_word_embeddings"])


def qwen3_vl(text, depth, wide, inner, indexes):
    return dict(text_config=text, vision_config=dict(depth=depth, hidden_size=wide, intermediate_size=inner, num_heads=16,
                                                     out_hidden_size=text["hidden_size"], num_position_embeddings=2304,
                                                     deepstack_visual_indexes=indexes),
                tie_word_embeddings=text["tie_word_embeddings"])


def qwen35(hidden, layers, heads, kv, wide, value_heads, tied=False):
    return llama(hidden, layers, heads, kv, wide, 248320, tied, head_dim=256, linear_num_key_heads=16, linear_num_value_heads=value_heads,
                 linear_key_head_dim=128, linear_value_head_dim=128, linear_conv_kernel_dim=4)


MODELS = [
    ("internlm/internlm2-1_8b", LLAMA, llama(2048, 24, 16, 8, 8192, 92544)),
    ("internlm/internlm2-7b", LLAMA, llama(4096, 32, 32, 8, 14336, 92544)),
    ("openbmb/MiniCPM-2B-sft-bf16", LLAMA, llama(2304, 40, 36, 36, 5760, 122753, tied=True)),
    ("baichuan-inc/Baichuan-7B", LLAMA, llama(4096, 32, 32, 32, 11008, 64000)),
    ("baichuan-inc/Baichuan-13B-Chat", LLAMA, llama(5120, 40, 40, 40, 13696, 64000)),
    ("deepseek-ai/deepseek-llm-7b-base", LLAMA, llama(4096, 30, 32, 32, 11008, 102400)),
    ("upstage/SOLAR-10.7B-v1.0", LLAMA, llama(4096, 48, 32, 8, 14336, 32000)),
    ("THUDM/glm-4-9b-chat", "GlmForCausalLM", llama(4096, 40, 32, 2, 13696, 151552, head_dim=128, attention_bias=True)),
    ("ibm-granite/granite-3.1-2b-base", "GraniteForCausalLM", llama(2048, 40, 32, 8, 8192, 49155, tied=True)),
    ("ibm-granite/granite-3.1-8b-base", "GraniteForCausalLM", llama(4096, 40, 32, 8, 12800, 49155, tied=True)),
    ("tiiuae/falcon-11B", "FalconForCausalLM", dict(
        hidden_size=4096, num_hidden_layers=60, num_attention_heads=32, num_kv_heads=8, new_decoder_architecture=True,
        num_ln_in_parallel_attn=1, parallel_attn=True, bias=False, vocab_size=65024, ffn_hidden_size=16384, tie_word_embeddings=False)),
    ("bigcode/starcoderbase-1b", "GPTBigCodeForCausalLM", bigcode(2048, 24, 16)),
    ("bigcode/starcoderbase-3b", "GPTBigCodeForCausalLM", bigcode(2816, 36, 22)),
    ("bigcode/starcoderbase-7b", "GPTBigCodeForCausalLM", bigcode(4096, 42, 32)),
    ("bigcode/starcoder", "GPTBigCodeForCausalLM", bigcode(6144, 40, 48)),
    ("Salesforce/codet5-small", "T5ForConditionalGeneration", t5(512, 6, 8, 2048, 32100)),
    ("Salesforce/codet5-base", "T5ForConditionalGeneration", t5(768, 12, 12, 3072, 32100)),
    ("facebook/bart-large-cnn", "BartForConditionalGeneration", dict(vocab_size=50264)),
    ("sshleifer/distilbart-cnn-12-6", "BartForConditionalGeneration", dict(vocab_size=50264, decoder_layers=6)),
    ("facebook/mbart-large-50", "MBartForConditionalGeneration", dict(vocab_size=250054)),
    ("distilbert-base-cased", "DistilBertModel", dict(vocab_size=28996)),
    ("distilbert-base-multilingual-cased", "DistilBertModel", dict(vocab_size=119547)),
    ("bert-base-multilingual-uncased", "BertModel", bert(768, 12, 12, 105879)),
    ("allenai/scibert_scivocab_uncased", "BertModel", bert(768, 12, 12, 31090)),
    ("klue/bert-base", "BertModel", bert(768, 12, 12, 32000)),
    ("klue/roberta-base", "RobertaModel", bert(768, 12, 12, 32000, max_position_embeddings=514, type_vocab_size=1)),
    ("neuralmind/bert-base-portuguese-cased", "BertModel", bert(768, 12, 12, 29794)),
    ("dbmdz/bert-base-turkish-cased", "BertModel", bert(768, 12, 12, 32000)),
    ("aubmindlab/bert-base-arabertv02", "BertModel", bert(768, 12, 12, 64000)),
    ("cl-tohoku/bert-base-japanese-whole-word-masking", "BertModel", bert(768, 12, 12, 32000)),
    ("cl-tohoku/bert-base-japanese-v3", "BertModel", bert(768, 12, 12, 32768)),
    ("microsoft/mpnet-base", "MPNetModel", bert(768, 12, 12, 30527, max_position_embeddings=514)),
    ("vinai/phobert-base", "RobertaModel", bert(768, 12, 12, 64001, max_position_embeddings=258, type_vocab_size=1)),
    ("BAAI/bge-small-en-v1.5", "BertModel", bert(384, 12, 12, 30522)),
    ("BAAI/bge-m3", "XLMRobertaModel", bert(1024, 24, 16, 250002, max_position_embeddings=8194, type_vocab_size=1)),
    ("Qwen/Qwen2-VL-2B-Instruct", "Qwen2VLForConditionalGeneration", qwen2_vl(llama(1536, 28, 12, 2, 8960, 151936, tied=True))),
    ("Qwen/Qwen2-VL-7B-Instruct", "Qwen2VLForConditionalGeneration", qwen2_vl(llama(3584, 28, 28, 4, 18944, 152064))),
    ("Qwen/Qwen2.5-VL-3B-Instruct", "Qwen2_5_VLForConditionalGeneration", qwen25_vl(llama(2048, 36, 16, 2, 11008, 151936, tied=True))),
    ("Qwen/Qwen2.5-VL-7B-Instruct", "Qwen2_5_VLForConditionalGeneration", qwen25_vl(llama(3584, 28, 28, 4, 18944, 152064))),
    ("Qwen/Qwen3-VL-2B-Instruct", "Qwen3VLForConditionalGeneration",
     qwen3_vl(llama(2048, 28, 16, 8, 6144, 151936, tied=True, head_dim=128), 24, 1024, 4096, [5, 11, 17])),
    ("Qwen/Qwen3-VL-4B-Instruct", "Qwen3VLForConditionalGeneration",
     qwen3_vl(llama(2560, 36, 32, 8, 9728, 151936, tied=True, head_dim=128), 24, 1024, 4096, [5, 11, 17])),
    ("Qwen/Qwen3-VL-8B-Instruct", "Qwen3VLForConditionalGeneration",
     qwen3_vl(llama(4096, 36, 32, 8, 12288, 151936, head_dim=128), 27, 1152, 4304, [8, 16, 24])),
    ("google/paligemma-3b-pt-224", "PaliGemmaForConditionalGeneration", dict(
        text_config=dict(model_type="gemma", **llama(2048, 18, 8, 1, 16384, 257216, tied=True, head_dim=256)), projection_dim=2048,
        vision_config=dict(model_type="siglip_vision_model", hidden_size=1152, intermediate_size=4304, num_hidden_layers=27,
                           num_attention_heads=16, image_size=224, patch_size=14, vision_use_head=False))),
    ("Qwen/Qwen3-VL-32B-Instruct", "Qwen3VLForConditionalGeneration",
     qwen3_vl(llama(5120, 64, 64, 8, 25600, 151936, head_dim=128), 27, 1152, 4304, [8, 16, 24])),
    ("openai/gpt-oss-20b", "GptOssForCausalLM", dict(num_hidden_layers=24, num_local_experts=32)),
    ("openai/gpt-oss-120b", "GptOssForCausalLM", dict(num_hidden_layers=36, num_local_experts=128)),
    ("Qwen/Qwen3.5-4B", "Qwen3_5ForCausalLM", qwen35(2560, 32, 16, 4, 9216, 32, tied=True)),
    ("Qwen/Qwen3.5-9B", "Qwen3_5ForCausalLM", qwen35(4096, 32, 16, 4, 12288, 32)),
    ("Qwen/Qwen3.5-27B", "Qwen3_5ForCausalLM", qwen35(5120, 64, 24, 4, 17408, 48)),
    ("THUDM/GLM-4-9B-0414", "Glm4ForCausalLM", llama(4096, 40, 32, 2, 13696, 151552, head_dim=128)),
    ("mistralai/Ministral-3-8B-Base-2512", "Ministral3ForCausalLM", llama(4096, 34, 32, 8, 14336, 131072, head_dim=128)),
    ("allenai/Olmo-3-1025-7B", "Olmo3ForCausalLM", llama(4096, 32, 32, 32, 11008, 100278)),
    ("intfloat/multilingual-e5-small", "BertModel", bert(384, 12, 12, 250037)),
    ("sentence-transformers/LaBSE", "BertModel", bert(768, 12, 12, 501153)),
    ("microsoft/mdeberta-v3-base", "DebertaV2Model", dict(
        hidden_size=768, num_hidden_layers=12, num_attention_heads=12, intermediate_size=3072, vocab_size=251000, relative_attention=True,
        position_buckets=256, norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"], position_biased_input=False,
        max_relative_positions=-1, type_vocab_size=0)),
    ("facebook/nllb-200-distilled-600M", "M2M100ForConditionalGeneration", m2m(1024, 12, 4096, 256206)),
    ("facebook/nllb-200-distilled-1.3B", "M2M100ForConditionalGeneration", m2m(1024, 24, 8192, 256206)),
    ("facebook/nllb-200-3.3B", "M2M100ForConditionalGeneration", m2m(2048, 24, 8192, 256206)),
    ("facebook/m2m100_418M", "M2M100ForConditionalGeneration", m2m(1024, 12, 4096, 128112)),
    ("google/pegasus-large", "PegasusForConditionalGeneration", dict(
        vocab_size=96103, d_model=1024, encoder_layers=16, decoder_layers=16, encoder_ffn_dim=4096, decoder_ffn_dim=4096,
        encoder_attention_heads=16, decoder_attention_heads=16, max_position_embeddings=1024)),
    ("distil-whisper/distil-large-v3", "WhisperForConditionalGeneration", dict(
        d_model=1280, encoder_layers=32, decoder_layers=2, encoder_attention_heads=20, decoder_attention_heads=20, encoder_ffn_dim=5120,
        decoder_ffn_dim=5120, vocab_size=51866, num_mel_bins=128)),
    ("answerdotai/ModernBERT-base", "ModernBertModel", dict()),
    ("answerdotai/ModernBERT-large", "ModernBertModel", dict(
        hidden_size=1024, num_hidden_layers=28, num_attention_heads=16, intermediate_size=2624)),
    ("Qwen/Qwen2.5-VL-32B-Instruct", "Qwen2_5_VLForConditionalGeneration",
     qwen25_vl(llama(5120, 64, 40, 8, 27648, 152064), intermediate_size=3456)),
    ("Qwen/Qwen2.5-VL-72B-Instruct", "Qwen2_5_VLForConditionalGeneration",
     qwen25_vl(llama(8192, 80, 64, 8, 29568, 152064), intermediate_size=3456)),
    ("llava-hf/llava-1.5-7b-hf", "LlavaForConditionalGeneration", llava(dict(model_type="llama", **llama(4096, 32, 32, 32, 11008, 32064)))),
    ("llava-hf/llava-1.5-13b-hf", "LlavaForConditionalGeneration", llava(dict(model_type="llama", **llama(5120, 40, 40, 40, 13824, 32064)))),
]


LITGPT = "litgpt litgpt/config.py"
DEFAULTS = "defaults of transformers' config class, which names it"
CARD = "its public config.json; the count is that of its page"
OWN = "its config.json at huggingface.co"
COPY = "config.json of a copy, huggingface.co/"
TUNED = "config.json of what was made from it, huggingface.co/"
DINOV3, SEGFORMER = "transformers convert_dinov3_vit_to_hf.py", "transformers convert_segformer_original_to_pytorch.py"
YOLOS, TROCR = "transformers convert_yolos_to_pytorch.py", "transformers convert_trocr_unilm_to_pytorch.py"
GATED = "text model as AutoModelForCausalLM loads it, without the vision tower; three of four layers have gated delta rules in place of attention"
SIGLIP_SO = dict(model_type="siglip_vision_model", hidden_size=1152, intermediate_size=4304, num_hidden_layers=27, num_attention_heads=16,
                 patch_size=14, vision_use_head=False)


def paligemma2(side, **text):
    text = dict(model_type="gemma2", vocab_size=257216, tie_word_embeddings=True, **text)
    return dict(text_config=text, projection_dim=text["hidden_size"], vision_config=dict(SIGLIP_SO, image_size=side))


def smolvlm(text, vision, scale):
    return dict(text_config=dict(model_type="llama", **text), vision_config=vision, scale_factor=scale, tie_word_embeddings=text["tie_word_embeddings"])


def smol_tower(hidden, inner, layers, heads, side, patch):
    return dict(hidden_size=hidden, intermediate_size=inner, num_hidden_layers=layers, num_attention_heads=heads, image_size=side, patch_size=patch)


def llava_next(text):
    return dict(llava(text), use_image_newline_parameter=True)


def onevision(text):
    return dict(text_config=dict(model_type="qwen2", **text), tie_word_embeddings=text["tie_word_embeddings"],
                vision_config=dict(SIGLIP_SO, num_hidden_layers=26, image_size=384))


def internvl(text, language="qwen2"):
    return dict(text_config=dict(model_type=language, **text), tie_word_embeddings=text["tie_word_embeddings"],
                vision_config=dict(hidden_size=1024, intermediate_size=4096, num_hidden_layers=24, num_attention_heads=16, image_size=[448, 448],
                                   patch_size=[14, 14], attention_bias=True, use_qk_norm=False, norm_type="layer_norm"))


def gpt2(hidden, layers, heads, vocab, positions=1024):
    return dict(n_embd=hidden, n_layer=layers, n_head=heads, vocab_size=vocab, n_positions=positions)


def neox(hidden, layers, heads, vocab):
    return dict(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=4 * hidden, vocab_size=vocab,
                tie_word_embeddings=False)


def roberta(hidden, layers, heads, vocab, rows=514):
    return bert(hidden, layers, heads, vocab, max_position_embeddings=rows, type_vocab_size=1)


def esm(hidden, layers, heads):
    return dict(bert(hidden, layers, heads, 33), position_embedding_type="rotary", pad_token_id=1, mask_token_id=32, token_dropout=True)


def whisper(hidden, layers, decoder, heads, vocab=51864):
    return dict(d_model=hidden, encoder_layers=layers, decoder_layers=decoder, encoder_attention_heads=heads, decoder_attention_heads=heads,
                encoder_ffn_dim=4 * hidden, decoder_ffn_dim=4 * hidden, vocab_size=vocab)


def wav2vec2(hidden, layers, heads, wide):
    return dict(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=wide, feat_extract_norm="layer",
                do_stable_layer_norm=True, conv_bias=True)


def marian(hidden, wide, heads, vocab):
    return dict(d_model=hidden, encoder_layers=6, decoder_layers=6, encoder_ffn_dim=wide, decoder_ffn_dim=wide, encoder_attention_heads=heads,
                decoder_attention_heads=heads, vocab_size=vocab, pad_token_id=vocab - 1, decoder_start_token_id=vocab - 1,
                eos_token_id=0, forced_eos_token_id=0, max_position_embeddings=512)


def sd3(layers, **more):
    return dict(num_layers=layers, num_attention_heads=layers, caption_projection_dim=64 * layers, sample_size=128, patch_size=2, in_channels=16,
                attention_head_dim=64, joint_attention_dim=4096, pos_embed_max_size=192, **more)


def lfm2(hidden, wide, heads):
    return dict(hidden_size=hidden, num_hidden_layers=16, intermediate_size=wide, num_attention_heads=heads, num_key_value_heads=8, vocab_size=65536,
                layer_types=["full_attention" if i in (2, 5, 8, 10, 12, 14) else "conv" for i in range(16)], tie_word_embeddings=True)


def trocr(hidden, layers, heads):
    return dict(encoder=dict(model_type="vit", image_size=384, qkv_bias=False, hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads,
                             intermediate_size=4 * hidden), decoder=dict(model_type="trocr", cross_attention_hidden_size=hidden))


# hub id, class, options, family, count of its page ("" where its page states none: then the sizes stand in the source), dtype, source, notes
MADE = [
    ("tiiuae/Falcon3-1B-Base", LLAMA, llama(2048, 18, 8, 4, 8192, 131072, head_dim=256), "llama", "1.67e9", "bfloat16", LITGPT, ""),
    ("tiiuae/Falcon3-3B-Base", LLAMA, llama(3072, 22, 12, 4, 9216, 131072, head_dim=256), "llama", "3.23e9", "bfloat16", LITGPT, ""),
    ("tiiuae/Falcon3-10B-Base", LLAMA, llama(3072, 40, 12, 4, 23040, 131072, head_dim=256), "llama", "10.3e9", "bfloat16", LITGPT, ""),
    ("allenai/OLMo-2-0425-1B", "Olmo2ForCausalLM", llama(2048, 16, 16, 16, 8192, 100352), "olmo2", "1.48e9", "bfloat16", CARD, ""),
    ("allenai/OLMo-2-0325-32B", "Olmo2ForCausalLM", llama(5120, 64, 40, 8, 27648, 100352), "olmo2", "32.2e9", "bfloat16", CARD, ""),
    ("allenai/Olmo-3-1125-32B", "Olmo3ForCausalLM", llama(5120, 64, 40, 8, 27648, 100278), "olmo2", "32.2e9", "bfloat16", CARD, ""),
    ("mistralai/Ministral-3-3B-Base-2512", "Ministral3ForCausalLM", llama(3072, 26, 32, 8, 9216, 131072, tied=True, head_dim=128), "mistral", "3.4e9",
     "bfloat16", CARD, "text decoder; vision tower not included"),
    ("mistralai/Ministral-3-14B-Base-2512", "Ministral3ForCausalLM", llama(5120, 40, 32, 8, 16384, 131072, head_dim=128), "mistral", "13.5e9",
     "bfloat16", CARD, "text decoder; vision tower not included"),
    ("CohereForAI/aya-expanse-8b", "CohereForCausalLM", llama(4096, 32, 32, 8, 14336, 256000, tied=True), "cohere", "8.03e9", "float16", CARD, ""),
    ("LGAI-EXAONE/EXAONE-3.5-2.4B-Instruct", LLAMA, llama(2560, 30, 32, 8, 7168, 102400, tied=True, head_dim=80), "llama", "2.41e9", "bfloat16", CARD, ""),
    ("LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct", LLAMA, llama(4096, 32, 32, 8, 14336, 102400), "llama", "7.82e9", "bfloat16", CARD, ""),
    ("EleutherAI/polyglot-ko-1.3b", "GPTNeoXForCausalLM", neox(2048, 24, 16, 30080), "gpt_neox", "1331810304", "float16", CARD, ""),
    ("EleutherAI/polyglot-ko-3.8b", "GPTNeoXForCausalLM", neox(3072, 32, 24, 30080), "gpt_neox", "3809974272", "float16", CARD, ""),
    ("EleutherAI/polyglot-ko-5.8b", "GPTNeoXForCausalLM", neox(4096, 28, 16, 30080), "gpt_neox", "5885059072", "float16", CARD, ""),
    ("facebook/opt-30b", "OPTForCausalLM", dict(hidden_size=7168, num_hidden_layers=48, num_attention_heads=56, ffn_dim=28672,
                                               word_embed_proj_dim=7168, vocab_size=50272), "opt", "29.97e9", "float16", CARD, "dropout 0.1"),
    ("skt/kogpt2-base-v2", "GPT2LMHeadModel", gpt2(768, 12, 12, 51200), "gpt2", "125e6", "float32", CARD, "dropout 0.1"),
    ("ai-forever/rugpt3small_based_on_gpt2", "GPT2LMHeadModel", gpt2(768, 12, 12, 50264, 2048), "gpt2", "125e6", "float32", CARD, "dropout 0.1"),
    ("ai-forever/rugpt3large_based_on_gpt2", "GPT2LMHeadModel", gpt2(1536, 24, 16, 50257, 2048), "gpt2", "760e6", "float32", CARD, "dropout 0.1"),
    ("internlm/internlm2-20b", LLAMA, llama(6144, 48, 48, 8, 16384, 92544), "llama", "19.9e9", "bfloat16", CARD, ""),
    ("Qwen/CodeQwen1.5-7B", "Qwen2ForCausalLM", llama(4096, 32, 32, 4, 13440, 92416), "qwen", "7.25e9", "bfloat16", CARD, ""),
    ("baidu/ERNIE-4.5-0.3B-PT", "Ernie4_5ForCausalLM", dict(), "llama", "0.36e9", "bfloat16", DEFAULTS, ""),
    ("yanolja/EEVE-Korean-10.8B-v1.0", LLAMA, llama(4096, 48, 32, 8, 14336, 40960), "llama", "10.8e9", "bfloat16", CARD, ""),
    ("nvidia/Llama-3.1-Minitron-4B-Width-Base", LLAMA, llama(3072, 32, 32, 8, 9216, 128256, head_dim=128), "llama", "4.51e9", "bfloat16", CARD, ""),
    ("bigcode/tiny_starcoder_py", "GPTBigCodeForCausalLM", bigcode(768, 20, 12), "gpt_bigcode", "164e6", "float32", CARD, ""),
    ("Qwen/Qwen2-VL-72B-Instruct", "Qwen2VLForConditionalGeneration", qwen2_vl(llama(8192, 80, 64, 8, 29568, 152064)), "qwen2-vl", "73.4e9",
     "bfloat16", CARD, ""),
    ("Qwen/Qwen3-VL-30B-A3B-Instruct", "Qwen3VLMoeForConditionalGeneration", qwen3_vl(dict(
        llama(2048, 48, 32, 4, 6144, 151936, head_dim=128), moe_intermediate_size=768, num_experts=128, num_experts_per_tok=8),
        27, 1152, 4304, [8, 16, 24]), "qwen3-vl", "31.1e9", "bfloat16", CARD, "MoE: total parameters, all experts resident"),
    ("google/paligemma2-3b-pt-224", "PaliGemmaForConditionalGeneration", paligemma2(224, hidden_size=2304, num_hidden_layers=26, intermediate_size=9216,
     num_key_value_heads=4, num_attention_heads=8, head_dim=256), "paligemma2", "3.03e9", "bfloat16",
     "transformers convert_paligemma2_weights_to_hf.py", ""),
    ("google/paligemma2-10b-pt-224", "PaliGemmaForConditionalGeneration", paligemma2(224, hidden_size=3584, num_hidden_layers=42, intermediate_size=14336,
     num_key_value_heads=8, num_attention_heads=16, head_dim=256), "paligemma2", "9.66e9", "bfloat16",
     "transformers convert_paligemma2_weights_to_hf.py", ""),
    ("google/paligemma2-28b-pt-224", "PaliGemmaForConditionalGeneration", paligemma2(224, hidden_size=4608, num_hidden_layers=46, intermediate_size=36864,
     num_key_value_heads=16, num_attention_heads=32, head_dim=128), "paligemma2", "27.7e9", "bfloat16",
     "transformers convert_paligemma2_weights_to_hf.py", ""),
    ("HuggingFaceTB/SmolVLM-256M-Instruct", "Idefics3ForConditionalGeneration", smolvlm(
        llama(576, 30, 9, 3, 1536, 49280), smol_tower(768, 3072, 12, 12, 512, 16), 4), "idefics3", "256484928", "bfloat16", CARD, ""),
    ("HuggingFaceTB/SmolVLM-500M-Instruct", "Idefics3ForConditionalGeneration", smolvlm(
        llama(960, 32, 15, 5, 2560, 49280), smol_tower(768, 3072, 12, 12, 512, 16), 4), "idefics3", "507482304", "bfloat16", CARD, ""),
    ("HuggingFaceTB/SmolVLM-Instruct", "Idefics3ForConditionalGeneration", smolvlm(
        llama(2048, 24, 32, 32, 8192, 49155), smol_tower(1152, 4304, 27, 16, 384, 14), 3), "idefics3", "2246272880", "bfloat16", CARD, ""),
    ("HuggingFaceM4/Idefics3-8B-Llama3", "Idefics3ForConditionalGeneration", smolvlm(
        llama(4096, 32, 32, 8, 14336, 128259), smol_tower(1152, 4304, 27, 16, 364, 14), 2), "idefics3", "8.46e9", "bfloat16", CARD, ""),
    ("llava-hf/llava-v1.6-mistral-7b-hf", "LlavaNextForConditionalGeneration", llava_next(dict(model_type="mistral", **llama(4096, 32, 32, 8, 14336, 32064))),
     "llava", "7566747648", "float16", CARD, ""),
    ("llava-hf/llava-v1.6-vicuna-7b-hf", "LlavaNextForConditionalGeneration", llava_next(dict(model_type="llama", **llama(4096, 32, 32, 32, 11008, 32064))),
     "llava", "7.06e9", "float16", CARD, ""),
    ("llava-hf/llava-v1.6-vicuna-13b-hf", "LlavaNextForConditionalGeneration", llava_next(dict(model_type="llama", **llama(5120, 40, 40, 40, 13824, 32064))),
     "llava", "13.4e9", "float16", CARD, ""),
    ("llava-hf/llama3-llava-next-8b-hf", "LlavaNextForConditionalGeneration", llava_next(dict(model_type="llama", **llama(4096, 32, 32, 8, 14336, 128320))),
     "llava", "8.36e9", "float16", CARD, ""),
    ("llava-hf/llava-onevision-qwen2-0.5b-ov-hf", "LlavaOnevisionForConditionalGeneration", onevision(llama(896, 24, 14, 2, 4864, 152000, tied=True)),
     "llava-onevision", "0.89e9", "float16", CARD, ""),
    ("llava-hf/llava-onevision-qwen2-7b-ov-hf", "LlavaOnevisionForConditionalGeneration", onevision(llama(3584, 28, 28, 4, 18944, 152128)),
     "llava-onevision", "8.03e9", "float16", CARD, ""),
    ("OpenGVLab/InternVL3-1B-hf", "InternVLForConditionalGeneration", internvl(llama(896, 24, 14, 2, 4864, 151674)), "internvl", "0.938e9",
     "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL3-2B-hf", "InternVLForConditionalGeneration", internvl(llama(1536, 28, 12, 2, 8960, 151674)), "internvl", "2.09e9",
     "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL3-8B-hf", "InternVLForConditionalGeneration", internvl(llama(3584, 28, 28, 4, 18944, 151674)), "internvl", "7.94e9",
     "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL3-14B-hf", "InternVLForConditionalGeneration", internvl(llama(5120, 48, 40, 8, 13824, 151674)), "internvl", "15.1e9",
     "bfloat16", CARD, ""),
    ("distil-whisper/distil-small.en", "WhisperForConditionalGeneration", whisper(768, 12, 4, 12), "whisper", "166e6", "float16", CARD, ""),
    ("distil-whisper/distil-medium.en", "WhisperForConditionalGeneration", whisper(1024, 24, 2, 16), "whisper", "394e6", "float16", CARD, ""),
    ("facebook/wav2vec2-xls-r-1b", "Wav2Vec2Model", wav2vec2(1280, 48, 16, 5120), "wav2vec2", "0.962e9", "float32", "transformers XLS-R page (0.3B, 1B, 2B)", ""),
    ("facebook/wav2vec2-xls-r-2b", "Wav2Vec2Model", wav2vec2(1920, 48, 16, 7680), "wav2vec2", "2.16e9", "float32", "transformers XLS-R page (0.3B, 1B, 2B)", ""),
    ("facebook/w2v-bert-2.0", "Wav2Vec2BertModel", dict(), "w2v-bert", "580e6", "float32", DEFAULTS, ""),
    ("microsoft/wavlm-base", "WavLMModel", dict(), "wavlm", "94.4e6", "float32", DEFAULTS, ""),
    ("microsoft/wavlm-large", "WavLMModel", wav2vec2(1024, 24, 16, 4096) | dict(conv_bias=False), "wavlm", "315e6", "float32", CARD, ""),
    ("microsoft/speecht5_tts", "SpeechT5ForTextToSpeech", dict(), "speecht5", "144e6", "float32", DEFAULTS, ""),
    ("MIT/ast-finetuned-audioset-10-10-0.4593", "ASTModel", dict(), "ast", "86.2e6", "float32", DEFAULTS, ""),
    ("prajjwal1/bert-tiny", "BertModel", bert(128, 2, 2, 30522), "bert", "4.4e6", "float32", "google-research/bert README (L, H of each size)", "dropout 0.1"),
    ("prajjwal1/bert-mini", "BertModel", bert(256, 4, 4, 30522), "bert", "11.2e6", "float32", "google-research/bert README (L, H of each size)", "dropout 0.1"),
    ("prajjwal1/bert-small", "BertModel", bert(512, 4, 8, 30522), "bert", "28.8e6", "float32", "google-research/bert README (L, H of each size)", "dropout 0.1"),
    ("prajjwal1/bert-medium", "BertModel", bert(512, 8, 8, 30522), "bert", "41.4e6", "float32", "google-research/bert README (L, H of each size)", "dropout 0.1"),
    ("google/electra-small-discriminator", "ElectraModel", dict(), "bert", "13.5e6", "float32", "PaddleNLP electra/configuration.py", "dropout 0.1"),
    ("camembert-base", "CamembertModel", roberta(768, 12, 12, 32005), "bert", "111e6", "float32", CARD, "dropout 0.1"),
    ("DeepPavlov/rubert-base-cased", "BertModel", bert(768, 12, 12, 119547), "bert", "178e6", "float32", CARD, "dropout 0.1"),
    ("vinai/phobert-large", "RobertaModel", roberta(1024, 24, 16, 64001, 258), "bert", "370e6", "float32", CARD, "dropout 0.1"),
    ("vinai/bertweet-base", "RobertaModel", roberta(768, 12, 12, 64001, 130), "bert", "135e6", "float32", CARD, "dropout 0.1"),
    ("facebook/esm2_t6_8M_UR50D", "EsmModel", esm(320, 6, 20), "esm", "", "float32", "facebookresearch/esm README (layers, width; the table of positions that it counts is not built)", ""),
    ("facebook/esm2_t12_35M_UR50D", "EsmModel", esm(480, 12, 20), "esm", "", "float32", "facebookresearch/esm README (layers, width; the table of positions that it counts is not built)", ""),
    ("facebook/esm2_t30_150M_UR50D", "EsmModel", esm(640, 30, 20), "esm", "", "float32", "facebookresearch/esm README (layers, width; the table of positions that it counts is not built)", ""),
    ("facebook/esm2_t33_650M_UR50D", "EsmModel", esm(1280, 33, 20), "esm", "652e6", "float32", "facebookresearch/esm README (layers, width; the table of positions that it counts is not built)", ""),
    ("facebook/esm2_t36_3B_UR50D", "EsmModel", esm(2560, 36, 40), "esm", "2.84e9", "float32", "facebookresearch/esm README (layers, width; the table of positions that it counts is not built)", ""),
    ("albert-base-v2", "AlbertModel", dict(bert(768, 12, 12, 30000), embedding_size=128), "albert", "11.7e6", "float32", CARD, ""),
    ("albert-large-v2", "AlbertModel", dict(bert(1024, 24, 16, 30000), embedding_size=128), "albert", "17.7e6", "float32", CARD, ""),
    ("microsoft/deberta-v2-xlarge", "DebertaV2Model", dict(), "deberta", "0.88e9", "float16", DEFAULTS, "dropout 0.1"),
    ("jhu-clsp/mmBERT-base", "ModernBertModel", dict(vocab_size=256000), "modernbert", "307e6", "float32", CARD, ""),
    ("sentence-transformers/paraphrase-MiniLM-L3-v2", "BertModel", bert(384, 3, 12, 30522), "bert", "17.4e6", "float32", CARD, "dropout 0.1"),
    ("google/muril-base-cased", "BertModel", bert(768, 12, 12, 197285), "bert", "238e6", "float32", CARD, "dropout 0.1"),
    ("yiyanghkust/finbert-tone", "BertModel", bert(768, 12, 12, 30873), "bert", "110e6", "float32", CARD, "dropout 0.1"),
    ("microsoft/unixcoder-base", "RobertaModel", roberta(768, 12, 12, 51416, 1026), "bert", "126e6", "float32", CARD, "dropout 0.1"),
    ("huggingface/CodeBERTa-small-v1", "RobertaModel", roberta(768, 6, 12, 52000), "bert", "84e6", "float32", CARD, "dropout 0.1"),
    ("UBC-NLP/MARBERT", "BertModel", bert(768, 12, 12, 100000), "bert", "163e6", "float32", CARD, "dropout 0.1"),
    ("HooshvareLab/bert-fa-base-uncased", "BertModel", bert(768, 12, 12, 100000), "bert", "163e6", "float32", CARD, "dropout 0.1"),
    ("allegro/herbert-base-cased", "BertModel", bert(768, 12, 12, 50000), "bert", "124e6", "float32", CARD, "dropout 0.1"),
    ("huawei-noah/TinyBERT_General_4L_312D", "BertModel", dict(bert(312, 4, 12, 30522), intermediate_size=1200), "bert", "14.4e6", "float32", CARD, "dropout 0.1"),
    ("huawei-noah/TinyBERT_General_6L_768D", "BertModel", bert(768, 6, 12, 30522), "bert", "67e6", "float32", CARD, "dropout 0.1"),
    ("Salesforce/codet5-large", "T5ForConditionalGeneration", t5(1024, 24, 16, 4096, 32100), "t5", "738e6", "float32", CARD, ""),
    ("facebook/m2m100_1.2B", "M2M100ForConditionalGeneration", m2m(1024, 24, 8192, 128112), "m2m_100", "1.24e9", "float32", CARD, ""),
    ("meta-llama/Llama-3.2-11B-Vision", "MllamaForConditionalGeneration", dict(vision_config=dict(image_size=560)), "mllama", "10.67e9", "bfloat16", DEFAULTS, ""),
    ("facebook/detr-resnet-50", "DetrForObjectDetection", dict(), "detr", "41.5e6", "float32", DEFAULTS, ""),
    ("microsoft/conditional-detr-resnet-50", "ConditionalDetrForObjectDetection", dict(), "detr", "43.4e6", "float32", DEFAULTS, ""),
    ("stabilityai/stable-diffusion-3-medium-diffusers", "diffusers.SD3Transformer2DModel", sd3(24), "diffusion", "2.03e9", "float16",
     "diffusers convert_sd3_to_diffusers.py", ""),
    ("stabilityai/stable-diffusion-3.5-large", "diffusers.SD3Transformer2DModel", sd3(38, qk_norm="rms_norm"), "diffusion", "8.06e9", "bfloat16",
     "diffusers convert_sd3_to_diffusers.py", ""),
    ("Wan-AI/Wan2.1-T2V-14B-Diffusers", "diffusers.WanTransformer3DModel", dict(num_layers=40, num_attention_heads=40, ffn_dim=13824), "diffusion",
     "14.3e9", "bfloat16", "diffusers convert_wan_to_diffusers.py", ""),
    ("bert-base-german-cased", "BertModel", bert(768, 12, 12, 30000), "bert", "109e6", "float32", CARD, "dropout 0.1"),
    ("dbmdz/bert-base-german-uncased", "BertModel", bert(768, 12, 12, 31102), "bert", "110e6", "float32", CARD, "dropout 0.1"),
    ("dbmdz/bert-base-italian-cased", "BertModel", bert(768, 12, 12, 31102), "bert", "110e6", "float32", CARD, "dropout 0.1"),
    ("dccuchile/bert-base-spanish-wwm-cased", "BertModel", bert(768, 12, 12, 31002), "bert", "110e6", "float32", CARD, "dropout 0.1"),
    ("GroNLP/bert-base-dutch-cased", "BertModel", bert(768, 12, 12, 30073), "bert", "109e6", "float32", CARD, "dropout 0.1"),
    ("KB/bert-base-swedish-cased", "BertModel", bert(768, 12, 12, 50325), "bert", "125e6", "float32", CARD, "dropout 0.1"),
    ("TurkuNLP/bert-base-finnish-cased-v1", "BertModel", bert(768, 12, 12, 50105), "bert", "125e6", "float32", CARD, "dropout 0.1"),
    ("asafaya/bert-base-arabic", "BertModel", bert(768, 12, 12, 32000), "bert", "111e6", "float32", CARD, "dropout 0.1"),
    ("CAMeL-Lab/bert-base-arabic-camelbert-mix", "BertModel", bert(768, 12, 12, 30000), "bert", "109e6", "float32", CARD, "dropout 0.1"),
    ("sagorsarker/bangla-bert-base", "BertModel", bert(768, 12, 12, 102025), "bert", "164e6", "float32", CARD, "dropout 0.1"),
    ("cahya/bert-base-indonesian-522M", "BertModel", bert(768, 12, 12, 32000), "bert", "111e6", "float32", CARD, "dropout 0.1"),
    ("nlpaueb/bert-base-greek-uncased-v1", "BertModel", bert(768, 12, 12, 35000), "bert", "113e6", "float32", CARD, "dropout 0.1"),
    ("michiyasunaga/BioLinkBERT-base", "BertModel", bert(768, 12, 12, 28895), "bert", "108e6", "float32", CARD, "dropout 0.1"),
    ("michiyasunaga/LinkBERT-base", "BertModel", bert(768, 12, 12, 28996), "bert", "108e6", "float32", CARD, "dropout 0.1"),
    ("beomi/kcbert-base", "BertModel", bert(768, 12, 12, 30000), "bert", "109e6", "float32", CARD, "dropout 0.1"),
    ("Langboat/mengzi-bert-base", "BertModel", bert(768, 12, 12, 21128), "bert", "102e6", "float32", CARD, "dropout 0.1"),
    ("l3cube-pune/marathi-bert-v2", "BertModel", bert(768, 12, 12, 197285), "bert", "238e6", "float32", CARD, "dropout 0.1"),
    ("ai-forever/ruBert-base", "BertModel", bert(768, 12, 12, 120138), "bert", "178e6", "float32", CARD, "dropout 0.1"),
    ("cointegrated/rubert-tiny2", "BertModel", dict(bert(312, 3, 12, 83828, max_position_embeddings=2048), intermediate_size=600), "bert", "29e6", "float32", CARD, "dropout 0.1"),
    ("hfl/rbt3", "BertModel", bert(768, 3, 12, 21128), "bert", "38e6", "float32", CARD, "dropout 0.1"),
    ("Rostlab/prot_bert", "BertModel", bert(1024, 30, 16, 30, max_position_embeddings=40000), "bert", "420e6", "float32", CARD, "dropout 0.1"),
    ("klue/roberta-small", "RobertaModel", roberta(768, 6, 12, 32000), "bert", "68e6", "float32", CARD, "dropout 0.1"),
    ("pdelobelle/robbert-v2-dutch-base", "RobertaModel", roberta(768, 12, 12, 40000), "bert", "117e6", "float32", CARD, "dropout 0.1"),
    ("seyonec/ChemBERTa-zinc-base-v1", "RobertaModel", roberta(768, 6, 12, 52000), "bert", "83e6", "float32", CARD, "dropout 0.1"),
    ("ai-forever/ruRoberta-large", "RobertaModel", roberta(1024, 24, 16, 50265), "bert", "355e6", "float32", CARD, "dropout 0.1"),
    ("CohereForAI/c4ai-command-r7b-12-2024", "Cohere2ForCausalLM", llama(4096, 32, 32, 8, 14336, 256000, tied=True, head_dim=128), "cohere", "8.03e9", "bfloat16", CARD, ""),
    ("ibm-granite/granite-3b-code-base-2k", LLAMA, llama(2560, 32, 32, 32, 10240, 49152, tied=True, attention_bias=True, mlp_bias=True), "llama", "3.48e9", "bfloat16", CARD, ""),
    ("ibm-granite/granite-8b-code-base-4k", LLAMA, llama(4096, 36, 32, 8, 14336, 49152, tied=True, attention_bias=True, mlp_bias=True), "llama", "8.05e9", "bfloat16", CARD, ""),
    ("internlm/internlm3-8b-instruct", LLAMA, llama(4096, 48, 32, 2, 10240, 128512, head_dim=128), "llama", "8.80e9", "bfloat16", CARD, ""),
    ("openbmb/MiniCPM4-8B", LLAMA, llama(4096, 32, 32, 2, 16384, 73448, head_dim=128), "llama", "8.19e9", "bfloat16", CARD, ""),
    ("canopylabs/orpheus-3b-0.1-ft", LLAMA, llama(3072, 28, 24, 8, 8192, 156940, tied=True, head_dim=128), "llama", "3.3e9", "bfloat16", CARD, ""),
    ("rinna/japanese-gpt-neox-3.6b", "GPTNeoXForCausalLM", neox(2816, 36, 22, 32000), "gpt_neox", "3.6e9", "bfloat16", CARD, ""),
    ("cyberagent/open-calm-7b", "GPTNeoXForCausalLM", neox(4096, 32, 32, 52224), "gpt_neox", "6.9e9", "bfloat16", CARD, ""),
    ("THUDM/GLM-4-32B-0414", "Glm4ForCausalLM", llama(6144, 61, 48, 2, 23040, 151552, head_dim=128), "glm4", "32.6e9", "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL2_5-2B", "InternVLForConditionalGeneration", internvl(llama(2048, 24, 16, 8, 8192, 92553), "llama"), "internvl", "2.21e9", "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL2_5-4B", "InternVLForConditionalGeneration", internvl(llama(2048, 36, 16, 2, 11008, 151674)), "internvl", "3.71e9", "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL2_5-8B", "InternVLForConditionalGeneration", internvl(llama(4096, 32, 32, 8, 14336, 92553), "llama"), "internvl", "8.08e9", "bfloat16", CARD, ""),
    ("OpenGVLab/InternVL3-9B", "InternVLForConditionalGeneration", internvl(llama(4096, 48, 32, 2, 10240, 128512, head_dim=128), "llama"), "internvl", "9.14e9", "bfloat16", CARD, ""),
    ("microsoft/biogpt", "BioGptForCausalLM", dict(), "biogpt", "347e6", "float32", DEFAULTS, ""),
    ("google/embeddinggemma-300m", "Gemma3TextModel", llama(768, 24, 3, 1, 1152, 262144, tied=True, head_dim=256), "gemma-embedding", "", "",
     "transformers convert_gemma3_weights.py", "without the two layers that follow the mean"),
    ("nvidia/Nemotron-Mini-4B-Instruct", "NemotronForCausalLM", llama(3072, 32, 24, 8, 9216, 256000, head_dim=128), "nemotron", "", "bfloat16", OWN, ""),
    ("HKUSTAudio/Llasa-1B", LLAMA, llama(2048, 16, 32, 8, 8192, 193800, tied=True, head_dim=64), "llama", "", "bfloat16", OWN, ""),
    ("ibm-granite/granite-4.0-micro", "GraniteForCausalLM", llama(2560, 40, 40, 8, 8192, 100352, tied=True), "granite", "3.4e9", "bfloat16",
     TUNED + "Sethblocks/Neuron-v0.3-3b; 3.4B and a file of 6.81 GB at llmrun.dev; its own class keeps one matrix for two of the MLP", ""),
    ("LiquidAI/LFM2-350M", "Lfm2ForCausalLM", lfm2(1024, 6656, 16), "lfm2", "", "bfloat16", COPY + "Thorge-AI/lfm2-web-runtime-weights", ""),
    ("LiquidAI/LFM2-700M", "Lfm2ForCausalLM", lfm2(1536, 10240, 24), "lfm2", "", "bfloat16", OWN, ""),
    ("LiquidAI/LFM2-1.2B", "Lfm2ForCausalLM", lfm2(2048, 12288, 32), "lfm2", "", "bfloat16", COPY + "FastFlowLM/LFM2-1.2B-NPU2", ""),
    ("vinai/bartpho-syllable", "MBartModel", dict(vocab_size=40030), "bart", "396e6", "float32",
     TUNED + "somuch/vietnamese-correction-v2; 396M in README.md of github.com/VinAIResearch/BARTpho", ""),
    ("ai4bharat/IndicBART", "MBartForConditionalGeneration", dict(vocab_size=64014, encoder_layers=6, decoder_layers=6), "bart", "244e6", "float32",
     TUNED + "parvpareek/IndicBART-finetuned-IndicSentenceSummarisation; its file has 976 MB", ""),
    ("ai4bharat/indic-bert", "AlbertModel", dict(bert(768, 12, 12, 200000), embedding_size=128), "albert", "", "float32", COPY + "kornesh/indic-bert", ""),
    ("amazon/chronos-t5-small", "T5ForConditionalGeneration", t5(512, 6, 8, 2048, 4096), "t5", "46e6", "float32",
     OWN + "; 46M in README.md of github.com/amazon-science/chronos-forecasting", ""),
    ("Rostlab/prot_t5_xl_uniref50", "T5ForConditionalGeneration", dict(t5(1024, 24, 32, 16384, 128), d_kv=128), "t5", "", "float32",
     TUNED + "lhallee/prot_t5_enc", ""),
    ("allenai/led-base-16384", "LEDForConditionalGeneration", dict(
        d_model=768, encoder_layers=6, decoder_layers=6, encoder_attention_heads=12, decoder_attention_heads=12, encoder_ffn_dim=3072,
        decoder_ffn_dim=3072), "led", "", "float32", TUNED + "allenai/led-base-16384-cochrane", ""),
    ("microsoft/layoutlm-base-uncased", "LayoutLMModel", dict(), "layoutlm", "", "float32", OWN, ""),
    ("microsoft/layoutlmv3-base", "LayoutLMv3Model", dict(max_position_embeddings=514, type_vocab_size=1), "layoutlm", "", "float32",
     TUNED + "KrisKrit/layoutlmv3-base_finetuned_docvqa", ""),
    ("google/tapas-base", "TapasModel", dict(), "tapas", "", "float32", TUNED + "danny911kr/tapas_simsiam_mlm_1", ""),
    ("nomic-ai/nomic-embed-text-v1.5", "NomicBertModel", dict(), "nomic-bert", "", "float32", DEFAULTS + "; " + OWN, ""),
    ("facebook/deit-base-distilled-patch16-224", "DeiTModel", dict(), "deit", "", "float32", TUNED + "SmartPy/plant-disease-severity", "without its two heads"),
    ("microsoft/beit-base-patch16-224", "BeitModel", dict(use_relative_position_bias=True), "beit", "", "float32",
     "transformers convert_beit_unilm_to_pytorch.py", ""),
    ("facebook/dinov3-vits16-pretrain-lvd1689m", "DINOv3ViTModel", dict(), "dinov3", "", "float32", DINOV3, ""),
    ("facebook/dinov3-vitb16-pretrain-lvd1689m", "DINOv3ViTModel", dict(hidden_size=768, intermediate_size=3072, num_attention_heads=12), "dinov3",
     "", "float32", DINOV3, ""),
    ("facebook/dinov3-vitl16-pretrain-lvd1689m", "DINOv3ViTModel", dict(
        hidden_size=1024, intermediate_size=4096, num_hidden_layers=24, num_attention_heads=16), "dinov3", "", "float32", DINOV3, ""),
    ("nvidia/mit-b0", "SegformerForSemanticSegmentation", dict(), "segformer", "", "float32", SEGFORMER, "with a head of two classes"),
    ("nvidia/segformer-b0-finetuned-ade-512-512", "SegformerForSemanticSegmentation", dict(num_labels=150), "segformer", "", "float32", SEGFORMER,
     "with the classes of ADE20K"),
    ("MCG-NJU/videomae-base", "VideoMAEModel", dict(use_mean_pooling=False), "videomae", "", "float32", "transformers convert_videomae_to_pytorch.py",
     "without the decoder of its pretraining"),
    ("facebook/timesformer-base-finetuned-k400", "TimesformerModel", dict(), "timesformer", "", "float32",
     "transformers convert_timesformer_to_pytorch.py", ""),
    ("facebook/vjepa2-vitl-fpc64-256", "VJEPA2Model", dict(), "vjepa2", "", "float32", "transformers convert_vjepa2_to_hf.py", ""),
    ("PekingU/rtdetr_r50vd", "RTDetrForObjectDetection", dict(num_labels=80), "rtdetr", "", "float32",
     "transformers convert_rt_detr_original_pytorch_checkpoint_to_hf.py", "with the classes of COCO"),
    ("hustvl/yolos-tiny", "YolosForObjectDetection", dict(
        hidden_size=192, num_attention_heads=3, intermediate_size=768, image_size=[800, 1333], use_mid_position_embeddings=False, num_labels=91),
     "yolos", "", "float32", YOLOS, "with the classes of COCO"),
    ("hustvl/yolos-small", "YolosForObjectDetection", dict(hidden_size=384, num_attention_heads=6, intermediate_size=1536, num_labels=91), "yolos", "",
     "float32", YOLOS, "with the classes of COCO"),
    ("microsoft/trocr-base-handwritten", "VisionEncoderDecoderModel", trocr(768, 12, 12), "trocr", "", "float32", TROCR, ""),
    ("microsoft/trocr-large-handwritten", "VisionEncoderDecoderModel", trocr(1024, 24, 16), "trocr", "", "float32", TROCR, ""),
    ("Salesforce/blip-image-captioning-base", "BlipForConditionalGeneration", dict(), "blip", "", "float32", TUNED + "dblasko/blip-dalle3-img2prompt", ""),
    ("Salesforce/blip2-opt-2.7b", "Blip2ForConditionalGeneration", dict(text_config=dict(
        model_type="opt", hidden_size=2560, num_hidden_layers=32, num_attention_heads=32, ffn_dim=10240, word_embed_proj_dim=2560, vocab_size=50272)),
     "blip2", "", "float32", TUNED + "sooh-j/blip2-vizwizqa; its files have 15.5 GB, the head that is tied among them", ""),
    ("google/siglip2-base-patch16-224", "SiglipModel", dict(text_config=dict(vocab_size=256000)), "siglip2", "", "float32",
     "transformers convert_siglip_to_hf.py", ""),
    ("Qwen/Qwen2-Audio-7B-Instruct", "Qwen2AudioForConditionalGeneration", dict(text_config=dict(
        model_type="qwen2", **llama(4096, 32, 32, 32, 11008, 156032))), "qwen2-audio", "", "bfloat16", OWN, ""),
    ("sesame/csm-1b", "CsmForConditionalGeneration", dict(), "csm", "", "", DEFAULTS + "; without its codec, its file has 6.21 GB in float32", ""),
    ("google/timesfm-2.0-500m-pytorch", "TimesFmModelForPrediction", dict(), "timesfm", "", "float32", DEFAULTS + "; its file has 2 GB", ""),
    ("mistralai/Voxtral-Mini-3B-2507", "VoxtralForConditionalGeneration", dict(), "voxtral", "", "bfloat16", DEFAULTS + "; its q8_0 file has 5.0 GB", ""),
    ("Qwen/Qwen3-Next-80B-A3B-Instruct", "Qwen3NextForCausalLM", dict(), "qwen3-next", "", "bfloat16",
     DEFAULTS + "; scripts/models of github.com/THUDM/slime", "MoE: total parameters, all experts resident"),
    ("Qwen/Qwen3.5-35B-A3B", "Qwen3_5MoeForCausalLM", dict(), "qwen3.5-moe", "", "bfloat16", DEFAULTS + "; scripts/models of github.com/THUDM/slime",
     "MoE: total parameters, all experts resident; without the part that reads images"),
    ("baidu/ERNIE-4.5-21B-A3B-PT", "Ernie4_5_MoeForCausalLM", dict(), "ernie4.5-moe", "", "bfloat16", DEFAULTS + "; its sizes at apxml.com, its bf16 file has 43.66 GB",
     "MoE: total parameters, all experts resident"),
    ("Wan-AI/Wan2.2-TI2V-5B-Diffusers", "diffusers.WanTransformer3DModel", dict(
        num_layers=30, num_attention_heads=24, ffn_dim=14336, in_channels=48, out_channels=48), "diffusion", "", "float32",
     "diffusers convert_wan_to_diffusers.py; float32 at huggingface.co/AbstractFramework/wan2.2-ti2v-5b-diffusers-8bit", ""),
    ("Efficient-Large-Model/Sana_1600M_1024px_diffusers", "diffusers.SanaTransformer2DModel", dict(), "diffusion", "", "float32",
     COPY + "deAPI-ai/sana16b1024; its files have 6.42 GB", ""),
    ("Qwen/Qwen3.5-0.8B", "Qwen3_5ForCausalLM", qwen35(1024, 24, 8, 2, 3584, 16, tied=True), "qwen3.5", "", "bfloat16", OWN, GATED),
    ("Qwen/Qwen3.5-2B", "Qwen3_5ForCausalLM", qwen35(2048, 24, 8, 2, 6144, 16, tied=True), "qwen3.5", "", "bfloat16",
     OWN + "; its files have 4.6 GB, the part that reads images among them", GATED),
    ("hfl/chinese-llama-2-7b", LLAMA, llama(4096, 32, 32, 32, 11008, 55296), "llama", "6.93e9", "float16", CARD, ""),
    ("hfl/chinese-llama-2-13b", LLAMA, llama(5120, 40, 40, 40, 13824, 55296), "llama", "13.3e9", "float16", CARD, ""),
    ("monologg/koelectra-base-v3-discriminator", "ElectraModel", bert(768, 12, 12, 35000, embedding_size=768), "bert", "", "float32",
     "its public config.json", "dropout 0.1"),
    ("BAAI/bge-small-zh-v1.5", "BertModel", bert(512, 4, 8, 21128), "bert", "24e6", "float32", CARD, "dropout 0.1"),
    ("uer/gpt2-chinese-cluecorpussmall", "GPT2LMHeadModel", gpt2(768, 12, 12, 21128), "gpt2", "", "float32", "its public config.json", "dropout 0.1"),
]


# Families of which only the parameters are written down: what they keep is not counted by their sizes.
COUNTED = set("""mllama albert diffusion gemma-embedding lfm2 led layoutlm tapas nomic-bert deit beit dinov3 segformer videomae timesformer
vjepa2 rtdetr yolos trocr blip blip2 siglip2 qwen2-audio csm timesfm voxtral qwen3-next qwen3.5-moe ernie4.5-moe nemotron""".split())
OF_IMAGES = set("deit beit dinov3 videomae timesformer vjepa2".split())


def build(name, options):
    package, _, part = name.rpartition(".")
    with torch.device("meta"):
        if package:  # a part of a pipeline: diffusers.SD3Transformer2DModel
            model = getattr(importlib.import_module(package), part)(**options)
        else:
            model = getattr(transformers, name)(getattr(transformers, name).config_class(**options))
            model.tie_weights()
    return model, sum(p.numel() for p in model.parameters())


def count(name, options):
    return build(name, options)[1]


def stated(text, built):
    """Whether a count agrees with one that a page states, to the digits that it states."""
    if not text:
        return True
    mantissa, _, exponent = text.partition("e")
    digits = len(mantissa.partition(".")[2])
    unit = 10 ** (int(exponent or 0) - digits)
    return abs(float(text) - built) <= unit


KINDS = {"T5ForConditionalGeneration": "seq2seq", "MBartModel": "seq2seq", "MBartForConditionalGeneration": "seq2seq",
         "Qwen2AudioForConditionalGeneration": "audio-encoder", "VoxtralForConditionalGeneration": "audio-encoder",
         "CsmForConditionalGeneration": "audio-encoder", "LEDForConditionalGeneration": "seq2seq", "VisionEncoderDecoderModel": "vision-language", "M2M100ForConditionalGeneration": "seq2seq", "WhisperForConditionalGeneration": "audio-seq2seq",
         "Wav2Vec2Model": "audio-encoder", "Wav2Vec2BertModel": "audio-encoder", "WavLMModel": "audio-encoder", "ASTModel": "audio-encoder",
         "SpeechT5ForTextToSpeech": "audio-encoder"}


def kind_of(name, config):
    if name in KINDS:
        return KINDS[name]
    if "ObjectDetection" in name:
        return "vision-det"
    if getattr(config, "text_config", None) is not None:
        return "vision-language"
    return "llm-decoder" if name.endswith(("ForCausalLM", "LMHeadModel")) else "encoder"


def first(config, *names):
    return next((getattr(config, n) for n in names if getattr(config, n, None) is not None), None)


def positions(name, config, options):
    """How many tokens fit in: known of a table of positions, of which RoBERTa's has two rows more, and where the config says so."""
    if "Roberta" in name or "Camembert" in name:
        return config.max_position_embeddings - 2
    if name.startswith(("Bert", "Electra", "Albert", "Deberta", "GPT2", "OPT", "Whisper", "M2M", "GPTBigCode", "ModernBert")):
        return first(config, "max_position_embeddings", "n_positions", "max_target_positions") if "Whisper" not in name else config.max_target_positions
    return ""


def row_of(made, columns):
    """A row of models.csv, with the sizes that the built model has."""
    hub_id, name, options, family, page, dtype, source, notes = made
    model, parameters = build(name, options)
    if not stated(page, parameters):
        raise SystemExit(f"{hub_id}: {parameters} are built, its page says {page}")
    kind, config = kind_of(name, model.config), model.config
    kind = "vision" if family in OF_IMAGES else "vision-seg" if family == "segformer" else kind
    kind = "diffusion:" + name.rpartition(".")[2] if "." in name else kind
    row = dict.fromkeys(columns, "") | dict(hub_id=hub_id, family=family, kind=kind, params=parameters, ckpt_dtype=dtype, notes=notes,
                                           params_basis="counted by transformers on its config", source=f"{source}; estimator/oracle/parameters.py")
    if kind in ("audio-encoder", "vision-det") or family in COUNTED:
        return row
    text = getattr(config, "text_config", None) or config
    heads = first(text, "num_attention_heads", "n_head", "num_heads", "encoder_attention_heads")
    hidden = first(text, "hidden_size", "n_embd", "d_model")
    layers = first(text, "num_hidden_layers", "n_layer", "num_layers")
    if kind.endswith("seq2seq"):
        layers = f"{first(text, 'encoder_layers', 'num_layers')}+{first(text, 'decoder_layers', 'num_decoder_layers')}"
    row.update(layers=layers, hidden=hidden, heads=heads, kv_heads=first(text, "num_key_value_heads") or (1 if getattr(text, "multi_query", False) else heads),
               head_dim=first(text, "head_dim", "d_kv") or hidden // heads, intermediate=first(text, "intermediate_size", "n_inner", "ffn_dim", "d_ff", "encoder_ffn_dim") or 4 * hidden,
               vocab=text.vocab_size, max_positions=positions(name, text, options),
               gated_mlp="yes" if any("gate" in n for n, _ in model.named_modules()) or "wi_0" in str(model) or family == "modernbert" else "no",
               tied_embeddings="yes" if kind == "encoder" or getattr(config, "tie_word_embeddings", False) else "no")
    if first(text, "num_experts"):
        row.update(n_experts=text.num_experts, active_experts=text.num_experts_per_tok, intermediate=text.moe_intermediate_size)
    return row


# How many patches make one token of the text, and whose blocks the part that reads images has (estimator/oracle/towers.py), by class.
# LLaVA 1.6 and OneVision drop tokens of padding, so that theirs is no fixed number.
TOWERS = {
    "Qwen2VLForConditionalGeneration": ("qwen2-vl", lambda c: 4), "Qwen2_5_VLForConditionalGeneration": ("qwen2.5-vl", lambda c: 4),
    "Qwen3VLForConditionalGeneration": ("qwen3-vl", lambda c: 4), "Qwen3VLMoeForConditionalGeneration": ("qwen3-vl", lambda c: 4),
    "PaliGemmaForConditionalGeneration": ("siglip", lambda c: 1), "Idefics3ForConditionalGeneration": ("siglip", lambda c: c.scale_factor**2),
    "InternVLForConditionalGeneration": ("internvl", lambda c: 4), "LlavaForConditionalGeneration": ("clip", lambda c: 1),
}


def towers():
    for hub_id, name, options in MODELS + [made[:3] for made in MADE]:
        if name not in TOWERS:
            continue
        kind, patches = TOWERS[name]
        config = build(name, options)[0].config
        vision = config.vision_config
        hidden = first(vision, "embed_dim") if kind == "qwen2-vl" else vision.hidden_size
        wide = first(vision, "intermediate_size") or int(hidden * vision.mlp_ratio)
        yield hub_id, kind, first(vision, "depth", "num_hidden_layers"), hidden, first(vision, "num_heads", "num_attention_heads"), wide, patches(config)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out")
    parser.add_argument("--rows", action="store_true", help="print rows of models.csv for those of MADE that it has not")
    parser.add_argument("--towers", action="store_true", help="print the parts that read images")
    options = parser.parse_args()
    if options.towers:
        out = csv.writer(sys.stdout, lineterminator="\n")
        out.writerow("hub_id kind layers hidden heads intermediate patches".split())
        out.writerows(towers())
        return
    version = importlib.metadata.version("transformers")
    if options.rows:
        with open(CATALOGUE, newline="") as file:
            known = list(csv.DictReader(file))
        out = csv.DictWriter(sys.stdout, list(known[0]), lineterminator="\n")
        out.writerows(row_of(made, list(known[0])) for made in MADE if made[0] not in {r["hub_id"] for r in known})
        return
    with open(options.out, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["hub_id", "class", "parameters", "transformers"])
        for hub_id, name, sizes in MODELS + [made[:3] for made in MADE]:
            out.writerow([hub_id, name, count(name, sizes), importlib.metadata.version("diffusers") if "." in name else version])


if __name__ == "__main__":
    main()
