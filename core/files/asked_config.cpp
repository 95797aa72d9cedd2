#include "core/files/asked_config.h"

#include <algorithm>

namespace core {

namespace {

/// Keys that say nothing about the numbers of a pass: of training, of generation, of the files around.
bool isIdle(const std::string& key)
{
    static const std::set<std::string> idle{"architectures", "auto_map", "bad_words_ids", "begin_suppress_tokens", "bos_token_id",
        "chunk_size_feed_forward", "cross_attention_hidden_size", "decoder_start_token_id", "diversity_penalty", "do_sample",
        "dtype", "early_stopping", "encoder_no_repeat_ngram_size", "eos_token_id", "exponential_decay_length_penalty",
        "finetuning_task", "forced_bos_token_id", "forced_eos_token_id", "gradient_checkpointing", "id2label",
        "initializer_factor", "initializer_range", "init_std", "is_decoder", "is_encoder_decoder", "label2id", "length_penalty",
        "max_length", "min_length", "model_type", "_name_or_path", "no_repeat_ngram_size", "num_beam_groups", "num_beams",
        "num_return_sequences", "output_attentions", "output_hidden_states", "output_past", "output_router_logits",
        "output_scores", "pad_token_id", "prefix", "pretraining_tp", "problem_type", "pruned_heads", "quantization_config",
        "remove_invalid_values", "repetition_penalty", "return_dict", "return_dict_in_generate", "router_aux_loss_coef",
        "sep_token_id", "suppress_tokens", "task_specific_params", "temperature", "tf_legacy_loss", "tokenizer_class", "top_k",
        "top_p", "torch_dtype", "torchscript", "transformers_version", "typical_p", "use_bfloat16", "use_cache"};
    return idle.count(key) > 0 || key.starts_with("summary_") || key.find("dropout") != std::string::npos
        || key.ends_with("pdrop");
}

} // namespace

std::optional<Json> AskedConfig::value(const std::string& key) const
{
    m_asked.insert(key.substr(0, key.find('.')));
    return m_config.value(key);
}

bool AskedConfig::says(const std::string& key) const
{
    m_asked.insert(key.substr(0, key.find('.')));
    return m_config.says(key);
}

std::size_t AskedConfig::asked() const
{
    const std::vector<std::string> keys = m_config.keys();
    return std::size_t(std::count_if(keys.begin(), keys.end(), [this](const auto& key) { return m_asked.count(key) > 0; }));
}

std::vector<std::string> AskedConfig::unasked() const
{
    std::vector<std::string> keys;
    for (const std::string& key : m_config.keys())
        if (!m_asked.count(key) && !isIdle(key) && m_config.value(key))
            keys.push_back(key);
    return keys;
}

} // namespace core
