"""Small models of the package transformers with random weights, whole: run.py builds this file and compares."""

import torch
from transformers import (
    BertConfig,
    BertModel,
    DistilBertConfig,
    DistilBertModel,
    DynamicCache,
    GPT2Config,
    GPT2LMHeadModel,
    GPT2Model,
    LlamaConfig,
    LlamaForCausalLM,
    LlamaModel,
    MistralConfig,
    MistralModel,
    OPTConfig,
    OPTModel,
    Qwen2Config,
    Qwen2ForCausalLM,
    T5Config,
    T5EncoderModel,
)

torch.manual_seed(0)
bert = BertModel(
    BertConfig(num_hidden_layers=2, hidden_size=64, num_attention_heads=4, intermediate_size=128, vocab_size=100)
).eval()
gpt2 = GPT2Model(
    GPT2Config(n_layer=2, n_embd=64, n_head=4, vocab_size=100, n_positions=64, bos_token_id=0, eos_token_id=0)
).eval()
llama = LlamaModel(
    LlamaConfig(
        num_hidden_layers=2, hidden_size=64, num_attention_heads=4, num_key_value_heads=2, intermediate_size=128,
        vocab_size=100,
    )
).eval()  # fmt: skip
distilbert = DistilBertModel(DistilBertConfig(n_layers=2, dim=64, n_heads=4, hidden_dim=128, vocab_size=100)).eval()
mistral = MistralModel(
    MistralConfig(
        num_hidden_layers=2, hidden_size=64, num_attention_heads=4, num_key_value_heads=2, intermediate_size=128,
        vocab_size=100,
    )
).eval()  # fmt: skip
opt = OPTModel(
    OPTConfig(
        num_hidden_layers=2, hidden_size=64, num_attention_heads=4, ffn_dim=128, vocab_size=100, word_embed_proj_dim=64
    )
).eval()
t5 = T5EncoderModel(T5Config(num_layers=2, d_model=64, d_kv=16, num_heads=4, d_ff=128, vocab_size=100)).eval()
gpt2_head = GPT2LMHeadModel(
    GPT2Config(n_layer=2, n_embd=64, n_head=4, vocab_size=100, n_positions=64, bos_token_id=0, eos_token_id=0)
).eval()
llama_head = LlamaForCausalLM(
    LlamaConfig(
        num_hidden_layers=2, hidden_size=64, num_attention_heads=4, num_key_value_heads=2, intermediate_size=128,
        vocab_size=100,
    )
).eval()  # fmt: skip

gpt2_cached, llama_cached = gpt2_head, llama_head
qwen2_cached = Qwen2ForCausalLM(
    Qwen2Config(
        num_hidden_layers=2, hidden_size=64, num_attention_heads=4, num_key_value_heads=2, intermediate_size=128,
        vocab_size=100,
    )
).eval()  # fmt: skip


def run_bert(model, ids):
    return model(ids)


def run_gpt2(model, ids):
    return model(ids, use_cache=False)


def run_llama(model, ids):
    return model(ids, use_cache=False)


def run_distilbert(model, ids):
    return model(ids)


def run_mistral(model, ids):
    return model(ids, use_cache=False)


def run_opt(model, ids):
    return model(ids, use_cache=False)


def run_t5(model, ids):
    return model(ids)


def run_gpt2_head(model, ids):
    return model(ids, use_cache=False)


def run_llama_head(model, ids):
    return model(ids, use_cache=False)


def run_gpt2_cached(model, ids):
    first = model(ids)
    second = model(ids[:, -1:], past_key_values=first.past_key_values)
    return {"first": first.logits, "second": second.logits, "keys": first.past_key_values.layers[1].keys}


def run_llama_cached(model, ids):
    cache = DynamicCache(config=model.config)
    first = model(ids, past_key_values=cache).logits
    second = model(ids[:, -1:], past_key_values=cache).logits
    return {"first": first, "second": second, "keys": cache.layers[1].keys}


def run_qwen2_cached(model, ids):
    first = model(ids)
    second = model(ids[:, -1:], past_key_values=first.past_key_values)
    return {"first": first.logits, "second": second.logits, "keys": first.past_key_values.layers[1].keys}


def decode_llama(model, token, cache):
    """Logits of one more token, whose keys and values go into the cache."""
    return model(token, past_key_values=cache).logits


if __name__ == "__main__":
    with torch.no_grad():
        for shape in ((2, 6), (1, 6), (2, 1), (1, 1)):
            ids = torch.zeros(shape, dtype=torch.int64)
            run_bert(bert, ids)
            run_gpt2(gpt2, ids)
            run_llama(llama, ids)
            run_distilbert(distilbert, ids)
            run_mistral(mistral, ids)
            run_opt(opt, ids)
            run_t5(t5, ids)
            run_gpt2_head(gpt2_head, ids)
            run_llama_head(llama_head, ids)
            run_gpt2_cached(gpt2_cached, ids)
            run_llama_cached(llama_cached, ids)
            run_qwen2_cached(qwen2_cached, ids)
        for rows in (2, 1):
            kept = DynamicCache(config=llama.config)
            for length in (6, 1, 1):
                decode_llama(llama_head, torch.zeros((rows, length), dtype=torch.int64), kept)
