#include "tests/app/hostile/valid_files.h"

using core::Json;

std::string tinyConfig(const Json& patch)
{
    Json config = {{"model_type", "llama"}, {"architectures", {"LlamaForCausalLM"}}, {"hidden_size", 8}, {"num_hidden_layers", 1},
        {"num_attention_heads", 2}, {"num_key_value_heads", 2}, {"intermediate_size", 8}, {"vocab_size", 16},
        {"max_position_embeddings", 32}, {"rms_norm_eps", 1e-5}, {"hidden_act", "silu"}, {"rope_theta", 10000.0},
        {"tie_word_embeddings", false}};
    config.merge_patch(patch);
    return config.dump();
}

std::vector<TinyTensor> tinyTensors()
{
    const std::string layer = "model.layers.0.";
    return {{"model.embed_tokens.weight", "F32", {16, 8}}, {"lm_head.weight", "F32", {16, 8}}, {"model.norm.weight", "F32", {8}},
        {layer + "input_layernorm.weight", "F32", {8}}, {layer + "post_attention_layernorm.weight", "F32", {8}},
        {layer + "self_attn.q_proj.weight", "F32", {8, 8}}, {layer + "self_attn.k_proj.weight", "F32", {8, 8}},
        {layer + "self_attn.v_proj.weight", "F32", {8, 8}}, {layer + "self_attn.o_proj.weight", "F32", {8, 8}},
        {layer + "mlp.gate_proj.weight", "F32", {8, 8}}, {layer + "mlp.up_proj.weight", "F32", {8, 8}},
        {layer + "mlp.down_proj.weight", "F32", {8, 8}}};
}

std::string safetensors(const std::string& header, const std::string& data)
{
    return bytesOf(std::uint64_t(header.size())) + header + data;
}

std::string safetensors(const std::vector<TinyTensor>& tensors, const Json& metadata)
{
    Json header = Json::object();
    if (!metadata.is_null())
        header["__metadata__"] = metadata;
    std::size_t end = 0;
    for (const TinyTensor& tensor : tensors) {
        const std::size_t begin = end;
        std::size_t size = tensor.dtype == "F32" || tensor.dtype == "I32" ? 4
            : tensor.dtype == "I8" || tensor.dtype.starts_with("F8")      ? 1
                                                                          : 2;
        for (const std::int64_t dim : tensor.shape)
            size *= std::size_t(dim);
        end += size;
        header[tensor.name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
    }
    return safetensors(header.dump(), std::string(end, '\0'));
}

gguf::File tinyGguf()
{
    using namespace gguf;
    File file;
    const auto number = [](const char* key, U32 value) { return pair(key, 4, bytesOf(value)); };
    file.pairs = {pair("general.architecture", 8, text("llama")), number("llama.block_count", 1),
        number("llama.embedding_length", 32), number("llama.attention.head_count", 2), number("llama.attention.head_count_kv", 2),
        number("llama.feed_forward_length", 32), number("llama.vocab_size", 3), number("llama.context_length", 16),
        number("llama.rope.dimension_count", 16), pair("llama.attention.layer_norm_rms_epsilon", 6, bytesOf(1e-5f)),
        pair("tokenizer.ggml.model", 8, text("gpt2")), pair("tokenizer.ggml.pre", 8, text("llama-bpe")),
        pair("tokenizer.ggml.tokens", 9, array(8, 3, text("a") + text("b") + text("ab"))),
        pair("tokenizer.ggml.token_type", 9, array(5, 3, bytesOf(1) + bytesOf(1) + bytesOf(1))),
        pair("tokenizer.ggml.merges", 9, array(8, 1, text("a b"))), number("tokenizer.ggml.bos_token_id", 0),
        number("tokenizer.ggml.eos_token_id", 1)};
    const std::vector<std::pair<std::string, std::vector<U64>>> shapes
        = {{"token_embd.weight", {32, 3}}, {"output.weight", {32, 3}}, {"output_norm.weight", {32}},
            {"blk.0.attn_norm.weight", {32}}, {"blk.0.ffn_norm.weight", {32}}, {"blk.0.attn_q.weight", {32, 32}},
            {"blk.0.attn_k.weight", {32, 32}}, {"blk.0.attn_v.weight", {32, 32}}, {"blk.0.attn_output.weight", {32, 32}},
            {"blk.0.ffn_gate.weight", {32, 32}}, {"blk.0.ffn_up.weight", {32, 32}}, {"blk.0.ffn_down.weight", {32, 32}}};
    for (const auto& [name, dims] : shapes) {
        file.tensors.push_back(tensor(name, dims, 0, file.dataBytes));
        file.dataBytes += 4 * dims[0] * (dims.size() > 1 ? dims[1] : 1);
    }
    return file;
}

void setPair(gguf::File& file, const std::string& key, std::uint32_t type, const std::string& value)
{
    const std::string start = gguf::text(key);
    std::erase_if(file.pairs, [&](const std::string& pair) { return pair.starts_with(start); });
    file.pairs.push_back(gguf::pair(key, type, value));
}

std::string tinyTokenizer(const Json& patch)
{
    Json vocabulary = Json::object();
    for (int i = 0; i < 10; ++i)
        vocabulary[std::string(1, char('a' + i))] = i;
    vocabulary["ab"] = 10;
    Json tokenizer = {{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr}, {"added_tokens", Json::array()},
        {"normalizer", nullptr},
        {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}}},
        {"post_processor", nullptr},
        {"decoder", {{"type", "ByteLevel"}, {"add_prefix_space", true}, {"trim_offsets", true}, {"use_regex", true}}},
        {"model",
            {{"type", "BPE"}, {"dropout", nullptr}, {"unk_token", nullptr}, {"continuing_subword_prefix", nullptr},
                {"end_of_word_suffix", nullptr}, {"fuse_unk", false}, {"byte_fallback", false}, {"ignore_merges", false},
                {"vocab", vocabulary}, {"merges", Json::array({Json::array({"a", "b"})})}}}};
    tokenizer.merge_patch(patch);
    return tokenizer.dump();
}
