"""Small models of the package transformers with random weights, whole: run.py builds this file and compares."""

import torch
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model, LlamaConfig, LlamaModel

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


def run_bert(model, ids):
    return model(ids)


def run_gpt2(model, ids):
    return model(ids, use_cache=False)


def run_llama(model, ids):
    return model(ids, use_cache=False)


if __name__ == "__main__":
    with torch.no_grad():
        for shape in ((2, 6), (1, 6), (2, 1), (1, 1)):
            ids = torch.zeros(shape, dtype=torch.int64)
            run_bert(bert, ids)
            run_gpt2(gpt2, ids)
            run_llama(llama, ids)
