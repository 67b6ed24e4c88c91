"""More models of the package transformers with random weights: run.py builds this file and compares.

Each takes token ids or images. Those with a head for language make a cache of keys and values, as is their default."""

import torch
import transformers as t

sizes = {"num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128}
text = {**sizes, "vocab_size": 100}
image = {**sizes, "image_size": 32, "patch_size": 8}
shared = {**text, "num_key_value_heads": 2}

torch.manual_seed(0)
roberta = t.RobertaModel(t.RobertaConfig(**text)).eval()
electra = t.ElectraModel(t.ElectraConfig(**text, embedding_size=32)).eval()
bertcls = t.BertForSequenceClassification(t.BertConfig(**text)).eval()
vit = t.ViTModel(t.ViTConfig(**image)).eval()
dinov2 = t.Dinov2Model(t.Dinov2Config(**image)).eval()
clipt = t.CLIPTextModel(
    t.CLIPTextConfig(**text, max_position_embeddings=32, eos_token_id=2, bos_token_id=1, pad_token_id=1)
).eval()
clipv = t.CLIPVisionModel(t.CLIPVisionConfig(**image)).eval()
convnext = t.ConvNextModel(t.ConvNextConfig(hidden_sizes=[16, 32, 48, 64], depths=[1, 1, 1, 1])).eval()
gemma2 = t.Gemma2ForCausalLM(t.Gemma2Config(**shared, head_dim=16)).eval()
qwen3 = t.Qwen3ForCausalLM(t.Qwen3Config(**shared, head_dim=16)).eval()
phi3 = t.Phi3ForCausalLM(t.Phi3Config(**shared, pad_token_id=0)).eval()
falcon = t.FalconForCausalLM(
    t.FalconConfig(num_hidden_layers=2, hidden_size=64, num_attention_heads=4, vocab_size=100)
).eval()
bloom = t.BloomForCausalLM(t.BloomConfig(n_layer=2, hidden_size=64, n_head=4, vocab_size=100)).eval()
neox = t.GPTNeoXForCausalLM(t.GPTNeoXConfig(**text)).eval()


def run_roberta(model, ids):
    return model(ids)


def run_electra(model, ids):
    return model(ids)


def run_bertcls(model, ids):
    return model(ids)


def run_vit(model, pixels):
    return model(pixels)


def run_dinov2(model, pixels):
    return model(pixels)


def run_clipt(model, ids):
    return model(ids)


def run_clipv(model, pixels):
    return model(pixels)


def run_convnext(model, pixels):
    return model(pixels)


def run_gemma2(model, ids):
    return model(ids)


def run_qwen3(model, ids):
    return model(ids)


def run_phi3(model, ids):
    return model(ids)


def run_falcon(model, ids):
    return model(ids)


def run_bloom(model, ids):
    return model(ids)


def run_neox(model, ids):
    return model(ids)


if __name__ == "__main__":
    with torch.no_grad():
        ids, pixels = torch.zeros((2, 6), dtype=torch.int64), torch.zeros(2, 3, 32, 32)
        run_roberta(roberta, ids)
        run_electra(electra, ids)
        run_bertcls(bertcls, ids)
        run_vit(vit, pixels)
        run_dinov2(dinov2, pixels)
        run_clipt(clipt, ids)
        run_clipv(clipv, pixels)
        run_convnext(convnext, pixels)
        run_gemma2(gemma2, ids)
        run_qwen3(qwen3, ids)
        run_phi3(phi3, ids)
        run_falcon(falcon, ids)
        run_bloom(bloom, ids)
        run_neox(neox, ids)
