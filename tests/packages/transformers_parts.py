"""Parts of models of the package transformers, as a program uses them; run.py builds this file and compares."""

import torch
from transformers import BertConfig, GPT2Config, LlamaConfig
from transformers.models.bert.modeling_bert import (
    BertEmbeddings,
    BertIntermediate,
    BertLayer,
    BertLMPredictionHead,
    BertOutput,
    BertPooler,
)
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP, GPT2Attention, GPT2Block
from transformers.models.llama.modeling_llama import LlamaMLP, LlamaRMSNorm, repeat_kv, rotate_half

bert = BertConfig(
    num_hidden_layers=2, hidden_size=32, num_attention_heads=4, intermediate_size=64, vocab_size=50,
    attn_implementation="sdpa",
)  # fmt: skip
gpt2 = GPT2Config(
    n_layer=2, n_embd=32, n_head=4, vocab_size=50, n_positions=32, bos_token_id=0, eos_token_id=0,
    attn_implementation="sdpa",
)  # fmt: skip
llama = LlamaConfig(hidden_size=32, intermediate_size=64)

bert_embeddings = BertEmbeddings(bert).eval()
bert_layer = BertLayer(bert).eval()
bert_inner, bert_outer = BertIntermediate(bert).eval(), BertOutput(bert).eval()
bert_pooler, bert_head = BertPooler(bert).eval(), BertLMPredictionHead(bert).eval()
gpt2_mlp = GPT2MLP(64, gpt2).eval()
gpt2_attention = GPT2Attention(gpt2, layer_idx=0).eval()
gpt2_block = GPT2Block(gpt2, layer_idx=0).eval()
llama_norm, llama_mlp = LlamaRMSNorm(32), LlamaMLP(llama).eval()


def embed(part, ids):
    return part(ids)


def encode(part, x):
    return part(x)


def feed_forward(inner, outer, x):
    return outer(inner(x), x)


def pool(part, x):
    return part(x)


def predict(part, x):
    return part(x)


def mlp(part, x):
    return part(x)


def attend(part, x):
    return part(x)[0]


def block(part, x):
    return part(x)


def gated(norm, part, x):
    return x + part(norm(x))


def turned(x):
    return repeat_kv(rotate_half(x), 2)


if __name__ == "__main__":
    with torch.no_grad():
        x = torch.ones(2, 5, 32)
        embed(bert_embeddings, torch.arange(10).view(2, 5))
        encode(bert_layer, x)
        feed_forward(bert_inner, bert_outer, x)
        pool(bert_pooler, x)
        predict(bert_head, x)
        mlp(gpt2_mlp, x)
        attend(gpt2_attention, x)
        block(gpt2_block, x)
        gated(llama_norm, llama_mlp, x)
        turned(torch.ones(2, 3, 4, 6))
