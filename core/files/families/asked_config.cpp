#include "core/files/families/asked_config.h"

#include <algorithm>

namespace core {

namespace {

/// Keys that say nothing about the numbers of a pass: of training, of generation, of the files around.
bool isIdle(const std::string& key)
{
    static const std::set<std::string> idle{"architectures", "auto_map", "bad_words_ids", "begin_suppress_tokens", "bos_token_id",
        "chunk_size_feed_forward", "decoder_start_token_id", "diversity_penalty", "do_sample", "dtype", "early_stopping",
        "encoder_no_repeat_ngram_size", "eos_token_id", "exponential_decay_length_penalty", "finetuning_task",
        "forced_bos_token_id", "forced_eos_token_id", "gradient_checkpointing", "id2label", "initializer_factor",
        "initializer_range", "init_std", "label2id", "length_penalty", "max_length", "min_length", "model_type", "_name_or_path",
        "no_repeat_ngram_size", "num_beam_groups", "num_beams", "num_return_sequences", "output_attentions",
        "output_hidden_states", "output_past", "output_router_logits", "output_scores", "pad_token_id", "prefix",
        "pretraining_tp", "problem_type", "quantization_config", "remove_invalid_values", "repetition_penalty", "return_dict",
        "return_dict_in_generate", "router_aux_loss_coef", "sep_token_id", "suppress_tokens", "task_specific_params",
        "temperature", "tf_legacy_loss", "tokenizer_class", "top_k", "top_p", "torch_dtype", "torchscript",
        "transformers_version", "typical_p", "use_bfloat16", "use_cache", "use_mamba_kernels"};
    return idle.count(key) > 0 || key.starts_with("summary_") || key.find("dropout") != std::string::npos
        || key.ends_with("pdrop");
}

} // namespace

std::optional<Json> AskedConfig::value(const std::string& key) const
{
    m_asked.insert(key);
    return m_config.value(key);
}

bool AskedConfig::says(const std::string& key) const
{
    m_asked.insert(key);
    return m_config.says(key);
}

std::size_t AskedConfig::asked() const
{
    const std::vector<std::string> keys = m_config.keys();
    return std::size_t(std::count_if(keys.begin(), keys.end(), [this](const std::string& key) {
        const auto first = m_asked.lower_bound(key);
        return first != m_asked.end() && (*first == key || first->starts_with(key + "."));
    }));
}

std::vector<std::string> AskedConfig::unasked() const
{
    std::vector<std::string> keys;
    addUnread(m_config.document(), "", keys);
    return keys;
}

void AskedConfig::addUnread(const Json& object, const std::string& prefix, std::vector<std::string>& keys) const
{
    for (const auto& [name, value] : object.items()) {
        const std::string key = prefix + name;
        if (value.is_null() || isIdle(name))
            continue;
        // The members of an object are read by name afterwards.
        const auto inside = m_asked.lower_bound(key + ".");
        const bool isRead = inside != m_asked.end() && inside->starts_with(key + ".");
        if (value.is_object() && isRead)
            addUnread(value, key + ".", keys);
        else if (!m_asked.count(key))
            keys.push_back(key);
    }
}

} // namespace core
