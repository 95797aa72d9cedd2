#pragma once

// Words that a file of data holds in several languages: "title" is English, "title_zh" Chinese, "title_LANGUAGE" any other.

#include "core/io/json_value.h"

#include <map>
#include <string>

namespace core {

/// By what ends the key: "" is English, "zh" any Chinese, "zh_CN" that of one country.
using WordsByLanguage = std::map<std::string, std::string>;

/// All of one key of an object; the English must be there. Throws Error{BadInput}.
WordsByLanguage readWords(const JsonValue& object, const std::string& key);

/// Those for a language, "zh_CN": its own, else those of its first part, else English. REQUIRES: words has "".
const std::string& wordsIn(const WordsByLanguage& words, const std::string& language);

} // namespace core
