// C: config.json of a folder whose weights are sound.

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"

#include <sys/stat.h>

using core::Json;

namespace {

/// Written when it is needed: some are large.
HostileInputs::Make made(const std::function<std::string()>& text)
{
    return [text](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("config.json", text());
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return {"info", "--json", "--model", folder.path()};
    };
}
HostileInputs::Make raw(const std::string& text)
{
    return made([text] { return text; });
}
HostileInputs::Make patched(const char* patch) { return raw(tinyConfig(Json::parse(patch))); }

/// tinyConfig with one value written as it is, also when it is no JSON.
HostileInputs::Make with(const std::string& key, const std::string& value)
{
    const std::string sound = tinyConfig({{key, nullptr}});
    return raw("{\"" + key + "\":" + value + "," + sound.substr(1));
}

} // namespace

void addConfigInputs(HostileInputs& inputs)
{
    const auto refused = [&](const char* id, const std::string& what, const std::string& said, const HostileInputs::Make& make) {
        inputs.refused(id, what, said, make);
    };
    const auto bad = [&](const char* id, const std::string& key, const std::string& value) {
        inputs.refused(id, key + " " + value.substr(0, 40), key, with(key, value));
    };

    inputs.refused("C01", "missing", "no model", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return {"info", "--model", folder.path()};
    });
    inputs.refused("C01", "a folder", "regular file", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        ::mkdir(folder.path("config.json").c_str(), 0700);
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return {"info", "--model", folder.path()};
    });
    inputs.refused("C01", "a pipe", "regular file", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        ::mkfifo(folder.path("config.json").c_str(), 0600);
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return {"info", "--model", folder.path()};
    });
    refused("C02", "empty", "empty document", raw(""));
    refused("C02", "white space", "empty document", raw(" \n\t \r\n"));
    refused("C03", "20 MiB of spaces", "too large", made([] { return std::string(std::size_t(20) << 20, ' '); }));
    inputs.refused("C03", "1 TiB, sparse", "too large", [](const TemporaryFolder& folder) -> std::vector<std::string> {
        (void)!::truncate(folder.write("config.json", "{}").c_str(), off_t(1) << 40);
        folder.write("model.safetensors", safetensors(tinyTensors()));
        return {"info", "--model", folder.path()};
    });
    const std::string sound = tinyConfig();
    refused("C04", "truncated", "byte ", raw(sound.substr(0, sound.size() / 2)));
    refused("C04", "trailing comma", "byte ", raw(sound.substr(0, sound.size() - 1) + ",}"));
    refused("C04", "a comment", "byte ", raw("// x\n" + sound));
    refused("C04", "not a number", "byte ", with("rms_norm_eps", "NaN"));
    refused("C04", "single quotes", "byte ", raw("{'model_type':'llama'}"));
    inputs.accepted("C05", "a byte-order mark", "", raw("\xEF\xBB\xBF" + sound));
    refused("C06", "bytes that are no UTF-8", "byte ", with("name", "\"\xC3\x28\""));
    refused("C06", "half of a surrogate pair", "byte ", with("name", "\"\\ud800\""));
    refused("C07", "a million arrays", "deep", with("name", std::string(1'000'000, '[')));
    refused("C07", "a hundred thousand objects", "deep", made([] {
        std::string text;
        for (int i = 0; i < 100'000; ++i)
            text += "{\"a\":";
        return text;
    }));
    refused("C08", "hidden_size twice", "hidden_size", raw("{\"hidden_size\":4096," + sound.substr(1)));
    for (const char* document : {"[]", "\"llama\"", "null", "7"})
        refused("C09", document, "config.json", raw(document));
    refused("C10", "no name of the family", "model_type", patched(R"({"model_type":null,"architectures":null})"));
    refused("C10", "an empty list", "model_type", patched(R"({"model_type":null,"architectures":[]})"));
    refused("C10", "a number", "model_type", patched(R"({"model_type":null,"architectures":[7]})"));
    refused("C11", "qwen99", "qwen99", patched(R"({"model_type":"qwen99","hidden_size":null})"));
    inputs.accepted("C12", "another architecture", "BertModel", patched(R"({"architectures":["BertModel"]})"));
    for (const char* value : {"0", "-1", "1.5", "\"4096\"", "true", "1e9", "9000000000000000000", "18446744073709551616"})
        bad("C13", "hidden_size", value);
    refused("C14", "a billion layers", "num_hidden_layers", patched(R"({"num_hidden_layers":1000000000})"));
    refused("C15", "heads that do not divide", "num_attention_heads",
        patched(R"({"num_attention_heads":7,"num_key_value_heads":7})"));
    for (const char* value : {"3", "0", "64"})
        bad("C16", "num_key_value_heads", value);
    for (const char* value : {"0", "3", "1000000"})
        bad("C17", "head_dim", value);
    bad("C18", "vocab_size", "2147483648");
    refused("C18", "fewer than the rows", "embed_tokens", patched(R"({"vocab_size":15})"));
    for (const char* value : {"0", "-1e-6", "\"1e-6\"", "1e308"})
        bad("C19", "rms_norm_eps", value);
    for (const char* value : {"0", "-10000"})
        bad("C20", "rope_theta", value);
    for (const char* value : {"Infinity", "-Infinity"})
        bad("C20", "rope_theta", value);
    inputs.accepted("C20", "Infinity where nothing reads it", "", with("some_limit", "Infinity"));
    refused("C20", "1e400", "byte ", with("rope_theta", "1e400"));
    for (const char* value :
        {R"({"type":"foo"})", R"({"type":"linear"})", R"({"type":"linear","factor":0})", R"({"type":"linear","factor":-1})"})
        bad("C21", "rope_scaling", value);
    for (const char* value : {"[]", "\"linear\""})
        bad("C21", "rope_scaling", value);
    for (const char* value : {R"({"type":"longrope","long_factor":[1],"short_factor":[1],"original_max_position_embeddings":16})",
             R"({"type":"longrope","long_factor":["a","b"],"short_factor":[1,1],"original_max_position_embeddings":16})",
             R"({"type":"longrope","long_factor":[0,0],"short_factor":[1,1],"original_max_position_embeddings":16})"})
        bad("C22", "rope_scaling", value);
    refused("C23", "yarn without a place to begin", "original_max_position_embeddings",
        patched(R"({"rope_scaling":{"type":"yarn","factor":2.0,"original_max_position_embeddings":0}})"));
    refused("C23", "yarn, fast below slow", "rope_scaling.beta_fast",
        patched(
            R"({"rope_scaling":{"type":"yarn","factor":2.0,"beta_fast":1,"beta_slow":32,"original_max_position_embeddings":16}})"));
    refused("C23", "dynamic scaling of one pair", "rope_scaling.type",
        patched(R"({"head_dim":2,"rope_scaling":{"type":"dynamic","factor":2.0}})"));
    refused("C23", "yarn of base 1", "rope_theta",
        patched(R"({"rope_theta":1.0,"rope_scaling":{"type":"yarn","factor":2.0,"original_max_position_embeddings":16}})"));
    refused("C24", "equal frequencies", "rope",
        patched(
            R"({"rope_scaling":{"rope_type":"llama3","factor":8.0,"low_freq_factor":4.0,"high_freq_factor":4.0,"original_max_position_embeddings":16}})"));
    refused("C25", "two bases", "rope_theta", patched(R"({"rope_parameters":{"rope_type":"default","rope_theta":5000.0}})"));
    const char* mistral = R"({"model_type":"mistral","architectures":["MistralForCausalLM"])";
    const auto windowed = [&](const std::string& more) { return patched((mistral + more + "}").c_str()); };
    refused("C26", "layer_types of the wrong length", "layer_types",
        patched(
            R"({"model_type":"qwen3","architectures":["Qwen3ForCausalLM"],"layer_types":["full_attention","full_attention"]})"));
    refused("C26", "an unknown layer type", "layer_types",
        patched(R"({"model_type":"qwen3","architectures":["Qwen3ForCausalLM"],"layer_types":["half_attention"]})"));
    refused("C27", "window 0", "sliding_window", windowed(R"(,"sliding_window":0)"));
    refused("C27", "window -5", "sliding_window", windowed(R"(,"sliding_window":-5)"));
    refused("C27", "every 0 layers", "sliding_window_pattern",
        patched(
            R"({"model_type":"cohere2","architectures":["Cohere2ForCausalLM"],"sliding_window":4,"sliding_window_pattern":0})"));
    refused("C27", "window as a text", "sliding_window", windowed(R"(,"sliding_window":"4096")"));
    refused("C28", "gelu2", "hidden_act", patched(R"({"hidden_act":"gelu2"})"));
    refused("C29", "tied in words", "tie_word_embeddings", patched(R"({"tie_word_embeddings":"false"})"));
    const char* mixture = R"({"model_type":"mixtral","architectures":["MixtralForCausalLM"],)";
    refused("C30", "more experts a token than there are", "num_experts_per_tok",
        patched((std::string(mixture) + R"("num_local_experts":8,"num_experts_per_tok":9})").c_str()));
    refused("C30", "groups that do not divide the experts", "n_group",
        patched(
            R"({"model_type":"deepseek_v3","first_k_dense_replace":0,"n_routed_experts":6,"num_experts_per_tok":2,"n_group":4,"topk_group":2})"));
    refused("C30", "more groups than there are", "topk_group",
        patched(
            R"({"model_type":"deepseek_v3","first_k_dense_replace":0,"n_routed_experts":8,"num_experts_per_tok":2,"n_group":4,"topk_group":5})"));
    refused("C30", "every 0 layers", "decoder_sparse_step",
        patched(R"({"model_type":"qwen3_moe","num_experts":4,"num_experts_per_tok":2,"decoder_sparse_step":0})"));
    refused("C30", "no experts", "num_local_experts",
        patched((std::string(mixture) + R"("num_local_experts":0,"num_experts_per_tok":0})").c_str()));
    const char* latent = R"({"model_type":"deepseek_v2","architectures":["DeepseekV2ForCausalLM"],)";
    refused("C31", "odd rotary width", "qk_rope_head_dim",
        patched((std::string(latent)
            + R"("num_experts_per_tok":1,"qk_rope_head_dim":3,"kv_lora_rank":4,"qk_nope_head_dim":4,"v_head_dim":4})")
                    .c_str()));
    refused("C31", "rank 0", "kv_lora_rank",
        patched((std::string(latent)
            + R"("num_experts_per_tok":1,"qk_rope_head_dim":4,"kv_lora_rank":0,"qk_nope_head_dim":4,"v_head_dim":4})")
                    .c_str()));
    refused("C32", "attn_config is a list", "attn_config",
        patched(R"({"model_type":"mpt","architectures":["MPTForCausalLM"],"attn_config":[]})"));
    refused("C32", "a slope below zero", "alibi_bias_max",
        patched(R"({"model_type":"mpt","d_model":8,"n_heads":2,"n_layers":1,"attn_config":{"alibi":true,"alibi_bias_max":-8}})"));
    refused("C32", "clipped below zero", "clip_qkv",
        patched(R"({"model_type":"mpt","d_model":8,"n_heads":2,"n_layers":1,"attn_config":{"alibi":true,"clip_qkv":-1}})"));
    refused("C33", "one bucket", "relative_attention_num_buckets",
        patched(R"({"model_type":"t5","architectures":["T5ForConditionalGeneration"],"relative_attention_num_buckets":1})"));
    refused("C33", "no distance", "relative_attention_max_distance",
        patched(R"({"model_type":"t5","architectures":["T5ForConditionalGeneration"],"relative_attention_max_distance":8})"));
    inputs.refused(
        "C34", "cutoffs of Transformer-XL", "model_type", [](const TemporaryFolder& folder) -> std::vector<std::string> {
            folder.write("config.json", R"({"model_type":"transfo-xl","cutoffs":[9,3],"div_val":0,"n_layer":1,"n_head":2})");
            folder.write("model.safetensors", safetensors({{"transformer.word_emb.emb_layers.0.weight", "F32", {16, 8}}}));
            return {"info", "--model", folder.path()};
        });
    refused("C35", "gptq", "quantization_config", patched(R"({"quantization_config":{"quant_method":"gptq","bits":4}})"));
    inputs.accepted(
        "C36", "code of its own", "never run", patched(R"({"auto_map":{"AutoModel":"evil.Model"},"trust_remote_code":true})"));
    refused("C37", "a text model inside itself", "model_type",
        patched(R"({"model_type":"llava_of_nowhere","text_config":{"text_config":{"text_config":{}}}})"));
    for (const char* value : {"[]", "-1", "1000000000000", "[\"a\"]"})
        inputs.accepted("C38", std::string("eos_token_id ") + value, "", with("eos_token_id", value));
    inputs.accepted("C39", "200 000 unknown keys", "", made([sound] {
        std::string text = "{";
        for (int i = 0; i < 200'000; ++i)
            text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
        return text + sound.substr(1);
    }));
    refused("C40", "4 TB of weights", "tensors",
        patched(
            R"({"hidden_size":65536,"num_hidden_layers":80,"intermediate_size":262144,"vocab_size":200000,"num_attention_heads":64})"));
}
