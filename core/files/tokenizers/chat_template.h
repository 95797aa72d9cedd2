#pragma once

// The chat template of a model: a program in the language Jinja that puts messages into the text form which the model was
// trained on. It is shown as text and never run.

#include <optional>
#include <string>

namespace core {

/// From a folder (chat_template.jinja, else the key chat_template of tokenizer_config.json, there also one of a list of named
/// templates: "default" or the first) or a GGUF file (tokenizer.chat_template). Nothing when there is none. `path`: empty for
/// built-in models. Throws Error{BadInput} naming the file; a template has at most 1 MiB.
std::optional<std::string> readChatTemplate(const std::string& path);

} // namespace core
