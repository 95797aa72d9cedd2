#include "core/io/words_by_language.h"

namespace core {

WordsByLanguage readWords(const JsonValue& object, const std::string& key)
{
    WordsByLanguage words{{"", object[key].string()}};
    for (const auto& [name, value] : object.object())
        if (name.starts_with(key + "_"))
            words[name.substr(key.size() + 1)] = object[name].string();
    return words;
}

const std::string& wordsIn(const WordsByLanguage& words, const std::string& language)
{
    for (const std::string& name : {language, language.substr(0, language.find('_'))})
        if (const auto found = words.find(name); found != words.end())
            return found->second;
    return words.at("");
}

} // namespace core
