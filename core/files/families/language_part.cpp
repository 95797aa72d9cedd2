#include "core/files/families/language_part.h"

#include "core/io/shown_text.h"

#include <algorithm>
#include <string_view>

namespace core {

namespace {

constexpr const char* objects[] = {"text_config", "llm_config", "language_config"};
constexpr std::string_view languageWords[] = {"language_model.", "text_model.", "llm."};
constexpr std::string_view outputWords[] = {"lm_head.", "model.lm_head."};

/// `name` without the word of the language part, first or behind "model."; nothing when it has none.
std::optional<std::string> nameAlone(const std::string& name)
{
    constexpr std::string_view model = "model.";
    for (const std::string_view word : languageWords) {
        if (name.starts_with(word))
            return name.substr(word.size());
        if (name.starts_with(model) && name.compare(model.size(), word.size(), word) == 0)
            return std::string(model) + name.substr(model.size() + word.size());
    }
    return {};
}

} // namespace

std::optional<JsonConfig> languageConfig(const Json& config, const std::string& file)
{
    for (const char* object : objects) {
        const auto inner = config.is_object() ? config.find(object) : config.end();
        if (inner == config.end() || !inner->is_object())
            continue;
        Json merged = *inner;
        for (const char* key : {"bos_token_id", "eos_token_id", "decoder_start_token_id"})
            if (!merged.contains(key) && config.contains(key))
                merged[key] = config[key];
        if (const auto tied = config.find("tie_word_embeddings"); tied != config.end() && !tied->is_null())
            merged["tie_word_embeddings"] = *tied; // the output matrix is the larger model's (transformers 5)
        return JsonConfig(std::move(merged), file);
    }
    return {};
}

StoredTensors languageTensors(const StoredTensors& stored, const std::string& family, std::vector<std::string>& notes)
{
    StoredTensors alone;
    std::size_t others = 0;
    const bool hasWord
        = std::any_of(stored.begin(), stored.end(), [](const auto& tensor) { return nameAlone(tensor.first).has_value(); });
    for (const auto& [name, tensor] : stored) {
        const auto isOutput = [&name = name](std::string_view word) { return name.starts_with(word); };
        if (const std::optional<std::string> rest = nameAlone(name))
            alone.emplace(*rest, tensor);
        else if (!hasWord || std::any_of(std::begin(outputWords), std::end(outputWords), isOutput))
            alone.emplace(name, tensor);
        else
            ++others;
    }
    notes.push_back("the language model of " + shownText(family, 80) + " is read; its vision part is ignored ("
        + std::to_string(others) + " tensors)");
    return alone;
}

} // namespace core
