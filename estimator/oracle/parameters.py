#!/usr/bin/env python3
"""Count the parameters of models of the catalogue, built by transformers without memory.

    python parameters.py --out ../../testdata/oracle/parameters.csv

Each line of MODELS is a row of estimator/data/models.csv: its hub id, the class that transformers builds it with, and what
its public config.json says beside the defaults of that class. Nothing is downloaded. A model whose own code is not in
transformers is built as the class whose layers are the same (SAME_AS says why).
"""
import argparse
import csv
import importlib.metadata

import torch
import transformers

LLAMA = "LlamaForCausalLM"
SAME_AS = {
    "internlm/": "InternLM2 packs queries, keys and values into one layer: the same numbers",
    "openbmb/": "MiniCPM scales embeddings and residuals, without parameters",
    "baichuan-inc/": "W_pack is queries, keys and values in one layer",
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


def count(name, options):
    architecture = getattr(transformers, name)
    with torch.device("meta"):
        model = architecture(architecture.config_class(**options))
    model.tie_weights()
    return sum(p.numel() for p in model.parameters())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    version = importlib.metadata.version("transformers")
    with open(parser.parse_args().out, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["hub_id", "class", "parameters", "transformers"])
        for hub_id, name, options in MODELS:
            out.writerow([hub_id, name, count(name, options), version])


if __name__ == "__main__":
    main()
